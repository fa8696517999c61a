import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the adapter has to remember of a charge or a withdrawal besides its id: at most 16 short texts by name, none of them secret.
    ALTER TABLE payment_attempt ADD COLUMN memo jsonb;
    ALTER TABLE withdrawal ADD COLUMN memo jsonb
  `);
}
