import type { addPixKey } from '@feira/schemas/procedures/payouts';
import { describe, expect, it } from 'vitest';
import {
  amount,
  check,
  choice,
  count,
  type FieldsOf,
  field,
  findChanges,
  group,
  list,
  optional,
  percent,
  problem,
  required,
  several,
  text,
} from './fields.ts';

const FEES = group({ basisPoints: percent('percentWrong'), fixed: amount('amountWrong') });
const PLATFORM = group({
  name: text({ problem: 'nameShort', minLength: 2 }),
  note: optional(text()),
  methods: several(['PIX', 'BILLET'], 'methodLacks'),
  isOpen: check(),
  fees: group({ PIX: FEES, CREDIT_CARD: FEES, BILLET: FEES }),
  steps: list(percent('percentWrong')),
});
const FEE = { basisPoints: 99, fixed: 123_456 };
const STORED = {
  name: 'Feira',
  methods: ['BILLET' as const, 'PIX' as const],
  isOpen: true,
  fees: { PIX: FEE, CREDIT_CARD: FEE, BILLET: FEE },
  steps: [0, 250],
};

describe('group', () => {
  it('is read back as it is shown, in both languages', () => {
    for (const locale of ['pt-BR', 'en'] as const)
      expect(PLATFORM.read(PLATFORM.show(STORED, locale))).toEqual({
        value: { ...STORED, methods: ['PIX', 'BILLET'] },
        problems: {},
      });
  });

  it('shows amounts and shares as the language writes them, and nothing where nothing is stored', () => {
    expect(PLATFORM.show(STORED, 'pt-BR')).toMatchObject({
      note: '',
      fees: { PIX: { basisPoints: '0,99', fixed: '1.234,56' } },
      steps: ['0', '2,50'],
    });
    expect(PLATFORM.show(undefined, 'en')).toMatchObject({
      name: '',
      methods: [],
      isOpen: false,
      fees: { PIX: { basisPoints: '', fixed: '' } },
      steps: [],
    });
  });

  it('names every field that cannot be sent, as the server names it', () => {
    const shown = PLATFORM.show(STORED, 'pt-BR');
    const { problems } = PLATFORM.read({
      ...shown,
      name: ' F ',
      methods: [],
      fees: { ...shown.fees, BILLET: { basisPoints: '101', fixed: 'x' } },
      steps: ['0', '?'],
    });

    expect(problems).toEqual({
      name: 'nameShort',
      methods: 'methodLacks',
      'fees.BILLET.basisPoints': 'percentWrong',
      'fees.BILLET.fixed': 'amountWrong',
      'steps.1': 'percentWrong',
    });
  });

  it('hands what is stored to each field', () => {
    const kept = field({
      show: (stored: string | null | undefined) => stored ?? '',
      read: (shown: string, stored) => (shown === '' && stored ? problem('kept') : shown),
    });
    const fields = group({ inner: group({ kept }) });

    expect(fields.read({ inner: { kept: '' } }, { inner: { kept: 'x' } }).problems).toEqual({ 'inner.kept': 'kept' });
    expect(fields.read({ inner: { kept: '' } }).problems).toEqual({});
  });

  it('has a field for all that the call takes', () => {
    const pixKey = text({ problem: 'missing' });
    const pixType = optional(text());
    // @ts-expect-error: the key itself is forgotten.
    const forgotten = { pixType } satisfies FieldsOf<typeof addPixKey>;
    // @ts-expect-error: the call takes nothing of this name.
    const unknown = { pixKey, pixTyp: pixType } satisfies FieldsOf<typeof addPixKey>;
    // @ts-expect-error: the call takes a text.
    const wrong = { pixKey: count('missing', 1, 9), pixType: choice('CPF') } satisfies FieldsOf<typeof addPixKey>;
    expect([forgotten, unknown, wrong]).toHaveLength(3);
  });
});

describe('single fields', () => {
  it('leave out what is optional and empty', () => {
    expect(optional(amount('wrong')).read(' ')).toEqual({ value: undefined, problems: {} });
    expect(optional(amount('wrong')).read('x').problems).toEqual({ '': 'wrong' });
  });

  it('ask for a choice that nobody has made', () => {
    const outcome = required<'WON' | 'LOST', 'missing'>('missing');
    expect(outcome.read(outcome.show(undefined, 'en')).problems).toEqual({ '': 'missing' });
    expect(outcome.read('WON').value).toBe('WON');
  });

  it('show what is stored with its mask', () => {
    const code = text({ mask: (typed) => typed.toUpperCase(), clean: (typed) => typed.toLowerCase() });
    expect(code.show('abc', 'en')).toBe('ABC');
    expect(code.read('ABC').value).toBe('abc');
  });
});

describe('findChanges', () => {
  it('hands on the parts that differ, each as a whole', () => {
    const fees = { ...STORED.fees, PIX: { basisPoints: 0, fixed: 0 } };
    expect(findChanges({ ...STORED, fees }, STORED)).toEqual({ fees });
    expect(findChanges(STORED, STORED)).toEqual({});
  });
});
