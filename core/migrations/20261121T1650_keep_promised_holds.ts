import type { Knex } from 'knex';

/** What an anticipation was made of when it was asked for: only as long as all of it is still there is it paid out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- [{"holdId": "…", "amount": 100, "days": 30, "fee": 4}], cents and whole days.
    ALTER TABLE anticipation ADD COLUMN holds jsonb NOT NULL DEFAULT '[]';
    -- Those paid out are listed by when they were.
    CREATE INDEX anticipation_closed ON anticipation (state, platform_id, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
  `);
}
