import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { describe, expect, it } from 'vitest';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toListInput } from './log-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));
const PLATFORM = '01930000-0000-7000-8000-000000000001';

describe('readFilter', () => {
  it.each(['', 'platform=other&person=other&type=session.unknown&period=9&search=%20'])(
    'asks for every event of the own platform where the address says "%s"',
    (search) => {
      expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
    },
  );

  it('asks for what the address says', () => {
    const filter = read(
      `platform=${PLATFORM}&person=${PLATFORM}&subject=loja.example&type=people.invited&search=%20ana%20&period=14`,
    );

    expect(toListInput(filter, 'key', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      platformId: PLATFORM,
      type: 'people.invited',
      personId: PLATFORM,
      subjectId: 'loja.example',
      search: 'ana',
      after: 'key',
      from: '2026-11-07',
      to: '2026-11-20',
    });
    expect(isFiltered(filter)).toBe(true);
  });

  it('does not count the platform among the filters, nor take it away with them', () => {
    expect(isFiltered(read(`platform=${PLATFORM}`))).toBe(false);
    expect(Object.keys(NO_FILTER)).not.toContain('platform');
  });

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'a'.repeat(101)}`).search).toHaveLength(100);
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that is read', () => {
    const search = new URLSearchParams(
      'type=people.invited&person=p&subject=s&search=a&from=2026-11-01&to=2026-11-02&period=7&after=x',
    );
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});

describe('the groups of the filter', () => {
  it.each([portuguese, english])('have a name for every type of event: $title', ({ groups }) => {
    const used = new Set(AUDIT_EVENTS.map((type) => type.split('.')[0]!));

    expect(Object.keys(groups).sort()).toEqual([...used].sort());
  });
});
