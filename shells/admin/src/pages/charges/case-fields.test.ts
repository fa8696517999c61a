import { describe, expect, it } from 'vitest';
import { CASE, readPaymentCode } from './case-fields.ts';

const EMPTY = CASE.show(undefined, 'pt-BR');
const TYPED = { ...EMPTY, kind: 'MED', paymentId: ' pay1 ', reason: ' Golpe ' } as const;

describe('CASE', () => {
  it('names everything that is missing', () => {
    expect(CASE.read(EMPTY).problems).toEqual({
      kind: 'cases.problems.kind',
      paymentId: 'cases.problems.paymentId',
      reason: 'cases.problems.reason',
    });
    expect(Object.keys(CASE.read({ ...TYPED, amount: '0', dueAt: '2026-02-30' }).problems)).toEqual([
      'amount',
      'dueAt',
    ]);
  });

  it('leaves out what nobody said', () => {
    const { value: input, problems } = CASE.read(TYPED);

    expect(problems).toEqual({});
    expect(input).toEqual({ kind: 'MED', paymentId: 'pay1', reason: 'Golpe' });
  });

  it('hands on cents, and a day to its end in São Paulo', () => {
    const { value: input } = CASE.read({
      ...TYPED,
      amount: '1.234,56',
      dueAt: '2026-11-30',
      providerReference: ' R-1 ',
    });

    expect(input).toMatchObject({ amount: 123_456, dueAt: '2026-12-01T02:59:59.000Z', providerReference: 'R-1' });
  });
});

describe('readPaymentCode', () => {
  it.each([
    ' rbiYE6xeMI8CXO0brTLRLw ',
    'https://loja.example/checkout/payment/rbiYE6xeMI8CXO0brTLRLw?lang=en',
    '/payment/rbiYE6xeMI8CXO0brTLRLw/',
  ])('finds it in %s', (text) => {
    expect(readPaymentCode(text)).toBe('rbiYE6xeMI8CXO0brTLRLw');
  });

  it('finds nothing in nothing', () => {
    expect([' ', '/', '?x'].map(readPaymentCode)).toEqual(['', '', '']);
  });
});
