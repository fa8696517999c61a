import { describe, expect, it } from 'vitest';
import { stateOf } from './destination-state.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const [before, after] = ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.001Z'];

describe('stateOf', () => {
  it.each([
    ['WAITING', before, 'WAITING'],
    ['WAITING', after, 'WAITING'],
    ['ACTIVE', after, 'COOLING'],
    ['ACTIVE', before, 'READY'],
    ['REFUSED', before, 'REFUSED'],
    ['REMOVED', before, 'REFUSED'],
  ] as const)('calls what is %s and usable at %s %s', (status, usableAt, state) => {
    expect(stateOf({ status, usableAt }, NOW)).toBe(state);
  });
});
