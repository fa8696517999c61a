import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the notes that the team writes about people. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What members of the team noted about a person. Grows with what they write; rows are never changed, and the author may delete a
    -- slip for ten minutes. Kept with the person.
    CREATE TABLE person_note (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      author_id uuid NOT NULL,
      -- Copied, because a note must say who wrote it after its author has left.
      author_name text NOT NULL,
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX person_note_page ON person_note (person_id, platform_id, created_at DESC, id DESC);
    ${tenancy('person_note', { app: 'SELECT, INSERT, DELETE' })}
  `);
}
