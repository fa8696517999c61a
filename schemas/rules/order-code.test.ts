import { expect, it } from 'vitest';
import { orderCodeOf } from './order-code.ts';

it('is short, and is the end of the id, because the beginning only tells the time', () => {
  expect(orderCodeOf('019ab3c4-5d6e-7f80-9123-4567abcdef01')).toBe('ABCD-EF01');
});
