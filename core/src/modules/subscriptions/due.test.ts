import type { DeclineReason } from '@feira/schemas/declines';
import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { describe, expect, it } from 'vitest';
import { canUseCard, judgeCard, retriesCard } from './due.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-31T12:00:00.000Z');
const refused = (reason: DeclineReason, daysAgo: number) => ({
  reason,
  at: new Date(NOW.getTime() - daysAgo * DAY_MS),
});
const often = (times: number, daysAgo = 3) =>
  Array.from({ length: times }, () => refused('insufficient_funds', daysAgo));
const card = (refusals: ReturnType<typeof refused>[]) => ({ hasCard: true, card: judgeCard(refusals, NOW) });

describe('judgeCard', () => {
  it('bars a card for good that its issuer has called lost or stolen, however long ago and whatever came after', () => {
    const refusals = [refused('lost_or_stolen', 400), refused('insufficient_funds', 1)];

    expect(card(refusals).card).toEqual({ barredBy: 'lost_or_stolen', refusals: 1 });
    expect(canUseCard(card(refusals))).toBe(false);
    expect(canUseCard(card([refused('insufficient_funds', 1), refused('authentication_required', 2)]))).toBe(true);
  });

  it('leaves a card alone that was refused fifteen times within 30 days, in whatever periods', () => {
    expect(canUseCard(card(often(14)))).toBe(true);
    expect(canUseCard(card([...often(8, 25), ...often(7, 2)]))).toBe(false);
    expect(canUseCard(card([...often(8, 31), ...often(7, 2)]))).toBe(true);
  });
});

describe('retriesCard', () => {
  const facts = (refusals: ReturnType<typeof refused>[], mostRetries: number) =>
    ({
      ...card(refusals),
      method: 'CREDIT_CARD',
      cycle: null,
      last: null,
      cardAttempts: 1,
      dunning: { ...DEFAULT_DUNNING, mostRetries },
      state: { next: { startsAt: NOW } },
    }) as unknown as Parameters<typeof retriesCard>[0];

  it('counts the refusals of the periods before as well', () => {
    expect(retriesCard(facts(often(3), 3), NOW)).toBe(true);
    expect(retriesCard(facts([...often(3, 20), ...often(1)], 3), NOW)).toBe(false);
    expect(retriesCard(facts([...often(3, 31), ...often(1)], 3), NOW)).toBe(true);
  });
});
