import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates the browsers that show notifications, and the queue of what each of them was not sent yet. The trigger on notification fills the
 * queue, so that notifications which a node of the version before writes are sent as well. The trigger on session removes the browsers of who
 * signs out there, by whichever way.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE push_subscription (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- The last session in which the person opened a page with this browser.
      session_id uuid NOT NULL,
      -- An address at the push service of the browser's maker, chosen by the browser.
      endpoint text NOT NULL,
      -- The browser's public key and its secret, in base64url: what is sent is encrypted for them.
      p256dh text NOT NULL,
      auth text NOT NULL,
      -- The key of ours that the push service knows for this address.
      key_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (endpoint, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (session_id, platform_id) REFERENCES session (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX push_subscription_person ON push_subscription (person_id, platform_id);
    CREATE INDEX push_subscription_session ON push_subscription (session_id, platform_id);
    ${tenancy('push_subscription', { app: 'SELECT, INSERT, UPDATE (session_id), DELETE' })}

    CREATE TABLE notification_push (
      platform_id uuid NOT NULL,
      notification_id uuid NOT NULL,
      subscription_id uuid NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (subscription_id, notification_id, platform_id),
      FOREIGN KEY (subscription_id, platform_id) REFERENCES push_subscription (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX notification_push_due ON notification_push (due_at);
    ${tenancy('notification_push', {
      app: 'SELECT, INSERT, UPDATE (due_at), DELETE',
      jobs: 'SELECT, UPDATE (attempts, due_at)',
    })}

    CREATE FUNCTION queue_notification_push() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO notification_push (platform_id, notification_id, subscription_id)
          SELECT platform_id, NEW.id, id FROM push_subscription
          WHERE person_id = NEW.person_id AND platform_id = NEW.platform_id
          ORDER BY created_at DESC LIMIT 20;
        IF FOUND THEN PERFORM pg_notify('feira_notification_push', ''); END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER queue_notification_push AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION queue_notification_push();

    CREATE FUNCTION remove_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM push_subscription WHERE session_id = NEW.id AND platform_id = NEW.platform_id;
        RETURN NULL;
      END $$;
    CREATE TRIGGER remove_push_subscriptions AFTER UPDATE OF revoked_at ON session
      FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION remove_push_subscriptions();
  `);
}
