import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the withdrawals that ended otherwise than their provider reports. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'withdrawal_contradicted',
    'ON withdrawal (role, created_at DESC, id DESC) WHERE contradicted_as IS NOT NULL',
  );
