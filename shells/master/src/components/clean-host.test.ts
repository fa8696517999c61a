import { describe, expect, it } from 'vitest';
import { cleanHost, isHostLike } from './clean-host.ts';

describe('cleanHost', () => {
  it.each([
    ['loja.exemplo.com.br', 'loja.exemplo.com.br'],
    [' HTTPS://Loja.Exemplo.com.br/checkout?a=1#b ', 'loja.exemplo.com.br'],
    ['http://loja.localhost:3000/', 'loja.localhost'],
    ['pão.example', 'pão.example'],
    ['', ''],
  ])('makes of "%s" the name "%s"', (text, host) => {
    expect(cleanHost(text)).toBe(host);
  });
});

describe('isHostLike', () => {
  it.each(['loja.exemplo.com.br', 'localhost', 'loja.localhost', 'pão.example'])('takes %s', (host) => {
    expect(isHostLike(host)).toBe(true);
  });

  it.each(['', 'loja', 'loja .com', 'loja..com', '.com', '*'])('does not take "%s"', (host) => {
    expect(isHostLike(host)).toBe(false);
  });
});
