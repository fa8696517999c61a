import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the requests that the team has not been told of, the oldest first. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'refund_request_untold',
    `ON refund_request (created_at) WHERE state = 'WAITING' AND team_notified_at IS NULL`,
  );
