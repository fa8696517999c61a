import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { describe, expect, it } from 'vitest';
import english from '../locales/en.json';
import portuguese from '../locales/pt-BR.json';

describe.each([
  ['pt-BR', portuguese.logs],
  ['en', english.logs],
])('words for events in %s', (_, { events, groups }) => {
  it('are there for every type, each for one alone', () => {
    const words = Object.entries(events).flatMap(([group, types]) =>
      Object.entries(types).map(([verb, word]) => [`${group}.${verb}`, word] as const),
    );

    expect(words.map(([type]) => type).sort()).toEqual([...AUDIT_EVENTS].sort());
    expect(new Set(words.map(([, word]) => word)).size).toBe(words.length);
  });

  it('are there for every group', () => {
    const wanted = new Set(AUDIT_EVENTS.map((type) => type.split('.')[0]!));
    expect(Object.keys(groups).sort()).toEqual([...wanted].sort());
  });
});
