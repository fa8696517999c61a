import { describe, expect, it } from 'vitest';
import { CURRENCIES, type Locale } from '../src/common.ts';
import { AUDIT_EVENTS } from '../src/procedures/audit.ts';
import { createCoupon } from '../src/procedures/coupons.ts';
import { setPersonTerms } from '../src/procedures/fees.ts';
import { createOffer } from '../src/procedures/offers.ts';
import { createProduct } from '../src/procedures/products.ts';
import { updateRules } from '../src/procedures/settings.ts';
import { AUDIT_FIELDS, AUDIT_TITLES, AUDIT_VALUES } from './audit-fields.ts';
import { type DescribedEvent, listLines, toSentence, toText } from './audit-lines.ts';
import { AUDIT_SENTENCES } from './audit-sentences.ts';

const ANA = { id: 'a', name: 'Ana Lima' };
const event = (type: DescribedEvent['type'], more: Partial<DescribedEvent> = {}): DescribedEvent => ({
  type,
  actor: { id: 'actor' },
  subject: null,
  details: {},
  ...more,
});
const inPortuguese = { locale: 'pt-BR', currency: 'BRL' } as const;
const inEnglish = { locale: 'en', currency: 'BRL' } as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('AUDIT_SENTENCES', () => {
  it.each(['pt-BR', 'en'] as const)('has one of its own for every type in %s', (locale: Locale) => {
    const sentences = AUDIT_SENTENCES[locale];

    expect(Object.keys(sentences).sort()).toEqual([...AUDIT_EVENTS].sort());
    expect(new Set(Object.values(sentences)).size).toBe(AUDIT_EVENTS.length);
  });

  it('names the same values in both languages', () => {
    const valuesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
    for (const type of AUDIT_EVENTS)
      expect([type, valuesOf(AUDIT_SENTENCES.en[type])]).toEqual([type, valuesOf(AUDIT_SENTENCES['pt-BR'][type])]);
  });
});

describe('toSentence', () => {
  it('names the thing and the money, in the currency of the event', () => {
    const refund = event('refund.authorised', { subject: ANA, details: { amount: 4000, currency: 'USD' } });

    expect(toSentence(refund, inPortuguese)).toBe('Reembolsou $40,00 de Ana Lima');
    expect(toSentence(refund, inEnglish)).toBe('Refunded $40.00 for Ana Lima');
  });

  it('takes the currency of the platform where the event names none', () => {
    const withdrawal = event('payout.approved', { subject: ANA, details: { amount: 123_456 } });

    expect(plain(toSentence(withdrawal, inPortuguese))).toBe('Aprovou um saque de R$ 1.234,56 de Ana Lima');
  });

  it('leaves out what the event does not have, and the person who acted on their own', () => {
    expect(toSentence(event('refund.authorised', { subject: ANA }), inEnglish)).toBe('Refunded Ana Lima');
    const own = event('payout.requested', { actor: { id: 'a' }, subject: ANA, details: { amount: 500 } });
    expect(plain(toSentence(own, inEnglish))).toBe('Requested a withdrawal of R$ 5.00');
    expect(toSentence(event('session.signedIn'), inEnglish)).toBe('Signed in');
  });

  it('names what a subscription moved to', () => {
    const change = event('subscription.planChanged', { subject: ANA, details: { title: 'Plano anual', amount: 9900 } });

    expect(toSentence(change, inPortuguese)).toBe('Mudou o plano da assinatura Ana Lima para Plano anual');
    expect(plain(toText(change, inEnglish))).toBe('Amount: R$ 99.00');
  });

  it.each(AUDIT_EVENTS)('fills every place in the sentence of %s, and leaves out what is optional', (type) => {
    const full = event(type, { subject: ANA, details: { amount: 500, title: 'Plano anual' } });

    for (const options of [inPortuguese, inEnglish]) {
      expect(toSentence(full, options)).not.toMatch(/[{}[\]]/);
      expect(toSentence(event(type, { subject: ANA }), options)).not.toMatch(/[{}[\]]/);
    }
  });

  it('shows the id of a thing without a name', () => {
    expect(toSentence(event('people.invited', { subject: { id: 'p1', name: '' } }), inEnglish)).toBe('Invited p1');
  });
});

describe('listLines', () => {
  it('compares nested values, with their units', () => {
    const before = {
      fees: { PIX: { basisPoints: 499, fixed: 100 } },
      billetExpiresInDays: 3,
      isRegistrationOpen: true,
    };
    const after = { fees: { PIX: { basisPoints: 99, fixed: 100 } }, billetExpiresInDays: 1, isRegistrationOpen: false };

    expect(listLines(event('platform.rulesChanged', { details: { before, after } }), inPortuguese)).toEqual([
      { title: 'Taxas, Pix, Percentual', before: '4,99%', after: '0,99%' },
      { title: 'Vencimento do boleto', before: '3 dias', after: '1 dia' },
      { title: 'Cadastro aberto', before: 'sim', after: 'não' },
    ]);
  });

  it('says of percentages by installments to how many each belongs', () => {
    const before = { fees: { CREDIT_CARD: { basisPoints: 499 } }, installmentFeeBasisPoints: [0, 0, 100] };
    const after = {
      fees: { CREDIT_CARD: { basisPoints: 499, installmentBasisPoints: [0, 50] } },
      installmentFeeBasisPoints: [0, 150, 100],
    };

    expect(listLines(event('platform.rulesChanged', { details: { before, after } }), inEnglish)).toEqual([
      { title: 'Fees, credit card, Further percentage by installment, 1x', before: '–', after: '0%' },
      { title: 'Fees, credit card, Further percentage by installment, 2x', before: '–', after: '0.5%' },
      { title: 'Further fee by installment, 2x', before: '0%', after: '1.5%' },
    ]);
  });

  it('shows only the difference of a list, in the words of the caller', () => {
    const details = { before: ['isSalesAvailable', 'x'], after: ['isSalesAvailable', 'isConfigAvailable'] };
    const wordFor = (value: string) => (value === 'isConfigAvailable' ? 'Settings' : undefined);

    expect(listLines(event('people.permissionsChanged', { details }), { ...inEnglish, wordFor })).toEqual([
      { title: '', gained: 'Settings', lost: 'x' },
    ]);
  });

  it('hides ids and what the sentence says already', () => {
    const details = { withdrawalId: 'w', amount: 500, currency: 'BRL', method: 'PIX', reason: 'Titular diferente.' };

    expect(listLines(event('payout.rejected', { subject: ANA, details }), inEnglish)).toEqual([
      { title: 'Method', value: 'Pix' },
      { title: 'Reason', value: 'Titular diferente.' },
    ]);
  });

  it('shows a created thing against nothing, and its prices in its own currency', () => {
    const details = { productId: 'p', after: { price: 5000, coin: 'EUR', saleStartsAt: '2026-12-01T03:00:00.000Z' } };

    expect(toText(event('offer.created', { details }), inEnglish)).toBe(
      'Price: – → €50.00 · Currency: – → EUR · Sales start: – → 12/1/26, 12:00 AM',
    );
  });

  it('reads a value that it does not know as it is', () => {
    expect(listLines(event('platform.changed', { details: { novelty: 'x' } }), inEnglish)).toEqual([
      { title: 'novelty', value: 'x' },
    ]);
  });
});

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] };

/** Returns the names of all values and of all objects on the way to them. */
function namesOf(schema: Schema): { leaves: string[]; titles: string[] } {
  const found = { leaves: [] as string[], titles: [] as string[] };
  const inner = (part: Schema): Schema[] => [
    part,
    ...[part.items, ...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap((next) => (next ? inner(next) : [])),
  ];
  const walk = (part: Schema): void => {
    for (const place of inner(part))
      for (const [name, value] of Object.entries(place.properties ?? {})) {
        const hasMore = inner(value).some(({ properties }) => properties);
        found[hasMore ? 'titles' : 'leaves'].push(name);
        walk(value);
      }
  };
  walk(schema);
  return found;
}

describe('AUDIT_FIELDS', () => {
  const inputs = { createCoupon, createOffer, createProduct, setPersonTerms, updateRules };

  it.each(Object.entries(inputs))('has words for every value that %s may change', (_name, { input }) => {
    const { leaves, titles } = namesOf(input as Schema);
    const isKnown = (name: string) =>
      [...Object.keys(AUDIT_FIELDS), ...Object.keys(AUDIT_VALUES), ...CURRENCIES].includes(name);

    expect(leaves.length).toBeGreaterThan(0);
    expect(leaves.filter((name) => !isKnown(name))).toEqual([]);
    expect(titles.filter((name) => !(name in AUDIT_TITLES) && !isKnown(name))).toEqual([]);
  });
});
