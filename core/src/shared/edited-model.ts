/**
 * The base of Objection's models, which serve what people edit. A query runs on the connection of the transaction that it is given, so that its
 * platform and row security hold; a model has no connection of its own.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Entity, fieldsOf, pickFields, schemasOf, type ValuesOf } from '@feira/schemas/entities/entity';
import knex, { type Knex } from 'knex';
import {
  AjvValidator,
  type JSONSchema,
  knexSnakeCaseMappers,
  Model,
  type PartialModelObject,
  type Pojo,
  QueryBuilder,
  snakeCaseMappers,
} from 'objection';
import type pg from 'pg';

/** Writes SQL, with columns named as the fields. It never connects: each query names its connection. */
const builder = knex({ client: 'pg', ...knexSnakeCaseMappers() });

const validator = new AjvValidator({
  onCreateAjv: () => undefined,
  // The calls have checked the values by the same schemas; this keeps code from writing others.
  options: { allErrors: true, strict: false, ownProperties: true },
});

/** Objection's own way to save a graph reads it again, writes row by row, and deletes what a form did not load. */
class Query extends (QueryBuilder as unknown as new () => object) {
  upsertGraph(): never {
    throw new Error('Save the parts of a row by replaceParts');
  }
}

/** A row of a platform. */
export class PlatformModel extends Model {
  static override QueryBuilder = Query as unknown as typeof QueryBuilder;
  declare id: string;
  declare platformId: string;

  static override createValidator() {
    return validator;
  }

  /** A value that the calls let through and the entity refuses is a mistake of the code, and no answer for a person. */
  static override createValidationError({ data = {} }: { data?: object }) {
    return new Error(`A model refused a value: ${Object.keys(data).join(', ')}`);
  }
}

/** A row that people edit, of which the version counts the changes. */
export class EditedModel extends PlatformModel {
  declare version: number;
  /** The version in which each field was last changed. */
  declare changedIn: Record<string, number>;
}

/** A row that is part of an edited one, such as one of the delivery options of an offer. */
export class PartModel extends PlatformModel {
  declare position: number;
}

type ModelOf<Base extends PlatformModel, E extends Entity> = Omit<typeof PlatformModel, never> & {
  new (): Base & ValuesOf<E> & { values(): ValuesOf<E> };
};

const withoutNull = (schema: Pojo): Pojo => schema.anyOf?.find(({ type }: Pojo) => type !== 'null') ?? schema;

/** Returns whether a field is a column of type jsonb. Lists of plain values are arrays of PostgreSQL. */
function isJson(schema: unknown): boolean {
  const { type, items } = withoutNull(schema as Pojo);
  return type === 'object' || (type === 'array' && isJson(items));
}

/** Returns the class of the rows of a table that has the fields of an entity and these columns besides. */
function modelOf<E extends Entity>(base: typeof PlatformModel, tableName: string, entity: E, columns: string[]) {
  const schemas: Record<string, unknown> = schemasOf(entity);
  const names = fieldsOf(entity);
  const moments = names.filter((name) => withoutNull(schemas[name] as Pojo).format === 'date-time');
  return class extends base {
    static override tableName = tableName;
    static override jsonSchema = { type: 'object', properties: schemas } as unknown as JSONSchema;
    static override jsonAttributes = ['changedIn', ...names.filter((name) => isJson(schemas[name]))];

    static override tableMetadata() {
      return { columns: ['id', 'platformId', ...columns, ...names] };
    }

    /** Moments are read as they are sent: in ISO 8601. */
    override $parseDatabaseJson(json: Pojo): Pojo {
      const row = super.$parseDatabaseJson(json);
      for (const name of moments) if (row[name] instanceof Date) row[name] = row[name].toISOString();
      return row;
    }

    /** The fields that people edit. */
    values(): unknown {
      // ModelOf names the exact type, which is too deep for the compiler here.
      return pickFields<Entity>(entity, this);
    }
  };
}

/** Returns the class of rows with the fields of an entity, which a model extends with its other columns and relations. */
export const editedModel = <E extends Entity>(tableName: string, entity: E, columns: string[] = []) =>
  modelOf(EditedModel, tableName, entity, ['version', 'changedIn', ...columns]) as unknown as ModelOf<EditedModel, E>;

/** Returns the class of rows of which a version counts whole saves, or none does. */
export const platformModel = <E extends Entity>(tableName: string, entity: E, columns: string[] = []) =>
  modelOf(PlatformModel, tableName, entity, columns) as unknown as ModelOf<PlatformModel, E>;

/** Returns the class of the parts of a row; `owner` is the column that names it. */
export const partModel = <E extends Entity>(tableName: string, entity: E, owner: string) =>
  modelOf(PartModel, tableName, entity, [owner, 'position']) as unknown as ModelOf<PartModel, E>;

const { format } = snakeCaseMappers();
const toColumn = (field: string): string => Object.keys(format({ [field]: null }))[0] as string;

/** Returns the SQL of the columns of fields, for statements that no model writes. `columns` holds those that have another name than their field. */
export const namedColumns = (
  alias: string,
  fields: readonly string[],
  columns: { readonly [field: string]: string } = {},
): string => {
  const named = (field: string) =>
    columns[field] ? `${toColumn(columns[field])} AS ${toColumn(field)}` : toColumn(field);
  return fields.map((field) => `${alias}.${named(field)}`).join(', ');
};

type ModelClass<M extends PlatformModel> = (new () => M) & Pick<typeof PlatformModel, 'query'>;

/** Begins a query in a transaction. Errors are those of PostgreSQL, as of every other statement. */
export function queryIn<M extends PlatformModel>(
  { client }: { client: pg.ClientBase },
  model: ModelClass<M>,
): QueryBuilder<M> {
  const query: QueryBuilder<M> = model
    .query(builder)
    .onBuildKnex((built) => (built as Knex.QueryBuilder).connection(client))
    .onError((error: Error & { nativeError?: Error }) => {
      throw error.nativeError ?? error;
    }) as unknown as QueryBuilder<M>;
  return query;
}

/**
 * Writes fields of a row, which is locked since it was read, as its next version, and returns that. `changed` names the fields that differ, also
 * those that are kept in other tables.
 */
export async function writeVersion<M extends EditedModel>(
  transaction: { client: pg.ClientBase },
  row: M,
  fields: PartialModelObject<M>,
  changed: readonly string[] = Object.keys(fields),
): Promise<number> {
  const version = row.version + 1;
  const changedIn = { ...row.changedIn, ...Object.fromEntries(changed.map((field) => [field, version])) };
  await queryIn<EditedModel>(transaction, row.constructor as ModelClass<M>)
    .findById(row.id)
    .patch({ ...(fields as PartialModelObject<EditedModel>), version, changedIn });
  return version;
}

/** The fields that a change alters, before and after. */
export interface Change<Fields> {
  before: Partial<Fields>;
  after: Partial<Fields>;
}

/** Returns null where everything is as wanted already. */
export function findChange<Fields extends object>(row: Fields, wanted: Partial<Fields>): Change<Fields> | null {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && !isDeepStrictEqual(row[name], wanted[name]),
  );
  if (names.length === 0) return null;
  const pick = (from: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(row), after: pick(wanted) } as Change<Fields>;
}

/**
 * Makes the parts of a row exactly these, in this order, by two statements at most. Only parts that were read before are deleted: one that a
 * form did not load stays.
 */
export async function replaceParts<M extends PartModel>(
  transaction: { client: pg.ClientBase },
  model: ModelClass<M>,
  owner: PartialModelObject<M>,
  { before, after }: { before: readonly { id: string }[]; after: readonly { id: string }[] },
): Promise<void> {
  const gone = before.filter(({ id }) => !after.some((part) => part.id === id)).map(({ id }) => id);
  if (gone.length > 0) await queryIn<PartModel>(transaction, model).delete().whereIn('id', gone).where(owner);
  if (after.length === 0) return;
  const parts = after.map((part, index) => ({ ...owner, ...part, position: index + 1 }));
  await queryIn<PartModel>(transaction, model).insert(parts).onConflict(['id', 'platformId']).merge();
}
