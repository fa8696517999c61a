/** Buyers buy over connections that fail in every way, with reports in every order. */
import type { Outcome } from '@feira/plugin-kit';
import type { Routing } from '@feira/schemas/procedures/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../test/draw.ts';
import { decideChange } from '../payments/change.ts';
import type { NextAttempt } from '../payments/commands/attempt-added.ts';
import type { Command } from '../payments/commands/command.ts';
import { listNew, type Payment } from '../payments/model.ts';
import type { Evidence } from '../payments/status.ts';
import { type Candidate, evaluateCandidates } from './choose.ts';
import { MOST_ATTEMPTS, mayFailOver } from './failover.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const EXPIRES_AT = new Date('2026-11-22T12:00:00Z');

/** The provider's answer, and whether the money moves anyway; `isPaid` of a code says that the buyer pays it later. */
interface Fate {
  says: Outcome | 'SUCCESS' | 'CARD_REFUSED';
  isCharged: boolean;
}

const honest = fc.constantFrom<Fate>(
  { says: 'NOT_SENT', isCharged: false },
  { says: 'REJECTED', isCharged: false },
  { says: 'UNKNOWN', isCharged: true },
  { says: 'UNKNOWN', isCharged: false },
  { says: 'CARD_REFUSED', isCharged: false },
  { says: 'SUCCESS', isCharged: true },
  { says: 'SUCCESS', isCharged: false },
);
/** A provider that reports no charge and takes the money. */
const lying = fc.constantFrom<Fate>({ says: 'NOT_SENT', isCharged: true }, { says: 'REJECTED', isCharged: true });

const candidates = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    connectionId: `c${index}`,
    name: `C${index}`,
    provider: 'sandbox',
    priority: 10,
    weight: 1 + index,
    conditions: {},
    isRouteEnabled: true,
    isConnectionEnabled: true,
    isStopped: false,
    isAvailable: true,
    capability: { refund: 'partial' },
    limits: {},
    openUntil: null,
    isCheapestFirst: false,
    costs: {},
    costCurrency: 'BRL',
  }));

const blank = (attempt: NextAttempt): Payment =>
  ({
    id: 'p',
    platformId: 'p',
    method: 'PIX',
    amount: 1_000,
    expiresAt: EXPIRES_AT,
    status: 'PENDING',
    isProvisional: false,
    settlement: 'NONE',
    paidAmount: 0,
    refundedAmount: 0,
    version: 0,
    checks: 0,
    pixCode: null,
    attempts: [{ ...attempt, amount: 1_000, state: 'CREATED', transactionId: null, createdAt: NOW }],
    evidence: [],
    refunds: [],
  }) as unknown as Payment;

const toEvidence = (
  attemptId: string,
  transactionId: string | null,
  status: Evidence['status'],
  source: Evidence['source'],
) => ({
  source,
  attemptId,
  providerStatus: status.toLowerCase(),
  status,
  isRecognised: true,
  transactionId,
  amount: status === 'APPROVED' ? 1_000 : null,
  paidAmount: status === 'APPROVED' ? 1_000 : null,
  refundedAmount: null,
  movementIds: [],
  movementAmounts: null,
  reason: null,
  occurredAt: NOW,
});

interface Story {
  payment: Payment;
  attempts: { id: string; fate: Fate; routing: Routing }[];
  /** Refunds in cents, by attempt. */
  returns: { attemptId: string; amount: number }[];
}

/** All providers number their charges alike. */
const transactionOf = () => 't1';

function apply(story: Story, command: Command): boolean {
  const change = decideChange(story.payment, command, NOW);
  if (!change) return false;
  story.returns.push(...listNew(change.before.refunds, change.after.refunds));
  story.payment = change.after;
  return true;
}

/** Runs the attempts of a purchase like checkout.purchase. */
function buy(fates: readonly Fate[], run: number): Story {
  const list = candidates(fates.length);
  const tried: string[] = [];
  const choose = (id: string, failoverOf: Routing['failoverOf']) => {
    const verdicts = evaluateCandidates(list, {
      method: 'PIX',
      amount: 1_000,
      installments: 1,
      currency: 'BRL',
      offerId: 'o',
      isSubscription: false,
      card: null,
      buyerFields: null,
      tried,
      seed: id,
      now: NOW,
      isResting: false,
    });
    const chosen = verdicts.find(({ reason }) => reason === null)?.candidate;
    if (!chosen) return null;
    tried.push(chosen.connectionId);
    const routing: Routing = {
      by: 'routes',
      candidates: verdicts.map(({ candidate, reason }) => ({
        connectionId: candidate.connectionId,
        name: candidate.name,
        provider: candidate.provider,
        priority: candidate.priority,
        weight: candidate.weight,
        isChosen: candidate === chosen,
        reason: candidate === chosen ? null : (reason ?? 'OUTRANKED'),
      })),
      version: { chosen: '1.0.0', isCanary: false, share: null },
      failoverOf,
    };
    const attempt: NextAttempt = {
      id,
      amount: 1_000,
      connectionId: chosen.connectionId,
      provider: 'sandbox',
      providerVersion: '1.0.0',
      routing,
      expiresAt: EXPIRES_AT,
      nextCheckAt: NOW,
      nodeId: 'node',
      cost: 0,
      split: null,
    };
    return { attempt, fate: fates[list.indexOf(chosen)] as Fate };
  };

  const first = choose(`${run}-1`, null);
  if (!first) throw new Error('Somebody serves.');
  const story: Story = {
    payment: blank(first.attempt),
    attempts: [{ id: first.attempt.id, fate: first.fate, routing: first.attempt.routing }],
    returns: [],
  };
  for (let current = first; ; ) {
    const { id } = current.attempt;
    const { says } = current.fate;
    if (says === 'SUCCESS' || says === 'CARD_REFUSED') {
      const status = says === 'SUCCESS' ? 'PENDING' : 'REJECTED';
      const call = { id, state: 'ANSWERED', transactionId: transactionOf() } as const;
      const told = { card: {}, instructions: {}, expiresAt: undefined, memo: undefined, agreementCode: null };
      const evidence = [toEvidence(id, transactionOf(), status, 'answer')];
      apply(story, { kind: 'ATTEMPT_ENDED', evidence, end: { ...call, ...told } });
      return story;
    }
    const state = says === 'NOT_SENT' ? 'NOT_SENT' : says === 'REJECTED' ? 'REFUSED' : 'UNKNOWN';
    const end = { id, state, reason: 'UNAVAILABLE' } as const;
    const isFree = mayFailOver({ outcome: says, attempts: story.attempts.length, elapsedMs: 0, card: null });
    const next = isFree
      ? choose(`${run}-${story.attempts.length + 1}`, { attemptId: id, reason: 'UNAVAILABLE' })
      : null;
    if (!next) {
      const evidence = says === 'UNKNOWN' ? [] : [toEvidence(id, null, 'REJECTED', 'answer')];
      apply(story, { kind: 'ATTEMPT_ENDED', evidence, end });
      return story;
    }
    const added = { kind: 'ATTEMPT_ADDED', why: 'REPLACES', next: next.attempt, failed: end } as const;
    expect(apply(story, added)).toBe(true);
    story.attempts.push({ id: next.attempt.id, fate: next.fate, routing: next.attempt.routing });
    current = next;
  }
}

/** The later report of an attempt: its money if it moved, otherwise its end. */
function lateWords({ id, fate }: Story['attempts'][number]) {
  const transactionId = transactionOf();
  if (fate.isCharged)
    return [toEvidence(id, transactionId, 'PENDING', 'webhook'), toEvidence(id, transactionId, 'APPROVED', 'webhook')];
  if (fate.says === 'SUCCESS') return [];
  if (fate.says === 'UNKNOWN') return [toEvidence(id, null, 'REJECTED', 'query')];
  // Also for a charge that it had refused.
  return [toEvidence(id, transactionId, 'REJECTED', 'webhook')];
}

const stories = fc.record({
  fates: fc.array(fc.oneof({ weight: 5, arbitrary: honest }, { weight: 1, arbitrary: lying }), {
    minLength: 2,
    maxLength: 3,
  }),
  run: fc.nat(),
  order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
});

const DENIED: Fate = { says: 'NOT_SENT', isCharged: true };
const REFUSED: Fate = { says: 'CARD_REFUSED', isCharged: false };
/**
 * The worst cases, which a draw might miss: every provider denies a charge that it made, and, in either order, one denies a charge and one
 * refuses.
 */
const WORST = Array.from({ length: 20 }, (_, run): [{ fates: Fate[]; run: number; order: number[] }] => [
  { fates: run === 0 ? [DENIED, DENIED, DENIED] : [DENIED, REFUSED], run, order: [0, 1, 2, 3, 4, 5] },
]);

describe('fail-over', () => {
  it('keeps one charge at most, never follows an unknown one, and explains every attempt', () => {
    const seen = { attempts: 0, isDoublePaid: false, isLateApproved: false };
    fc.assert(
      fc.property(stories, ({ fates, run, order }) => {
        const story = buy(fates, run);
        const { attempts } = story;
        const words = attempts
          .flatMap(lateWords)
          .map((word, index) => ({ word, place: (order[index % order.length] ?? 0) * 7 + index }))
          .sort((a, b) => a.place - b.place);
        for (const { word } of words) {
          const { attemptId, transactionId: newTransactionId } = word;
          const event = { webhookId: 'event', attemptId, newTransactionId, evidence: word, memo: undefined };
          apply(story, { kind: 'WEBHOOK_RECEIVED', ...event });
        }

        const charged = attempts.filter(({ fate }) => fate.isCharged);
        const asked = story.returns.reduce((sum, { amount }) => sum + amount, 0);
        // The money of exactly one charge stays.
        expect(charged.length * 1_000 - asked).toBe(charged.length > 0 ? 1_000 : 0);
        expect(new Set(story.returns.map(({ attemptId }) => attemptId)).size).toBe(story.returns.length);
        expect(story.payment.status === 'APPROVED').toBe(charged.length > 0);
        // Without money, the last attempt decides the status: a payable code stays payable.
        const isOpen = attempts.at(-1)?.fate.says === 'SUCCESS';
        if (charged.length === 0) expect(story.payment.status).toBe(isOpen ? 'PENDING' : 'REJECTED');
        // Another attempt only follows one that certainly charged nothing.
        for (const { fate } of attempts.slice(0, -1)) expect(['NOT_SENT', 'REJECTED']).toContain(fate.says);
        expect(attempts.length).toBeLessThanOrEqual(MOST_ATTEMPTS);
        attempts.forEach(({ routing }, index) => {
          expect(routing.candidates).toHaveLength(fates.length);
          expect(routing.candidates.filter(({ isChosen }) => isChosen)).toHaveLength(1);
          for (const item of routing.candidates) expect(item.isChosen).toBe(item.reason === null);
          expect(routing.candidates.filter(({ reason }) => reason === 'ALREADY_TRIED')).toHaveLength(index);
          expect(routing.failoverOf?.attemptId ?? null).toBe(index === 0 ? null : attempts[index - 1]?.id);
        });
        seen.attempts = Math.max(seen.attempts, attempts.length);
        seen.isDoublePaid ||= charged.length > 1;
        seen.isLateApproved ||= charged.length === 1 && attempts.at(-1)?.fate.isCharged === false;
      }),
      { numRuns: rounds({ short: 1_000, long: 20_000 }), examples: WORST },
    );
    // The worst cases ran, whatever was drawn.
    expect(seen).toMatchObject({ attempts: 3, isDoublePaid: true, isLateApproved: true });
  });

  it('does not go on once somebody has told of the charge, or the call was given up', () => {
    const fates: Fate[] = [
      { says: 'NOT_SENT', isCharged: false },
      { says: 'NOT_SENT', isCharged: false },
    ];
    const { payment, attempts } = buy(fates, 1);
    const [first, second] = attempts as [Story['attempts'][number], Story['attempts'][number]];
    const next = { ...payment.attempts[1], routing: second.routing } as unknown as NextAttempt;
    const fresh = { ...payment, attempts: [{ ...payment.attempts[0], state: 'CREATED' }], evidence: [] } as Payment;
    const start = { ...fresh, status: 'PENDING', version: 0 } as Payment;
    const failed = { id: first.id, state: 'NOT_SENT', reason: 'UNAVAILABLE' } as const;
    const added = { kind: 'ATTEMPT_ADDED', why: 'REPLACES', next, failed } as const;
    const goOn = (from: Payment) => decideChange(from, added, NOW) !== null;
    const evidence = [toEvidence(first.id, 't9', 'PENDING', 'webhook')];
    const told = decideChange(start, { kind: 'REPORTED', evidence }, NOW)?.after ?? start;

    expect(goOn(start)).toBe(true);
    expect(goOn(told)).toBe(false);
    expect(goOn({ ...start, status: 'REJECTED' })).toBe(false);
    expect(goOn({ ...start, attempts: [{ ...start.attempts[0], state: 'NOT_SENT' }] } as Payment)).toBe(false);
  });
});
