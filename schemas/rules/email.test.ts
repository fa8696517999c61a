import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail } from './email.ts';

describe('isEmail', () => {
  it.each([
    'maria@example.com',
    'maria.silva+curso@example.com.br',
    "o'brien@example.org",
    'MARIA@EXAMPLE.COM',
    '1@2.com',
    'a_b@xn--bcher-kva.example',
    'a@b.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'maria',
    'maria@',
    '@example.com',
    'maria@example',
    'maria@example.c',
    'maria silva@example.com',
    'maria@exam ple.com',
    ' maria@example.com',
    'maria@@example.com',
    'maria@a@example.com',
    '.maria@example.com',
    'maria.@example.com',
    'ma..ria@example.com',
    'maria@-example.com',
    'maria@example-.com',
    'maria@example..com',
    'maria@.com',
    'maria@example.com.',
    'joão@example.com',
    'maria@example.com\nbcc: x@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('agrees with the addresses people really have', () => {
    fc.assert(fc.property(fc.emailAddress({ size: 'small' }), (address) => isEmail(address)));
  });
});
