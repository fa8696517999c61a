import { descriptionSchema } from '@feira/schemas/description';
import { examplesSchema } from '@feira/schemas/examples';
import { manifestSchema } from '@feira/schemas/manifest';
import * as provider from '@feira/schemas/provider';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
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
