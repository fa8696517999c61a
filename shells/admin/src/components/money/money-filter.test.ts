import { describe, expect, it } from 'vitest';
import { isMoneyFiltered, readMoneyFilter, toMoneyInput } from './money-filter.ts';

const read = (address: string) => readMoneyFilter(new URLSearchParams(address), ['WAITING', 'PAID']);

describe('readMoneyFilter', () => {
  it('passes over what nobody could have meant', () => {
    expect(read('state=paid&period=8&from=2026-02-30&to=2026-03-01&currency=ABC')).toEqual({
      search: '',
      period: { kind: 'all' },
      state: null,
      currency: null,
    });
  });
});

describe('toMoneyInput', () => {
  it('asks for everything with nothing but a size', () => {
    const filter = read('search=+');

    expect(toMoneyInput(filter, null)).toEqual({ limit: 20 });
    expect(isMoneyFiltered(filter)).toBe(false);
  });

  it('hands on what the address says', () => {
    const filter = read('search=+ana&state=PAID&currency=EUR&from=2026-11-01&to=2026-11-20');

    expect(toMoneyInput(filter, 'x')).toEqual({
      limit: 20,
      after: 'x',
      search: 'ana',
      from: '2026-11-01',
      to: '2026-11-20',
      state: 'PAID',
      currency: 'EUR',
    });
    expect(isMoneyFiltered(filter)).toBe(true);
  });
});
