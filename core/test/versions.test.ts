/**
 * Versions are switched during purchases, on two processes of which one is killed: no buyer gets an error, and no payment is lost or made
 * twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildNode, createDatabase, type TestNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { buildVersion, storePackage, VERSION_HEADER } from './sandbox-versions.ts';
import { openStaff } from './staff.ts';
import { openBank, openDoor, startServers, startTraffic } from './version-traffic.ts';
import { waitFor } from './wait-for.ts';
import { connect, createWorld } from './world.ts';

const STABLE = '0.2.0';
const NEXT = '0.3.0';
const BROKEN = '0.4.0';
const BUYERS = 3;
/** The longest duration of a phase on a busy machine. */
const PATIENCE_MS = 60_000;
/** The number of purchases that prove a phase. */
const ENOUGH = 10;

/** Short intervals, so that a purchase whose process was killed is soon looked up. */
const options = {
  manifest: (manifest: { timeoutMs?: number }) => {
    manifest.timeoutMs = 4_000;
  },
};

async function openWorld() {
  const directory = await mkdtemp(join(tmpdir(), 'feira-packages-test-'));
  const database = await createDatabase();
  const door = await openDoor();
  const environment = {
    PACKAGE_DIRECTORY: directory,
    NODE_LIVE_SECONDS: '3',
    SWEEP_INTERVAL_MS: '100',
    CLAIM_SECONDS: '5',
    PURCHASE_RATE_LIMIT: '1000000',
    LIMIT_FACTOR: '1000',
    PUBLIC_URL: door.url,
  };
  // The platform where masters work; it sells nothing.
  const office = await buildNode({ databaseUrl: database.url, env: environment });
  const bank = await openBank(office);
  const inspector = await openInspector(database.url);
  onTestFinished(async () => {
    await Promise.all(door.servers.map((server) => server.kill()));
    await bank.close();
    await inspector.close();
    await office.close();
    await door.close();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });
  const world = await createWorld(office.app);
  await storePackage(inspector, world.platformId, await buildVersion(STABLE, options));
  const input = { version: STABLE, methods: ['PIX' as const], baseUrls: { default: bank.url } };
  const connection = await connect(office.app, world, input);
  await startServers(door, { ...environment, DATABASE_URL: database.url });
  return { database, door, office, bank, inspector, world, connectionId: connection.id };
}

/** Calls a procedure as a master, and repeats it while the nodes are not ready. */
async function openOffice(office: TestNode, platformId: string, connectionId: string) {
  const { headers } = await openStaff(office.app, platformId, { roles: ['master'] });
  return (name: string, input: Record<string, unknown>) =>
    waitFor(`${name} is done`, async () => {
      const url = `/api/connections.${name}`;
      const payload = { connectionId, ...input };
      const answer = await office.app.inject({ method: 'POST', url, headers, payload });
      if (['PACKAGE_NOT_READY', 'PACKAGE_NOT_FOUND'].includes(answer.json().code)) return null;
      expect(answer.statusCode, answer.body).toBe(200);
      return true;
    });
}

const countThrough = async (inspector: Inspector, version: string): Promise<number> => {
  const [row] = await inspector.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM payment_attempt WHERE provider_version = $1 AND state <> 'CREATED'`,
    [version],
  );
  return row?.count ?? 0;
};

it('versions change under constant sales without a lost, doubled or confused payment', async () => {
  const { database, door, office, bank, inspector, world, connectionId } = await openWorld();
  const say = await openOffice(office, world.platformId, connectionId);
  const stateOf = async () =>
    (
      await inspector.rows<{ state: string; reason: string | null }>(
        'SELECT state, reason FROM connection_rollout ORDER BY created_at DESC LIMIT 1',
      )
    )[0];
  const waitForState = (state: string) =>
    waitFor(
      `the roll-out is ${state}`,
      async () => {
        const now = await stateOf();
        if (state === 'CANARY' && now?.state === 'ROLLED_BACK') throw new Error(`It was rolled back: ${now.reason}.`);
        return now?.state === state;
      },
      PATIENCE_MS,
    );
  const sellThrough = async (version: string, count = ENOUGH) => {
    const wanted = (await countThrough(inspector, version)) + count;
    await waitFor(
      `${count} more sales through ${version}`,
      async () => (await countThrough(inspector, version)) >= wanted,
      PATIENCE_MS,
    );
  };

  const traffic = startTraffic(door, world, bank, BUYERS);
  onTestFinished(() => traffic.stop());
  await sellThrough(STABLE);
  await storePackage(inspector, world.platformId, await buildVersion(NEXT, options));
  await say('startRollout', { version: NEXT, share: 50 });
  await waitForState('CANARY');
  await Promise.all([sellThrough(NEXT), sellThrough(STABLE)]);

  await waitFor('somebody has paid twice', () => traffic.doubled > 0, PATIENCE_MS);
  // One process dies during charges; the other ends what it began. A refund that it was sending would wait for a person, so buyers stop
  // paying twice.
  traffic.isDoubling = false;
  await waitFor(
    'no money is on its way back',
    async () => {
      const [refunds] = await inspector.rows<{ done: number }>(
        `SELECT count(*)::int AS done FROM refund WHERE state = 'DONE'`,
      );
      return refunds?.done === traffic.doubled;
    },
    PATIENCE_MS,
  );
  const charging = () => bank.requests.filter(({ method, path }) => method === 'POST' && path === '/charges').length;
  const before = charging();
  bank.addFault({ kind: 'slow', times: BUYERS, delayMs: 1_000, match: 'POST /charges' });
  await waitFor('every buyer waits for the provider', () => charging() >= before + BUYERS);
  const [victim] = door.servers;
  await victim?.kill();
  traffic.isDoubling = true;
  await sellThrough(NEXT);
  await victim?.start();

  await say('changeRollout', { action: 'promote' });
  await sellThrough(NEXT);
  const broken = {
    ...options,
    // Every other charge gets an unknown status, drawn by its reference.
    status: `parseInt(request.reference.slice(-1), 16) % 2 ? 'in_the_clouds' : result.providerStatus`,
  };
  await storePackage(inspector, world.platformId, await buildVersion(BROKEN, broken));
  await say('startRollout', { version: BROKEN, share: 50 });
  await waitForState('ROLLED_BACK');
  expect((await stateOf())?.reason).toBe('UNRECOGNISED_STATUS');
  await sellThrough(NEXT);
  await traffic.stop();
  await bank.settle();

  let open: Record<string, unknown>[] = [];
  await waitFor(
    'everything has ended',
    async () => {
      await bank.settle();
      // Later polls become due now; claimed rows stay with their node.
      await inspector.rows(
        `UPDATE payment SET next_check_at = now() WHERE next_check_at > now() + interval '6 seconds'`,
      );
      await inspector.rows(
        `UPDATE webhook SET next_attempt_at = now() WHERE next_attempt_at > now() + interval '6 seconds'`,
      );
      const paid = (await bank.listCharges(10_000)).filter(({ paidAmount }) => paidAmount > 0);
      // The event of a charge is lost with the process that was killed, and a poll finds what was paid. Unpaid charges with unknown
      // statuses stay unconfirmed until they expire, so they are left out.
      open = await inspector.rows(
        `SELECT 'webhook' AS what, reason FROM webhook WHERE state = 'RECEIVED'
       UNION ALL SELECT 'refund', concat_ws(' ', state, reason, age(now(), updated_at)) FROM refund WHERE state <> 'DONE'
       UNION ALL SELECT 'money', id::text FROM payment WHERE refunded_amount <> greatest(0, paid_amount - amount)
       UNION ALL SELECT 'attempt', state FROM payment_attempt WHERE state <> 'ANSWERED'
       UNION ALL SELECT 'event', type FROM outbox WHERE published_at IS NULL
       UNION ALL SELECT 'answer', key::text FROM idempotency_key WHERE response_status IS NULL
       UNION ALL SELECT 'payment', p.status FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
         WHERE a.id = ANY($1) AND p.status <> 'APPROVED'`,
        [paid.map(({ reference }) => reference)],
      );
      return open.length === 0;
    },
    PATIENCE_MS,
  ).catch((error: Error) => {
    throw new Error(`${error.message} Open: ${JSON.stringify(open)}`);
  });

  expect(traffic.failures).toEqual([]);
  const attempts = await inspector.rows<{
    reference: string;
    version: string;
    transactionId: string;
    publicId: string;
  }>(
    `SELECT a.id AS reference, a.provider_version AS version, a.transaction_id AS "transactionId", p.public_id AS "publicId"
     FROM payment_attempt a JOIN payment p ON p.id = a.payment_id`,
  );
  const charges = await bank.listCharges(10_000);
  // Each sale has one payment, one attempt and one charge.
  expect(attempts.map(({ publicId }) => publicId).sort()).toEqual(
    traffic.sales.map(({ paymentId }) => paymentId).sort(),
  );
  expect(charges.map(({ reference }) => reference).sort()).toEqual(attempts.map(({ reference }) => reference).sort());
  const [parked] = await inspector.rows(`SELECT reason FROM webhook WHERE state = 'PARKED'`);
  expect(parked).toBeUndefined();

  // The provider was asked about each charge by the version that made it.
  const madeBy = new Map(
    attempts.flatMap((item) => [[item.reference, item.version] as const, [item.transactionId, item.version] as const]),
  );
  const asked = bank.requests.flatMap(({ method, path, query, headers, body }) => {
    const [, resource, id] = path.split('/');
    if (resource !== 'charges') return [];
    const subject = id ?? query.reference ?? (body as { reference: string }).reference;
    return [{ method, path, subject, by: headers[VERSION_HEADER] }];
  });
  expect(asked.filter(({ subject, by }) => by !== madeBy.get(String(subject)))).toEqual([]);
  const counts = Object.groupBy(attempts, ({ version }) => version);
  for (const version of [STABLE, NEXT]) expect(counts[version]?.length).toBeGreaterThanOrEqual(2 * ENOUGH);
  expect(counts[BROKEN]?.length).toBeGreaterThanOrEqual(1);
  const refunds = asked.filter(({ path }) => path.endsWith('/refunds')).map(({ path }) => path);
  expect(refunds.length).toBeGreaterThan(0);
  expect(new Set(refunds).size).toBe(refunds.length);

  await checkWorld(database.url, {
    charges: charges.map(({ reference, paidAmount }) => ({ reference, isPaid: paidAmount > 0 })),
    log: door.servers.map((server) => server.log()).join('\n'),
  });
});
