import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Lets the team's queue find the few payments whose amount is held until a person decides. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'payment_review',
    `ON payment (expires_at, id) WHERE status = 'PENDING' AND hold_decision IS NULL AND terms -> 'risk' ->> 'action' = 'REVIEW'`,
  );
}
