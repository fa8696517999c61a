import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What no provider could be asked about: nothing is known of it, so nothing is said of it.
    ALTER TABLE reconciliation ADD COLUMN unanswered integer NOT NULL DEFAULT 0;
    -- The comparison that saw the difference last; those that one did not see any more have vanished.
    ALTER TABLE reconciliation_case ADD COLUMN last_seen_in uuid;
    ALTER TABLE reconciliation_case ADD FOREIGN KEY (platform_id, last_seen_in) REFERENCES reconciliation (platform_id, id);
    -- A difference that somebody has explained is not reported again as long as it stays the same.
    CREATE INDEX reconciliation_case_resolved ON reconciliation_case (source, platform_id) WHERE state = 'RESOLVED';
    CREATE INDEX reconciliation_case_last_seen ON reconciliation_case (last_seen_in, platform_id) WHERE last_seen_in IS NOT NULL;
  `);
}
