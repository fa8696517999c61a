/** The history of the demo consists of real sales, real postings, and balanced books. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAFE } from '../../tools/src/demo/people.ts';
import { seed } from '../../tools/src/demo/seed.ts';
import { seedHistory } from '../../tools/src/demo/seed-history.ts';
import { auditLedgers } from '../src/modules/ledger/audit.ts';
import { buildNode, createDatabase, TEST_KEY, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { openSessionOf } from './staff.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let inspector: Inspector;
let node: TestNode;
let seeded: number;

const seedSales = () =>
  seedHistory({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    LOG_LEVEL: 'silent',
    SIMULATORS: 'on',
    PORT: '3999',
  });

beforeAll(async () => {
  database = await createDatabase();
  inspector = await openInspector(database.url);
  await seed(
    {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: TEST_KEY,
      LOG_LEVEL: 'silent',
      SIMULATORS: 'on',
      PORT: '3999',
    },
    { password: 'demo-planted' },
  );
  seeded = await seedSales();
  node = await buildNode({ databaseUrl: database.url });
});
afterAll(async () => {
  await node.close();
  await inspector.close();
  await database.drop();
});

const findPerson = async (email: string) => {
  const sql = 'SELECT platform_id AS "platformId", id FROM person WHERE email = $1';
  const [row] = await inspector.rows<{ platformId: string; id: string }>(sql, [email]);
  if (!row) throw new Error(`The demo has no ${email}.`);
  return row;
};

const day = (days: number) => addDays(toSaoPauloDate(new Date()), -days);

/** Calls a procedure as a person of the demo. */
async function ask(email: string, name: string, query: Record<string, string> = {}) {
  const { platformId, id } = await findPerson(email);
  const headers = await openSessionOf(node.app, platformId, id);
  const answer = await node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers });
  expect([name, answer.statusCode]).toEqual([name, 200]);
  return answer.json();
}

const COUNTED = [
  'sale',
  'payment',
  'refund',
  'dispute',
  'withdrawal',
  'anticipation',
  'ledger_transaction',
  'audit_event',
];
const count = () =>
  inspector.rows(`SELECT ${COUNTED.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`).join(', ')}`);

describe('the history of the demo', () => {
  it('is seeded once', async () => {
    const before = await count();

    expect(seeded).toBeGreaterThan(50);
    expect(before[0]).toMatchObject({ sale: seeded });
    expect(await seedSales()).toBe(0);
    expect(await count()).toEqual(before);
  });

  it('leaves books that an audit finds sound', async () => {
    const problems: string[] = [];
    let transactions = 0;
    for await (const result of auditLedgers(node.app.database.jobs)) {
      problems.push(...result.problems);
      transactions += result.transactions;
    }
    expect(problems).toEqual([]);
    expect(transactions).toBeGreaterThan(seeded);
  });

  it('spreads the sales over the weeks before, on reports as in statements', async () => {
    const { days, sales } = await ask('maria@demo.example', 'reports.getEarnings', { from: day(45), to: day(1) });

    expect(days.filter((item: { sales: number }) => item.sales > 0).length).toBeGreaterThan(25);
    expect(sales).toBeGreaterThan(30);
    const { items } = await ask('maria@demo.example', 'balances.listStatement', { from: day(30), to: day(25) });
    expect(items.length).toBeGreaterThan(3);
  });

  it('has something to show on every page of money of a seller', async () => {
    const seller = 'maria@demo.example';

    const balance = await ask(seller, 'balances.getBalance');
    for (const kind of ['pending', 'available', 'reserved', 'disputed'])
      expect([kind, balance[kind] > 0]).toEqual([kind, true]);
    const { items: holds } = await ask(seller, 'balances.listHolds', { reason: 'RESERVE' });
    expect(holds.length).toBeGreaterThan(0);
    const { items: withdrawals } = await ask(seller, 'payouts.listWithdrawals');
    expect(withdrawals.map(({ state }: { state: string }) => state)).toEqual(['WAITING', 'PAID']);
    const { items: anticipations } = await ask(seller, 'anticipations.listAnticipations');
    expect(anticipations.map(({ state }: { state: string }) => state)).toEqual(['WAITING', 'PAID']);
    const { items: disputes } = await ask(seller, 'disputes.listDisputes');
    expect(disputes.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`).sort()).toEqual([
      'CHARGEBACK OPEN',
      'CHARGEBACK WON',
      'MED OPEN',
    ]);
    const { items: requests, waiting } = await ask(seller, 'refunds.listRequests');
    expect([requests.length, waiting]).toEqual([2, 1]);
    const { items: refunds } = await ask(seller, 'refunds.listRefunds');
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(['DONE', 'DONE', 'DONE']);
  });

  it('has a subscription that its card has renewed, and one whose bank is about to pay', async () => {
    const { items } = await ask(CAFE, 'subscriptions.listSubscriptions');
    const subscriptions = items.map(({ method, status, cycle }: Record<string, unknown>) => [method, status, cycle]);
    const debits = await inspector.rows<{ days: number; status: string }>(
      `SELECT c.due_date - (now() AT TIME ZONE 'America/Sao_Paulo')::date AS days, p.status FROM mandate_charge c
       JOIN mandate m ON m.id = c.mandate_row_id AND m.status = 'ACTIVE' JOIN payment p ON p.id = c.payment_id`,
    );

    expect(subscriptions.sort()).toEqual([
      ['CREDIT_CARD', 'ACTIVE', 2],
      ['PIX_AUTOMATICO', 'ACTIVE', 1],
    ]);
    expect(debits).toEqual([{ days: expect.any(Number), status: 'PENDING' }]);
    expect([2, 3, 4, 5]).toContain(debits[0]?.days);
  });

  it.each(['afiliada@demo.example', 'coprodutor@demo.example', 'gerente@demo.example'])(
    'gives %s a share',
    async (email) => {
      const balance = await ask(email, 'balances.getBalance');

      expect(balance.available + balance.pending).toBeGreaterThan(0);
    },
  );

  it('shows what each affiliation brought, to both sides and for any period', async () => {
    const { items: given } = await ask('maria@demo.example', 'partners.listAffiliations', { status: 'ACTIVE' });
    const { items: own } = await ask('afiliada@demo.example', 'partners.listMyAffiliations');
    const month = { from: day(29), to: day(0) };
    const { sales, net } = await ask('afiliada@demo.example', 'reports.getEarnings', month);

    expect(sales).toBeGreaterThan(5);
    const earned = { sales, commission: net, currency: 'BRL' };
    expect([given[0].earned, own[0].earned]).toEqual([earned, earned]);
    const week = { from: day(6), to: day(0) };
    const { items: recent } = await ask('afiliada@demo.example', 'partners.listMyAffiliations', week);
    expect(recent[0].earned.sales).toBeLessThan(sales);
    const { items: asked } = await ask('maria@demo.example', 'partners.listAffiliations', { status: 'REQUESTED' });
    expect(asked[0].earned).toEqual({ sales: 0, commission: 0, currency: 'BRL' });
  });

  it('leaves nothing undone and nobody signed in', async () => {
    expect(await inspector.rows('SELECT 1 FROM outbox WHERE published_at IS NULL')).toEqual([]);
    expect(
      await inspector.rows(`SELECT 1 FROM session WHERE revoked_at IS NULL AND strength = 'SECOND_FACTOR'
        AND expires_at < now() + interval '30 minutes'`),
    ).toEqual([]);
  });
});
