import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

/** What reports read: days that are over are summed up once, because nothing of them can change any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The last day (in São Paulo) that ledger_day has of a platform.
    CREATE TABLE ledger_closing (
      platform_id uuid PRIMARY KEY REFERENCES platform,
      through date NOT NULL
    );

    -- What one day's postings did, by who had a part in it, as what, by method and product. Cents. Columns are those of
    -- core/src/modules/reports/model.ts.
    CREATE TABLE ledger_day (
      platform_id uuid NOT NULL REFERENCES platform,
      day date NOT NULL,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      method text,
      product_id uuid,
      person_id uuid,
      -- Null: what the platform made with this person without their having a part in it.
      role text CHECK (role IN ('seller', 'affiliate', 'co-producer', 'manager')),
      sales bigint NOT NULL,
      gross bigint NOT NULL,
      refunded bigint NOT NULL,
      charged bigint NOT NULL,
      net bigint NOT NULL,
      fees bigint NOT NULL,
      interest bigint NOT NULL,
      costs bigint NOT NULL,
      commissions bigint NOT NULL,
      anticipations bigint NOT NULL,
      losses bigint NOT NULL
    );
    CREATE UNIQUE INDEX ledger_day_once ON ledger_day (day, currency, person_id, role, method, product_id, platform_id)
      NULLS NOT DISTINCT;
    CREATE INDEX ledger_day_person ON ledger_day (person_id, currency, day);

    -- Released money of a platform, newest first; its sum is read from here alone.
    CREATE INDEX ledger_hold_released ON ledger_hold (platform_id, currency, closed_at DESC, id DESC) INCLUDE (amount, person_id)
      WHERE state = 'RELEASED';
    -- Who may owe something. Without the balance, which would make every posting write to it.
    CREATE INDEX ledger_account_owed ON ledger_account (platform_id, currency, id) WHERE kind = 'OWED';
  `);
  await enableTenancy(knex, 'ledger_closing', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' });
  await enableTenancy(knex, 'ledger_day', { app: 'SELECT, INSERT' });
}
