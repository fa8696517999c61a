import type { Knex } from 'knex';

/** A withdrawal from before a restore may have been sent by any connection of the platform: each is asked before it counts as not sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE withdrawal
      -- The connections that are asked next whether they sent it. Null where its connection is known, or it is not suspected.
      ADD COLUMN suspects uuid[]
  `);
}
