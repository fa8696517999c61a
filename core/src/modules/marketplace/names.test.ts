import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isImitation, isWithinOneEdit, toSkeleton } from './names.ts';

/** Letters without look-alikes. */
const LETTERS = [...'abcdeghjkopqstuyz'];
const idArbitrary = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 6, maxLength: 20 })
  .map((letters) => letters.filter((letter, index) => letter !== letters[index - 1]).join(''))
  .filter((id) => id.length >= 6);

/** The changes that an imitator makes to a name. */
const tricks: Record<string, (id: string, at: number) => string> = {
  'a separator more': (id, at) => `${id.slice(0, at)}-${id.slice(at)}`,
  'a doubled letter': (id, at) => `${id.slice(0, at)}${id[at]}${id.slice(at)}`,
  'a letter less': (id, at) => `${id.slice(0, at)}${id.slice(at + 1)}`,
  'a letter more': (id, at) => `${id.slice(0, at)}w${id.slice(at)}`,
  'another letter': (id, at) => `${id.slice(0, at)}w${id.slice(at + 1)}`,
  'two letters swapped': (id, at) => `${id.slice(0, at)}${id[at + 1]}${id[at]}${id.slice(at + 2)}`,
  capitals: (id) => id.toUpperCase(),
  'a zero for an o': (id) => id.replaceAll('o', '0'),
  'Cyrillic letters': (id) => id.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о').replaceAll('p', 'р'),
  accents: (id) => id.replaceAll('a', 'á').replaceAll('o', 'õ'),
  'wide letters': (id) => [...id].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
};

describe('isImitation', () => {
  for (const [trick, apply] of Object.entries(tricks)) {
    it(`sees through ${trick}`, () => {
      fc.assert(
        fc.property(idArbitrary, fc.nat(), (id, number) => {
          const forged = apply(id, number % (id.length - 1));
          expect([isImitation(forged, id), isImitation(id, forged)]).toEqual([true, true]);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('answers the same both ways, and always for a name itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(isImitation(one, other)).toBe(isImitation(other, one));
        expect(isImitation(one, one)).toBe(toSkeleton(one) !== '');
      }),
      { numRuns: 1_000 },
    );
  });

  it('knows the usual ones', () => {
    const forged = ['pagar-me', 'Pagar.me', 'pagarrne', 'pagarne', 'pagame', 'paqarme', 'ρagarme', 'pagarmé'];

    expect(forged.filter((name) => !isImitation(name, 'pagarme'))).toEqual([]);
    expect(isImitation('asaa5', 'asaas')).toBe(true);
    expect(isImitation('sandb0x', 'sandbox')).toBe(true);
    expect(isImitation('vvoovi', 'woovi')).toBe(true);
    expect(isImitation('c1elo', 'cielo')).toBe(true);
    expect(isImitation('rnoeda-rnais', 'moeda-mais')).toBe(true);
  });

  it('leaves different names alone, and short ones that differ', () => {
    for (const [one, other] of [
      ['stripe', 'sandbox'],
      ['pagarme', 'pagseguro'],
      ['mercadopago', 'mercadolivre'],
      ['stone', 'stripe'],
      ['efi', 'eft'],
      ['moeda', 'asaas'],
    ] as const) {
      expect(isImitation(one, other)).toBe(false);
    }
  });
});

describe('isWithinOneEdit', () => {
  it('counts no second edit', () => {
    expect(isWithinOneEdit('abcdef', 'abxdyf')).toBe(false);
    expect(isWithinOneEdit('abcdef', 'abcdefgh')).toBe(false);
    expect(isWithinOneEdit('abcd', 'badc')).toBe(false);
    expect(isWithinOneEdit('', 'a')).toBe(true);
  });
});
