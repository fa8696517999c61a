import { READING } from '@feira/schemas/limits';
import type { Procedure } from '@feira/schemas/procedure';
import { describe, expect, it } from 'vitest';
import { createIntentKeys } from './intent-keys.ts';

const saveThing = {
  name: 'things.saveThing',
  kind: 'mutation',
  summary: '',
  access: { kind: 'signedIn' },
  errors: [],
  limit: READING,
  input: { type: 'object' },
  output: { type: 'object' },
} as const satisfies Procedure;
const payThing = { ...saveThing, name: 'things.payThing', isIdempotent: true } as const satisfies Procedure;

describe('createIntentKeys', () => {
  it('has none for what may be sent twice', () => {
    expect(createIntentKeys().keyOf(saveThing, { amount: 1 })).toBeUndefined();
  });

  it('gives the same key to the same input until it went through, and another one afterwards', () => {
    const keys = createIntentKeys();
    const first = keys.keyOf(payThing, { amount: 1 });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.keyOf(payThing, { amount: 1 })).toBe(first);

    keys.settle(payThing, { amount: 1 });

    expect(keys.keyOf(payThing, { amount: 1 })).not.toBe(first);
  });

  it('tells inputs and procedures apart, so that what was lost before is not taken for what is asked for now', () => {
    const keys = createIntentKeys();
    const other = { ...payThing, name: 'things.sendThing' };
    const lost = keys.keyOf(payThing, { amount: 1 });

    expect(new Set([lost, keys.keyOf(payThing, { amount: 2 }), keys.keyOf(other, { amount: 1 })]).size).toBe(3);
    keys.settle(payThing, { amount: 2 });
    expect(keys.keyOf(payThing, { amount: 1 })).toBe(lost);
  });
});
