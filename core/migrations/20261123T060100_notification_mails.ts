import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates what people chose to hear of by mail, and the queue of notifications that were not mailed yet. The trigger fills the queue, so that
 * notifications which a node of the version before writes are mailed as well.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE notification_preference (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      topic text NOT NULL,
      email text NOT NULL CHECK (email IN ('EACH', 'DAILY', 'OFF')),
      PRIMARY KEY (person_id, topic, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    ${tenancy('notification_preference', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE notification_mail (
      platform_id uuid NOT NULL,
      notification_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- Waits for the summary of the day.
      is_summary boolean NOT NULL DEFAULT false,
      due_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (notification_id, platform_id)
    );
    CREATE INDEX notification_mail_due ON notification_mail (due_at);
    CREATE INDEX notification_mail_summary ON notification_mail (person_id, platform_id) WHERE is_summary;
    ${tenancy('notification_mail', {
      app: 'SELECT, INSERT, UPDATE (is_summary, due_at), DELETE',
      jobs: 'SELECT, UPDATE (due_at)',
    })}

    CREATE FUNCTION queue_notification_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO notification_mail (platform_id, notification_id, person_id) VALUES (NEW.platform_id, NEW.id, NEW.person_id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER queue_notification_mail AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION queue_notification_mail();
    CREATE FUNCTION announce_notification_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_notification_mail', '');
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_notification_mail AFTER INSERT ON notification_mail
      FOR EACH STATEMENT EXECUTE FUNCTION announce_notification_mail();
  `);
}
