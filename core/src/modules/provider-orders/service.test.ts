import { ProviderError } from '@feira/plugin-kit';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../connections/service.ts';
import { callOrder, isCallRunning, lookUpOrder, nextStep, type SentOrder } from './service.ts';

/** Calls end after 3 × 10 s, and lookups show a charge 20 s after that. */
const connection = { manifest: { timeoutMs: 10_000, lookup: { lagSeconds: 20 } } } as Connection;
const SENT_AT = new Date('2026-05-10T12:00:00Z');
const later = (seconds: number) => new Date(SENT_AT.getTime() + seconds * 1_000);
const order: SentOrder = { reference: 'ours', providerId: null, sentAt: SENT_AT, misses: 0 };

interface Answer {
  id: string;
  reference?: string | undefined;
}

const lookUp = (
  answer: Answer | null | Error,
  { now = later(60), isHinted = false, ...changes }: Partial<SentOrder> & { now?: Date; isHinted?: boolean } = {},
) =>
  lookUpOrder<Answer>({
    connection,
    order: { ...order, ...changes },
    now,
    isHinted,
    ask: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
    idOf: ({ id }) => id,
  });

describe('callOrder', () => {
  it.each([
    ['UNAVAILABLE', 'NOT_SENT', 'NOT_SENT'],
    ['UNAUTHORIZED', 'NOT_SENT', 'REFUSED'],
    ['UNSUPPORTED', 'NOT_SENT', 'REFUSED'],
    ['INVALID_REQUEST', 'REJECTED', 'REFUSED'],
    ['UNAVAILABLE', 'UNKNOWN', 'LOST'],
    ['INVALID_ANSWER', 'UNKNOWN', 'LOST'],
  ] as const)('takes %s with the outcome %s for %s', async (code, outcome, kind) => {
    const error = new ProviderError(code, outcome, 'It failed.');

    expect(await callOrder(() => Promise.reject(error))).toEqual({ kind, error });
  });

  it('takes a failure that names no outcome for a lost answer', async () => {
    const cause = new TypeError('The adapter failed.');

    expect(await callOrder(() => Promise.reject(cause))).toMatchObject({
      kind: 'LOST',
      error: { outcome: 'UNKNOWN', cause },
    });
  });

  it('hands on the answer', async () => {
    expect(await callOrder(async () => 'done')).toEqual({ kind: 'ANSWERED', answer: 'done' });
  });
});

describe('lookUpOrder', () => {
  it('takes an order that it does not know yet only with our reference', async () => {
    expect((await lookUp({ id: 'theirs', reference: 'ours' })).kind).toBe('FOUND');
    expect((await lookUp({ id: 'theirs' })).kind).toBe('FOREIGN');
    expect((await lookUp({ id: 'theirs', reference: 'another' })).kind).toBe('FOREIGN');
  });

  it('takes a known order without a reference, but not with another one', async () => {
    expect((await lookUp({ id: 'theirs' }, { providerId: 'theirs' })).kind).toBe('FOUND');
    expect((await lookUp({ id: 'other' }, { providerId: 'theirs' })).kind).toBe('FOREIGN');
    expect((await lookUp({ id: 'theirs', reference: 'another' }, { providerId: 'theirs' })).kind).toBe('FOREIGN');
  });

  it('believes that an order never arrived only after the call and the lag of lookups, and twice', async () => {
    expect((await lookUp(null, { now: later(49), misses: 5 })).kind).toBe('INCONCLUSIVE');
    expect((await lookUp(null, { now: later(50) })).kind).toBe('MISSED');
    expect((await lookUp(null, { now: later(50), misses: 1 })).kind).toBe('NEVER_ARRIVED');
  });

  it('concludes nothing from an id that nobody has proved to be the order’s', async () => {
    expect((await lookUp(null, { isHinted: true, misses: 5 })).kind).toBe('INCONCLUSIVE');
  });

  it('never believes that an order is gone which the provider gave an id to', async () => {
    expect((await lookUp(null, { providerId: 'theirs', misses: 5 })).kind).toBe('VANISHED');
  });

  it('tells a provider that was not reached from one that cannot be asked', async () => {
    const error = new ProviderError('UNAVAILABLE', 'UNKNOWN', 'It hangs.');
    const missing = new ProviderError('UNSUPPORTED', 'NOT_SENT', 'Method not implemented.');

    expect(await lookUp(error)).toEqual({ kind: 'UNREACHED', error });
    expect(await lookUp(missing)).toEqual({ kind: 'UNASKABLE' });
    expect(await lookUpOrder<Answer>({ connection, order, now: SENT_AT, ask: null, idOf: ({ id }) => id })).toEqual({
      kind: 'UNASKABLE',
    });
  });
});

it('leaves a call alone until its deadline', () => {
  expect(isCallRunning(connection, SENT_AT, later(29))).toBe(true);
  expect(isCallRunning(connection, SENT_AT, later(30))).toBe(false);
});

it('repeats the last step of a schedule', () => {
  expect([0, 1, 2, 9].map((count) => nextStep([5, 60], count, SENT_AT))).toEqual([5, 60, 60, 60].map(later));
});
