/** Statements of tests that plant rows, or change them behind the back of the code. */
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { Statement } from '../src/shared/statement.ts';

type Row = Record<string, unknown>;

/** Inserts rows. A column that a row leaves out has its default there. */
export function insertRows(table: string, rows: object | readonly object[]): Statement {
  const all = [rows].flat() as Row[];
  const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
  const values: unknown[] = [];
  const toPlace = (value: unknown) => (value === undefined ? 'DEFAULT' : `$${values.push(value)}`);
  const places = all.map((row) => `(${columns.map((column) => toPlace(row[column])).join(', ')})`);
  return { text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}`, values };
}

/** Gives a person their roles; the permissions come with the role of an administrator. */
export const insertGrants = (
  platformId: string,
  personId: string,
  roles: readonly Role[],
  permissions: readonly AdminPermission[],
): Statement[] =>
  roles.map((role) =>
    insertRows('role_grant', {
      platform_id: platformId,
      person_id: personId,
      role,
      permissions: role === 'admin' ? permissions : [],
    }),
  );

/** Changes the rows that have these values. */
export function updateRows(table: string, where: object, change: object): Statement {
  const values = [...Object.values(where), ...Object.values(change)];
  const terms = [...Object.keys(where), ...Object.keys(change)].map((column, index) => `${column} = $${index + 1}`);
  const count = Object.keys(where).length;
  const condition = terms.slice(0, count).join(' AND ') || 'true';
  return { text: `UPDATE ${table} SET ${terms.slice(count).join(', ')} WHERE ${condition}`, values };
}
