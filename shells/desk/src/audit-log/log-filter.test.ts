import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { testFilter } from '@feira/shell-kit/test-filter';
import { describe, expect, it } from 'vitest';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';
import { LOG_FILTER } from './log-filter.ts';

const ID = '01930000-0000-7000-8000-000000000001';

testFilter(LOG_FILTER, {
  address: `person=${ID}&subject=loja.example&type=people.invited&search=+ana+&period=14`,
  scope: `platform=${ID}`,
  input: {
    platformId: ID,
    type: 'people.invited',
    personId: ID,
    subjectId: 'loja.example',
    search: 'ana',
    from: '2026-11-07',
    to: '2026-11-20',
  },
  nonsense: 'platform=other&person=other&type=session.unknown&period=9&search=%20',
  limit: 25,
});

describe('the groups of the filter', () => {
  it.each([portuguese, english])('have a name for every type of event: $title', ({ groups }) => {
    const used = new Set(AUDIT_EVENTS.map((type) => type.split('.')[0]!));

    expect(Object.keys(groups).sort()).toEqual([...used].sort());
  });
});
