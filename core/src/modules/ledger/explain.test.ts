/** An account's explanation names the reason, the rule and the end of every held part, and its parts add up to the balances. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson } from '../../../test/people.ts';
import { describeAccount } from '../../programs/ledger-explain.ts';
import { auditLedger } from './audit.ts';
import { explainAccount } from './explain.ts';
import { type Entry, type Movement, post } from './model.ts';

const BANK = '00000000-0000-7000-8000-0000000000b1';
const NEXT_YEAR = new Date('2190-01-02T03:00:00.000Z');

let market: Market;
let personId: string;
let paymentId: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  ({ paymentId } = await market.buyPix());
  const person = await createPerson(market.node.app, market.world.platformId, {
    email: 'ana@example.com',
    roles: ['seller'],
  });
  personId = person.id;
});
afterAll(() => market?.close());

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);
async function write(entries: (Entry | Movement)[], payment?: string): Promise<void> {
  const { platformId } = market.world;
  const facts = { kind: 'ADJUSTMENT', source: randomUUID(), currency: 'BRL', occurredAt: new Date(), entries } as const;
  await market.node.app.database.write(platformId, [
    post(platformId, { ...facts, ...(payment && { paymentId: payment }) }),
  ]);
}
async function explain(kind: string): Promise<string> {
  const [account] = await rows<{ id: string }>('SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = $2', [
    personId,
    kind,
  ]);
  const story = await explainAccount(market.node.app.database.jobs, account?.id as string);
  return story ? describeAccount(story).replaceAll('\u00a0', ' ') : '';
}
const problems = async () => (await auditLedger(market.node.app.database.jobs, market.world.platformId)).problems;
const addDispute = async () => {
  const [dispute] = await rows<{ id: string }>(
    `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, currency, due_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'MED', 'OPEN', 100, 'BRL', now()) RETURNING id`,
    [market.world.platformId, paymentId, personId],
  );
  return dispute?.id as string;
};

describe('what is held', () => {
  it('is explained by its rule, and by everything that has to happen first', async () => {
    const hold = (reason: 'RELEASE' | 'RESERVE', amount: number, rule: object) => ({
      reason,
      amount,
      releaseAt: NEXT_YEAR,
      rule,
    });
    await write(
      [
        { kind: 'PROVIDER', ownerId: BANK, amount: -1_000 },
        {
          kind: 'SHARE',
          ownerId: personId,
          amount: 1_000,
          holds: [
            hold('RELEASE', 100, { days: 30 }),
            hold('RELEASE', 200, { days: 2, guaranteeDays: 7 }),
            hold('RESERVE', 300, { days: 60, reserveBasisPoints: 1_050 }),
            hold('RELEASE', 400, { days: 15 }),
          ],
        },
      ],
      paymentId,
    );
    const held = (amount: string, text: string) => `held  ${`R$ ${amount}`.padStart(18)}  ${text}`;
    const of = `  of payment ${paymentId}`;
    const until = `until ${NEXT_YEAR.toISOString()}`;

    const text = await explain('PENDING');

    expect(text).toContain(held('1,00', `the payment method's 30 days, ${until}${of}`));
    expect(text).toContain(held('2,00', `the payment method's 2 days and the guarantee of 7 days, ${until}${of}`));
    expect(text).toContain(held('3,00', `a reserve of 10.50 % of the sale for 60 days, ${until}${of}`));

    const disputeId = await addDispute();
    const anticipationId = randomUUID();
    await rows('UPDATE ledger_hold SET dispute_id = $1 WHERE person_id = $2 AND amount = 100', [disputeId, personId]);
    const [promised] = await rows<{ id: string }>('SELECT id FROM ledger_hold WHERE person_id = $1 AND amount = 400', [
      personId,
    ]);
    await write([{ kind: 'RESERVE', ownerId: personId, holdId: promised?.id as string, anticipationId }]);
    await write([
      { kind: 'PROVIDER', ownerId: BANK, amount: -700 },
      { kind: 'GIVE', ownerId: personId, amount: 700 },
    ]);
    await write([{ kind: 'FREEZE', ownerId: personId, amount: 50, disputeId }], paymentId);

    expect(await explain('PENDING')).toContain(
      held('1,00', `the payment method's 30 days, ${until}, and the dispute ${disputeId} ends (MED, OPEN)${of}`),
    );
    const reserved = await explain('RESERVED');
    expect(reserved).toContain(
      held('4,00', `the payment method's 15 days, ${until}, and the anticipation ${anticipationId} is decided${of}`),
    );
    expect(reserved).toContain(
      held('0,50', `kept aside for the dispute ${disputeId}, until the dispute ${disputeId} ends (MED, OPEN)${of}`),
    );
    expect(await explain('AVAILABLE')).not.toContain('held');
    expect(await problems()).toEqual([]);

    // Nobody's decision is known of.
    await rows('UPDATE ledger_hold SET release_at = NULL WHERE person_id = $1 AND amount = 200', [personId]);
    expect(await explain('PENDING')).toContain('the guarantee of 7 days, until somebody decides');
  });

  it('is what is promised to withdrawals too, as long as they are open', async () => {
    await write([
      { kind: 'AVAILABLE', ownerId: personId, amount: -150 },
      { kind: 'RESERVED', ownerId: personId, amount: 150 },
    ]);
    expect(await problems()).toEqual([
      expect.stringMatching(/\(RESERVED\): its balance is 600, what is held and promised comes to 450\.$/),
    ]);
    const [withdrawal] = await rows<{ id: string }>(
      `WITH added AS (INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
         VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'ana@example.com', 'Ana', '52998224725', now()) RETURNING id)
       INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, method, destination_id, state)
       SELECT $1, gen_random_uuid(), $2, 'seller', 'BRL', 150, 'PIX', id, 'WAITING' FROM added RETURNING id`,
      [market.world.platformId, personId],
    );

    expect(await problems()).toEqual([]);
    expect(await explain('RESERVED')).toContain(
      `promised to the withdrawal ${withdrawal?.id} (WAITING), until it is paid, or given back`,
    );

    await rows(`UPDATE withdrawal SET state = 'PAID' WHERE id = $1`, [withdrawal?.id]);
    expect(await explain('RESERVED')).not.toContain('withdrawal');
    expect(await problems()).toHaveLength(1);
    await rows(`UPDATE withdrawal SET state = 'WAITING' WHERE id = $1`, [withdrawal?.id]);
  });

  it('is missed where a hold says otherwise than the balance', async () => {
    await rows('UPDATE ledger_hold SET amount = amount - 1 WHERE person_id = $1 AND amount = 300', [personId]);
    expect(await problems()).toEqual([
      expect.stringMatching(/\(PENDING\): its balance is 600, what is held and promised comes to 599\.$/),
    ]);
  });
});
