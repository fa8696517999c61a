import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  NO_FILTER,
  PAGE_SIZE,
  readShown,
  toDisputesInput,
  toRefundsInput,
  toRequestsInput,
} from './refunds-address.ts';

const read = (search: string) => readShown(new URLSearchParams(search));
const page = { limit: PAGE_SIZE };
const week = { from: '2026-11-14', to: '2026-11-20' };
const TODAY = '2026-11-20';

describe('readShown', () => {
  it.each(['', 'tab=gifts&state=LOST&kind=THEFT&period=9&payment=../x&dispute=1'])(
    'shows every refund where the address says "%s"',
    (search) => {
      expect(read(search)).toMatchObject({ tab: 'refunds', paymentId: null, disputeId: null });
      expect(toRefundsInput(read(search), null)).toEqual(page);
      expect(isFiltered(read(search))).toBe(false);
    },
  );

  it('knows the states of what is listed, and no others', () => {
    expect(read('tab=refunds&state=DONE').state).toBe('DONE');
    expect(read('tab=requests&state=DONE').state).toBeNull();
    expect(read('tab=requests&state=DECLINED').state).toBe('DECLINED');
    expect(read('tab=disputes&state=WON').state).toBe('WON');
  });

  it('asks for what the address says', () => {
    expect(toRefundsInput(read('state=DONE&search=%20ana%20&period=7'), 'cursor', TODAY)).toEqual({
      ...page,
      ...week,
      state: 'DONE',
      search: 'ana',
      after: 'cursor',
    });
    expect(toRequestsInput(read('tab=requests&state=WAITING&period=7'), 'cursor')).toEqual({
      ...page,
      state: 'WAITING',
      after: 'cursor',
    });
    expect(toDisputesInput(read('tab=disputes&kind=MED&period=7'), null, TODAY)).toEqual({
      ...page,
      ...week,
      kind: 'MED',
    });
  });

  it('names the sale and the dispute that are open', () => {
    const dispute = '01940000-0000-7000-8000-000000000001';

    expect(read(`payment=A-bc_123&dispute=${dispute}`)).toMatchObject({ paymentId: 'A-bc_123', disputeId: dispute });
  });
});

describe('NO_FILTER', () => {
  it('takes away every filter and leaves where one is', () => {
    const search = new URLSearchParams(
      'tab=disputes&state=WON&kind=MED&search=a&from=2026-11-01&to=2026-11-02&after=x',
    );
    expect(isFiltered(readShown(search))).toBe(true);
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect(search.toString()).toBe('tab=disputes');
  });
});
