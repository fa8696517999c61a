import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Adds the fiscal data of products, and the fiscal invoices of sales. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null for products of which no invoice is issued. The rate of the ISS is in basis points.
    ALTER TABLE product ADD COLUMN service_code text, ADD COLUMN city_service_code text, ADD COLUMN iss_basis_points integer,
      ADD COLUMN fiscal_description text;
    -- When its invoices are issued; null for a connection that issues none.
    ALTER TABLE integration_connection ADD COLUMN invoice_when text;
    ALTER TABLE integration_connection ADD CONSTRAINT integration_connection_invoice_when
      CHECK (invoice_when IN ('APPROVAL', 'GUARANTEE')) NOT VALID;

    -- Grows with the paid sales of sellers who connect an invoicing system. It stays with its sale, which it documents.
    CREATE TABLE fiscal_invoice (
      platform_id uuid NOT NULL,
      -- The id of the payment: a payment never has two. It is the reference at the other system too.
      id uuid NOT NULL,
      sale_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- Null once the seller has removed the connection.
      connection_id uuid,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'ISSUED', 'REFUSED', 'CANCELED')),
      -- The next call; null where nothing is to be done.
      step text DEFAULT 'ISSUE' CHECK (step IN ('ISSUE', 'LOOK', 'CANCEL')),
      -- The money went back, or the seller canceled it.
      is_cancel_wanted boolean NOT NULL DEFAULT false,
      -- When the other system was asked for it for the first time, and when to cancel it.
      asked_at timestamptz,
      cancel_asked_at timestamptz,
      -- Grows with every time that it is asked for anew after a refusal: some systems keep a refused invoice under its reference.
      round smallint NOT NULL DEFAULT 1,
      -- Cents, as they were asked for.
      amount bigint,
      number text,
      code text,
      external_id text,
      pdf_url text,
      xml_url text,
      -- Why it is not issued, or not canceled; and the reason that the other system gave, without secrets and personal data.
      problem text,
      reason text,
      -- Grows with every change of a step, so that two calls never overwrite each other.
      version integer NOT NULL DEFAULT 1,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      issued_at timestamptz,
      canceled_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES integration_connection (id, platform_id) ON DELETE SET NULL (connection_id)
    );
    CREATE INDEX fiscal_invoice_due ON fiscal_invoice (due_at) WHERE step IS NOT NULL;
    CREATE INDEX fiscal_invoice_page ON fiscal_invoice (seller_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX fiscal_invoice_sale ON fiscal_invoice (sale_id, platform_id);
    CREATE INDEX fiscal_invoice_connection ON fiscal_invoice (connection_id, platform_id);
    ${tenancy('fiscal_invoice', {
      app: 'SELECT, INSERT, UPDATE',
      jobs: 'SELECT, UPDATE (due_at)',
    })}
    CREATE POLICY erasing ON fiscal_invoice TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON fiscal_invoice TO feira_privacy;
    GRANT UPDATE (reason, problem) ON fiscal_invoice TO feira_privacy;
    COMMENT ON TABLE fiscal_invoice IS 'One for each paid sale of which the seller issues an invoice, by an invoicing system'`);
}
