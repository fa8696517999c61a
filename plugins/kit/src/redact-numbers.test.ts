import { describe, expect, it } from 'vitest';
import { redactNumbers } from './redact-numbers.ts';

describe('redactNumbers', () => {
  it.each([
    '52998224725',
    '529.982.247-25',
    '12.345.678/0001-95',
    '12ABC34501DE35',
    'AB.CDE.FGH/IJKL-35',
    '4111 1111 1111 1111',
    '4111/1111/1111/1111',
    '4111_1111_1111_1111',
    '4111  1111  1111  1111',
    '4111 - 1111 - 1111 - 1111',
    '4111\u00a01111\u20091111\u200b1111',
    '４１１１１１１１１１１１１１１１',
    '５２９．９８２．２４７-25',
    '4111111111111111 52998224725',
  ])('takes %s out', (number) => {
    expect(redactNumbers(`O número ${number} é inválido.`)).toBe('O número *** é inválido.');
  });

  it('keeps amounts, dates and ordinary words', () => {
    const text = 'Saldo de R$ 1.234,56 insuficiente em 2026-11-20 10:00, TRANSFERENCIA negada.';

    expect(redactNumbers(text)).toBe(text);
  });
});
