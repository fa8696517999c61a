import type { Knex } from 'knex';

/**
 * Creates the mark of this installation, so that a node with the key, database or media folder of another one refuses to start. The owner
 * of the database alone reads it. Nodes of the version before do not know it and start unchecked.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE installation (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      -- A sentence that the ENCRYPTION_KEY of all nodes sealed; null until the first one starts.
      sealed_sentence bytea,
      -- When a node marked the folder of MEDIA_DIRECTORY with our id; null where none did.
      media_marked_at timestamptz
    );
    COMMENT ON TABLE installation IS 'One row, which every node compares itself with when it starts';
    INSERT INTO installation DEFAULT VALUES;
  `);
}
