/**
 * The base of Objection's models, which serve what people edit. A query runs on the connection of the transaction that it is given, so that its
 * platform and row security hold; a model has no connection of its own.
 */
import { type Entity, schemasOf } from '@feira/schemas/entities/entity';
import knex, { type Knex } from 'knex';
import { AjvValidator, type JSONSchema, knexSnakeCaseMappers, Model, type QueryBuilder } from 'objection';
import type pg from 'pg';

/** Writes SQL, with columns named as the fields. It never connects: each query names its connection. */
const builder = knex({ client: 'pg', ...knexSnakeCaseMappers() });

const validator = new AjvValidator({
  onCreateAjv: () => undefined,
  // The calls have checked the values by the same schemas; this keeps code from writing others.
  options: { allErrors: true, strict: false, ownProperties: true },
});

/** A row that people edit, of which the version counts the changes. */
export class EditedModel extends Model {
  declare id: string;
  declare platformId: string;
  declare version: number;
  /** The version in which each field was last changed. */
  declare changedIn: Record<string, number>;

  /** Arrays are arrays of PostgreSQL; only the changed fields are stored as JSON. */
  static override jsonAttributes: string[] = ['changedIn'];

  static override createValidator() {
    return validator;
  }

  /** A value that the calls let through and the entity refuses is a mistake of the code, and no answer for a person. */
  static override createValidationError({ data = {} }: { data?: object }) {
    return new Error(`A model refused a value: ${Object.keys(data).join(', ')}`);
  }
}

/** Returns the schema by which a model checks its fields. */
export const toModelSchema = (entity: Entity) =>
  ({ type: 'object', properties: schemasOf(entity) }) as unknown as JSONSchema;

/** Begins a query in a transaction. Errors are those of PostgreSQL, as of every other statement. */
export function queryIn<M extends EditedModel>(
  { client }: { client: pg.ClientBase },
  model: (new () => M) & typeof EditedModel,
): QueryBuilder<M> {
  const query: QueryBuilder<EditedModel> = model
    .query(builder)
    .onBuildKnex((built) => (built as Knex.QueryBuilder).connection(client))
    .onError((error: Error & { nativeError?: Error }) => {
      throw error.nativeError ?? error;
    });
  return query as unknown as QueryBuilder<M>;
}

/** Returns the version and its changed fields as they follow on the row, which is locked since it was read. */
export const nextVersionOf = (
  { version, changedIn }: Pick<EditedModel, 'version' | 'changedIn'>,
  fields: readonly string[],
): Pick<EditedModel, 'version' | 'changedIn'> => ({
  version: version + 1,
  changedIn: { ...changedIn, ...Object.fromEntries(fields.map((field) => [field, version + 1])) },
});
