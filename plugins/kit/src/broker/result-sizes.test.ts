/** Nothing that an adapter may answer is larger than its schema says, and every text, list and number in it has a size. */
import type { Operation } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { createValidator } from '../validator.ts';
import { CHECKS } from './checked-provider.ts';

interface Schema {
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Field {
  path: string;
  schema: Schema;
}

/** Returns a schema with all that it holds: properties, items, alternatives and names. */
function listFields(schema: Schema, path: string): Field[] {
  const { properties = {}, items, additionalProperties, propertyNames, anyOf = [], oneOf = [] } = schema;
  return [
    { path, schema },
    ...Object.entries(properties).flatMap(([name, field]) => listFields(field, `${path}.${name}`)),
    ...(items ? listFields(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? listFields(additionalProperties, `${path}.*`) : []),
    ...(propertyNames ? listFields({ type: 'string', ...propertyNames }, `${path} names`) : []),
    ...[...anyOf, ...oneOf].flatMap((field, index) => listFields(field, `${path}|${index}`)),
  ];
}

const isOf = ({ type }: Schema, name: string) => [type].flat().includes(name);
const isChosen = (schema: Schema) => schema.enum !== undefined || 'const' in schema;

/** Returns true where a value of the schema itself, without what it holds, may have any size. */
function isOpen(schema: Schema): boolean {
  const { anyOf, oneOf, additionalProperties, propertyNames, maxProperties, maxItems, maximum, minimum, type } = schema;
  if (isChosen(schema)) return false;
  if (type === undefined) return !anyOf && !oneOf;
  const isOpenMap =
    additionalProperties !== false && !(maxProperties && propertyNames && additionalProperties !== true);
  return (
    (isOf(schema, 'object') && isOpenMap) ||
    (isOf(schema, 'array') && (maxItems === undefined || !schema.items)) ||
    (isOf(schema, 'integer') && (maximum === undefined || minimum === undefined))
  );
}

/** Texts of any length, among them those that formats and patterns look for. */
const GROWING: ((size: number) => string)[] = [
  (size) => 'a'.repeat(size),
  (size) => '1'.repeat(size),
  (size) => `2026-11-24T12:00:00.${'0'.repeat(size)}Z`,
  (size) => `2026-11-${'0'.repeat(size)}24`,
  (size) => `https://example.com/${'a'.repeat(size)}`,
  (size) => `data:image/png;base64,${'A'.repeat(size)}`,
];
/** An answer of an adapter is one line of at most 4 MB. */
const LARGEST = 4 * 1024 * 1024;

const operations = Object.entries(CHECKS) as [Operation, { schema: object }][];
const fields = operations.flatMap(([operation, { schema }]) => listFields(schema as Schema, operation));

describe('the results of operations', () => {
  it('hold nothing without a size', () => {
    expect(fields.filter((field) => isOpen(field.schema)).map(({ path }) => path)).toEqual([]);
  });

  it('are refused with a text as large as an answer, whatever a format or a pattern lets through', () => {
    const texts = fields.filter((field) => isOf(field.schema, 'string') && !isChosen(field.schema));
    const grown = GROWING.map((grow) => grow(LARGEST));
    const bySchema = Map.groupBy(texts, ({ schema }) => JSON.stringify(schema));
    const endless = [...bySchema.values()].filter(([field]) => {
      const isValid = createValidator((field as Field).schema);
      return grown.some((text) => isValid(text));
    });

    expect(endless.flat().map(({ path }) => path)).toEqual([]);
  });
});
