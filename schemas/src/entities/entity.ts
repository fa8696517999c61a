/**
 * Describes what people edit, once: the schema of each field with its limits and its default, and its words in the audit log. Types, the calls, the
 * model of the server, the forms and the log follow from it.
 */
import type { JSONSchema } from 'json-schema-to-ts';
import type { AuditField } from '../../rules/audit-field.ts';

export interface EntityField {
  schema: JSONSchema;
  /** The value of a new one; a field without it has to be given. */
  default?: unknown;
  /** The name in the audit log; a field without one is named by its parts. */
  audit?: AuditField;
}
export type Entity = Record<string, EntityField>;

/** Returns the schemas of the fields, for the input and output of calls. */
/*#__NO_SIDE_EFFECTS__*/
export const schemasOf = <const E extends Entity>(entity: E) =>
  Object.fromEntries(Object.entries(entity).map(([name, { schema }]) => [name, schema])) as {
    readonly [Name in keyof E]: E[Name]['schema'];
  };

/** Returns the names of the fields, in the order of the entity. */
export const fieldsOf = <E extends Entity>(entity: E) => Object.keys(entity) as (keyof E & string)[];

/** Returns the words of the audit log, by field. */
export const auditFieldsOf = (entity: Entity): Record<string, AuditField> =>
  Object.fromEntries(Object.entries(entity).flatMap(([name, { audit }]) => (audit ? [[name, audit]] : [])));

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
