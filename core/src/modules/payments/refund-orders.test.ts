/** Authorised refunds go beside money that goes back by itself, whatever the order of payments, orders, answers and look-ups. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../test/draw.ts';
import { takenByBanks } from './bank-decisions.ts';
import { decideChange } from './change.ts';
import type { Command } from './commands/command.ts';
import { refundRefusalOf } from './commands/refund-ordered.ts';
import type { Payment } from './model.ts';
import { reportedBackOf } from './questions.ts';
import { disputeEvidence, returnedByBank } from './service.ts';
import { type Evidence, keptOf, reducePayment } from './status.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const PRICE = 1_000;
const CHARGES = { a1: 't1', a2: 't2' } as const;
type AttemptId = keyof typeof CHARGES;

const newPayment = (): Payment =>
  ({
    platformId: 'p',
    id: 'payment',
    method: 'PIX',
    amount: PRICE,
    currency: 'BRL',
    expiresAt: new Date('2026-11-22T12:00:00Z'),
    createdAt: NOW,
    status: 'PENDING',
    isProvisional: false,
    settlement: 'NONE',
    paidAmount: 0,
    refundedAmount: 0,
    returningAmount: 0,
    approvedAt: null,
    charges: [],
    terms: null,
    version: 0,
    checks: 0,
    attempts: Object.entries(CHARGES).map(([id, transactionId]) => ({ id, transactionId, state: 'ANSWERED' })),
    evidence: [],
    refunds: [],
    hasOpenDispute: false,
  }) as unknown as Payment;

/** Plays a provider that makes refunds as far as it holds the money, and a core that hears of them or not. */
class Simulation {
  payment = newPayment();
  held = { a1: { captured: 0, refunded: 0, taken: 0 }, a2: { captured: 0, refunded: 0, taken: 0 } };
  /** Some providers count what a bank took among what went back. */
  countsTaken = false;
  executed = new Set<string>();
  authorised = 0;

  apply(command: Command): boolean {
    const change = decideChange(this.payment, command, NOW);
    if (change) this.payment = change.after;
    return change !== null;
  }

  pay(id: AttemptId): void {
    if (this.held[id].captured > 0) return;
    this.held[id].captured = PRICE;
    this.poll(id);
  }

  poll(id: AttemptId): void {
    const { captured, taken } = this.held[id];
    if (captured === 0) return;
    const refunded = this.held[id].refunded + (this.countsTaken ? taken : 0);
    const status = refunded === captured ? 'REFUNDED' : 'APPROVED';
    this.apply({
      kind: 'REPORTED',
      evidence: [
        evidenceOf({
          attemptId: id,
          transactionId: CHARGES[id],
          status,
          paidAmount: captured,
          refundedAmount: refunded,
        }),
      ],
    });
  }

  authorise(amount: number): boolean {
    const id = `order-${this.authorised++}`;
    const refusal = refundRefusalOf(this.payment, amount);
    const isApplied = this.apply({
      kind: 'REFUND_ORDERED',
      order: { id, amount, authorisedAs: 'seller', authorisedBy: null, note: null },
    });
    expect(isApplied).toBe(refusal === null);
    return isApplied;
  }

  /** Sends the oldest order; its answer may be lost, or the call itself. */
  send(lost: 'nothing' | 'answer' | 'call'): void {
    const refund = this.payment.refunds.find(({ state }) => state === 'REQUESTED');
    if (!refund) return;
    const charge = this.held[refund.attemptId as AttemptId];
    const isDone = lost !== 'call' && charge.captured - charge.refunded - charge.taken >= refund.amount;
    if (isDone) {
      charge.refunded += refund.amount;
      this.executed.add(refund.id);
    }
    if (lost !== 'nothing') this.setState(refund.id, 'UNKNOWN');
    else this.close(refund.id, isDone ? 'DONE' : 'REFUSED');
  }

  /** A bank takes a part of the first charge, by a decision of the case. */
  takePart(amount: number): void {
    const charge = this.held.a1;
    if (charge.taken > 0 || charge.captured - charge.refunded < amount || keptOf(this.payment) <= amount) return;
    charge.taken = amount;
    this.apply({ kind: 'REPORTED', evidence: [part(amount)] });
  }

  close(id: string, state: 'DONE' | 'REFUSED'): void {
    this.apply({ kind: 'REFUND_ENDED', end: { id, state, reason: null, providerRefundId: null } });
  }

  closeIfSeen(id: string): void {
    this.apply({
      kind: 'REFUND_ENDED',
      end: { id, state: 'DONE', reason: null, providerRefundId: null, isOnlyIfSeen: true },
    });
  }

  setState(id: string, state: 'UNKNOWN'): void {
    this.payment = {
      ...this.payment,
      refunds: this.payment.refunds.map((item) => (item.id === id ? { ...item, state } : item)),
    };
  }

  pollAll(): void {
    this.poll('a1');
    this.poll('a2');
    for (const { id } of this.payment.refunds.filter(({ state }) => state === 'UNKNOWN')) this.closeIfSeen(id);
  }
}

const evidenceOf = (more: Partial<Evidence>): Omit<Evidence, 'key'> => ({
  source: 'query',
  attemptId: null,
  providerStatus: 'said',
  status: 'APPROVED',
  isRecognised: true,
  transactionId: null,
  amount: null,
  paidAmount: null,
  refundedAmount: null,
  movementIds: [],
  movementAmounts: null,
  reason: null,
  occurredAt: NOW,
  ...more,
});

const sum = (items: readonly { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0);

type Step = (simulation: Simulation) => void;
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<AttemptId>('a1', 'a2').map((id) => (simulation: Simulation) => simulation.pay(id)),
  fc.constantFrom<AttemptId>('a1', 'a2').map((id) => (simulation: Simulation) => simulation.poll(id)),
  fc.integer({ min: 1, max: 600 }).map((amount) => (simulation: Simulation) => void simulation.authorise(amount)),
  fc.constant((simulation: Simulation) => void simulation.authorise(keptOf(simulation.payment) || 1)),
  fc
    .constantFrom('nothing' as const, 'answer' as const, 'call' as const)
    .map((lost) => (simulation: Simulation) => simulation.send(lost)),
  fc.constant((simulation: Simulation) => simulation.pollAll()),
);

describe('a refund that somebody authorises', () => {
  it('never passes the price, and with what goes back by itself leaves exactly what was not authorised', () => {
    fc.assert(
      fc.property(fc.array(aStep, { minLength: 1, maxLength: 25 }), (steps) => {
        const simulation = new Simulation();
        for (const step of steps) {
          step(simulation);
          const wanted = simulation.payment.refunds.filter(
            ({ cause, state }) => cause === 'WANTED' && state !== 'REFUSED',
          );
          expect(sum(wanted)).toBeLessThanOrEqual(PRICE);
          expect(simulation.payment.returningAmount).toBe(sum(wanted));
          const done = simulation.payment.refunds.filter(({ state }) => state === 'DONE');
          expect(sum(done)).toBeLessThanOrEqual(simulation.held.a1.refunded + simulation.held.a2.refunded);
        }
        // Everything under way comes to its end, new orders that follow from it included. A person finds out about lost calls.
        simulation.pollAll();
        for (let round = 0; round < 10; round++) {
          for (const { id } of simulation.payment.refunds.filter(({ state }) => state === 'UNKNOWN'))
            simulation.close(id, simulation.executed.has(id) ? 'DONE' : 'REFUSED');
          while (simulation.payment.refunds.some(({ state }) => state === 'REQUESTED')) simulation.send('nothing');
          simulation.pollAll();
        }
        const { refunds, paidAmount, refundedAmount } = simulation.payment;
        const inState = (cause: string, state: string) =>
          sum(refunds.filter((item) => item.cause === cause && item.state === state));
        const ended = sum(refunds.filter(({ state }) => state === 'DONE' || state === 'REFUSED'));
        expect(ended).toBe(sum(refunds));
        const atProvider = sum(
          Object.values(simulation.held).map(({ captured, refunded }) => ({ amount: captured - refunded })),
        );
        const kept = paidAmount === 0 ? 0 : PRICE - inState('WANTED', 'DONE') + inState('EXCESS', 'REFUSED');
        expect(atProvider).toBe(kept);
        expect(paidAmount - refundedAmount).toBe(atProvider);
      }),
      { numRuns: rounds({ short: 500, long: 20_000 }) },
    );
  });

  it('is authorised once for one id, and given up where the provider refuses', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    const order = { id: 'one', amount: 700, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
    expect(simulation.apply({ kind: 'REFUND_ORDERED', order })).toBe(true);
    expect(simulation.apply({ kind: 'REFUND_ORDERED', order })).toBe(false);
    expect(refundRefusalOf(simulation.payment, 301)).toBe('TOO_MUCH');
    simulation.close('one', 'REFUSED');
    simulation.close('one', 'DONE');
    expect(simulation.payment).toMatchObject({
      returningAmount: 0,
      refundedAmount: 0,
      refunds: [{ state: 'REFUSED' }],
    });
    expect(refundRefusalOf(simulation.payment, PRICE)).toBeNull();
  });

  it('counts two refunds of the same amount as two', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    for (const _ of [1, 2]) simulation.authorise(300);
    simulation.send('nothing');
    simulation.send('nothing');
    expect(simulation.payment).toMatchObject({ refundedAmount: 600, status: 'APPROVED' });
    expect(keptOf(simulation.payment)).toBe(400);
  });

  it('waits until a surplus has gone back', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    simulation.pay('a2');
    expect(refundRefusalOf(simulation.payment, 100)).toBe('SURPLUS_FIRST');
    simulation.send('nothing');
    expect(refundRefusalOf(simulation.payment, 100)).toBeNull();
  });

  it('is nobody’s to authorise while a case is open or was lost', () => {
    const simulation = new Simulation();
    expect(refundRefusalOf(simulation.payment, 100)).toBe('NOT_PAID');
    simulation.pay('a1');
    expect(refundRefusalOf({ ...simulation.payment, hasOpenDispute: true }, 100)).toBe('DISPUTED');
    simulation.apply({ kind: 'REPORTED', evidence: [disputeEvidence('case', 'LOST', NOW)] });
    expect(simulation.payment.status).toBe('CHARGEBACK');
    expect(refundRefusalOf(simulation.payment, 100)).toBe('DISPUTED');
  });

  it('a case that was won stands above the words that opened it, told before or after', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    const word = evidenceOf({ attemptId: 'a1', transactionId: 't1', status: 'CHARGEBACK', paidAmount: PRICE });
    simulation.apply({ kind: 'REPORTED', evidence: [word] });
    expect(simulation.payment.status).toBe('CHARGEBACK');
    simulation.apply({ kind: 'REPORTED', evidence: [disputeEvidence('case', 'WON', NOW)] });
    expect(simulation.payment).toMatchObject({ status: 'APPROVED', paidAmount: PRICE });
    simulation.apply({ kind: 'REPORTED', evidence: [{ ...word, source: 'webhook' }] });
    expect(simulation.payment.status).toBe('APPROVED');
    simulation.apply({ kind: 'REPORTED', evidence: [disputeEvidence('second case', 'LOST', NOW)] });
    expect(simulation.payment.status).toBe('CHARGEBACK');
  });
});

describe('money that only an event told of', () => {
  const claimed = { attemptId: 'a1', transactionId: 't1', paidAmount: 2 * PRICE } as const;
  const refuse = (simulation: Simulation, id: string, reason: string) =>
    simulation.apply({ kind: 'REFUND_ENDED', end: { id, state: 'REFUSED', reason, providerRefundId: null } });
  const openOrders = ({ payment }: Simulation) =>
    payment.refunds.filter(({ state }) => state === 'REQUESTED').map(({ amount }) => amount);

  it('goes back by itself once the provider confirms it, although its order was given up before', () => {
    const simulation = new Simulation();
    simulation.apply({ kind: 'REPORTED', evidence: [evidenceOf({ ...claimed, source: 'webhook' })] });
    expect(openOrders(simulation)).toEqual([PRICE]);
    refuse(simulation, simulation.payment.refunds[0]?.id as string, 'NOT_CONFIRMED');
    simulation.apply({ kind: 'REPORTED', evidence: [evidenceOf({ ...claimed, paidAmount: PRICE })] });
    expect(openOrders(simulation)).toEqual([]);
    simulation.apply({ kind: 'REPORTED', evidence: [evidenceOf({ ...claimed, paidAmount: PRICE + 300 })] });
    expect(openOrders(simulation)).toEqual([300]);
  });

  it('waits for a person where the provider confirmed it and would not return it', () => {
    const simulation = new Simulation();
    simulation.apply({ kind: 'REPORTED', evidence: [evidenceOf(claimed)] });
    refuse(simulation, simulation.payment.refunds[0]?.id as string, 'NO_BALANCE');
    simulation.apply({ kind: 'REPORTED', evidence: [evidenceOf({ ...claimed, reason: 'again' })] });
    expect(openOrders(simulation)).toEqual([]);
  });
});

const part = (amount: number, corrections = 0) =>
  returnedByBank({ disputeId: 'case', corrections, occurredAt: NOW }, { attemptId: 'a1', transactionId: 't1', amount });

describe('a part of the price that a bank took', () => {
  it.each([true, false])(
    'never passes for a refund whose answer was lost, counted by the provider: %s',
    (isCounted) => {
      const simulation = new Simulation();
      simulation.countsTaken = isCounted;
      simulation.pay('a1');
      simulation.takePart(700);
      simulation.authorise(250);
      simulation.send('call');
      simulation.pollAll();
      expect(simulation.payment.refunds).toMatchObject([{ state: 'UNKNOWN' }]);
      expect(reportedBackOf(simulation.payment, 'a1')).toBe(isCounted ? 700 : 0);
      simulation.held.a1.refunded = 250;
      simulation.pollAll();
      // A provider that does not count the part shows 250 either way, so a person has to ask it.
      expect(simulation.payment.refunds).toMatchObject([{ state: isCounted ? 'DONE' : 'UNKNOWN' }]);
    },
  );

  it('counts a part of a charge whose attempt is unknown against every attempt', () => {
    const decision = { disputeId: 'case', corrections: 0, occurredAt: NOW };
    const taken = returnedByBank(decision, { attemptId: null, transactionId: 't1', amount: 700 });

    expect(takenByBanks([{ ...taken, key: 'k' }], 'a1')).toBe(700);
    expect(takenByBanks([{ ...part(700), key: 'k' }], 'a2')).toBe(0);
  });

  it('makes no refund done that was not made, whatever the order of payments, orders, answers and look-ups', () => {
    const takes = fc
      .integer({ min: 1, max: 900 })
      .map((amount) => (simulation: Simulation) => simulation.takePart(amount));
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: aStep }, takes), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(steps, fc.boolean(), (drawn, isCounted) => {
        const simulation = new Simulation();
        simulation.countsTaken = isCounted;
        for (const step of drawn) {
          step(simulation);
          const done = simulation.payment.refunds.filter(({ state }) => state === 'DONE').map(({ id }) => id);
          expect(done.filter((id) => !simulation.executed.has(id))).toEqual([]);
        }
      }),
      { numRuns: rounds({ short: 500, long: 20_000 }) },
    );
  });

  it('is gone beside a refund that is still under way', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    simulation.authorise(300);
    simulation.apply({ kind: 'REPORTED', evidence: [part(200)] });
    expect(keptOf(simulation.payment)).toBe(500);
    expect(refundRefusalOf(simulation.payment, 501)).toBe('TOO_MUCH');
    simulation.apply({ kind: 'REPORTED', evidence: [part(200)] });
    simulation.send('nothing');
    expect(simulation.payment).toMatchObject({ returningAmount: 500, refundedAmount: 500 });
    expect(keptOf(simulation.payment)).toBe(500);
  });

  it('leaves what a refused refund gives up, and comes back where the decision is corrected', () => {
    const simulation = new Simulation();
    simulation.pay('a1');
    simulation.authorise(300);
    simulation.apply({ kind: 'REPORTED', evidence: [part(200)] });
    simulation.close('order-0', 'REFUSED');
    expect(keptOf(simulation.payment)).toBe(800);
    simulation.authorise(100);
    simulation.apply({ kind: 'REPORTED', evidence: [disputeEvidence('case', 'WON', NOW, 1)] });
    expect(keptOf(simulation.payment)).toBe(900);
    simulation.apply({ kind: 'REPORTED', evidence: [part(250, 2)] });
    expect(keptOf(simulation.payment)).toBe(650);
  });
});

describe('a decision that was corrected', () => {
  it('counts for nothing: of each case the last one stands, in whatever order they are heard', () => {
    const decision = fc.constantFrom('WON', 'LOST', 'PART');
    const histories = fc.record({
      one: fc.array(decision, { maxLength: 4 }),
      other: fc.array(fc.constantFrom('WON', 'LOST'), { maxLength: 3 }),
    });
    const toEvidence = (disputeId: string, history: readonly string[]) =>
      history.map((outcome, corrections) =>
        outcome === 'PART'
          ? part(200, corrections)
          : disputeEvidence(disputeId, outcome as 'WON' | 'LOST', NOW, corrections),
      );
    const paid = evidenceOf({ attemptId: 'a1', transactionId: 't1', paidAmount: PRICE });
    const word = { ...paid, status: 'CHARGEBACK' as const };
    fc.assert(
      fc.property(histories, fc.boolean(), fc.infiniteStream(fc.nat()), ({ one, other }, isTakenBack, places) => {
        const all = [paid, ...(isTakenBack ? [word] : []), ...toEvidence('case', one), ...toEvidence('other', other)];
        const shuffled = [...all, ...all]
          .map((item) => ({ item: { ...item, key: '' }, place: places.next().value as number }))
          .sort((first, second) => first.place - second.place)
          .map(({ item }) => item);
        const { status, refundedAmount } = reducePayment(newPayment(), shuffled);
        const last = [one.at(-1), other.at(-1)];
        const isWon = last.includes('WON');
        expect(status).toBe(last.includes('LOST') || (isTakenBack && !isWon) ? 'CHARGEBACK' : 'APPROVED');
        expect(refundedAmount).toBe(last[0] === 'PART' ? 200 : 0);
      }),
      { numRuns: rounds({ short: 500, long: 5_000 }) },
    );
  });
});
