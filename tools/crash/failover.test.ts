/** The server that writes is killed during purchases and its synchronous standby takes over: what buyers were told is in the books. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../core/src/programs/migrate.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { buildNode, type TestNode } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { rounds } from '../../core/test/draw.ts';
import { openInspector } from '../../core/test/inspect.ts';
import { openBank } from '../../core/test/version-traffic.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase } from '../../core/test/world.ts';
import { openReplicatedPostgres } from './replicated-postgres.ts';

const isSoak = rounds({ short: 0, long: 1 }) > 0;
const BUYERS = 8;
const BEFORE = 60;
const AFTER = 120;
/** A buyer is answered, or refused for now, within this time. */
const MOST_MS = 30_000;
/** The time that whoever watches the servers needs to notice. */
const UNNOTICED_MS = 3_000;
const CARD = { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };

interface Told {
  key: string;
  paymentId: string;
  status: string;
  tries: number;
}

describe.runIf(isSoak)('a standby that answers reads', () => {
  it('is left out while it is behind, and taken back once it has caught up', async () => {
    const servers = await openReplicatedPostgres((url) => migrate({ DATABASE_URL: url }));
    onTestFinished(servers.close);
    const node = await buildNode({
      databaseUrl: servers.url,
      env: { DATABASE_REPLICA_URLS: servers.standbyUrl },
      isListening: true,
    });
    onTestFinished(() => node.close());
    const isAtStandby = async () =>
      (
        await node.app.database.find<{ isStandby: boolean }>(newId(), {
          text: 'SELECT pg_is_in_recovery() AS is_standby',
          values: [],
        })
      )?.isStandby;
    await waitFor('the standby answers', isAtStandby);

    await servers.holdReplay(true);
    await waitFor('the writer answers', async () => !(await isAtStandby()), 60_000);
    await servers.holdReplay(false);

    await waitFor('the standby answers again', isAtStandby, 60_000);
  });
});

describe.runIf(isSoak)('a failover of the database', () => {
  it('loses nothing that was told to a buyer, charges nobody twice, and leaves nobody waiting', async () => {
    const servers = await openReplicatedPostgres((url) => migrate({ DATABASE_URL: url }));
    onTestFinished(servers.close);
    const nodes: TestNode[] = [];
    for (let node = 0; node < 2; node += 1) {
      nodes.push(await buildNode({ databaseUrl: servers.url, isListening: true }));
    }
    onTestFinished(async () => {
      for (const node of nodes) await node.close();
    });
    const [first] = nodes as [TestNode];
    const bank = await openBank(first);
    onTestFinished(() => bank.close());
    const world = await createWorld(first.app);
    await connect(first.app, world, { baseUrls: { default: bank.url }, settings: { publicKey: 'pk_test_0123456789' } });

    const told: Told[] = [];
    const wrong: string[] = [];
    let longestMs = 0;
    let refused = 0;
    let isOver = false;
    async function readToken(): Promise<string> {
      const answer = await fetch(`${bank.url}/tokens`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_0123456789', 'content-type': 'application/json' },
        body: JSON.stringify({ card: CARD }),
      });
      return ((await answer.json()) as { id: string }).id;
    }
    /** Repeats the call with its key until it is answered, as the checkout does. */
    async function buyOnce(place: number): Promise<void> {
      const key = newId();
      const creditCard = { token: await readToken(), installments: 1 };
      const body = pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard });
      for (let tries = 1; ; tries += 1) {
        const start = performance.now();
        const answer = await buy((nodes[(place + tries) % 2] as TestNode).app, body, key);
        longestMs = Math.max(longestMs, performance.now() - start);
        const said = answer.json() as { paymentId: string; status: string; code?: string };
        if (answer.statusCode === 200) {
          told.push({ key, paymentId: said.paymentId, status: said.status, tries });
          return;
        }
        if (![409, 503].includes(answer.statusCode)) {
          wrong.push(`${answer.statusCode} ${answer.body}`);
          return;
        }
        refused += 1;
        await pause(300);
      }
    }
    const buyers = Array.from({ length: BUYERS }, async (_, place) => {
      while (!isOver) await buyOnce(place);
    });
    const sold = (count: number) => waitFor(`${count} purchases are answered`, () => told.length >= count, 240_000);

    await sold(BEFORE);
    await servers.killPrimary();
    const toldBefore = told.length;
    const killedAt = performance.now();
    await pause(UNNOTICED_MS);
    await servers.promote();
    await sold(toldBefore + BUYERS);
    const secondsToSell = (performance.now() - killedAt) / 1_000;
    await sold(toldBefore + AFTER);
    isOver = true;
    await Promise.all(buyers);

    console.log(
      `${told.length} purchases, ${refused} refused for now; sold again ${secondsToSell.toFixed(1)} s after the kill; the longest call took ${(longestMs / 1_000).toFixed(1)} s`,
    );
    expect(wrong).toEqual([]);
    expect(longestMs).toBeLessThan(MOST_MS);
    const adminUrl = servers.adminUrl();
    const inspector = await openInspector(servers.url, adminUrl);
    onTestFinished(inspector.close);
    await waitFor(
      'every sale has ended',
      async () => {
        await inspector.rows('UPDATE payment SET next_check_at = now() WHERE next_check_at IS NOT NULL');
        return (await inspector.rows(`SELECT 1 FROM payment WHERE status = 'PENDING'`)).length === 0;
      },
      240_000,
    );
    const stored = await inspector.rows<{ id: string; status: string; postings: number }>(
      `SELECT p.public_id AS id, p.status, (SELECT count(*)::int FROM ledger_transaction t WHERE t.platform_id = p.platform_id AND t.payment_id = p.id) AS postings FROM payment p`,
    );
    const books = new Map(stored.map((payment) => [payment.id, payment]));
    const lost = told.filter(({ paymentId, status }) => {
      const found = books.get(paymentId);
      return !found || found.status !== (status === 'PENDING' ? 'APPROVED' : status) || found.postings === 0;
    });
    expect(lost).toEqual([]);
    expect(new Set(told.map(({ paymentId }) => paymentId)).size).toBe(told.length);
    expect(stored).toHaveLength(told.length);
    const charges = (await bank.listCharges(100_000)).map(({ reference, paidAmount }) => ({
      reference,
      isPaid: paidAmount > 0,
    }));
    expect(charges.filter(({ isPaid }) => isPaid)).toHaveLength(told.length);
    await checkWorld(servers.url, { adminUrl, charges, mayWait: true });
  });
});
