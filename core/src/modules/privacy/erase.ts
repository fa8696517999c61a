/** Erases the data of one person. It runs as feira_privacy, the one role that may overwrite it (ADR 85). */
import type { Statement, Transaction } from '../../plugins/database.ts';
import { PERSONAL_TABLES, type PersonalTable, writeErased } from './model.ts';
import { ME, meValues, type Subject, type SubjectRows, selectSubject } from './subject-model.ts';

export const AS_PRIVACY: Statement = { text: 'SET LOCAL ROLE feira_privacy', values: [] };
const AS_REQUESTS: Statement = { text: 'SET LOCAL ROLE feira_app', values: [] };

function eraseTable({ table, of, columns, also, isDeleted }: PersonalTable, values: unknown[]): Statement {
  const found = `x.platform_id = me.platform_id AND ${of}`;
  if (isDeleted) return { text: `DELETE FROM ${table} x USING ${ME} WHERE ${found}`, values };
  return {
    text: `UPDATE ${table} x SET ${[writeErased(columns), also].filter(Boolean).join(', ')} FROM ${ME} WHERE ${found}`,
    values,
  };
}

/** Sales are found by their buyers' names until their search terms are made anew. */
const renewSearch = (platformId: string, sales: string[]): Statement => ({
  text: 'INSERT INTO sale_search_due (platform_id, sale_id) SELECT $1, id FROM unnest($2::uuid[]) id',
  values: [platformId, sales],
});

export async function findSubject(
  { find }: Pick<Transaction, 'find'>,
  platformId: string,
  subject: Subject,
): Promise<SubjectRows> {
  const rows = await find(selectSubject(platformId, subject));
  if (!rows) throw new Error('A subject without a row.');
  return rows;
}

/** Overwrites or deletes everything that the list of personal data names. Returns the number of rows by table. */
export async function eraseSubjects(
  transaction: Transaction,
  platformId: string,
  subjects: readonly SubjectRows[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await transaction.run(AS_PRIVACY);
  for (const rows of subjects) {
    const values = meValues(platformId, rows);
    for (const entry of PERSONAL_TABLES) {
      const count = await transaction.run(eraseTable(entry, values));
      if (count > 0) counts[entry.table] = (counts[entry.table] ?? 0) + count;
    }
    await transaction.run(renewSearch(platformId, rows.sales));
  }
  await transaction.run(AS_REQUESTS);
  return counts;
}
