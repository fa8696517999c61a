import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the unread notices about a row that waits no more. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'notification_work', 'ON notification (work_id) WHERE work_id IS NOT NULL AND read_at IS NULL');
