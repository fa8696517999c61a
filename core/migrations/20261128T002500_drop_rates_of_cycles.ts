import type { Knex } from 'knex';

/** The rates of a cycle are kept with its sale, as of every sale. No version has written this column. */
export const up = (knex: Knex): Promise<void> => knex.raw('ALTER TABLE subscription_cycle DROP COLUMN rates');
