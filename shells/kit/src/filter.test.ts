import { describe, expect, it } from 'vitest';
import { absent, days, defineFilter, flag, id, oneOf, scope, someOf, text, words } from './filter.ts';
import { testFilter } from './test-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';
const SALES = {
  period: days(),
  status: oneOf('status', ['ALL', 'PAID', 'LOST'], 'ALL'),
  method: oneOf('method', ['PIX', 'CARD']),
  kinds: someOf('kind', ['ONE', 'TWO', 'THREE']),
  productId: id('product'),
  subjectId: text('subject', 5),
  isFailed: flag('failed'),
  search: words(),
  platformId: scope(id('platform')),
};
const filter = defineFilter(SALES, 25);

testFilter(filter, {
  address: `period=7&status=PAID&method=PIX&kind=TWO,ONE&product=${ID}&subject=loja.example&failed=1&search=+ana+`,
  scope: `platform=${ID}`,
  input: {
    from: '2026-11-14',
    to: '2026-11-20',
    status: 'PAID',
    method: 'PIX',
    kinds: ['ONE', 'TWO'],
    productId: ID,
    subjectId: 'loja.',
    isFailed: true,
    search: 'ana',
    platformId: ID,
  },
  nonsense: 'period=9&status=ALL&method=CASH&kind=FOUR,&product=1&subject=&failed=yes&search=+&platform=x',
  limit: 25,
});

describe('words', () => {
  it('cuts a search to what the server takes', () => {
    expect(filter.read(new URLSearchParams(`search=${'a'.repeat(101)}`)).search).toHaveLength(100);
  });
});

describe('days', () => {
  const month = defineFilter({ period: days({ kind: 'days', days: 30 }) });
  const read = (address: string) => month.read(new URLSearchParams(address));

  it('asks for the usual days, which do not count as a filter', () => {
    expect(month.isNarrowed(read(''))).toBe(false);
    expect(month.isNarrowed(read('period=30'))).toBe(false);
    expect(month.toInput(read(''), '2026-11-30')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  it('takes other days for a filter, and never asks for all of them', () => {
    expect(month.isNarrowed(read('period=7'))).toBe(true);
    expect(read('period=all')).toEqual(read(''));
  });
});

describe('absent', () => {
  it('never reads what a list does not offer, and clears it', () => {
    const own = defineFilter({ ...SALES, productId: absent(SALES.productId) });
    const read = own.read(new URLSearchParams(`product=${ID}`));

    expect(own.toInput(read)).toEqual({});
    expect(own.isNarrowed(read)).toBe(false);
    expect(own.cleared).toHaveProperty('product', null);
  });
});
