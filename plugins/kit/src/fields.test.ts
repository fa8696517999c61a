import { describe, expect, it } from 'vitest';
import { Fields } from './fields.ts';

const answer = new Fields({
  id: 'c1',
  empty: '',
  nothing: null,
  value: 10.1,
  text: '10.50',
  cents: 1050,
  paid: true,
  at: '2026-11-20 10:00:00',
  pix: { code: '000201' },
  errors: [{ message: 'O CPF 529.982.247-25 não pode.' }],
  faults: { email: ['is taken', 1], name: 'is short', age: null },
});

describe('a missing field', () => {
  it.each(['none', 'empty', 'nothing', 'pix.none', 'id.length', 'errors.1.message', 'constructor'])(
    'stays missing: %s',
    (path) => {
      const found = [
        answer.text(path),
        answer.label(path),
        answer.number(path),
        answer.cents(path),
        answer.reais(path),
        answer.flag(path),
        answer.date(path),
        answer.reason(path),
      ];

      expect(found).toEqual(Array(8).fill(undefined));
      expect([answer.list(path), answer.texts(path), answer.faults(path), answer.has(path)]).toEqual([
        [],
        [],
        [],
        false,
      ]);
      expect(answer.fields(path).text('id')).toBeUndefined();
    },
  );

  it('is an error where the result cannot do without it', () => {
    expect(() => answer.requireText('empty')).toThrow('The field empty is an empty text.');
    expect(() => new Fields({ id: null }).requireText('id')).toThrow('The field id is null.');
    expect(() => answer.requireList('none')).toThrow('The field none is missing.');
    expect(() => answer.requireText('none')).toThrow(expect.objectContaining({ outcome: 'UNKNOWN' }));
  });

  it('is not one that holds nought or false', () => {
    const nought = new Fields({ paid: 0, isPaid: false });

    expect([nought.cents('paid'), nought.number('paid'), nought.flag('isPaid'), nought.has('paid')]).toEqual([
      0,
      0,
      false,
      true,
    ]);
  });

  it.each(['', ' ', '0x10', '1e3', '10,50', 'dez', Number.POSITIVE_INFINITY, Number.NaN])(
    '%j is no number',
    (value) => {
      const read = () => new Fields({ value }).number('value');

      if (value === '') expect(read()).toBeUndefined();
      else expect(read).toThrow('The field value is not a number.');
    },
  );
});

describe('a field of the right type', () => {
  it('is read at any depth', () => {
    expect(answer.requireText('id')).toBe('c1');
    expect(answer.text('pix.code')).toBe('000201');
    expect(answer.fields('pix').text('code')).toBe('000201');
    expect(answer.list('errors')).toHaveLength(1);
    expect(answer.flag('paid')).toBe(true);
  });

  it('becomes cents in the unit that the reader names', () => {
    expect([answer.cents('cents'), answer.reais('value'), answer.reais('text')]).toEqual([1_050, 1_010, 1_050]);
  });

  it('becomes a time in UTC', () => {
    expect(answer.date('at')).toBe('2026-11-20T13:00:00.000Z');
  });

  it('becomes a reason without the documents it quotes, 500 characters long at most', () => {
    expect(answer.reason('errors.0.message')).toBe('O CPF *** não pode.');
    expect(new Fields({ why: 'x'.repeat(600) }).reason('why')).toHaveLength(500);
  });

  it('lists the faults of each field', () => {
    expect(answer.faults('faults')).toEqual([
      ['email', 'is taken'],
      ['name', 'is short'],
    ]);
    expect(answer.texts('faults.name')).toEqual(['is short']);
  });
});

describe('a field of another type', () => {
  it.each([
    ['text', () => answer.text('value')],
    ['number', () => answer.number('id')],
    ['cents with decimals', () => answer.cents('value')],
    ['reais beyond any price', () => new Fields({ value: 1e300 }).reais('value')],
    ['flag', () => answer.flag('id')],
    ['fields', () => answer.fields('id')],
    ['list', () => answer.list('pix')],
    ['texts', () => answer.texts('faults.email')],
  ])('is an invalid answer: %s', (_reader, read) => {
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' }));
  });

  it('is no time and no reason: neither is worth the rest of the answer', () => {
    expect([answer.date('value'), answer.date('id'), answer.reason('value')]).toEqual(Array(3).fill(undefined));
  });
});

it.each([undefined, null, 'text', 7])('%j has no fields', (value) => {
  expect(new Fields(value).text('id')).toBeUndefined();
});

describe('label', () => {
  it('reads a text for display, and leaves out what is none instead of losing the answer', () => {
    expect(answer.label('id')).toBe('c1');
    expect(['value', 'paid', 'pix', 'errors'].map((path) => answer.label(path))).toEqual(Array(4).fill(undefined));
  });
});
