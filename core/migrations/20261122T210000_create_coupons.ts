import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates coupons and their uses. A use is taken in the transaction that writes the sale: the trigger locks the coupon, counts and refuses.
 * It ends when the payment is refused or expires, and counts again when that payment is paid after all.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE coupon (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- Upper case: buyers type it in any case.
      code text NOT NULL CHECK (code = upper(code)),
      -- A share of the price, or cents of one currency.
      basis_points integer CHECK (basis_points BETWEEN 1 AND 10000),
      amount bigint CHECK (amount > 0),
      coin text CHECK (coin IN ('BRL', 'EUR', 'USD')),
      max_uses integer CHECK (max_uses > 0),
      max_uses_per_buyer integer CHECK (max_uses_per_buyer > 0),
      starts_at timestamptz,
      ends_at timestamptz,
      -- What it is for; everything of the seller where both are empty.
      offer_ids uuid[] NOT NULL DEFAULT '{}',
      product_ids uuid[] NOT NULL DEFAULT '{}',
      is_active boolean NOT NULL DEFAULT true,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Sales refer to it, so it stays; its code is free again.
      deleted_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id),
      CHECK ((basis_points IS NULL) <> (amount IS NULL)),
      CHECK ((amount IS NULL) = (coin IS NULL)),
      CHECK (ends_at > starts_at)
    );
    CREATE UNIQUE INDEX coupon_code ON coupon (seller_id, code, platform_id) WHERE deleted_at IS NULL;
    CREATE INDEX coupon_seller_page ON coupon (seller_id, created_at DESC, id DESC);
    ${tenancy('coupon', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE coupon_use (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      coupon_id uuid NOT NULL,
      buyer_email text NOT NULL,
      buyer_document text,
      -- The payment was refused or has expired.
      is_ended boolean NOT NULL DEFAULT false,
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (coupon_id, platform_id) REFERENCES coupon (id, platform_id)
    );
    CREATE INDEX coupon_use_counted ON coupon_use (coupon_id) WHERE NOT is_ended;
    ${tenancy('coupon_use', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE FUNCTION take_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      taken coupon;
    BEGIN
      -- Buyers of one coupon come one after the other; the counts below see everyone who came before.
      SELECT * INTO taken FROM coupon WHERE platform_id = NEW.platform_id AND id = NEW.coupon_id FOR NO KEY UPDATE;
      IF taken.max_uses IS NOT NULL AND taken.max_uses <= (
        SELECT count(*) FROM coupon_use u WHERE u.platform_id = NEW.platform_id AND u.coupon_id = NEW.coupon_id AND NOT u.is_ended
      ) THEN
        RAISE EXCEPTION 'The coupon is used up' USING ERRCODE = 'check_violation', CONSTRAINT = 'coupon_max_uses';
      END IF;
      IF taken.max_uses_per_buyer IS NOT NULL AND taken.max_uses_per_buyer <= (
        SELECT count(*) FROM coupon_use u WHERE u.platform_id = NEW.platform_id AND u.coupon_id = NEW.coupon_id AND NOT u.is_ended
          AND (u.buyer_email = NEW.buyer_email OR u.buyer_document = NEW.buyer_document)
      ) THEN
        RAISE EXCEPTION 'The buyer has used the coupon up' USING ERRCODE = 'check_violation', CONSTRAINT = 'coupon_max_uses_per_buyer';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER take_coupon BEFORE INSERT ON coupon_use FOR EACH ROW EXECUTE FUNCTION take_coupon();

    ALTER TABLE sale
      ADD COLUMN coupon_code text,
      -- Cents that the coupon took off the price; the items say what was left to pay.
      ADD COLUMN discount bigint NOT NULL DEFAULT 0;
  `);
}
