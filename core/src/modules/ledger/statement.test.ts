/** Pages of a long statement show their entries and balances, whatever is asked for. */
import { randomUUID } from 'node:crypto';
import type { Currency } from '@feira/schemas/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStatement, type LongStatement } from '../../../../tools/bench/long-statement.ts';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createWorld } from '../../../test/world.ts';
import { type PageCursor, selectPage } from '../../shared/list.ts';
import { STATEMENT, type StatementFilter } from './statement-model.ts';

/** Thirty a day: more than a page shows. */
const COUNT = 12_000;
const LIMIT = 26;

let node: TestNode;
let inspector: Inspector;
let long: LongStatement;
let owner: { personId: string; currency: Currency };

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  const { platformId, sellerId } = await createWorld(node.app);
  long = await fillStatement((sql, values) => inspector.rows(sql, values), {
    platformId,
    personId: sellerId,
    count: COUNT,
  });
  owner = { personId: sellerId, currency: 'BRL' };
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

async function listPage(filter: Partial<StatementFilter>, after: PageCursor | null = null) {
  const page = selectPage(STATEMENT, long.platformId, { ...owner, ...filter }, { after, limit: LIMIT });
  return node.app.database.list(long.platformId, page);
}

describe('a page of a long statement', () => {
  it.each<[string, Partial<StatementFilter>, number]>([
    ['the newest', {}, LIMIT],
    ['a frequent kind', { kind: 'SALE' }, LIMIT],
    ['a kind that some parts of the balance never see', { kind: 'RELEASE' }, LIMIT],
    ['one of which there are three', { kind: 'WITHDRAWAL' }, 3],
    ['one of which there is none', { kind: 'CHARGEBACK' }, 0],
    ['days in the middle', { from: '2025-07-01', to: '2025-07-01' }, LIMIT],
    ['everything until a day', { to: '2025-03-01' }, LIMIT],
    ['days before all', { to: '2024-12-01' }, 0],
    ['a rare kind in days that have none', { kind: 'WITHDRAWAL', from: '2025-02-01', to: '2025-06-01' }, 0],
  ])('shows %s', async (_, filter, count) => {
    const rows = await listPage(filter);
    expect(rows).toHaveLength(count);
    expect(rows.every(({ kind }) => !filter.kind || kind === filter.kind)).toBe(true);
  });

  it('shows what is left on the last pages', async () => {
    const [near] = await inspector.rows<{ id: string }>(
      'SELECT id FROM ledger_transaction ORDER BY id OFFSET 10 LIMIT 1',
    );
    for (const kind of [undefined, 'SALE', 'WITHDRAWAL'] as const) {
      const rows = await listPage({ kind }, { position: 0, id: near?.id ?? randomUUID() });
      expect([kind, rows.length]).toEqual([kind, { SALE: 8, WITHDRAWAL: 1 }[kind as string] ?? 10]);
    }
  });
});

describe('an entry', () => {
  it('says of a person what it is of, whatever its writer says, and nothing of the platform', async () => {
    const rows = await inspector.rows<{ kind: string | null; account: string }>(
      `WITH written AS (SELECT ledger_post($1, jsonb_build_object('id', gen_random_uuid(), 'kind', 'WRITE_OFF', 'source', 'test', 'currency', 'EUR',
         'occurredAt', now(), 'entries', jsonb_build_array(jsonb_build_object('kind', 'LOSSES', 'amount', -5),
           jsonb_build_object('kind', 'AVAILABLE', 'ownerId', $2::uuid, 'amount', 5)))))
       SELECT * FROM written`,
      [long.platformId, owner.personId],
    );
    expect(rows).toHaveLength(1);
    const entries = await inspector.rows<{ kind: string | null; account: string }>(
      `SELECT e.kind, a.kind AS account FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.currency = 'EUR' ORDER BY 2`,
    );
    expect(entries).toEqual([
      { kind: 'WRITE_OFF', account: 'AVAILABLE' },
      { kind: null, account: 'LOSSES' },
    ]);
  });
});
