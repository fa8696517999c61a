import type { Knex } from 'knex';
import { announceChanges, tenancy } from './tenancy.ts';

/** Lets platforms stop purchases by rules and lists of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with versions that the team saves. Kept: sales and refusals name their rules.
    CREATE TABLE risk_rules (
      platform_id uuid NOT NULL REFERENCES platform,
      version integer NOT NULL CHECK (version > 0),
      -- Shape: schemas/src/procedures/risk.ts riskRuleSchema.
      rules jsonb NOT NULL,
      saved_by uuid NOT NULL,
      saved_by_name text NOT NULL,
      saved_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (version, platform_id)
    );
    ${tenancy('risk_rules', { app: 'SELECT, INSERT' })}
    ${announceChanges('risk_rules')}
    COMMENT ON TABLE risk_rules IS 'Versions of a platform''s fraud rules; the highest applies';

    -- Grows with what the team adds. risk.purge deletes it 90 days after its end; the team removes it earlier.
    CREATE TABLE risk_entry (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      list text NOT NULL CHECK (list IN ('BLOCK', 'ALLOW')),
      kind text NOT NULL CHECK (kind IN ('EMAIL', 'DOMAIN', 'DOCUMENT', 'BIN', 'NETWORK')),
      -- An HMAC of what is meant, so that it need not be stored.
      subject text NOT NULL,
      -- Enough of it for who knows it.
      label text NOT NULL,
      reason text NOT NULL,
      added_by uuid NOT NULL,
      added_by_name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      ends_at timestamptz,
      PRIMARY KEY (id, platform_id),
      UNIQUE (subject, kind, platform_id)
    );
    CREATE INDEX risk_entry_page ON risk_entry (created_at, id);
    CREATE INDEX risk_entry_end ON risk_entry (ends_at) WHERE ends_at IS NOT NULL;
    ${tenancy('risk_entry', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, DELETE' })}
    ${announceChanges('risk_entry')}
    COMMENT ON TABLE risk_entry IS 'Who is blocked or allowed, by whom and until when';

    -- Grows with purchases that rules or lists refuse, one for each buyer, offer and hour. risk.purge deletes it after 90 days.
    CREATE TABLE risk_refusal (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      -- An HMAC of buyer, offer and hour.
      subject text NOT NULL,
      offer_id uuid NOT NULL,
      method text NOT NULL,
      amount bigint NOT NULL,
      currency text NOT NULL,
      -- The e-mail, covered.
      buyer text NOT NULL,
      causes jsonb NOT NULL,
      signals jsonb,
      count integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (subject, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX risk_refusal_page ON risk_refusal (created_at, id);
    CREATE INDEX risk_refusal_offer ON risk_refusal (offer_id, platform_id);
    ${tenancy('risk_refusal', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE risk_refusal IS 'Purchases that rules or lists have refused';
  `);
}
