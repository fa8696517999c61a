/** Reads and writes the team's notes about people. A note is never changed; its author may delete it for some minutes. */
import type { listNotes } from '@feira/schemas/procedures/profiles';
import { NOTE_MINUTES } from '@feira/schemas/procedures/profiles';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

/** True while `author` may delete note n, by the database's clock. */
const isDeletable = (author: string) =>
  `(n.author_id = ${author} AND n.created_at > now() - interval '${NOTE_MINUTES} minutes')`;

export const NOTES: List<RowOf<typeof listNotes>, { personId: string; callerId: string }> = {
  isFresh: true,
  sql: ({ personId, callerId }, bind) => ({
    columns: `n.id, n.author_name, n.text, n.created_at, ${isDeletable(bind(callerId))} AS is_deletable`,
    from: 'person_note n',
    where: ['n.platform_id = $1', `n.person_id = ${bind(personId)}`],
    order: newestFirst('n'),
  }),
};

export interface NewNote {
  id: string;
  personId: string;
  author: { id: string; name: string };
  text: string;
}

export const insertNote = (platformId: string, { id, personId, author, text }: NewNote): Statement => ({
  text: `INSERT INTO person_note (platform_id, id, person_id, author_id, author_name, text) VALUES ($1, $2, $3, $4, $5, $6)`,
  values: [platformId, id, personId, author.id, author.name, text],
});

/** Returns whom the deleted note was about. It deletes nothing once the author may not delete it. */
export const deleteOwnNote = (
  platformId: string,
  id: string,
  authorId: string,
): Statement<{ id: string; name: string; email: string }> => ({
  text: `WITH gone AS (DELETE FROM person_note n WHERE n.platform_id = $1 AND n.id = $2 AND ${isDeletable('$3')} RETURNING n.person_id)
    SELECT p.id, p.name, p.email FROM gone JOIN person p ON p.platform_id = $1 AND p.id = gone.person_id`,
  values: [platformId, id, authorId],
});

export const selectNote = (platformId: string, id: string): Statement<{ id: string }> => ({
  text: 'SELECT id FROM person_note WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});
