import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/** Creates funnels and what buyers do in them. Nodes of the version before lead nobody into a funnel. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE funnel (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- The entry offer.
      offer_id uuid NOT NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
      is_enabled boolean NOT NULL,
      -- The tree as a list, its root first.
      steps jsonb NOT NULL CHECK (jsonb_typeof(steps) = 'array'),
      version integer NOT NULL DEFAULT 1,
      saved_by uuid,
      saved_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE,
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX funnel_entry ON funnel (offer_id, platform_id) WHERE is_enabled AND deleted_at IS NULL;
    CREATE INDEX funnel_seller ON funnel (seller_id, platform_id, created_at) WHERE deleted_at IS NULL;
    ${announceChanges('funnel')}
    ${tenancy('funnel', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    CREATE TABLE funnel_visit (
      platform_id uuid NOT NULL,
      -- The purchase that the funnel follows.
      payment_id uuid NOT NULL,
      funnel_id uuid NOT NULL,
      -- The step that the buyer is at; null at the end.
      step_id uuid,
      is_opened boolean NOT NULL,
      -- The card of the purchase, as long as the provider keeps it.
      stored_card_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (payment_id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id)
    );
    ${tenancy('funnel_visit', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE funnel_answer (
      platform_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      step_id uuid NOT NULL,
      funnel_id uuid NOT NULL,
      shown_at timestamptz NOT NULL DEFAULT now(),
      -- Null until the buyer answers.
      answer text CHECK (answer IN ('ACCEPTED', 'DECLINED')),
      answered_at timestamptz,
      -- The number of charges that were refused for certain: the next one has another idempotency key.
      attempt smallint NOT NULL DEFAULT 0,
      PRIMARY KEY (payment_id, step_id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES funnel_visit (payment_id, platform_id)
    );
    CREATE INDEX funnel_answer_step ON funnel_answer (funnel_id, step_id);
    ${tenancy('funnel_answer', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE upsell_sale (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      origin_sale_id uuid NOT NULL,
      -- The purchase that the funnel follows.
      payment_id uuid NOT NULL,
      funnel_id uuid NOT NULL,
      step_id uuid NOT NULL,
      attempt smallint NOT NULL,
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      -- The last net below the idempotency key: one answer of a buyer makes one order.
      CONSTRAINT upsell_sale_once UNIQUE (payment_id, step_id, attempt, platform_id)
    );
    CREATE INDEX upsell_sale_origin ON upsell_sale (origin_sale_id, platform_id);
    CREATE INDEX upsell_sale_step ON upsell_sale (funnel_id, step_id);
    ${tenancy('upsell_sale', { app: 'SELECT, INSERT' })}

    COMMENT ON TABLE funnel IS 'A tree of upsells and downsells behind an offer';
    COMMENT ON TABLE funnel_visit IS 'One for each purchase whose buyer was led into a funnel, or whose card is kept for it';
    COMMENT ON TABLE funnel_answer IS 'One for each step that a buyer was shown';
    COMMENT ON TABLE upsell_sale IS 'One for each sale that a funnel made, with the sale that it followed'`);
}
