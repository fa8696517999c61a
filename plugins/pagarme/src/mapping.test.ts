import { sampleTransaction } from '@feira/plugin-kit/testing';
import type { Split } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import type { WireCharge } from './client.ts';
import { fromDate, toOrder, toSplit, toStatusWord } from './mapping.ts';

const share = (recipientId: string, type: Split['type'], amount: number, isLiable = false): Split => ({
  recipientId,
  type,
  amount,
  chargeProcessingFee: isLiable,
  chargeRemainder: isLiable,
  liable: isLiable,
});
const splitOf = (amount: number, splits: Split[], platform?: string) =>
  toSplit(sampleTransaction('PIX', { amount, splits }), platform)?.map((rule) => [
    rule.recipient_id,
    rule.type,
    rule.amount,
    rule.options.liable,
  ]);

describe('toSplit', () => {
  it('sends whole percents as they are and gives the platform the rest', () => {
    expect(splitOf(1_000, [share('re_a', 'PERCENTAGE', 2_500)], 're_p')).toEqual([
      ['re_a', 'percentage', 25, false],
      ['re_p', 'percentage', 75, true],
    ]);
  });

  it('turns broken percents into cents that add up', () => {
    const rules = splitOf(1_001, [share('re_a', 'PERCENTAGE', 3_333), share('re_b', 'PERCENTAGE', 3_333)], 're_p');

    expect(rules).toEqual([
      ['re_a', 'flat', 334, false],
      ['re_b', 'flat', 333, false],
      ['re_p', 'flat', 334, true],
    ]);
  });

  it('adds no rule when fixed shares take all, and keeps who is liable', () => {
    const rules = splitOf(1_000, [share('re_a', 'FIXED', 400), share('re_b', 'FIXED', 600, true)]);

    expect(rules).toEqual([
      ['re_a', 'flat', 400, false],
      ['re_b', 'flat', 600, true],
    ]);
  });

  it('refuses shares above the amount, and a rest that nobody takes', () => {
    expect(() => splitOf(1_000, [share('re_a', 'FIXED', 1_001)], 're_p')).toThrow('more than the amount');
    expect(() => splitOf(1_000, [share('re_a', 'FIXED', 999)])).toThrow('defaultRecipientId is required');
    expect(() => splitOf(1_000, [share('re_a', 'PERCENTAGE', 10_001)], 're_p')).toThrow('more than the amount');
  });
});

describe('toOrder', () => {
  it('tells one item when the items do not add up to the amount', () => {
    const { items } = toOrder(sampleTransaction('PIX', { amount: 13_000 }));

    expect(items).toEqual([{ code: 'order-0001', description: 'Curso de violão', amount: 13_000, quantity: 1 }]);
  });

  it('sends a CNPJ with letters as a company', () => {
    const customer = { name: 'Feira LTDA', email: 'a@example.com', document: '12ABC34501DE35', phone: '1133334444' };

    expect(toOrder(sampleTransaction('PIX', { customer }))).toMatchObject({
      customer: {
        document: '12ABC34501DE35',
        document_type: 'CNPJ',
        type: 'company',
        phones: { mobile_phone: { country_code: '55', area_code: '11', number: '33334444' } },
      },
    });
  });
});

describe('toStatusWord', () => {
  const charge = (fields: Partial<WireCharge>): WireCharge => ({ id: 'ch_1', status: 'canceled', ...fields });

  it.each<[string, WireCharge, string]>([
    ['paid and given back', charge({ paid_amount: 100, canceled_amount: 100 }), 'canceled_with_refund'],
    ['given back, without a paid amount', charge({ canceled_amount: 100 }), 'canceled_with_refund'],
    ['being given back', charge({ last_transaction: { status: 'pending_refund' } }), 'canceled_with_refund'],
    ['voided before capture', charge({ canceled_amount: 100, last_transaction: { status: 'voided' } }), 'canceled'],
    [
      'voided after capture',
      charge({ paid_amount: 9, last_transaction: { status: 'voided' } }),
      'canceled_with_refund',
    ],
    ['never paid', charge({ paid_amount: 0, canceled_amount: 0 }), 'canceled'],
    ['partly given back', charge({ status: 'paid', paid_amount: 100, canceled_amount: 40 }), 'paid'],
  ])('%s', (_case, given, word) => {
    expect(toStatusWord(given)).toBe(word);
  });
});

describe('fromDate', () => {
  it('keeps UTC and reads a time without zone as São Paulo', () => {
    expect(fromDate('2026-11-20T13:00:00Z')).toBe('2026-11-20T13:00:00Z');
    expect(fromDate('2026-11-20T23:59:59.123')).toBe('2026-11-21T02:59:59.000Z');
    expect(fromDate(null)).toBeUndefined();
  });
});
