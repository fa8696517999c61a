import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectPixKeyType, normalizePixKey } from './pix-key.ts';

describe('detectPixKeyType', () => {
  it.each([
    ['52998224725', 'CPF'],
    ['529.982.247-25', 'CPF'],
    ['11222333000181', 'CNPJ'],
    ['12ABC34501DE35', 'CNPJ'],
    ['12.abc.345/01de-35', 'CNPJ'],
    ['maria@example.com', 'EMAIL'],
    [' maria@example.com ', 'EMAIL'],
    ['123e4567-e89b-12d3-a456-426614174000', 'RANDOM'],
    ['9B2F2C1E-6E1C-4F7A-8A52-5F2C1D3E4B5A', 'RANDOM'],
    ['123e4567-e89b-52d3-b456-426614174000', 'RANDOM'],
    ['11988887777', 'PHONE'],
    ['+5511988887777', 'PHONE'],
    ['11-98888-7777', 'PHONE'],
    ['988887777', 'PHONE'],
    ['123456789012345', 'PHONE'],
    ['11222333000182', 'PHONE'],
    ['98888777', null],
    ['1234567890123456', null],
    ['(11) 98888-7777', null],
    ['maria @example.com', null],
    ['123e4567-e89b-62d3-a456-426614174000', null],
    ['123e4567-e89b-02d3-a456-426614174000', null],
    ['123e4567-e89b-12d3-c456-426614174000', null],
    ['', null],
    ['maria', null],
  ])('takes %j for %s', (text, type) => {
    expect(detectPixKeyType(text)).toBe(type);
  });

  it('recognises every generated random key', () => {
    fc.assert(fc.property(fc.uuid({ version: [1, 2, 3, 4, 5] }), (key) => detectPixKeyType(key) === 'RANDOM'));
  });
});

describe('normalizePixKey', () => {
  it.each([
    ['CPF', '529.982.247-25', '52998224725'],
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['EMAIL', ' Maria@Example.com ', 'maria@example.com'],
    ['RANDOM', '9B2F2C1E-6E1C-4F7A-8A52-5F2C1D3E4B5A', '9b2f2c1e-6e1c-4f7a-8a52-5f2c1d3e4b5a'],
    ['PHONE', '(11) 98888-7777', '+5511988887777'],
    ['PHONE', '5511988887777', '+5511988887777'],
    ['PHONE', '+55 11 98888-7777', '+5511988887777'],
    ['PHONE', '55988887777', '+5555988887777'],
    ['PHONE', '+351 912 345 678', '+351912345678'],
  ] as const)('writes the %s %j as %s', (type, text, key) => {
    expect(normalizePixKey(type, text)).toBe(key);
  });
});
