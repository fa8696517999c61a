import { expect, it } from 'vitest';
import { decideChange } from '../change.ts';
import type { Payment } from '../model.ts';
import type { NextAttempt, NextHold } from './attempt-added.ts';
import type { Command } from './command.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const newPayment = (more: Partial<Payment> = {}): Payment =>
  ({
    method: 'PIX',
    amount: 1_000,
    status: 'PENDING',
    expiresAt: new Date('2026-11-22T12:00:00Z'),
    paidAmount: 0,
    refundedAmount: 0,
    returningAmount: 0,
    pixCode: null,
    terms: null,
    version: 0,
    checks: 0,
    charges: [],
    attempts: [{ id: 'one', amount: 1_000, state: 'CREATED', transactionId: null, reason: null, memo: null }],
    evidence: [],
    refunds: [],
    ...more,
  }) as unknown as Payment;

const HOLD: NextHold = {
  id: 'two',
  amount: 400,
  connectionId: 'c',
  provider: 'sandbox',
  providerVersion: '1.0.0',
  routing: {
    by: 'routes',
    candidates: [],
    version: { chosen: '1.0.0', isCanary: false, share: null },
    failoverOf: null,
  },
  nextCheckAt: NOW,
  nodeId: 'node',
};
const NEXT: NextAttempt = { ...HOLD, amount: 1_000, expiresAt: NOW, cost: 10, split: null };
const FAILED = { id: 'one', state: 'NOT_SENT', reason: 'UNAVAILABLE' } as const;
const ORDER = { id: 'refund', amount: 100, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
const UNREACHED = { evidence: [], end: null, isReached: false, retryAt: undefined } as const;
const DONE = { id: 'refund', state: 'DONE', reason: null, providerRefundId: null } as const;
const REFUSED = { ...DONE, state: 'REFUSED' } as const;

/** The type check of the repository fails where one of these mixes compiles. */
const IMPOSSIBLE: readonly Command[] = [
  // @ts-expect-error A refund that ends adds no attempt.
  { kind: 'REFUND_ENDED', end: DONE, next: NEXT },
  // @ts-expect-error A refund that is done is not ordered again.
  { kind: 'REFUND_ENDED', end: { ...DONE, reordered: 100 } },
  // @ts-expect-error Lookups show no refusals.
  { kind: 'REFUND_ENDED', end: { ...REFUSED, isOnlyIfSeen: true } },
  // @ts-expect-error An attempt that takes the place of another names the call that failed.
  { kind: 'ATTEMPT_ADDED', why: 'REPLACES', next: NEXT },
  // @ts-expect-error A new code replaces no failed call.
  { kind: 'ATTEMPT_ADDED', why: 'RENEWAL', next: NEXT, failed: FAILED },
  // @ts-expect-error A code for the rest has a time and a cost of its own.
  { kind: 'ATTEMPT_ADDED', why: 'REST', next: HOLD },
  // @ts-expect-error A call without an answer told its buyer nothing.
  { kind: 'ATTEMPT_ENDED', evidence: [], end: { ...FAILED, instructions: {} } },
  // @ts-expect-error A call without an answer made no charge.
  { kind: 'ATTEMPT_ENDED', evidence: [], end: { ...FAILED, transactionId: 't' } },
  // @ts-expect-error A provider that was not reached says nothing about when its call must show.
  { kind: 'CHECKED', isStanding: true, finding: { ...UNREACHED, lookBy: NOW } },
  // @ts-expect-error The janitor receives no event.
  { kind: 'CHECKED', isStanding: true, finding: UNREACHED, webhookId: 'event' },
  // @ts-expect-error A fact orders no refund.
  { kind: 'REPORTED', evidence: [], order: ORDER },
];

it('writes nothing for a command that the payment does not allow, or that changes nothing', () => {
  const replaces = { kind: 'ATTEMPT_ADDED', why: 'REPLACES', next: NEXT, failed: FAILED } as const;
  const agreed = { kind: 'AGREED', attemptId: 'one', code: 'code' } as const;
  const decide = (command: Command, payment = newPayment()) => decideChange(payment, command, NOW);

  expect(decide(replaces)?.after.attempts.map(({ id, state }) => [id, state])).toEqual([
    ['one', 'NOT_SENT'],
    ['two', 'CREATED'],
  ]);
  expect(decide(replaces, newPayment({ status: 'APPROVED' }))).toBeNull();
  expect(decide(agreed)?.after.attempts[0]?.agreementCode).toBe('code');
  expect(decide(agreed, newPayment({ status: 'CANCELED' }))).toBeNull();
  expect(decide({ kind: 'ATTEMPT_ADDED', why: 'RENEWAL', next: NEXT })).toBeNull();
  expect(decide({ kind: 'ATTEMPT_ADDED', why: 'SECOND_CARD', next: HOLD })).toBeNull();
  expect(decide({ kind: 'REFUND_ORDERED', order: ORDER })).toBeNull();
  expect(decide({ kind: 'REFUND_ENDED', end: REFUSED })).toBeNull();
  expect(decide({ kind: 'REPORTED', evidence: [] })).toBeNull();
  expect(decide({ kind: 'CHECKED', isStanding: false, finding: UNREACHED })).toBeNull();
  expect(decide({ kind: 'CHECKED', isStanding: true, finding: UNREACHED })?.after.checks).toBe(0);
  expect(IMPOSSIBLE).toHaveLength(11);
});
