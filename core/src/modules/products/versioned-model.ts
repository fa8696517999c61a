/** Writes the fields of a form to the row that a person edits, and guards the row's version. */
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';

export interface Versioned {
  id: string;
  version: number;
  /** The version in which each field was last changed. */
  changedIn: Record<string, number>;
}

/**
 * Throws EDIT_CONFLICT, whose details name the fields that were changed since the form was read. Where `among` names the fields of the form,
 * a change of any other one is none of its business.
 */
export function checkVersion(
  { version, changedIn }: Pick<Versioned, 'version' | 'changedIn'>,
  read: number,
  among?: readonly string[],
): void {
  if (version === read) return;
  const changed = Object.keys(changedIn).filter((field) => (changedIn[field] ?? 0) > read);
  const fields = among ? changed.filter((field) => among.includes(field)) : changed;
  if (among && fields.length === 0 && read < version) return;
  throw new AppError('EDIT_CONFLICT', { fields: fields.length > 0 ? fields : ['version'] });
}

/** The columns of the fields of a table that people edit. */
export type Columns<Fields> = { readonly [Name in keyof Fields]-?: string };

export const VERSIONED = (alias: string): string => `${alias}.version, ${alias}.changed_in AS "changedIn"`;

/** Returns the SQL of the columns, each named as its field. */
export const namedColumns = (alias: string, columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([field, column]) => `${alias}.${column} AS "${field}"`)
    .join(', ');

const toColumn = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value;

/** Returns the SQL that makes the next version of a row, in which the fields changed that the placeholder names. */
export const nextVersion = (alias: string, fields: string): string => `version = ${alias}.version + 1,
        changed_in = ${alias}.changed_in
          || (SELECT coalesce(jsonb_object_agg(field, ${alias}.version + 1), '{}') FROM unnest(${fields}::text[]) AS field)`;

/** Changes the fields and makes the next version of the row. Fields without a column are kept in other tables. */
export function updateFields(
  table: string,
  columns: Record<string, string>,
  { platformId, id }: { platformId: string; id: string },
  after: Record<string, unknown>,
): Statement<{ version: number }> {
  const own = Object.entries(after).filter(([field]) => columns[field]);
  const values = [platformId, id, Object.keys(after), ...own.map(([, value]) => toColumn(value))];
  const set = own.map(([field], index) => `${columns[field]} = $${index + 4}, `).join('');
  return {
    text: `UPDATE ${table} t SET ${set}${nextVersion('t', '$3')}
      WHERE t.platform_id = $1 AND t.id = $2 RETURNING t.version`,
    values,
  };
}
