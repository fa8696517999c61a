import { expect, it } from 'vitest';
import { groupWords } from './status-words.ts';

it('puts the words of a provider beside the one of ours that they count as', () => {
  const map = { paid: 'APPROVED', settled: 'APPROVED', waiting: 'PENDING' };

  expect(groupWords({ map, unknown: 'REJECTED' })).toEqual([
    { status: 'PENDING', words: ['waiting'], isFallback: false },
    { status: 'APPROVED', words: ['paid', 'settled'], isFallback: false },
    { status: 'REJECTED', words: [], isFallback: true },
  ]);
  expect(groupWords({ map, unknown: 'PENDING' })[0]).toEqual({
    status: 'PENDING',
    words: ['waiting'],
    isFallback: true,
  });
});
