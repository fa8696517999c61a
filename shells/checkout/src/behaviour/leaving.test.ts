import { describe, expect, it } from 'vitest';
import { backAddress } from './leaving.ts';

describe('backAddress', () => {
  it.each([
    ['https://example.com/offer?a=1', 'https://example.com/offer?a=1'],
    ['http://example.com', 'http://example.com/'],
  ])('leads back to %s', (address, expected) => {
    expect(backAddress(address)).toBe(expected);
  });

  it.each([undefined, '', 'example.com', '/here', 'javascript:alert(1)', 'data:text/html,x', ' java\nscript:alert(1)'])(
    'goes nowhere for %j',
    (address) => {
      expect(backAddress(address)).toBeUndefined();
    },
  );
});
