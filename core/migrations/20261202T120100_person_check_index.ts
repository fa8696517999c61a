import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the person whose documents an event of a provider is about. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'person_verification_provider_check',
    `ON person_verification ((provider_check ->> 'personCheckId'), platform_id) WHERE provider_check IS NOT NULL`,
  );
}
