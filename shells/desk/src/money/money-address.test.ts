import { describe, expect, it } from 'vitest';
import {
  isStatementFiltered,
  NO_FILTER,
  PAGE_SIZE,
  readShown,
  toAnticipationsInput,
  toHoldsInput,
  toStatementInput,
  toWithdrawalsInput,
} from './money-address.ts';

const read = (search: string) => readShown(new URLSearchParams(search));

describe('readShown', () => {
  it.each(['', 'tab=gold&currency=GBP&kind=THEFT&reason=WHIM&state=GONE&period=9'])(
    'shows the whole statement where the address says "%s"',
    (search) => {
      expect(read(search).tab).toBe('statement');
      expect(toStatementInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(toHoldsInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(toWithdrawalsInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(toAnticipationsInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isStatementFiltered(read(search))).toBe(false);
    },
  );

  it('shows what the address says, page by page', () => {
    const shown = read('tab=releases&currency=USD&kind=SALE&reason=RESERVE&state=PAID&period=7');

    expect(shown.tab).toBe('releases');
    expect(toStatementInput(shown, 'cursor', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      currency: 'USD',
      kind: 'SALE',
      after: 'cursor',
      from: '2026-11-14',
      to: '2026-11-20',
    });
    expect(toHoldsInput(shown, 'cursor')).toEqual({
      limit: PAGE_SIZE,
      currency: 'USD',
      reason: 'RESERVE',
      after: 'cursor',
    });
    const page = { limit: PAGE_SIZE, currency: 'USD', after: 'cursor' };
    expect(toWithdrawalsInput(shown, 'cursor')).toEqual({ ...page, state: 'PAID' });
    expect(toAnticipationsInput(shown, 'cursor')).toEqual(page);
    expect(isStatementFiltered(shown)).toBe(true);
    expect(isStatementFiltered(read('reason=RESERVE&currency=USD'))).toBe(false);
  });
});

describe('NO_FILTER', () => {
  it('takes away every filter and leaves where one is', () => {
    const search = new URLSearchParams(
      'tab=releases&currency=USD&kind=SALE&reason=RESERVE&state=PAID&period=7&after=x',
    );
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect(search.toString()).toBe('tab=releases&currency=USD');
  });
});
