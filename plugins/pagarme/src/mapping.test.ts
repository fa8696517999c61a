import { Fields } from '@feira/plugin-kit';
import { sampleTransaction } from '@feira/plugin-kit/testing';
import type { Split } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { pickCharge, toAddress, toOrder, toSplit, toStatusWord } from './mapping.ts';

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

  it.each([
    ['the largest share', undefined, ['re_b']],
    ['the platform when it has one', 're_a', ['re_a']],
  ])('lets %s answer for a split that nobody answers for and that leaves no rest', (_who, platform, liable) => {
    for (const type of ['PERCENTAGE', 'FIXED'] as const) {
      const whole = [share('re_a', type, 4_000), share('re_b', type, 6_000)];

      const rules = toSplit(sampleTransaction('PIX', { amount: 10_000, splits: whole }), platform);

      for (const option of ['liable', 'charge_processing_fee', 'charge_remainder_fee'] as const) {
        expect(rules?.filter(({ options }) => options[option]).map((rule) => rule.recipient_id)).toEqual(liable);
      }
    }
  });

  it('refuses shares above the amount, and a rest that nobody takes', () => {
    expect(() => splitOf(1_000, [share('re_a', 'FIXED', 1_001)], 're_p')).toThrow('more than the amount');
    expect(() => splitOf(1_000, [share('re_a', 'FIXED', 999)])).toThrow('defaultRecipientId is required');
    expect(() => splitOf(1_000, [share('re_a', 'PERCENTAGE', 10_001)], 're_p')).toThrow('more than the amount');
  });
});

describe('toAddress', () => {
  const address = {
    street: 'Rua A, lote 2',
    number: '100, fundos',
    district: 'Centro, Norte',
    city: 'Recife',
    state: 'PE',
    zipCode: '50030150',
  };

  // The first line is number, street and district, and Pagar.me divides it at its commas.
  it('writes a first line of three parts, whatever commas are in them', () => {
    expect(toAddress(address).line_1).toBe('100 fundos, Rua A lote 2, Centro Norte');
  });

  it('keeps within the letters that the line may have', () => {
    const long = { ...address, street: 'a'.repeat(120), district: 'b'.repeat(120), number: 'c'.repeat(20) };

    expect(toAddress(long).line_1).toHaveLength(256);
  });
});

describe('toOrder', () => {
  it('tells one item when the items do not add up to the amount', () => {
    const { items } = toOrder(sampleTransaction('PIX', { amount: 13_000 }));

    expect(items).toEqual([{ code: 'order-0001', description: 'Curso de violão', amount: 13_000, quantity: 1 }]);
  });

  it('leaves out gifts, which are no item to Pagar.me', () => {
    const [item] = sampleTransaction('PIX').items;
    const gift = { ...item!, id: 'gift-1', unitPrice: 0 };

    const { items } = toOrder(sampleTransaction('PIX', { items: [item!, gift] }));

    expect(items.map(({ code }) => code)).toEqual(['offer-1']);
  });

  it.each([
    ['2034-02-01T02:30:00.000Z', '2034-01-31T23:30:00-03:00'],
    ['2034-02-01T03:00:00.000Z', '2034-02-01T00:00:00-03:00'],
  ])('dates a boleto that ends at %s in São Paulo', (expiresAt, dueAt) => {
    const [payment] = toOrder(sampleTransaction('BILLET', { expiresAt })).payments;

    expect(payment).toMatchObject({ boleto: { due_at: dueAt } });
  });

  it.each([
    [[{ provider: 'other', value: 'print-1' }], undefined],
    [
      [
        { provider: 'other', value: 'print-1' },
        { provider: '', value: 'print-2' },
      ],
      'print-2',
    ],
    [
      [
        { provider: '', value: 'print-2' },
        { provider: 'PagarMe', value: 'print-3' },
      ],
      'print-3',
    ],
  ])('takes no fingerprint of another provider: %j', (fingerPrints, sessionId) => {
    expect(toOrder(sampleTransaction('CREDIT_CARD', { fingerPrints })).session_id).toBe(sessionId);
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
  const charge = (changes: object) => new Fields({ id: 'ch_1', status: 'canceled', ...changes });

  it.each<[string, Fields, string]>([
    ['paid and given back', charge({ paid_amount: 100, canceled_amount: 100 }), 'canceled_with_refund'],
    [
      'given back, without a paid amount',
      charge({ canceled_amount: 100, paid_at: '2026-11-20T13:00:00Z' }),
      'canceled_with_refund',
    ],
    ['cancelled unpaid', charge({ canceled_amount: 100, last_transaction: { status: 'waiting_payment' } }), 'canceled'],
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

describe('pickCharge', () => {
  it.each([
    ['paid before refunded', ['failed', 'refunded', 'paid'], 2],
    ['refunded before failed', ['failed', 'refunded'], 1],
    ['refunded before waiting', ['pending', 'refunded'], 1],
    ['waiting before failed', ['failed', 'pending'], 1],
    ['failed when nothing else is there', ['failed', 'canceled'], 0],
  ])('%s', (_what, words, index) => {
    const charges = words.map((word, place) => {
      const paid = word === 'paid' || word === 'refunded' ? 100 : 0;
      return { id: `ch_${place}`, status: word === 'refunded' ? 'canceled' : word, paid_amount: paid };
    });

    expect(pickCharge(new Fields({ charges }))?.text('id')).toBe(`ch_${index}`);
  });
});
