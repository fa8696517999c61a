import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** The tables from which an erasure deletes rows, and those of which it overwrites columns. ADR 85 says why a role of its own does it. */
const DELETED = [
  'person_note',
  'notification_preference',
  'push_subscription',
  'passkey_challenge',
  'passkey',
  'second_factor',
  'recovery_code',
  'one_time_token',
  'ad_consent',
  'dispute_file',
  'receiver_document',
  'seller_webhook',
  'role_grant',
];
const OVERWRITTEN: Record<string, string> = {
  abandoned_cart:
    'name, document, email, email_lower, phone, form, utm_query, resume_token, state, expires_at, erased_at, due_at',
  audit_event:
    'actor_name, actor_email, impersonator_name, impersonator_email, subject_name, subject_email, ip, user_agent, details',
  buyer_question: 'name, email, text',
  checkout_draft: 'config',
  checkout_version: 'config',
  co_production: 'email',
  conversion: 'answer, problem',
  coupon_use: 'buyer_email, buyer_document',
  dispute: 'defence, note',
  idempotency_key: 'response_body',
  mail: 'recipient, sealed_parameters, state, next_attempt_at, failure',
  money_rule_proposal: 'subject_name, proposer_name, proposer_email, decider_name, note, reason',
  notification: 'parameters',
  offer: 'checkout_builder_config',
  outbox: 'payload',
  payment: 'billet_url, next_step, buyer_erased_at',
  payout_destination:
    'pix_key, branch_number, branch_digit, account_number, account_digit, holder_name, holder_document, status, reason',
  person:
    'name, email, email_verified_at, phone, document, password_hash, status, label_sender, shows_document, public_address, erased_at',
  person_note: 'author_name',
  product: 'support_email, sales_page',
  provider_exchange: 'path, reason',
  refund: 'note, reason, provider_reason',
  refund_request: 'note, answer',
  sale: 'buyer_name, buyer_email, buyer_document, buyer_phone, address, referer, utm_query',
  seller_webhook_delivery: 'answer, problem',
  session: 'user_agent, ip, revoked_at',
  shipment: 'tracking_code, tracking_url',
  subscription: 'buyer_name, buyer_email, buyer_document, buyer_phone, address',
  subscription_event: 'data',
  upload: 'file_name, picture_name',
  webhook: 'headers, query, body, search_text, sender_address',
  withdrawal: 'reason, settlement, approvals, reported',
};
/** Read while rows are looked up, and by the triggers of what is changed. */
const READ = [
  'payment_attempt',
  'offer',
  'product',
  'sale_item',
  'platform',
  'receiver',
  'dispute',
  'notification_mail',
];

/** Lets people ask for the erasure of their data, and gives it a role that alone may overwrite it. */
export async function up(knex: Knex): Promise<void> {
  const tables = [...new Set([...DELETED, ...Object.keys(OVERWRITTEN), ...READ, 'privacy_request', 'sale_search_due'])];
  await knex.raw(`
    -- Grows with requests for erasure. Kept: it proves when somebody asked, and what became of it. It holds no name.
    CREATE TABLE privacy_request (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      -- Null for a buyer without an account.
      person_id uuid,
      -- Whose purchases are meant. Overwritten with the rest.
      email text NOT NULL CHECK (email = lower(email)),
      -- The member of the team who wrote it down; null where the person asked.
      asked_by uuid,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'DONE', 'WITHDRAWN', 'REFUSED')),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- The person can take it back until then.
      starts_at timestamptz NOT NULL,
      -- The day by which the law wants an answer.
      due_at timestamptz NOT NULL,
      -- Those of the team who agree to erase somebody who is owed money, or owes it: [{personId, at}].
      approvals jsonb NOT NULL DEFAULT '[]',
      -- Why the team has refused it.
      reason text,
      -- The rows that were overwritten or deleted, by table.
      counts jsonb,
      closed_by uuid,
      closed_at timestamptz,
      PRIMARY KEY (id, platform_id)
    );
    CREATE UNIQUE INDEX privacy_request_open ON privacy_request (email, platform_id) WHERE state = 'WAITING';
    CREATE INDEX privacy_request_person ON privacy_request (person_id, platform_id) WHERE person_id IS NOT NULL;
    CREATE INDEX privacy_request_due ON privacy_request (starts_at) WHERE state = 'WAITING';
    CREATE INDEX privacy_request_page ON privacy_request (created_at, id);
    ${tenancy('privacy_request', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}
    COMMENT ON TABLE privacy_request IS 'Requests of people that their data be erased';

    ALTER TABLE person ADD COLUMN erased_at timestamptz;
    COMMENT ON COLUMN person.erased_at IS 'When the data of the person was erased. The row stays, because books refer to it';

    DO $$
    BEGIN
      BEGIN
        CREATE ROLE feira_privacy NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
      EXECUTE format('GRANT feira_privacy TO %I', current_user);
      GRANT USAGE ON SCHEMA public TO feira_privacy;
    END $$;
    ${tables
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
    ${DELETED.map((table) => `GRANT DELETE ON ${table} TO feira_privacy;`).join('\n')}
    ${Object.entries(OVERWRITTEN)
      .map(([table, columns]) => `GRANT UPDATE (${columns}) ON ${table} TO feira_privacy;`)
      .join('\n')}
    GRANT UPDATE ON privacy_request TO feira_privacy;
    GRANT INSERT ON sale_search_due TO feira_privacy;
  `);
}
