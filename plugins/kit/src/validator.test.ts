import { descriptionSchema } from '@feira/schemas/description';
import { examplesSchema } from '@feira/schemas/examples';
import { manifestSchema } from '@feira/schemas/manifest';
import * as provider from '@feira/schemas/provider';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { shareParts } from './share-parts.ts';
import { createValidator } from './validator.ts';

const schemas = Object.entries({ ...provider, descriptionSchema, examplesSchema, manifestSchema }).filter(([name]) =>
  name.endsWith('Schema'),
);

describe('a validator', () => {
  it('names the first problem, or every one, of the last value only', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, day: { type: 'string', format: 'date' } } };
    const first = createValidator(schema);
    const every = createValidator(schema, { allErrors: true });
    const wrong = { a: 1, day: 'soon' };

    expect([first(wrong), every(wrong)]).toEqual([false, false]);
    expect([first.errors.length, every.errors.length]).toEqual([1, 2]);
    expect(every({ a: 'b', day: '2026-11-20' })).toBe(true);
    expect(every.errors).toEqual([]);
  });

  it.each(schemas)('tests by %s, which is a JSON Schema', (_name, schema) => {
    const ajv = new Ajv();

    expect(ajv.validateSchema(schema as object), ajv.errorsText()).toBe(true);
  });
});

describe('parts that stand in several places', () => {
  const part = {
    type: 'object',
    additionalProperties: false,
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['one', 'another', 'and a third of them, so that it is worth sharing'] },
      size: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'of one thing or of another thing' },
    },
  };
  const inner = { type: 'array', items: part, minItems: 1 };
  const schema = { type: 'object', properties: { a: part, b: inner, c: inner }, additionalProperties: part };

  it('are compiled once, and take what they took', () => {
    const shared = JSON.stringify(shareParts(schema));
    const [test, every] = [createValidator(schema), createValidator(schema, { allErrors: true })];

    expect(shared.split('and a third of them').length).toBe(2);
    for (const good of [{}, { a: { kind: 'one' } }, { b: [{ kind: 'another', size: 2 }], d: { kind: 'one' } }])
      expect([test(good), every(good)]).toEqual([true, true]);
    for (const bad of [{ a: {} }, { b: [] }, { c: [{ kind: 'one', size: 0 }] }, { d: { kind: 'none' } }, { a: [] }])
      expect([test(bad), every(bad)]).toEqual([false, false]);
  });

  it('tell of a problem where it stands in the value', () => {
    const test = createValidator(schema, { allErrors: true });

    expect(test({ a: { size: 0 }, c: [{ kind: 'one' }, { kind: 'x' }] })).toBe(false);
    expect(test.errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).sort()).toEqual([
      '/a required',
      '/a/size minimum',
      '/c/1/kind enum',
    ]);
  });
});
