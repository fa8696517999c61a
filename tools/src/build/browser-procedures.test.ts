import { describe, expect, it } from 'vitest';
import keepWhatBrowsersNeed from './browser-procedures.ts';

const SOURCE = `
import { record } from '../../parts.ts';
const output = record({ id: { type: 'string' } });
export const MOST = { limit: 20, errors: ['a'] };
export const listThings = {
  name: 'things.listThings',
  kind: 'query',
  summary: 'Lists things, { and } and "more".',
  access: { kind: 'public' },
  limit: { calls: 1 },
  input: record({ sort: { type: 'string', enum: ['name'] } }),
  output,
  errors: ['THING_NOT_FOUND'],
  isIdempotent: true,
} as const satisfies Procedure;
`;

describe('procedures in browsers', () => {
  it('keep what they are called by, and lose what is for the server', async () => {
    const [head, declared] = (await keepWhatBrowsersNeed(SOURCE)).split('listThings = ');

    expect(declared).toMatch(/^\{\s+name:.+,\s+kind:.+,\s+access:.+\},\s+input: record[^$]+,\s+isIdempotent: true/s);
    expect(declared).not.toMatch(/summary|limit|output|errors/);
    expect(head).toMatch(/MOST = \{\s+limit: 20,\s+errors:/);
  });
});
