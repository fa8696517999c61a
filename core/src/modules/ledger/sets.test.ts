/** Facts that are posted as one set leave the ledger as they would one by one, and are refused together. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { auditLedger } from './audit.ts';
import { type Entry, isTooLow, type Movement, type Posting, toPosted } from './model.ts';

const BANK = '00000000-0000-7000-8000-0000000000b1';
const DAY_MS = 86_400_000;

/** One platform posts one by one, the other posts sets. They have people and payments of their own, in the same order. */
interface Side {
  name: string;
  people: string[];
  payments: string[];
}

/** A fact about the n-th payment of a side, whose share is the person's who comes at that place. */
interface Fact {
  source: string;
  payment: number;
  entries(side: Side, person: string): (Entry | Movement)[] | Promise<(Entry | Movement)[]>;
}

let market: Market;
const draw = openDraw();

beforeAll(async () => {
  // Nothing is released but where a test does it.
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

async function openSide(name: string, { people, payments }: { people: number; payments: number }): Promise<Side> {
  const { platformId } = market.world;
  const side: Side = { name, people: Array.from({ length: people }, () => randomUUID()), payments: [] };
  for (const id of side.people) {
    const values = [platformId, id, `${id}@example.com`];
    await market.inspector.rows(`INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, 'Ana', $3)`, values);
  }
  for (let place = 0; place < payments; place++) side.payments.push((await market.buyPix()).paymentId);
  return side;
}

const personAt = ({ people }: Side, payment: number) => people[payment % people.length] as string;

async function toPosting(side: Side, { source, payment, entries }: Fact): Promise<Posting> {
  return {
    kind: 'ADJUSTMENT',
    source: `${side.name}:${source}`,
    currency: 'BRL',
    occurredAt: new Date(),
    paymentId: side.payments[payment] as string,
    entries: await entries(side, personAt(side, payment)),
  };
}

async function postAll(postings: readonly Posting[]): Promise<number> {
  const { platformId } = market.world;
  const [{ rows }] = await market.node.app.database.write(platformId, [
    {
      text: 'SELECT ledger_post_all($1, $2) AS count',
      values: [platformId, JSON.stringify(postings.map((posting) => toPosted(posting)))],
    },
  ]);
  return (rows as { count: number }[])[0]?.count as number;
}

const listHolds = (side: Side, payment: number) =>
  market.inspector.rows<{ id: string }>(
    'SELECT id FROM ledger_hold WHERE payment_id = $1 ORDER BY initial_amount, reason',
    [side.payments[payment]],
  );

/** All that the ledger says of a side, without its ids. */
async function describeSide(side: Side) {
  const holds = await market.inspector.rows(
    `SELECT array_position($1::uuid[], payment_id) AS payment, array_position($2::uuid[], person_id) AS person, reason, account, state,
       initial_amount::int, amount::int, closed_at IS NULL AS is_open, anticipation_id IS NULL AS is_own
     FROM ledger_hold WHERE person_id = ANY ($2) ORDER BY 1, 2, 3, 6, 7, 5`,
    [side.payments, side.people],
  );
  const balances = await market.inspector.rows(
    `SELECT array_position($1::uuid[], owner_id) AS person, kind, balance::int FROM ledger_account WHERE owner_id = ANY ($1) ORDER BY 1, 2`,
    [side.people],
  );
  const entries = await market.inspector.rows(
    `SELECT replace(t.source, $1, '') AS source, a.kind, array_position($2::uuid[], a.owner_id) AS person, e.amount::int, e.kind AS of
     FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN ledger_account a ON a.id = e.account_id
     WHERE t.source LIKE $1 || ':%' ORDER BY 1, 2, 3`,
    [side.name, side.people],
  );
  return { holds, balances, entries };
}

const hold = (reason: 'RELEASE' | 'RESERVE', amount: number, days: number) => ({
  reason,
  amount,
  releaseAt: new Date(Date.now() + days * DAY_MS),
  rule: { days },
});

const KINDS = ['sale', 'sale', 'more', 'refund', 'give', 'take', 'release', 'reserve', 'unreserve', 'freeze'] as const;

function drawFact(kind: (typeof KINDS)[number], source: string, payment: number): Fact {
  const amount = 1 + draw.below(500);
  const reserved = draw.below(2) * 50;
  const place = draw.below(2);
  const anticipationId = randomUUID();
  const bank = (of: number): Entry => ({ kind: 'PROVIDER', ownerId: BANK, amount: -of });
  const ofHold = (make: (holdId: string, ownerId: string) => Movement) => async (side: Side, ownerId: string) => {
    const holds = await listHolds(side, payment);
    return [make(holds[place]?.id ?? holds[0]?.id ?? randomUUID(), ownerId)];
  };
  const entries: Record<(typeof KINDS)[number], Fact['entries']> = {
    sale: (_side, ownerId) => [
      bank(amount + reserved + 10),
      { kind: 'PLATFORM_FEES', amount: 10 },
      {
        kind: 'SHARE',
        ownerId,
        amount: amount + reserved,
        holds: [hold('RELEASE', amount, 3), ...(reserved > 0 ? [hold('RESERVE', reserved, 9)] : [])],
      },
    ],
    more: (_side, ownerId) => [bank(amount), { kind: 'SHARE', ownerId, amount }],
    refund: (_side, ownerId) => [bank(-amount), { kind: 'SHARE', ownerId, amount: -amount, holds: [] }],
    give: (_side, ownerId) => [bank(amount), { kind: 'GIVE', ownerId, amount }],
    take: (_side, ownerId) => [bank(-amount), { kind: 'TAKE', ownerId, amount: -amount }],
    release: ofHold((holdId, ownerId) => ({ kind: 'RELEASE', ownerId, holdId, state: 'RELEASED' })),
    reserve: ofHold((holdId, ownerId) => ({ kind: 'RESERVE', ownerId, holdId, anticipationId })),
    unreserve: ofHold((holdId, ownerId) => ({ kind: 'UNRESERVE', ownerId, holdId })),
    freeze: (_side, ownerId) => [{ kind: 'FREEZE', ownerId, amount, disputeId: anticipationId }],
  };
  return { source, payment, entries: entries[kind] };
}

describe('a set of facts', () => {
  it(`leaves the ledger as one by one (seed ${SEED})`, async () => {
    const size = { people: 3, payments: 8 };
    const alone = await openSide('alone', size);
    const together = await openSide('together', size);
    const kind = draw.deck(KINDS);
    const known: Fact[] = [];
    const frozen = new Set<number>();
    const next = (source: string) => {
      const payment = draw.below(size.payments);
      const drawn = kind();
      // The order in which money is taken from two disputed holds is not defined.
      const isSecond = drawn === 'freeze' && frozen.has(payment);
      if (drawn === 'freeze') frozen.add(payment);
      return drawFact(isSecond ? 'give' : drawn, source, payment);
    };
    for (let round = 0; round < rounds({ short: 24, long: 200 }); round++) {
      const facts = Array.from({ length: 1 + draw.below(6) }, (_, place) => next(`${round}.${place}`));
      // Told again: within the same set, and one of before.
      facts.push(draw.pick(facts), ...(known.length > 0 ? [draw.pick(known)] : []));
      known.push(...facts);
      const single: Posting[] = [];
      const set: Posting[] = [];
      for (const fact of facts) {
        single.push(await toPosting(alone, fact));
        set.push(await toPosting(together, fact));
      }
      let count = 0;
      for (const posting of single) count += await postAll([posting]);

      expect(await postAll(set)).toBe(count);
      expect(await describeSide(together)).toEqual(await describeSide(alone));
    }
    expect((await auditLedger(market.node.app.database.jobs, market.world.platformId)).problems).toEqual([]);
  });

  const share = (ownerId: string, amount: number, held: number) => [
    { kind: 'PROVIDER' as const, ownerId: BANK, amount: -amount },
    { kind: 'SHARE' as const, ownerId, amount, holds: [hold('RELEASE', held, 3)] },
  ];
  it.each<[string, (ownerId: string) => (Entry | Movement)[], string]>([
    ['does not sum to zero', (id) => [...share(id, 100, 100), { kind: 'LOSSES', amount: 1 }], 'sum to 1'],
    ['holds less than the share', (id) => share(id, 100, 99), 'not what it comes to'],
    ['is of nothing', () => [], 'no entries'],
    [
      'takes what is not there',
      (id) => [
        { kind: 'AVAILABLE', ownerId: id, amount: -1 },
        { kind: 'RESERVED', ownerId: id, amount: 1 },
      ],
      'past its limit',
    ],
    [
      'leaves nothing owed but credit',
      (id) => [
        { kind: 'PROVIDER', ownerId: BANK, amount: -1 },
        { kind: 'OWED', ownerId: id, amount: 1 },
      ],
      'past its limit',
    ],
  ])('is refused whole where one %s', async (_what, entries, message) => {
    const side = await openSide(randomUUID(), { people: 2, payments: 3 });
    const facts: Fact[] = [
      { source: '0', payment: 0, entries: (_side, person) => share(person, 50, 50) },
      { source: '1', payment: 1, entries: (_side, person) => entries(person) },
      { source: '2', payment: 2, entries: (_side, person) => share(person, 70, 70) },
    ];
    const postings = await Promise.all(facts.map((fact) => toPosting(side, fact)));

    const error = await postAll(postings).catch((reason: Error) => reason);

    expect(String(error)).toContain(message);
    expect(isTooLow(error)).toBe(message === 'past its limit');
    expect(await describeSide(side)).toEqual({ holds: [], balances: [], entries: [] });
    expect(await postAll([postings[0] as Posting, postings[2] as Posting])).toBe(2);
  });

  it('belongs to one platform', async () => {
    const side = await openSide(randomUUID(), { people: 1, payments: 1 });
    const posting = await toPosting(side, { source: '0', payment: 0, entries: (_side, id) => share(id, 50, 50) });
    const values = [randomUUID(), JSON.stringify([toPosted(posting)])];
    await expect(
      market.node.app.database.write(market.world.platformId, [{ text: 'SELECT ledger_post_all($1, $2)', values }]),
    ).rejects.toThrow('row-level security');
  });
});
