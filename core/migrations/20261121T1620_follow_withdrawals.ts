import type { Knex } from 'knex';

/** What sending a withdrawal remembers besides its state, and indexes for the lists of those who look after them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- tries: how often it was about to be sent. misses: how often the provider, asked by our reference, knew nothing of it
    -- at a time when it had to.
    ALTER TABLE withdrawal ADD COLUMN tries integer NOT NULL DEFAULT 0, ADD COLUMN misses integer NOT NULL DEFAULT 0;
    CREATE INDEX withdrawal_newest ON withdrawal (role, platform_id, currency, created_at DESC, id DESC);
    CREATE INDEX withdrawal_paid ON withdrawal (role, platform_id, currency, closed_at DESC, id DESC) WHERE state = 'PAID';
  `);
}
