import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Counts the people who were told of an announcement. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'notification_announcement',
    'ON notification (announcement_id, platform_id) WHERE announcement_id IS NOT NULL',
  );
