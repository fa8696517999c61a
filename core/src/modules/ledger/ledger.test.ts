import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../../test/build.ts';
import { settleInCrowd } from '../../../test/crowd.ts';
import { openDraw, SEED } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { auditLedger } from './audit.ts';
import { explainAccount } from './explain.ts';
import { type Entry, isTooLow, type Posting, post, reverse } from './model.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;

beforeAll(async () => {
  node = await buildNode({ isListening: true });
  inspector = await openInspector(node.databaseUrl);
});
beforeEach(async () => {
  world = await createWorld(node.app, { host: `${randomUUID()}.example.com` });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const BANK = '00000000-0000-7000-8000-0000000000b1';
const sale = (ownerId: string, amount: number, fee = 0): Entry[] => [
  { kind: 'PROVIDER', ownerId: BANK, amount: -amount },
  ...(fee > 0 ? [{ kind: 'PLATFORM_FEES', amount: fee } as const] : []),
  { kind: 'AVAILABLE', ownerId, amount: amount - fee },
];
const withdrawal = (ownerId: string, amount: number): Entry[] => [
  { kind: 'AVAILABLE', ownerId, amount: -amount },
  { kind: 'RESERVED', ownerId, amount },
];

async function write(entries: Entry[], changes: Partial<Posting> = {}): Promise<boolean> {
  const posting = {
    kind: 'ADJUSTMENT' as const,
    source: randomUUID(),
    currency: 'BRL' as const,
    entries,
    occurredAt: new Date(),
  };
  const [result] = await node.app.database.write(world.platformId, [
    post(world.platformId, { ...posting, ...changes }),
  ]);
  return result.rows[0]!.isNew;
}

async function undo(transactionId: string): Promise<boolean> {
  const reversal = reverse(world.platformId, transactionId, new Date());
  const { rows } = await node.app.database.writeShared(world.platformId, reversal);
  return rows[0]!.isNew;
}

async function balances(): Promise<Record<string, number>> {
  const rows = await inspector.rows<{ kind: string; total: string }>(
    `SELECT a.kind, sum(e.amount)::text AS total FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
     WHERE a.platform_id = $1 GROUP BY 1`,
    [world.platformId],
  );
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, Number(total)]));
}

/** Money is reserved here without a withdrawal that it would be for; that this is found is tested elsewhere. */
async function audit() {
  const result = await auditLedger(node.app.database.jobs, world.platformId);
  return { ...result, problems: result.problems.filter((problem) => !problem.includes('held and promised')) };
}

async function sealed() {
  return waitFor('every transaction has its place', async () => {
    const result = await audit();
    return result.unsealed === 0 && result;
  });
}

describe('a posting', () => {
  it('moves what it says, once for one fact', async () => {
    const source = 'payment:1';
    expect(await write(sale(world.sellerId, 9_990, 990), { source })).toBe(true);
    expect(await write(sale(world.sellerId, 9_990, 990), { source })).toBe(false);
    expect(await balances()).toEqual({ PROVIDER: -9_990, PLATFORM_FEES: 990, AVAILABLE: 9_000 });
    expect((await audit()).problems).toEqual([]);
  });

  it.each([
    ['one that does not sum to zero', (id: string): Entry[] => [...sale(id, 100), { kind: 'LOSSES', amount: 1 }]],
    ['one of nothing', (): Entry[] => []],
    ['one that moves nothing', (id: string): Entry[] => [...sale(id, 5), ...sale(id, -5)]],
  ])('is refused: %s', async (_what, entries) => {
    await expect(write(entries(world.sellerId))).rejects.toThrow();
    expect(await balances()).toEqual({});
  });

  it('never mixes currencies, and keeps the accounts of each apart', async () => {
    await write(sale(world.sellerId, 100));
    await write(sale(world.sellerId, 100), { currency: 'USD' });
    await expect(write(withdrawal(world.sellerId, 150), { currency: 'USD' })).rejects.toSatisfy(isTooLow);
    await expect(
      inspector.rows(
        `INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount)
         SELECT t.platform_id, t.id, a.id, x.amount FROM ledger_transaction t, (VALUES (1), (-1)) AS x(amount)
         JOIN LATERAL (SELECT id FROM ledger_account WHERE platform_id = $1 AND currency = 'USD'
           AND kind = CASE x.amount WHEN 1 THEN 'PROVIDER' ELSE 'AVAILABLE' END) a ON true
         WHERE t.platform_id = $1 AND t.currency = 'BRL'`,
        [world.platformId],
      ),
    ).rejects.toThrow('of another currency');
  });

  it.each([
    ['a sum that is not zero', [2, -1], 'ADJUSTMENT', '2 entries that sum to 1'],
    ['one entry alone', [-1], 'ADJUSTMENT', '1 entries'],
    ['no entry', [], 'ADJUSTMENT', 'no entries'],
    ['entries of another kind than their transaction', [1, -1], 'SALE', 'name another kind'],
  ])('is refused where it is written past the function: %s', async (_what, amounts, kind, message) => {
    await write(sale(world.sellerId, 100));
    const transactionId = randomUUID();
    await inspector.rows('BEGIN');
    await inspector.rows(
      `INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, occurred_at)
       VALUES ($1, $2, 'ADJUSTMENT', 'planted', 'BRL', now())`,
      [world.platformId, transactionId],
    );
    const written = inspector
      .rows(
        `INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount, kind)
         SELECT $1, $2, a.id, x.amount, CASE WHEN a.balance IS NOT NULL THEN $4 END FROM unnest($3::bigint[]) AS x(amount)
         JOIN ledger_account a ON a.platform_id = $1 AND a.kind = CASE WHEN x.amount < 0 THEN 'AVAILABLE' ELSE 'PROVIDER' END`,
        [world.platformId, transactionId, amounts, kind],
      )
      .then(() => inspector.rows('COMMIT'));
    await expect(written).rejects.toThrow(message);
    await inspector.rows('ROLLBACK');
  });

  it('belongs to one platform', async () => {
    await write(sale(world.sellerId, 100));
    const other = await createWorld(node.app, { host: `${randomUUID()}.example.com` });
    const look = { text: 'SELECT count(*)::int AS count FROM ledger_entry', values: [] };
    const [seen] = await node.app.database.read(other.platformId, [look], true);
    expect(seen?.rows).toEqual([{ count: 0 }]);
  });
});

describe('twenty withdrawals of everything at once', () => {
  it('are one', async () => {
    await write(sale(world.sellerId, 1_000));
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => write(withdrawal(world.sellerId, 1_000))),
    );
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(19);
    expect(refused.every(({ reason }) => isTooLow(reason))).toBe(true);
    expect(await balances()).toEqual({ PROVIDER: -1_000, AVAILABLE: 0, RESERVED: 1_000 });
  });
});

describe('reversing', () => {
  it(`happens once, however many try (seed ${SEED})`, async () => {
    const { below } = openDraw();
    const people = Array.from({ length: 6 }, () => randomUUID());
    const made = Array.from({ length: 500 }, (_, index) => {
      const amount = 1 + below(100_000);
      return { source: `sale:${index}`, entries: sale(people[below(6)] as string, amount, below(amount)) };
    });
    await settleInCrowd(
      made.map(
        ({ source, entries }) =>
          () =>
            write(entries, { source }),
      ),
    );
    const rows = await inspector.rows<{ id: string }>('SELECT id FROM ledger_transaction WHERE platform_id = $1', [
      world.platformId,
    ]);
    expect(rows).toHaveLength(500);
    const undone = await settleInCrowd(rows.flatMap(({ id }) => [() => undo(id), () => undo(id)]));
    expect(undone.map((result) => result.status)).not.toContain('rejected');
    expect(undone.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(500);
    expect(Object.values(await balances()).every((total) => total === 0)).toBe(true);
    expect(await sealed()).toMatchObject({ transactions: 1_000, problems: [] });
  });

  it('is refused where the money has gone on', async () => {
    await write(sale(world.sellerId, 500), { source: 'spent' });
    await write(withdrawal(world.sellerId, 400));
    const [row] = await inspector.rows<{ id: string }>(
      `SELECT id FROM ledger_transaction WHERE platform_id = $1 AND source = 'spent'`,
      [world.platformId],
    );
    await expect(undo(row?.id as string)).rejects.toSatisfy(isTooLow);
    expect((await audit()).problems).toEqual([]);
  });
});

describe('racing movements of one balance', () => {
  it(`leave no account below its limit and sum to zero (seed ${SEED})`, async () => {
    const { sellerId } = world;
    await write(sale(sellerId, 10_000));
    const { below, deck } = openDraw();
    const movements: ((amount: number) => Entry[])[] = [
      (amount) => sale(sellerId, amount, amount > 10 ? 3 : 0),
      (amount) => withdrawal(sellerId, amount),
      (amount) => withdrawal(sellerId, amount).map((entry) => ({ ...entry, amount: -entry.amount }) as Entry),
      (amount) => [
        { kind: 'RESERVED', ownerId: sellerId, amount: -amount },
        { kind: 'WITHDRAWN', amount },
      ],
      (amount) => [
        { kind: 'AVAILABLE', ownerId: sellerId, amount: -amount },
        { kind: 'DISPUTES', amount },
      ],
    ];
    const draw = deck(movements);
    const drawn = Array.from({ length: 1_000 }, () => draw()(1 + below(4_000)));
    // The first takes more than a seller could ever have.
    const settled = await settleInCrowd(
      [withdrawal(sellerId, 100_000_000), ...drawn].map((entries) => () => write(entries)),
    );
    const refused = settled.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason).filter((reason) => !isTooLow(reason))).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    const totals = await balances();
    expect(Object.values(totals).reduce((sum, total) => sum + total, 0)).toBe(0);
    expect(Math.min(totals.AVAILABLE ?? 0, totals.RESERVED ?? 0)).toBeGreaterThanOrEqual(0);
    expect(await sealed()).toMatchObject({ problems: [] });
  });
});

describe('the past', () => {
  const asRequest = (sql: string) =>
    node.app.database.write(world.platformId, [{ text: sql, values: [] }]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  it('cannot be changed by a request', async () => {
    await write(sale(world.sellerId, 100));
    for (const sql of [
      'UPDATE ledger_entry SET amount = amount + 1',
      'DELETE FROM ledger_entry',
      "UPDATE ledger_transaction SET kind = 'X'",
      'UPDATE ledger_transaction SET sequence = 9',
      'DELETE FROM ledger_transaction',
      "UPDATE ledger_account SET kind = 'LOSSES'",
      'DELETE FROM ledger_account',
      'TRUNCATE ledger_entry',
    ])
      expect([sql, await asRequest(sql)]).toEqual([sql, '42501']);
  });

  it.each([
    ['an entry', 'UPDATE ledger_entry SET amount = amount * 2 WHERE platform_id = $1', 'is not what was sealed'],
    [
      'a rule',
      `UPDATE ledger_transaction SET explanation = '{"a":1}' WHERE platform_id = $1`,
      'is not what was sealed',
    ],
    ['a balance', 'UPDATE ledger_account SET balance = balance + 1 WHERE platform_id = $1', 'its entries sum to'],
    [
      'a place',
      'UPDATE ledger_transaction SET sequence = sequence + 7 WHERE platform_id = $1',
      'no transaction at place 1',
    ],
  ])('shows when somebody past every lock edits %s', async (_what, sql, sentence) => {
    await write(sale(world.sellerId, 100));
    await write(withdrawal(world.sellerId, 50));
    await sealed();
    await inspector.rows('BEGIN');
    await inspector.rows("SET LOCAL session_replication_role = 'replica'");
    await inspector.rows(sql, [world.platformId]);
    await inspector.rows('COMMIT');
    expect((await audit()).problems.join('\n')).toContain(sentence);
  });

  it('tells where every cent of an account came from', async () => {
    await write(sale(world.sellerId, 1_000, 100), { kind: 'SALE', explanation: { rule: 'fees.PIX' } });
    await write(withdrawal(world.sellerId, 300), { kind: 'WITHDRAWAL' });
    const [account] = await inspector.rows<{ id: string }>(
      `SELECT id FROM ledger_account WHERE platform_id = $1 AND kind = 'AVAILABLE'`,
      [world.platformId],
    );
    const story = await explainAccount(node.app.database.jobs, account?.id as string);
    expect(story).toMatchObject({ kind: 'AVAILABLE', ownerId: world.sellerId, currency: 'BRL', balance: 600 });
    expect(story?.entries.map(({ kind, amount, balance, against }) => ({ kind, amount, balance, against }))).toEqual([
      {
        kind: 'SALE',
        amount: 900,
        balance: 900,
        against: [
          { kind: 'PLATFORM_FEES', amount: 100 },
          { kind: 'PROVIDER', amount: -1_000 },
        ],
      },
      { kind: 'WITHDRAWAL', amount: -300, balance: 600, against: [{ kind: 'RESERVED', amount: 300 }] },
    ]);
    expect(await explainAccount(node.app.database.jobs, randomUUID())).toBeNull();
  });
});

describe('the commands', () => {
  const run = promisify(execFile);
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, [join(import.meta.dirname, `../../programs/ledger-${name}.ts`), ...args], {
      env: { DATABASE_URL: node.databaseUrl, ENCRYPTION_KEY: TEST_KEY },
    });

  it('prove a ledger, explain an account of it, and say when nothing holds any more', async () => {
    await write(sale(world.sellerId, 1_000, 100), { kind: 'SALE', explanation: { rule: 'fees.PIX' } });
    await sealed();
    const [account] = await inspector.rows<{ id: string }>(
      `SELECT id FROM ledger_account WHERE platform_id = $1 AND kind = 'AVAILABLE'`,
      [world.platformId],
    );
    const audited = await command('audit').catch((error: { stdout: string }) => error);
    expect(audited.stdout).toContain(`✓ ${world.platformId}: 1 transactions, 3 accounts, 0 not in the chain yet`);
    const { stdout } = await command('explain', account?.id as string);
    expect(stdout).toMatch(/AVAILABLE .* of .*: R\$\s9,00\n/);
    expect(stdout).toContain('because {"rule":"fees.PIX"}');

    await inspector.rows('UPDATE ledger_account SET balance = 901 WHERE id = $1', [account?.id]);
    await expect(command('audit')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        `Account ${account?.id} (AVAILABLE): its balance is 901, its entries sum to 900.`,
      ),
    });
    await expect(command('explain')).rejects.toMatchObject({ stderr: expect.stringContaining('Say which account') });
    await expect(command('explain', randomUUID())).rejects.toMatchObject({
      stderr: expect.stringContaining('There is no account'),
    });
  });
});
