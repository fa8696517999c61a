/** Tests the rules of descriptions by what a wrong one is told, and the runner by what must not be invented. */
import type { Description } from '@feira/schemas/description';
import { expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { checkDescription } from './check.ts';
import { checkExamples } from './examples.ts';
import { compileTemplate, fill, match } from './template.ts';

const manifest = testManifest({ operations: ['getTransaction'], lookup: { byReference: false, lagSeconds: 0 } });
const GOOD = {
  operations: {
    getTransaction: { request: 'GET /x/{transactionId}', answer: { transactionId: 'id', providerStatus: 'status' } },
  },
} satisfies Description;
const problemsOf = (json: unknown) => {
  const checked = checkDescription(json, manifest);
  return 'problems' in checked ? checked.problems.join('\n') : '';
};
const withCall = (changes: object) => ({
  operations: { getTransaction: { ...GOOD.operations.getTransaction, ...changes } },
});

it('takes a right description', () => expect(problemsOf(GOOD)).toBe(''));

it.each([
  [{ request: 'GET /x/{transctionId}' }, 'operations.getTransaction.request reads {transctionId}'],
  [{ request: 'GET /x/{transactionId|shout}' }, 'has the filter "shout"'],
  [{ answer: { transactionId: 'id' } }, 'answer lacks "providerStatus"'],
  [{ answer: { transactionId: 'id', providerStatus: 'status', sum: 'x' } }, 'has "sum"'],
  [{ answer: { transactionId: 'id', providerStatus: { word: 'paid' } } }, 'is always "paid"'],
  [{ answer: { transactionId: 'id', providerStatus: 'a..b' } }, 'one dot between'],
  [{ json: { a: { $eval: '1' } } }, 'has "$eval"'],
  [{ byReference: { request: 'GET /x/{reference}' } }, 'lacks "reference"'],
  [{ surprise: 1 }, 'has "surprise"'],
])('says what is wrong with %j', (changes, sentence) => {
  expect(problemsOf(withCall(changes))).toContain(sentence);
});

it('refuses what nests without end, before it walks through it', () => {
  const nested = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(problemsOf(nested)).toContain('nests deeper');
});

it('is red for a path and a key that no example holds', () => {
  const description: Description = withCall({ query: { v: '2' } }) as Description;
  const answer = { id: 'x', state: 'paid' };
  const call = { operation: 'getTransaction', request: 'GET /x/1', answer };
  const problems = checkExamples(description, manifest, [
    { source: 'a page', date: '2026-11-20', evidence: 'documented', calls: [call] },
  ]).join('\n');
  expect(problems).toContain('no answer has "status"');
  expect(problems).toContain('no request has "query"');
});

it('reads back what it has written, and leaves out what has no value', () => {
  const template = compileTemplate({ a: '{x}', b: { c: '{y}', d: 'BR' }, e: 'n-{x}' }, 'json');
  const scope = {
    words: {},
    now: new Date(0),
    read: ({ name }: { name: string }) => (name === 'x' ? 'one' : undefined),
    list: () => [],
    holds: () => true,
    onMissingWord: () => {
      throw new Error();
    },
  };
  const filled = fill(template, scope);
  expect(filled).toEqual({ a: 'one', e: 'n-one' });
  const found = { values: new Map(), placeholders: new Map() };
  expect(match(template, filled, {}, found)).toBe(true);
  expect([...found.values]).toEqual([['x', 'one']]);
  expect(match(template, { ...(filled as object), other: 1 }, {}, found)).toBe(false);
});
