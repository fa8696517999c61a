import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates subscriptions, their cycles and the evidence about them. Nodes of the version before sell the first charge of a subscription
 * without its promise: the subscription is begun from the offer as it is when the charge is paid.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE subscription (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- 128 random bits, which a signed link to the buyer's page names.
      public_id text NOT NULL,
      offer_id uuid NOT NULL,
      product_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- Null where it began with a free trial.
      first_sale_id uuid,
      buyer_name text NOT NULL,
      buyer_email text NOT NULL,
      buyer_email_lower text GENERATED ALWAYS AS (lower(buyer_email)) STORED,
      buyer_document text,
      buyer_phone text,
      address jsonb,
      locale text NOT NULL CHECK (locale IN ('pt-BR', 'en')),
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      method text NOT NULL CHECK (method IN ('CREDIT_CARD', 'PIX', 'BILLET', 'PIX_AUTOMATICO')),
      -- The connection that keeps the card, and otherwise the one that charged last.
      connection_id uuid,
      -- The provider's id of the card, and its row where the provider can delete cards.
      card_id text,
      stored_card_id uuid,
      card_brand text,
      card_last_digits text CHECK (card_last_digits ~ '^[0-9]{4}$'),
      -- YYYY-MM, where the provider tells it.
      card_expiry text CHECK (card_expiry ~ '^[0-9]{4}-[0-9]{2}$'),
      -- schemas/src/subscription.ts SubscriptionTerms
      terms jsonb NOT NULL,
      -- The state, as the reducer makes it of the events.
      status text NOT NULL CHECK (status IN ('TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'CANCELED', 'ENDED')),
      -- Cents of the next charge, or of the last one where none follows.
      amount bigint NOT NULL CHECK (amount >= 0),
      frequency_in_days integer NOT NULL,
      anchor_at timestamptz NOT NULL,
      cycle integer NOT NULL CHECK (cycle >= 1),
      period_start timestamptz NOT NULL,
      period_end timestamptz NOT NULL,
      -- When the next cycle is due; null where none follows.
      next_charge_at timestamptz,
      past_due_since timestamptz,
      cancel_at_period_end boolean NOT NULL DEFAULT false,
      paused_at timestamptz,
      ended_at timestamptz,
      end_reason text CHECK (end_reason IN
        ('BUYER', 'SELLER', 'PLATFORM', 'UNPAID', 'COMPLETED', 'REFUNDED', 'CHARGEBACK', 'MANDATE_ENDED')),
      -- When access ends that is not renewed until then; null while it is open.
      access_ends_at timestamptz,
      -- When the sweep looks at it next; null where nothing is to be done any more.
      check_at timestamptz,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (first_sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id)
    );
    CREATE UNIQUE INDEX subscription_public_id ON subscription (public_id, platform_id);
    CREATE UNIQUE INDEX subscription_first_sale ON subscription (first_sale_id, platform_id);
    CREATE INDEX subscription_due ON subscription (check_at) WHERE check_at IS NOT NULL;
    CREATE INDEX subscription_seller ON subscription (seller_id, created_at DESC, id DESC);
    CREATE INDEX subscription_platform ON subscription (platform_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
    CREATE INDEX subscription_buyer ON subscription (buyer_email_lower, created_at DESC);
    CREATE INDEX subscription_offer ON subscription (offer_id);
    CREATE INDEX subscription_connection ON subscription (connection_id);
    CREATE INDEX subscription_stored_card ON subscription (stored_card_id) WHERE stored_card_id IS NOT NULL;
    COMMENT ON TABLE subscription IS 'One for each subscription that was begun; kept with its sales';
    ${tenancy('subscription', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (check_at)' })}

    CREATE TABLE subscription_cycle (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      subscription_id uuid NOT NULL,
      -- 1 is the first charge, or the period of a free trial.
      number integer NOT NULL CHECK (number >= 1),
      period_start timestamptz NOT NULL,
      period_end timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      -- Cents as promised, and the discount that they are less.
      amount bigint NOT NULL CHECK (amount >= 0),
      discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
      -- The rates of the charge: whom it is shared with. Null until the first try.
      rates jsonb,
      state text NOT NULL CHECK (state IN ('DUE', 'OPEN', 'PAID', 'UNPAID', 'FREE', 'REVERSED')),
      -- The sale that paid it, or the last one that was tried.
      sale_id uuid,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      -- Tries of the card, which the card networks limit.
      card_attempts integer NOT NULL DEFAULT 0,
      decline_reason text,
      next_attempt_at timestamptz,
      -- How many steps of dunning were done.
      dunning_step integer NOT NULL DEFAULT 0,
      paid_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CONSTRAINT subscription_cycle_once UNIQUE (subscription_id, number, platform_id),
      FOREIGN KEY (subscription_id, platform_id) REFERENCES subscription (id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    CREATE INDEX subscription_cycle_sale ON subscription_cycle (sale_id);
    COMMENT ON TABLE subscription_cycle IS 'One for each period of a subscription; kept with its sales';
    ${tenancy('subscription_cycle', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE subscription_sale (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      -- Ours from the first charge on, before the subscription begins.
      subscription_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      cycle integer NOT NULL CHECK (cycle >= 1),
      attempt integer NOT NULL CHECK (attempt >= 1),
      -- What was promised with the first charge; null for later ones.
      terms jsonb,
      -- The card of the first charge.
      card_id text,
      stored_card_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      -- The last net below the idempotency key: one try of a cycle makes one order.
      CONSTRAINT subscription_sale_once UNIQUE (subscription_id, cycle, attempt, platform_id)
    );
    COMMENT ON TABLE subscription_sale IS 'One for each sale that a subscription made, paid or not';
    ${tenancy('subscription_sale', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE subscription_event (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      subscription_id uuid NOT NULL,
      -- The same thing that is reported twice has one key.
      key text NOT NULL CHECK (length(key) <= 200),
      kind text NOT NULL CHECK (length(kind) <= 40),
      at timestamptz NOT NULL,
      by text NOT NULL CHECK (by IN ('BUYER', 'SELLER', 'PLATFORM', 'ENGINE', 'PROVIDER')),
      -- The person, where one did it in their session.
      person_id uuid,
      cycle integer,
      data jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CONSTRAINT subscription_event_once UNIQUE (subscription_id, key, platform_id),
      FOREIGN KEY (subscription_id, platform_id) REFERENCES subscription (id, platform_id)
    );
    CREATE INDEX subscription_event_subscription ON subscription_event (subscription_id, at);
    CREATE INDEX subscription_event_platform ON subscription_event (platform_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
    COMMENT ON TABLE subscription_event IS 'The evidence about a subscription, which decides its state; only added to, and kept';
    ${tenancy('subscription_event', { app: 'SELECT, INSERT' })}

    ALTER TABLE offer
      -- Days of the first period; null where it is as long as the others.
      ADD COLUMN trial_days integer,
      -- The first period costs nothing.
      ADD COLUMN is_trial_free boolean NOT NULL DEFAULT false,
      -- The number of charges; null for no end.
      ADD COLUMN recurrence_cycles integer,
      -- The number of charges in which an affiliate shares; null for all.
      ADD COLUMN affiliate_cycles integer,
      -- schemas/src/subscription.ts dunningSchema; null for the platform's.
      ADD COLUMN dunning jsonb;
    -- Charges that a coupon takes its discount off; 1 for the first alone.
    ALTER TABLE coupon ADD COLUMN cycles integer NOT NULL DEFAULT 1`);
}
