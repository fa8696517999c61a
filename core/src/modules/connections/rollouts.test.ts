/** Connections that switch to another version, on two nodes that listen. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import type { Output } from '@feira/schemas/procedure';
import type { getConnection } from '@feira/schemas/procedures/connections';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { findFreePort } from '../../../test/free-port.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { buildVersion, storePackage, VERSION_HEADER } from '../../../test/sandbox-versions.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, SANDBOX_SECRETS, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { checkPayment } from '../payments/service.ts';
import { type Connection, findConnection } from './service.ts';

type Rollout = Output<typeof getConnection>['rollouts'][number];

let directory: string;
let first: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
/** The platform that operates the other one and installs its packages. */
let operatorId: string;
let master: Staff;
let operatorMaster: Staff;
let bank: StartedSimulator;
let ownVersion: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-packages-test-'));
  const port = await findFreePort();
  const env = {
    PACKAGE_DIRECTORY: directory,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SWEEP_INTERVAL_MS: '200',
    SECOND_FACTOR: 'off',
  };
  first = await buildNode({ env: { ...env, PORT: String(port) } });
  second = await buildNode({ databaseUrl: first.databaseUrl, env });
  inspector = await openInspector(first.databaseUrl);
  operatorId = (await createWorld(first.app, { host: 'operator.example.com' })).platformId;
  world = await createWorld(first.app);
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [operatorId, world.platformId]);
  master = await openStaff(first.app, world.platformId, { roles: ['master'] });
  operatorMaster = await openStaff(first.app, operatorId, { roles: ['master'], host: 'operator.example.com' });
  const sandbox = first.app.providers.list().find(({ id }) => id === 'sandbox');
  ownVersion = sandbox?.version ?? '';
  const simulator = await sandbox?.loadSimulator?.();
  if (!simulator) throw new Error('The sandbox has no simulator.');
  bank = await startSimulator(simulator, {
    credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' },
    webhook: 'deliver',
  });
  await first.app.listen({ port, host: '127.0.0.1' });
  await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await bank.close();
  await inspector.close();
  await second.close();
  await first.close();
  await rm(directory, { recursive: true, force: true });
});

const nodes = () => [first.app, second.app];
const open = async (methods: ('PIX' | 'CREDIT_CARD')[] = ['PIX']) => {
  // Only one connection is enabled at a time.
  await inspector.rows('UPDATE payment_route SET is_enabled = false WHERE platform_id = $1', [world.platformId]);
  const { id } = await connect(first.app, world, { methods, baseUrls: { default: bank.url } });
  for (const { cache } of nodes()) cache.forgetAll();
  return id;
};
const call = async (name: string, payload: Record<string, unknown>, staff = master) => {
  const answer = await first.app.inject({ method: 'POST', url: `/api/${name}`, headers: staff.headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const start = (connectionId: string, version: string, share = 50, more = {}) =>
  call('connections.startRollout', { connectionId, version, share, ...more });
const change = async (connectionId: string, action: string, more = {}) => {
  const answer = await call('connections.changeRollout', { connectionId, action, ...more });
  await waitFor('both nodes have heard', () => haveAllHeard(connectionId));
  return answer;
};
const newest = async (connectionId: string): Promise<Rollout> => {
  const url = `/api/connections.getConnection?connectionId=${connectionId}`;
  const answer = await first.app.inject({ url, headers: master.headers });
  return answer.json().rollouts[0];
};
const waitForState = (connectionId: string, state: string) =>
  waitFor(`the roll-out is ${state}`, async () => {
    const rollout = await newest(connectionId);
    return rollout?.state === state && (await haveAllHeard(connectionId)) ? rollout : null;
  });
/** Returns true when both nodes have the stored state of the connection. */
const haveAllHeard = async (connectionId: string): Promise<boolean> => {
  const [stored] = await inspector.rows<Pick<Connection, 'version' | 'rollout'>>(
    `SELECT c.version, (SELECT jsonb_build_object('toVersion', r.to_version, 'state', r.state, 'share', r.share)
       FROM connection_rollout r WHERE r.connection_id = c.id AND r.ended_at IS NULL) AS rollout
     FROM provider_connection c WHERE c.id = $1`,
    [connectionId],
  );
  const known = await Promise.all(nodes().map((app) => findConnection(app, world.platformId, connectionId)));
  return known.every((item) => isDeepStrictEqual({ version: item?.version, rollout: item?.rollout }, { ...stored }));
};
const install = async (version: string, options?: Parameters<typeof buildVersion>[1]) => {
  const built = await buildVersion(version, options);
  await storePackage(inspector, operatorId, built);
  await waitFor(`both nodes can serve ${version}`, async () => {
    const states = await inspector.rows<{ state: string; reason: string | null }>(
      'SELECT state, reason FROM node_package WHERE package_key = $1',
      [`${operatorId}:sandbox@${version}`],
    );
    const failed = states.find(({ state }) => state === 'FAILED');
    if (failed) throw new Error(failed.reason ?? '');
    return states.length === 2;
  });
};
const versionOf = async (connectionId: string) =>
  (
    await inspector.rows<{ version: string }>('SELECT version FROM provider_connection WHERE id = $1', [connectionId])
  )[0]?.version;

interface Made {
  id: string;
  attemptId: string;
  version: string;
  transactionId: string;
}
/** Alternates between the nodes. */
let turn = 0;
const buyOnce = async (): Promise<Made> => {
  turn += 1;
  const answer = await buy(nodes()[turn % 2] as TestNode['app'], pixPurchase(world));
  expect(answer.statusCode, answer.body).toBe(200);
  const [made] = await inspector.rows<Made>(
    `SELECT p.id, a.id AS "attemptId", a.provider_version AS version, a.transaction_id AS "transactionId"
     FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1`,
    [answer.json().paymentId],
  );
  return made as Made;
};
/** Buys until a version has made this many payments. */
const buyThrough = async (version: string, count = 1): Promise<Made[]> => {
  const made: Made[] = [];
  while (made.length < count) {
    const bought = await buyOnce();
    if (bought.version === version) made.push(bought);
  }
  return made;
};

describe('a roll-out', () => {
  it('goes from preparation over the canary to promotion; each payment stays with the version that made it', async () => {
    await install('0.2.0');
    const connectionId = await open();
    const [before] = await buyThrough(ownVersion);

    expect((await start(connectionId, '0.2.0', 50)).status).toBe(200);
    const canary = await waitForState(connectionId, 'CANARY');
    expect(canary).toMatchObject({ share: 50, nodes: { healthy: 2, total: 2 }, startedBy: master.name, reason: null });
    const [canaryMade] = await buyThrough('0.2.0');
    const [stableMade] = await buyThrough(ownVersion);
    expect((await change(connectionId, 'share', { share: 100 })).status).toBe(200);
    for (let count = 0; count < 5; count++) expect((await buyOnce()).version).toBe('0.2.0');
    const during = await newest(connectionId);
    expect(during.canary).toMatchObject({ failed: 0, unknown: 0, unrecognised: 0 });
    expect(during.canary.attempts).toBeGreaterThanOrEqual(6);
    expect(during.stable.attempts).toBeGreaterThanOrEqual(1);

    expect((await change(connectionId, 'promote')).status).toBe(200);
    expect(await versionOf(connectionId)).toBe('0.2.0');
    expect(await newest(connectionId)).toMatchObject({ state: 'PROMOTED', reason: null });
    expect((await buyOnce()).version).toBe('0.2.0');

    const back = await change(connectionId, 'rollBack');
    expect(back.status).toBe(200);
    expect(await versionOf(connectionId)).toBe(ownVersion);
    expect(await newest(connectionId)).toMatchObject({
      fromVersion: '0.2.0',
      toVersion: ownVersion,
      state: 'PROMOTED',
    });
    expect((await buyOnce()).version).toBe(ownVersion);
    expect((await change(connectionId, 'rollBack')).status).toBe(200);
    expect(await versionOf(connectionId)).toBe('0.2.0');

    for (const made of [before, canaryMade, stableMade] as Made[]) {
      const seen = bank.requests.length;
      await checkPayment(second.app, world.platformId, made.id);
      const asked = bank.requests.slice(seen).filter(({ path }) => path === `/charges/${made.transactionId}`);
      expect(asked.map(({ headers }) => headers[VERSION_HEADER] ?? ownVersion)).toEqual([made.version]);
      await bank.simulator.pay(made.transactionId);
      await waitFor('its event was read', async () => {
        const [paid] = await inspector.rows(`SELECT 1 FROM payment WHERE id = $1 AND status = 'APPROVED'`, [made.id]);
        return paid;
      });
    }
    const events = await inspector.rows<{ type: string }>(
      `SELECT type FROM audit_event WHERE platform_id = $1 AND subject_id = $2 ORDER BY created_at, id`,
      [world.platformId, connectionId],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'connection.rolloutStarted',
      'connection.rolloutChanged',
      'connection.rolloutChanged',
      'connection.rolloutChanged',
      'connection.rolloutChanged',
    ]);
  });

  it('goes back when a person wants it to, and the next may start', async () => {
    const connectionId = await open();
    await start(connectionId, '0.2.0', 100);
    expect((await start(connectionId, '0.2.0')).body).toMatchObject({ code: 'ROLLOUT_OPEN' });
    await waitForState(connectionId, 'CANARY');
    const made = await buyOnce();
    expect(made.version).toBe('0.2.0');

    expect((await change(connectionId, 'rollBack')).status).toBe(200);
    expect(await newest(connectionId)).toMatchObject({ state: 'ROLLED_BACK', reason: 'PERSON' });
    expect((await buyOnce()).version).toBe(ownVersion);
    expect((await change(connectionId, 'rollBack')).body).toMatchObject({ code: 'ROLLOUT_NOT_FOUND' });
    expect((await start(connectionId, '0.2.0')).status).toBe(200);
    await change(connectionId, 'rollBack');
  });

  it('waits, with the reason in sight, while a node cannot load the version', async () => {
    await install('0.3.0');
    const connectionId = await open();
    const key = `${operatorId}:sandbox@0.3.0`;
    // Reports of a node whose disk is full; its host is unknown, so that no node corrects the report.
    const stranger = newId();
    await inspector.rows(`INSERT INTO node (id, name, seen_at) VALUES ($1, 'full', now() + interval '1 hour')`, [
      stranger,
    ]);
    await inspector.rows(
      `INSERT INTO node_package (node_id, package_key, state, reason) VALUES ($1, $2, 'FAILED', 'ENOSPC: no space left')`,
      [stranger, key],
    );
    await start(connectionId, '0.3.0', 100);
    const waiting = await waitFor('the reason is told', async () => {
      const rollout = await newest(connectionId);
      return rollout.reason ? rollout : null;
    });
    expect(waiting).toMatchObject({ state: 'PREPARING', reason: 'UNHEALTHY_NODE', nodes: { healthy: 2, total: 3 } });
    expect((await buyOnce()).version).toBe(ownVersion);
    expect((await change(connectionId, 'promote')).body).toMatchObject({ code: 'PACKAGE_NOT_READY' });

    await inspector.rows(`UPDATE node_package SET state = 'HEALTHY', reason = NULL WHERE node_id = $1`, [stranger]);
    expect((await waitForState(connectionId, 'CANARY')).reason).toBeNull();
    await inspector.rows(`UPDATE node_package SET state = 'FAILED', reason = 'EIO' WHERE node_id = $1`, [stranger]);
    expect((await waitForState(connectionId, 'ROLLED_BACK')).reason).toBe('UNHEALTHY_NODE');
    await inspector.rows('DELETE FROM node WHERE id = $1', [stranger]);
  });

  it('is undone by itself at the first status nobody knows, and masters here and there are told once', async () => {
    await install('0.4.0', { status: `'in_the_clouds'` });
    const connectionId = await open();
    await start(connectionId, '0.4.0', 100);
    await waitForState(connectionId, 'CANARY');
    expect((await buyOnce()).version).toBe('0.4.0');

    expect(await waitForState(connectionId, 'ROLLED_BACK')).toMatchObject({
      reason: 'UNRECOGNISED_STATUS',
      canary: { unrecognised: 1 },
    });
    expect((await buyOnce()).version).toBe(ownVersion);
    for (const [platformId, person] of [
      [world.platformId, master],
      [operatorId, operatorMaster],
    ] as const) {
      const told = await inspector.rows(
        `SELECT parameters FROM notification WHERE platform_id = $1 AND person_id = $2 AND type = 'connection.rolledBack'
           AND parameters->>'version' = '0.4.0'`,
        [platformId, person.id],
      );
      expect(told).toEqual([{ parameters: { connection: 'sandbox', version: '0.4.0' } }]);
      const [event] = await inspector.rows(
        `SELECT actor_id, details FROM audit_event WHERE platform_id = $1 AND type = 'connection.rolledBack' AND subject_id = $2`,
        [platformId, connectionId],
      );
      expect(event).toMatchObject({
        actor_id: null,
        details: { from: '0.4.0', to: ownVersion, reason: 'UNRECOGNISED_STATUS' },
      });
    }
  });

  it('is undone by itself when too many of its charges fail', async () => {
    await install('0.5.0', { beforeCharge: `throw new Error('no charge today');` });
    const connectionId = await open();
    await start(connectionId, '0.5.0', 100);
    await waitForState(connectionId, 'CANARY');
    while ((await newest(connectionId)).state === 'CANARY') await buy(first.app, pixPurchase(world));

    const ended = await newest(connectionId);
    expect(ended).toMatchObject({ state: 'ROLLED_BACK', reason: 'ERROR_RATE' });
    expect(ended.canary.failed).toBeGreaterThanOrEqual(5);
    expect((await buyOnce()).version).toBe(ownVersion);
  });

  it('may be started by the master of the platform that runs this one', async () => {
    const connectionId = await open();
    const answer = await call(
      'connections.startRollout',
      { platformId: world.platformId, connectionId, version: '0.2.0', share: 1 },
      operatorMaster,
    );
    expect(answer.status).toBe(200);
    await change(connectionId, 'rollBack');
  });
});

describe('connections.startRollout', () => {
  const withField = (field: string, options = {}) => ({
    manifest: (manifest: Parameters<NonNullable<NonNullable<Parameters<typeof buildVersion>[1]>['manifest']>>[0]) => {
      manifest.credentials.properties[field] = {
        type: 'string',
        title: { 'pt-BR': 'Campo', en: 'Field' },
        ...options,
      };
      manifest.credentials.required.push(field);
    },
  });

  it('refuses a version that the connection’s settings, secrets or methods do not fit', async () => {
    await install('1.0.0', withField('terminal'));
    await install('1.1.0', withField('pin', { secret: true }));
    await install('1.2.0', {
      manifest: (manifest) => {
        delete manifest.capabilities.methods?.PIX;
        manifest.capabilities.mandates!.journeys = [1, 2];
      },
    });
    const connectionId = await open();
    const fields = async (version: string) => {
      const { body } = await start(connectionId, version);
      return [body.code, (body.details as { field: string }[]).map(({ field }) => field)];
    };

    expect(await fields('1.0.0')).toEqual(['CREDENTIALS_INVALID', ['settings.terminal']]);
    expect(await fields('1.1.0')).toEqual(['CREDENTIALS_INVALID', ['secrets.pin']]);
    expect(await fields('1.2.0')).toEqual(['METHOD_UNSUPPORTED', ['methods']]);
    expect(await fields('9.9.9')).toEqual(['PACKAGE_NOT_FOUND', ['version']]);
    expect(await fields(ownVersion)).toEqual(['PACKAGE_NOT_FOUND', ['version']]);
  });

  it('lets a version leave a field out that the old one asked for', async () => {
    await install('1.3.0', {
      manifest: (manifest) => {
        delete manifest.credentials.properties.publicKey;
        manifest.credentials.required = manifest.credentials.required.filter((name) => name !== 'publicKey');
      },
    });
    const connectionId = await open();
    expect((await start(connectionId, '1.3.0', 100)).status).toBe(200);
    await waitForState(connectionId, 'CANARY');
    expect((await buyOnce()).version).toBe('1.3.0');
    await change(connectionId, 'rollBack');
  });

  it('leaves connections of the configuration file alone, and knows none of other platforms', async () => {
    const connectionId = await open();
    await inspector.rows(`UPDATE provider_connection SET managed_name = 'main' WHERE id = $1`, [connectionId]);
    expect((await start(connectionId, '0.2.0')).body).toMatchObject({ code: 'CONNECTION_MANAGED' });
    expect((await change(connectionId, 'promote')).body).toMatchObject({ code: 'CONNECTION_MANAGED' });
    await inspector.rows('UPDATE provider_connection SET managed_name = NULL WHERE id = $1', [connectionId]);
    expect((await start(newId(), '0.2.0')).body).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
    const elsewhere = { platformId: operatorId, connectionId, version: '0.2.0', share: 5 };
    expect((await call('connections.startRollout', elsewhere)).body).toMatchObject({ code: 'PLATFORM_NOT_FOUND' });
    const theirs = { connectionId, version: '0.2.0', share: 5 };
    expect((await call('connections.startRollout', theirs, operatorMaster)).body).toMatchObject({
      code: 'CONNECTION_NOT_FOUND',
    });
  });

  it('wants a share with the action of that name', async () => {
    const connectionId = await open();
    await start(connectionId, '0.2.0');
    expect((await change(connectionId, 'share')).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'share' }],
    });
    await change(connectionId, 'rollBack');
  });
});

describe('while versions live side by side', () => {
  it('a card form opened before a promotion still pays, and each version’s tokenizer is its own', async () => {
    await install('2.0.0', {
      manifest: (manifest) => {
        Object.assign(manifest.capabilities.methods?.CREDIT_CARD ?? {}, { tokenization: 'browser' });
        manifest.tokenizer = { entry: 'dist/browser/remoteEntry.js', hosts: manifest.hosts };
      },
      files: { 'dist/browser/remoteEntry.js': '// tokenizer of 2.0.0' },
    });
    const connectionId = await open(['CREDIT_CARD']);
    const frame = async () => {
      const html = (await first.app.inject({ url: `/card-frame/${world.offerId}` })).body;
      return /\/tokenizers\/[^"\\<&]+\.js/.exec(html)?.[0] ?? '';
    };
    const before = await frame();
    const answer = await fetch(`${bank.url}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer pk_test_0123456789' },
      body: JSON.stringify({
        card: { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' },
      }),
    });
    const { id: token } = (await answer.json()) as { id: string };
    await start(connectionId, '2.0.0', 100);
    await waitForState(connectionId, 'CANARY');
    expect((await change(connectionId, 'promote')).status).toBe(200);

    const card = { paymentMethod: 'CREDIT_CARD', creditCard: { token, installments: 1 } };
    const bought = await buy(second.app, pixPurchase(world, card));
    expect(bought.json()).toMatchObject({ status: 'APPROVED' });
    const after = await frame();
    expect(before).toContain(`/tokenizers/sandbox/${ownVersion}/`);
    expect(after).toMatch(/\/tokenizers\/sandbox\/2\.0\.0\/sha256-[0-9a-f]{64}\/remoteEntry\.js$/);
    expect((await second.app.inject({ url: after })).body).toBe('// tokenizer of 2.0.0');
    // The version that an open form loads is served; an unknown digest is not.
    expect((await second.app.inject({ url: before })).statusCode).toBe(200);
    expect((await second.app.inject({ url: after.replace(/sha256-./, 'sha256-x') })).statusCode).toBe(404);
    expect((await second.app.inject({ url: '/tokenizers/sandbox/2.0.0/remoteEntry.js' })).statusCode).toBe(404);
  });

  it('events are proved and read by the version that made the payment, also where the new one signs otherwise', async () => {
    await install('2.1.0', {
      manifest: (manifest) => {
        Object.assign(manifest.webhook.authentication, { header: 'x-sandbox-signature-two' });
      },
    });
    const connectionId = await open();
    const made = await buyOnce();
    await start(connectionId, '2.1.0', 100);
    await waitForState(connectionId, 'CANARY');
    await change(connectionId, 'promote');

    await bank.simulator.pay(made.transactionId);
    await waitFor('the old payment’s event was read', async () => {
      const [paid] = await inspector.rows(`SELECT 1 FROM payment WHERE id = $1 AND status = 'APPROVED'`, [made.id]);
      return paid;
    });
    // The old version's signature does not prove an event about a payment of the new one, so the provider is asked.
    const seen = bank.requests.length;
    const fresh = await buyOnce();
    expect(fresh.version).toBe('2.1.0');
    await bank.simulator.pay(fresh.transactionId);
    await waitFor('the new payment was asked about', async () => {
      const [paid] = await inspector.rows(`SELECT 1 FROM payment WHERE id = $1 AND status = 'APPROVED'`, [fresh.id]);
      return paid;
    });
    const sources = async ({ id }: Made) =>
      (
        await inspector.rows<{ source: string }>(
          `SELECT source FROM payment_evidence WHERE payment_id = $1 AND status = 'APPROVED'`,
          [id],
        )
      ).map(({ source }) => source);
    expect(await sources(made)).toEqual(['webhook']);
    expect(await sources(fresh)).toEqual(['query']);
    const asked = bank.requests.slice(seen).filter(({ path }) => path === `/charges/${fresh.transactionId}`);
    expect(new Set(asked.map(({ headers }) => headers[VERSION_HEADER]))).toEqual(new Set(['2.1.0']));
  });

  it('a payment whose version was taken away is looked after by the connection’s own', async () => {
    await install('2.2.0');
    const connectionId = await open();
    await start(connectionId, '2.2.0', 100);
    await waitForState(connectionId, 'CANARY');
    const made = await buyOnce();
    expect(made.version).toBe('2.2.0');
    await change(connectionId, 'rollBack');
    const refusal = await first.app.inject({
      method: 'POST',
      url: '/api/marketplace.removePackage',
      headers: operatorMaster.headers,
      payload: { provider: 'sandbox', version: '2.2.0' },
    });
    expect(refusal.json()).toMatchObject({ code: 'PACKAGE_IN_USE' });
    await bank.simulator.pay(made.transactionId);
    await waitFor('it is paid, and nobody looks after it any more', async () => {
      const [done] = await inspector.rows(
        `SELECT 1 FROM payment WHERE id = $1 AND status = 'APPROVED' AND next_check_at IS NULL`,
        [made.id],
      );
      return done;
    });
    const removal = await first.app.inject({
      method: 'POST',
      url: '/api/marketplace.removePackage',
      headers: operatorMaster.headers,
      payload: { provider: 'sandbox', version: '2.2.0' },
    });
    expect(removal.statusCode, removal.body).toBe(200);
    await waitFor('both nodes have dropped it', () =>
      nodes().every((app) => !app.providers.listAll().some(({ version }) => version === '2.2.0')),
    );

    const seen = bank.requests.length;
    expect((await checkPayment(second.app, world.platformId, made.id))?.isAnswered).toBe(true);
    const [asked] = bank.requests.slice(seen).filter(({ path }) => path === `/charges/${made.transactionId}`);
    expect(asked?.headers[VERSION_HEADER]).toBeUndefined();
  });

  it('a purchase makes as many round trips to the database with a canary as without one', async () => {
    await install('2.3.0');
    const connectionId = await open();
    // This node runs no sweeps, so that only the statements of the purchase are counted.
    const quiet = await buildNode({ databaseUrl: first.databaseUrl, env: { PACKAGE_DIRECTORY: directory } });
    onTestFinished(quiet.close);
    const { database } = quiet.app;
    let trips = 0;
    for (const name of [
      'read',
      'readShared',
      'write',
      'writeShared',
      'query',
      'transaction',
      'readTransaction',
    ] as const) {
      const original = database[name].bind(database) as (...parameters: unknown[]) => unknown;
      Object.assign(database, {
        [name]: (...parameters: unknown[]) => {
          trips += 1;
          return original(...parameters);
        },
      });
    }
    /** Returns the fewest statements of several purchases, because a notification may make one of them read the cache anew. */
    const countFewest = async (version: string): Promise<number> => {
      const counts: number[] = [];
      while (counts.length < 10) {
        trips = 0;
        const bought = await buy(quiet.app, pixPurchase(world));
        const needed = trips;
        expect(bought.statusCode, bought.body).toBe(200);
        const [made] = await inspector.rows<{ version: string }>(
          `SELECT a.provider_version AS version FROM payment_attempt a JOIN payment p ON p.id = a.payment_id WHERE p.public_id = $1`,
          [bought.json().paymentId],
        );
        if (made?.version === version) counts.push(needed);
      }
      return Math.min(...counts);
    };
    const hear = (rollout: string | null) =>
      waitFor('the quiet node has heard', async () => {
        const known = await findConnection(quiet.app, world.platformId, connectionId);
        return (known?.rollout?.state ?? null) === rollout;
      });
    // Without notifications nothing is cached.
    await waitFor('the quiet node hears announcements', () => quiet.app.cache.isListening);
    await hear(null);
    const without = await countFewest(ownVersion);
    await start(connectionId, '2.3.0', 50);
    await waitForState(connectionId, 'CANARY');
    await hear('CANARY');

    // The statement before the call, and the one after it.
    expect(without).toBe(2);
    expect(await countFewest(ownVersion)).toBe(without);
    expect(await countFewest('2.3.0')).toBe(without);
    await change(connectionId, 'rollBack');
  });
});
