import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readShown, toDecisionsInput } from './acquirings-address.ts';

const read = (search: string) => readShown(new URLSearchParams(search));
const ID = '01930000-0000-7000-8000-000000000001';

describe('readShown', () => {
  it.each(['', 'tab=other&hours=5&connection=x&method=CASH&search=%20'])(
    'shows the last day where it says "%s"',
    (search) => {
      expect(read(search)).toMatchObject({ tab: 'health', hours: 24, connectionId: null, method: null });
      expect(isFiltered(read(search))).toBe(false);
      expect(toDecisionsInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
    },
  );

  it('asks for what the address says', () => {
    const shown = read(`tab=decisions&hours=720&connection=${ID}&method=PIX&search=%20or_1%20`);

    expect(shown).toMatchObject({ tab: 'decisions', hours: 720 });
    expect(isFiltered(shown)).toBe(true);
    expect(toDecisionsInput(shown, 'key')).toEqual({
      limit: PAGE_SIZE,
      connectionId: ID,
      method: 'PIX',
      search: 'or_1',
      after: 'key',
    });
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that narrows', () => {
    const search = new URLSearchParams('connection=1&method=PIX&search=a&after=x');
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
