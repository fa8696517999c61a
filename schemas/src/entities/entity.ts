/**
 * Describes what people edit, once: the schema of each field with its limits, its default, its words in the audit log and the keys of its texts in
 * the form. Types, the calls, the model of the server, the forms and the log follow from it.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { AuditField } from '../../rules/audit-field.ts';

export interface EntityField {
  schema: JSONSchema;
  /** The value of a new one; a field without it has to be given. */
  default?: unknown;
  /** The name in the audit log; a field without one is named by its parts. */
  audit?: AuditField;
  /** The key of the text that names the field in its form. */
  label?: string;
  /** The key of the text by which the form refuses a value. */
  problem?: string;
}
export type Entity = Record<string, EntityField>;

/** The values of the fields. */
export type ValuesOf<E extends Entity> = { -readonly [Name in keyof E]: FromSchema<E[Name]['schema']> };

/** Returns the schemas of the fields, for the input and output of calls. */
/*#__NO_SIDE_EFFECTS__*/
export const schemasOf = <const E extends Entity>(entity: E) =>
  Object.fromEntries(Object.entries(entity).map(([name, { schema }]) => [name, schema])) as {
    readonly [Name in keyof E]: E[Name]['schema'];
  };

type Given<Schema> = Schema extends { anyOf: readonly [{ type: 'null' }, infer Inner] } ? Inner : Schema;

/** Returns the schemas of values that are given: those of `schemasOf`, none of which is null. */
/*#__NO_SIDE_EFFECTS__*/
export const givenSchemasOf = <const E extends Entity>(entity: E) =>
  Object.fromEntries(
    Object.entries(schemasOf(entity)).map(([name, schema]) => {
      const { anyOf: [first, inner] = [] } = schema as { anyOf?: readonly { type?: string }[] };
      return [name, first?.type === 'null' ? inner : schema];
    }),
  ) as { readonly [Name in keyof E]: Given<E[Name]['schema']> };

/** Returns the names of the fields, in the order of the entity. */
export const fieldsOf = <E extends Entity>(entity: E) => Object.keys(entity) as (keyof E & string)[];

/** Returns the values of the fields, and nothing else of a row. */
export const pickFields = <E extends Entity>(entity: E, row: object): ValuesOf<E> =>
  Object.fromEntries(fieldsOf(entity).map((name) => [name, row[name as never]])) as unknown as ValuesOf<E>;

/** Returns the words of the audit log, by field. Entities that share a field's name have to share its words. */
export function auditFieldsOf(...entities: Entity[]): Record<string, AuditField> {
  const words: Record<string, AuditField> = {};
  for (const [name, { audit }] of entities.flatMap((entity) => Object.entries(entity))) {
    if (!audit) continue;
    if (JSON.stringify(words[name] ?? audit) !== JSON.stringify(audit))
      throw new Error(`Two entities name the field ${name} differently`);
    words[name] = audit;
  }
  return words;
}

/** Returns the values of a new one. */
export const defaultsOf = <E extends Entity>(entity: E) =>
  Object.fromEntries(
    Object.entries(entity).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  ) as {
    [Name in keyof E as E[Name] extends { default: unknown } ? Name : never]: E[Name] extends { default: infer Value }
      ? Value
      : never;
  };

/** Returns the largest number that a field takes; also where it may be null. */
export function maximumOf(schema: unknown): number {
  const { maximum, anyOf = [] } = schema as { maximum?: number; anyOf?: unknown[] };
  const found = maximum ?? anyOf.map(maximumOf).find(Number.isFinite);
  return found ?? Number.POSITIVE_INFINITY;
}
