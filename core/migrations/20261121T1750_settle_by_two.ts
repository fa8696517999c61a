import type { Knex } from 'knex';

/** Large withdrawals whose answer was lost are settled by two people: the first one's word waits here for the second one's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE withdrawal ADD COLUMN settlement jsonb`);
}
