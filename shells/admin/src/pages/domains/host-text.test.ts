import { describe, expect, it } from 'vitest';
import { isHost, readHost } from './host-text.ts';

describe('readHost', () => {
  it.each([
    ['pay.shop.com', 'pay.shop.com'],
    ['  https://Pay.Shop.com/checkout?x=1#y ', 'pay.shop.com'],
    ['http://pay.shop.com', 'pay.shop.com'],
    ['pay.shop.com.', 'pay.shop.com'],
    ['', ''],
  ])('takes "%s" for %s', (text, host) => {
    expect(readHost(text)).toBe(host);
  });
});

describe('isHost', () => {
  it.each(['pay.shop.com', 'pagamento.minha-loja.com.br', 'xn--caf-dma.com'])('takes %s', (host) => {
    expect(isHost(host)).toBe(true);
  });

  it.each(['', 'shop', 'pay shop.com', '-pay.com', 'pay_.com', 'pay..com', '10.0.0.1', `${'a'.repeat(64)}.com`])(
    'refuses "%s"',
    (host) => {
      expect(isHost(host)).toBe(false);
    },
  );
});
