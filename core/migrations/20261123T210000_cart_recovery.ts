import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/**
 * Gives abandoned carts a state, a resume link and a recovery. Carts from before, and those that a node of the version before writes, have
 * no seller until their buyer changes them: they are in no list, and are purged by their age as before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE abandoned_cart
      ALTER COLUMN email DROP NOT NULL,
      ADD COLUMN seller_id uuid,
      ADD COLUMN product_id uuid,
      -- A column of its own, because row security lets no index serve lower().
      ADD COLUMN email_lower text,
      ADD COLUMN currency text,
      ADD COLUMN locale text,
      -- What the form holds beyond the named columns: schemas/src/procedures/checkout.ts cartFormSchema.
      ADD COLUMN form jsonb NOT NULL DEFAULT '{}',
      -- IANA name of the buyer's time zone.
      ADD COLUMN zone text NOT NULL DEFAULT 'America/Sao_Paulo',
      -- 20261123T210200_limit_carts.ts says which.
      ADD COLUMN state text NOT NULL DEFAULT 'OPEN',
      ADD COLUMN stop_reason text,
      -- 128 random bits that open the filled checkout until expires_at.
      ADD COLUMN resume_token text,
      ADD COLUMN expires_at timestamptz,
      -- The personal data is erased then; the row stays for the comparison with the holdout group.
      ADD COLUMN purge_at timestamptz,
      ADD COLUMN erased_at timestamptz,
      -- When the buyer had been away for long enough. Null before, and where they bought at once.
      ADD COLUMN abandoned_at timestamptz,
      ADD COLUMN recovered_at timestamptz,
      -- Of a buyer who gets no messages, for comparison; null where no recovery was on.
      ADD COLUMN is_holdout boolean,
      -- When the recovery looks at the cart next.
      ADD COLUMN due_at timestamptz;
    GRANT SELECT (due_at, purge_at, erased_at, state, expires_at), UPDATE (due_at, name, document, email, email_lower, phone, form, utm_query,
      resume_token, recovered_by, erased_at, state, expires_at) ON abandoned_cart TO feira_jobs;
    COMMENT ON TABLE abandoned_cart IS
      'One for each visitor and offer; its personal data is erased when the seller''s keeping time ends, the row is deleted after a year';

    CREATE TABLE cart_recovery (
      platform_id uuid NOT NULL REFERENCES platform,
      -- An offer, or a product for those of its offers that have no recovery of their own.
      subject_id uuid NOT NULL,
      subject text NOT NULL CHECK (subject IN ('OFFER', 'PRODUCT')),
      seller_id uuid NOT NULL,
      is_enabled boolean NOT NULL,
      keep_days integer NOT NULL CHECK (keep_days BETWEEN 7 AND 90),
      holdout_percent integer NOT NULL CHECK (holdout_percent BETWEEN 0 AND 50),
      quiet_from smallint NOT NULL CHECK (quiet_from BETWEEN 0 AND 23),
      quiet_until smallint NOT NULL CHECK (quiet_until BETWEEN 0 AND 23),
      -- Shape: schemas/rules/cart-recovery.ts RecoveryStep.
      steps jsonb NOT NULL,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (subject_id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    ${tenancy('cart_recovery', { app: 'SELECT, INSERT, UPDATE' })}
    ${announceChanges('cart_recovery')}
    COMMENT ON TABLE cart_recovery IS 'At most one for each offer and product';

    CREATE TABLE cart_step (
      platform_id uuid NOT NULL,
      cart_id uuid NOT NULL,
      step_id uuid NOT NULL,
      channel text NOT NULL CHECK (channel IN ('MAIL', 'WHATSAPP')),
      -- SENT: a mail was written. WAITING, DONE: the seller is to write, or wrote. SKIPPED: too late, or its coupon was not valid.
      state text NOT NULL CHECK (state IN ('SENT', 'WAITING', 'DONE', 'SKIPPED')),
      mail_id uuid,
      created_at timestamptz NOT NULL,
      done_at timestamptz,
      -- Of jobs that repeat a step, on whichever node, one writes it.
      PRIMARY KEY (cart_id, step_id, platform_id),
      FOREIGN KEY (cart_id, platform_id) REFERENCES abandoned_cart (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX cart_step_mail ON cart_step (mail_id, platform_id) WHERE mail_id IS NOT NULL;
    ${tenancy('cart_step', { app: 'SELECT, INSERT, UPDATE (state, done_at)' })}
    COMMENT ON TABLE cart_step IS 'One for each cart and step of its recovery; deleted with the cart';

    CREATE TABLE cart_unsubscription (
      platform_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- Not the address itself, so that the wish outlives the data.
      email_hash text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (seller_id, email_hash, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    ${tenancy('cart_unsubscription', { app: 'SELECT, INSERT' })}
    COMMENT ON TABLE cart_unsubscription IS 'One for each seller and buyer who wants no mails about carts';
  `);
}
