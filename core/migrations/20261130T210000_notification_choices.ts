import type { Knex } from 'knex';

/** Lets people choose by topic between bell, mail and push, sum up by the week, and set quiet hours. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE notification_preference
      -- Stands beside DAILY: a node of the version before sums up by the day.
      ADD COLUMN is_weekly boolean NOT NULL DEFAULT false,
      -- Null until the person chooses: topics that are mailed at once are pushed as well.
      ADD COLUMN push boolean,
      -- False: notifications of the topic count as read from the start.
      ADD COLUMN bell boolean NOT NULL DEFAULT true;
    -- The time of the summary that the row waits for. Null for rows of the version before, which wait for that of the day.
    ALTER TABLE notification_mail ADD COLUMN summary_at timestamptz;
    GRANT UPDATE (summary_at) ON notification_mail TO feira_app;
    GRANT UPDATE (attempts) ON notification_push TO feira_app;
    ALTER TABLE person
      -- Null is America/Sao_Paulo.
      ADD COLUMN time_zone text,
      -- Times of the clocks of that zone. Mails and pushes that can wait are sent after quiet_until. Both are null without quiet hours.
      ADD COLUMN quiet_from time,
      ADD COLUMN quiet_until time;
  `);
}
