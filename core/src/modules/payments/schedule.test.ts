import { describe, expect, it } from 'vitest';
import { confirmableUntil, EXPIRY_GRACE_MS, nextCheck, type Standing } from './schedule.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const standing = (more: Omit<Partial<Standing>, 'state'> & { state?: Partial<Standing['state']> } = {}): Standing => ({
  attemptState: 'ANSWERED',
  method: 'PIX',
  expiresAt: new Date(NOW.getTime() + 1_000 * HOUR),
  lacksCode: false,
  mayHaveOther: false,
  checks: 0,
  isNews: false,
  ...more,
  state: { status: 'PENDING', isProvisional: false, ...more.state },
});
const delay = (item: Standing) => {
  const next = nextCheck(item, NOW);
  return next && next.getTime() - NOW.getTime();
};

describe('nextCheck', () => {
  it.each(['APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'] as const)('asks nothing more of %s', (status) => {
    expect(nextCheck(standing({ state: { status } }), NOW)).toBeNull();
  });

  it.each(['CREATED', 'UNKNOWN'] as const)(
    'keeps asking about a call that is %s, whatever a webhook said meanwhile',
    (attemptState) => {
      expect(delay(standing({ attemptState, state: { status: 'APPROVED' } }))).toBe(5_000);
      expect(delay(standing({ attemptState }))).toBe(5_000);
    },
  );

  it('keeps asking about a word nobody knows', () => {
    expect(delay(standing({ state: { status: 'REJECTED', isProvisional: true } }))).toBe(5_000);
  });

  it('leaves to people what only they can find out', () => {
    expect(nextCheck(standing({ attemptState: 'PARKED' }), NOW)).toBeNull();
  });

  it('asks ever less often, and never stops while something is open', () => {
    for (const item of [standing(), standing({ method: 'CREDIT_CARD' }), standing({ attemptState: 'UNKNOWN' })]) {
      const delays = Array.from({ length: 50 }, (_, checks) => delay({ ...item, checks }) as number);

      expect(delays).toEqual([...delays].sort((a, b) => a - b));
      expect(delays.at(-1)).toBe(24 * HOUR);
    }
  });

  it('looks for a code that comes later within seconds, ever less often', () => {
    const delays = Array.from({ length: 20 }, (_, checks) => delay(standing({ lacksCode: true, checks })) as number);

    expect(delays.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 60_000]);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays.at(-1)).toBe(24 * HOUR);
    expect(delay(standing({ lacksCode: true, isUnreached: true }))).toBe(30_000);
  });

  it('asks no sooner than the provider asked to be', () => {
    const retryAt = new Date(NOW.getTime() + 600_000);

    expect(delay(standing({ attemptState: 'UNKNOWN', isUnreached: true, retryAt }))).toBe(600_000);
    expect(delay(standing({ checks: 20, retryAt }))).toBe(24 * HOUR);
    expect(delay(standing({ state: { status: 'APPROVED' }, retryAt }))).toBeNull();
  });

  it('looks right after the grace of the expiry, and not before', () => {
    const expiresAt = new Date(NOW.getTime() + 1_000);

    expect(delay(standing({ expiresAt, checks: 30 }))).toBe(1_000 + EXPIRY_GRACE_MS);
    expect(delay(standing({ expiresAt: new Date(NOW.getTime() - EXPIRY_GRACE_MS), checks: 3 }))).toBe(HOUR);
  });

  it.each(['APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED'] as const)(
    'looks for the charge of a failed call of a payment that is %s: within two minutes, half an hour, hours and a day',
    (status) => {
      const delays = [0, 1, 2, 3, 4, 5].map((checks) =>
        delay(standing({ state: { status }, mayHaveOther: true, checks })),
      );

      expect(delays).toEqual([90_000, HOUR / 6, HOUR / 2, 3 * HOUR, 24 * HOUR, null]);
    },
  );

  it('looks once more for late money, a day after a charge was given up', () => {
    expect(delay(standing({ state: { status: 'CANCELED' }, isNews: true }))).toBe(24 * HOUR);
    expect(delay(standing({ state: { status: 'CANCELED' } }))).toBeNull();
  });
});

describe('confirmableUntil', () => {
  it('leaves providers of PIX and cards a moment', () => {
    expect(confirmableUntil('PIX', NOW).getTime() - NOW.getTime()).toBe(EXPIRY_GRACE_MS);
    expect(confirmableUntil('CREDIT_CARD', NOW).getTime() - NOW.getTime()).toBe(EXPIRY_GRACE_MS);
  });

  it.each([
    // São Paulo is three hours behind, in July and in January alike: the last second of a Tuesday.
    ['2026-07-15T02:59:59Z', '2026-07-18T02:59:59.000Z'],
    ['2026-01-14T02:59:59Z', '2026-01-17T02:59:59.000Z'],
    // Due on a Friday, a Saturday and a Sunday.
    ['2026-11-28T02:59:59Z', '2026-12-03T02:59:59.000Z'],
    ['2026-11-29T02:59:59Z', '2026-12-04T02:59:59.000Z'],
    ['2026-11-30T02:59:59Z', '2026-12-04T02:59:59.000Z'],
    // Due on a holiday before a weekend, and before Carnival.
    ['2026-11-21T02:59:59Z', '2026-11-27T02:59:59.000Z'],
    ['2026-02-14T02:59:59Z', '2026-02-21T02:59:59.000Z'],
  ])('leaves banks three of their days to tell of a boleto that was due until %s', (expiresAt, until) => {
    expect(confirmableUntil('BILLET', new Date(expiresAt)).toISOString()).toBe(until);
    const item = standing({ method: 'BILLET', expiresAt: new Date(expiresAt), checks: 30 });
    const before = new Date(Date.parse(until) - HOUR);
    expect(nextCheck(item, before)?.toISOString()).toBe(until);
  });
});
