import { describe, expect, it } from 'vitest';
import { readHostName } from './host-name.ts';

const rules = { isLocalAllowed: false, frameHosts: ['cards.example.com', 'people.example.com'] };

describe('readHostName', () => {
  it.each([
    ['pay.shop.com.br', 'pay.shop.com.br'],
    ['  PAY.Shop.com.br ', 'pay.shop.com.br'],
    ['pay.shop.com.', 'pay.shop.com'],
    ['padaria-pão.com.br', 'xn--padaria-po-n5a.com.br'],
    ['ＰＡＹ.shop.com', 'pay.shop.com'],
    ['1.shop.com', '1.shop.com'],
  ])('reads %s as %s', (text, host) => {
    expect(readHostName(text, rules)).toBe(host);
  });

  it.each([
    '',
    '*',
    '*.shop.com',
    'https://shop.com',
    'shop.com/pay',
    'shop.com:8080',
    'maria@shop.com',
    'shop .com',
    'shop_one.com',
    'shop',
    'shop..com',
    '-shop.com',
    'shop-.com',
    '.shop.com',
    '10.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    'xn--.com',
    'localhost',
    'shop.localhost',
    'cards.example.com',
    'CARDS.example.com',
    'people.example.com',
  ])('refuses %s', (text) => {
    expect(() => readHostName(text, rules)).toThrow(
      expect.objectContaining({ code: 'DOMAIN_INVALID', fields: ['host'] }),
    );
  });

  it('takes names of this machine where that is allowed', () => {
    expect(readHostName('Serra.localhost', { ...rules, isLocalAllowed: true })).toBe('serra.localhost');
    expect(readHostName('localhost', { ...rules, isLocalAllowed: true })).toBe('localhost');
  });
});
