import { describe, expect, it } from 'vitest';
import { seedOfCommit } from './run-vitest.ts';

describe('the seed of a commit', () => {
  it('is the same for everybody who has the commit, and another for another commit', () => {
    expect(seedOfCommit('0cf1124d5b7c0e9a4c0f3b2a1d6e8f7091a2b3c4\n')).toBe(0x0cf1124d);
    expect(seedOfCommit('ffffffff5b7c0e9a4c0f3b2a1d6e8f7091a2b3c4\n')).toBe(2 ** 31 - 1);
  });
});
