import { expect, it } from 'vitest';
import { readEmbedOrigin } from './embed-origin.ts';

it.each([
  ['https://loja.example.com', 'https://loja.example.com'],
  [' https://Loja.Example.com/ ', 'https://loja.example.com'],
  ['https://loja.example.com:443', 'https://loja.example.com'],
  ['https://loja.example.com:8443', 'https://loja.example.com:8443'],
  ['https://pão.example.com', 'https://xn--po-sia.example.com'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('%s is the origin %s', (typed, origin) => {
  expect(readEmbedOrigin(typed)).toBe(origin);
});

it.each([
  'http://loja.example.com',
  'https://*.example.com',
  'https://*',
  '*',
  'loja.example.com',
  'https://loja.example.com/checkout',
  'https://loja.example.com?a=1',
  'https://ana@loja.example.com',
  "https://loja.example.com;script-src 'unsafe-inline'",
  'https://a;b.example.com',
  'https://com',
  'http://localhost.example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
])('%s is refused', (typed) => {
  expect(readEmbedOrigin(typed)).toBeNull();
});
