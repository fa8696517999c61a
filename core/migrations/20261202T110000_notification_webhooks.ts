import type { Knex } from 'knex';

/**
 * Lets each person have their notifications sent to an address. It stands beside the webhooks of sellers, whose queue and sender serve both. The
 * trigger on notification fills the queue, so that notifications which a node of the version before writes are sent as well.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE seller_webhook
      -- NOTIFICATIONS: what the person seller_id hears of, and no event of a platform.
      ADD COLUMN purpose text NOT NULL DEFAULT 'EVENTS',
      ADD CONSTRAINT seller_webhook_purpose_check CHECK (purpose IN ('EVENTS', 'NOTIFICATIONS')) NOT VALID;
    ALTER TABLE seller_webhook_delivery
      DROP CONSTRAINT seller_webhook_delivery_kind_check,
      ADD CONSTRAINT seller_webhook_delivery_kind_check
        CHECK (kind IN ('EVENT', 'PAYMENT', 'CART', 'TEST', 'NOTIFICATION')) NOT VALID;
    -- False: notifications of the topic are not sent to the address of the person.
    ALTER TABLE notification_preference ADD COLUMN webhook boolean NOT NULL DEFAULT true;

    CREATE FUNCTION queue_notification_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO seller_webhook_delivery (platform_id, id, seller_webhook_id, event, kind, source_id, subject_id, happened_at)
          SELECT platform_id, gen_random_uuid(), id, NEW.type, 'NOTIFICATION', NEW.id, NEW.id, NEW.created_at FROM seller_webhook
          WHERE seller_id = NEW.person_id AND platform_id = NEW.platform_id AND purpose = 'NOTIFICATIONS' AND is_enabled
          ON CONFLICT DO NOTHING;
        IF FOUND THEN PERFORM pg_notify('feira_seller_webhook', ''); END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER queue_notification_webhook AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION queue_notification_webhook();
  `);
}
