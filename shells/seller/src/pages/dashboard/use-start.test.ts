import { describe, expect, it } from 'vitest';
import { isStarting, type StartState } from './use-start.ts';

const DONE: StartState = {
  hasProduct: true,
  hasDelivery: true,
  undelivered: undefined,
  hasDocument: true,
  hasDestination: true,
  hasSale: true,
  hasEarned: true,
  checkout: 'offer',
};

describe('the start list', () => {
  it.each(['hasProduct', 'hasDelivery', 'hasDocument', 'hasDestination', 'hasSale'] as const)(
    'stays until %s, also after a first sale',
    (step) => {
      expect(isStarting({ ...DONE, [step]: false })).toBe(true);
    },
  );

  it('ends with its last step', () => {
    expect(isStarting(DONE)).toBe(false);
  });
});
