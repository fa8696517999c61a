import { describe, expect, it } from 'vitest';
import { openDraw } from '../../../test/draw.ts';
import { decideHolds, type Holding, listHoldOrders, standingOfHold } from './holds.ts';
import { type Evidence, type HoldDecision, reducePayment } from './status.ts';

const PRICE = 1_000;
const NOW = new Date('2026-11-27T12:00:00Z');

const attempt = (id: string, amount: number, changes: Partial<Holding> = {}): Holding => ({
  id,
  amount,
  state: 'ANSWERED',
  transactionId: `t-${id}`,
  isHold: true,
  ...changes,
});
const ONE = attempt('one', 600);
const TWO = attempt('two', 400);

let keys = 0;
const told = (of: Holding, changes: Partial<Evidence>): Evidence => ({
  key: String(keys++),
  source: 'query',
  attemptId: of.id,
  providerStatus: 'word',
  status: 'PENDING',
  isRecognised: true,
  transactionId: `t-${of.id}`,
  amount: of.amount,
  paidAmount: 0,
  refundedAmount: 0,
  heldAmount: null,
  movementIds: [],
  movementAmounts: null,
  reason: null,
  occurredAt: NOW,
  ...changes,
});
const held = (of: Holding) => told(of, { heldAmount: of.amount });
const paid = (of: Holding) => told(of, { status: 'APPROVED', paidAmount: of.amount });
const over = (of: Holding) => told(of, { status: 'REJECTED' });
const clock = (of: Holding) => told(of, { source: 'clock', status: 'CANCELED', transactionId: null, paidAmount: null });

const payment = (holdDecision: HoldDecision | null, evidence: Evidence[], attempts = [ONE, TWO]) => ({
  ...reducePayment({ method: 'CREDIT_CARD', amount: PRICE, expiresAt: NOW, attempts }, evidence),
  amount: PRICE,
  attempts,
  holdDecision,
});
const decide = (evidence: Evidence[], attempts = [ONE, TWO]) =>
  decideHolds(payment(null, evidence, attempts), evidence);
const ordersOf = (decision: HoldDecision, evidence: Evidence[]) =>
  listHoldOrders(payment(decision, evidence), evidence).map(({ does, attempt: { id } }) => `${does} ${id}`);

describe('the decision about two cards', () => {
  it.each<[string, Evidence[], HoldDecision | null]>([
    ['nothing known', [], null],
    ['one holds', [held(ONE)], null],
    ['both hold', [held(ONE), held(TWO)], 'CAPTURE'],
    ['one holds less than its part', [held(ONE), told(TWO, { heldAmount: 399 })], null],
    ['one is refused', [held(ONE), over(TWO)], 'VOID'],
    ['an event says that one is refused', [held(ONE), told(TWO, { source: 'webhook', status: 'REJECTED' })], 'VOID'],
    ['the time is over', [held(ONE), clock(ONE)], 'VOID'],
    ['one holds and then does not', [held(ONE), over(ONE), held(TWO)], 'VOID'],
  ])('%s', (_name, evidence, decision) => {
    expect(decide(evidence)).toBe(decision);
  });

  it('waits for the second card, and is against a first that was not sent', () => {
    expect(decide([held(ONE)], [ONE])).toBe(null);
    expect(decide([], [attempt('one', 600, { state: 'NOT_SENT', transactionId: null })])).toBe('VOID');
  });

  it('stands, whatever is heard later', () => {
    const evidence = [held(ONE), held(TWO), over(TWO)];
    expect(decideHolds(payment('CAPTURE', evidence), evidence)).toBe('CAPTURE');
  });
});

describe('the orders that carry it out', () => {
  it.each<[string, HoldDecision, Evidence[], string[]]>([
    ['captures one after the other', 'CAPTURE', [held(ONE), held(TWO)], ['capture one']],
    ['captures the second', 'CAPTURE', [held(ONE), held(TWO), paid(ONE)], ['capture two']],
    ['is done', 'CAPTURE', [held(ONE), held(TWO), paid(ONE), paid(TWO)], []],
    ['lets the second go whose first has ended', 'CAPTURE', [held(ONE), held(TWO), over(ONE)], ['void two']],
    ['leaves what was captured to its refund', 'CAPTURE', [held(ONE), held(TWO), paid(ONE), over(TWO)], []],
    [
      'lets the second go when the time is over',
      'CAPTURE',
      [held(ONE), held(TWO), paid(ONE), clock(ONE)],
      ['void two'],
    ],
    ['lets both go', 'VOID', [held(ONE), held(TWO), clock(ONE)], ['void one', 'void two']],
    [
      'lets go what an event calls over',
      'VOID',
      [held(ONE), told(ONE, { source: 'webhook', status: 'REJECTED' })],
      ['void one', 'void two'],
    ],
    ['lets nothing go twice', 'VOID', [held(ONE), over(ONE), over(TWO)], []],
    [
      'orders nothing while a word is unknown',
      'CAPTURE',
      [held(ONE), held(TWO), told(ONE, { status: 'REJECTED', isRecognised: false })],
      [],
    ],
  ])('%s', (_name, decision, evidence, orders) => {
    expect(ordersOf(decision, evidence)).toEqual(orders);
  });
});

it('follows from the set of the evidence, in any order and however often it is told', () => {
  const draw = openDraw();
  const facts = [held, paid, over, clock].flatMap((make) => [make(ONE), make(TWO)]);
  for (let round = 0; round < 200; round++) {
    const some = draw.shuffle(facts).slice(0, draw.below(facts.length + 1));
    const again = draw.shuffle([...some, ...some.slice(0, draw.below(some.length + 1))]);
    expect(decide(again)).toBe(decide(some));
    for (const decision of ['CAPTURE', 'VOID'] as const)
      expect(ordersOf(decision, again)).toEqual(ordersOf(decision, some));
    expect(standingOfHold(ONE, again)).toBe(standingOfHold(ONE, some));
  }
});

it('never makes money of a hold', () => {
  expect(payment('CAPTURE', [held(ONE), held(TWO)])).toMatchObject({ status: 'PENDING', paidAmount: 0, returns: [] });
  expect(payment('CAPTURE', [held(ONE), held(TWO), paid(ONE)])).toMatchObject({ status: 'PENDING', returns: [] });
  expect(payment('CAPTURE', [held(ONE), paid(ONE), over(TWO)])).toMatchObject({
    status: 'REJECTED',
    returns: [{ attemptId: 'one', amount: 600, cause: 'UNDERPAID' }],
  });
});
