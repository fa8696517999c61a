import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  NO_FILTER,
  PAGE_SIZE,
  readFilter,
  toFiguresInput,
  toListInput,
  toSubscriptionsInput,
} from './subscriptions-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';
const EVERY = `status=PAST_DUE&method=PIX_AUTOMATICO&search=%20ana%20&period=7&offer=${ID}&seller=${ID}`;
const read = (search: string, hasSellers = true) => readFilter(new URLSearchParams(search), hasSellers);

describe('readFilter', () => {
  it('asks for everything where the address says nothing, or nonsense', () => {
    for (const search of ['', 'status=PAID&method=CASH&period=9&offer=1&seller=x&search=%20&tab=other']) {
      expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
      expect(read(search).tab).toBe('list');
    }
  });

  it('asks for what the address says', () => {
    expect(toListInput(read(EVERY), 'cursor', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      status: 'PAST_DUE',
      method: 'PIX_AUTOMATICO',
      offerId: ID,
      sellerId: ID,
      search: 'ana',
      after: 'cursor',
      from: '2026-11-14',
      to: '2026-11-20',
    });
  });

  it('never asks for another seller where a list has only one', () => {
    expect(toSubscriptionsInput(read(`seller=${ID}`, false))).toEqual({});
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that narrows', () => {
    const search = new URLSearchParams(`${EVERY}&from=2026-11-01&to=2026-11-02&after=x`);
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});

describe('toFiguresInput', () => {
  it('covers the last year where no days are chosen, which is no longer than a report may be', () => {
    expect(toFiguresInput(read(''), null, '2026-11-20')).toEqual({ from: '2025-11-21', to: '2026-11-20' });
  });

  it('keeps offer and seller, and leaves out what figures do not know', () => {
    expect(toFiguresInput(read(EVERY), 'USD', '2026-11-20')).toEqual({
      from: '2026-11-14',
      to: '2026-11-20',
      currency: 'USD',
      offerId: ID,
      sellerId: ID,
    });
  });
});
