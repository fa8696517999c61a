import type { Knex } from 'knex';

/** After its rest a connection is tried by a growing number of payments, of all nodes together. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE connection_circuit
      -- Probes under way; they count until then, because a node may die in one.
      ADD COLUMN probes integer NOT NULL DEFAULT 0,
      ADD COLUMN probe_until timestamptz,
      -- Since its rest was over.
      ADD COLUMN passed integer NOT NULL DEFAULT 0,
      ADD COLUMN failed integer NOT NULL DEFAULT 0
  `);
}
