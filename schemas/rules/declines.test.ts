import { describe, expect, it } from 'vitest';
import { LOCALES } from '../src/common.ts';
import { DECLINE_ADVICES, DECLINE_REASONS, type DeclineReason } from '../src/declines.ts';
import { adviceOf, declineStepLabel, declineWords, isIrreversible, listDeclineSteps, readDecline } from './declines.ts';

const ALL = { pix: true, installments: true };
const stepsOf = (reason: DeclineReason) => listDeclineSteps(adviceOf(reason), ALL);
const ABECS = { standard: 'ABECS' } as const;

/** Marked IRREVERSÍVEL for every brand that has the code, in the table that Cielo publishes. */
const IRREVERSIBLE = [
  '13',
  '14',
  '15',
  '23',
  '39',
  '41',
  '43',
  '46',
  '52',
  '53',
  '54',
  '56',
  '57',
  '82',
  '88',
  'AB',
  'AC',
];
/** The buyer may send other data of the same card after these: the table says "verifique os dados do cartão". */
const CORRECTABLE = ['14', '15', '56'];

describe('what a refused card means', () => {
  it.each(LOCALES)('is said in %s for every reason, with a step that leads on', (locale) => {
    for (const reason of DECLINE_REASONS) {
      const { title, text } = declineWords(adviceOf(reason), locale);
      expect([title, text]).not.toContain('');
      expect(stepsOf(reason).length).toBeGreaterThan(0);
      for (const step of stepsOf(reason)) expect(declineStepLabel(step, locale, 'R$ 1,00')).not.toMatch(/^$|\{\{/);
    }
  });

  it.each(LOCALES)('never names loss, theft or fraud in %s', (locale) => {
    for (const advice of DECLINE_ADVICES) {
      const { title, text } = declineWords(advice, locale);
      expect(`${title} ${text}`).not.toMatch(/perd|roub|furt|fraud|suspeit|lost|stol|theft|suspect/i);
      // Whether money moved is another question, which only the payment answers.
      expect(`${title} ${text}`).not.toMatch(/cobrad|charged/i);
    }
  });

  it('tells a thief nothing: a stolen card reads like one that is not allowed', () => {
    const advices = (['lost_or_stolen', 'suspected_fraud', 'card_not_allowed'] as const).map(adviceOf);
    expect(new Set(advices).size).toBe(1);
    expect(stepsOf('lost_or_stolen')).not.toContain('SAME_CARD');
  });

  it('is final for each code of ABECS that is irreversible, but for what other data, amounts or installments mend', () => {
    const mendable = [...CORRECTABLE, '13', '23', '54'];
    for (const code of IRREVERSIBLE)
      expect([code, isIrreversible(readDecline(ABECS, code))]).toEqual([code, !mendable.includes(code)]);
    for (const code of ['51', '91', '05', '78', '59'])
      expect([code, isIrreversible(readDecline(ABECS, code))]).toEqual([code, false]);
  });

  it('offers what the order has', () => {
    expect(listDeclineSteps('FUNDS', { pix: false, installments: false })).toEqual(['OTHER_CARD']);
    expect(listDeclineSteps('FUNDS', ALL)[0]).toBe('PIX');
  });
});

describe('readDecline', () => {
  it('never lets a card be tried again as it is where the card networks forbid it', () => {
    for (const code of IRREVERSIBLE) {
      const reason = readDecline(ABECS, code);
      expect(reason, code).not.toBe('unknown');
      expect(stepsOf(reason).includes('SAME_CARD'), code).toBe(CORRECTABLE.includes(code));
    }
  });

  it.each([
    ['51', 'insufficient_funds'],
    ['051', 'insufficient_funds'],
    ['5', 'issuer_declined'],
    ['ab', 'card_not_supported'],
    ['1016', 'unknown'],
    ['', 'unknown'],
    ['__proto__', 'unknown'],
    ['constructor', 'unknown'],
    [undefined, 'unknown'],
  ] as const)('reads the code %j of ABECS as %s', (code, reason) => {
    expect(readDecline(ABECS, code)).toBe(reason);
  });

  it("prefers a provider's own code, in any letter case, and knows nothing without a table", () => {
    const own = { ...ABECS, codes: { Antifraud: 'suspected_fraud', '51': 'limit_exceeded' } } as const;
    expect([readDecline(own, 'ANTIFRAUD'), readDecline(own, '51'), readDecline(own, '54')]).toEqual([
      'suspected_fraud',
      'limit_exceeded',
      'card_expired',
    ]);
    expect(readDecline(undefined, '51')).toBe('unknown');
    expect(readDecline({ codes: {} }, '51')).toBe('unknown');
  });
});
