import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates the double-entry ledger: the entries of a transaction sum to zero, nothing is ever changed or deleted, and a hash
 * ties every transaction to the one before it. A positive entry gives the account's owner a claim; accounts of the outside
 * world (provider, bank) run negative. The next migration creates the function that posts.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Up to four accounts for each person and currency, made by their first posting.
    CREATE TABLE ledger_account (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      -- RECEIVER: people's parts of sales that the provider splits itself, which never come to the platform. Nobody is paid from
      -- it; like the provider's own account it has only entries.
      kind text NOT NULL CHECK (kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'RECEIVER', 'PROVIDER', 'PROVIDER_FEES',
        'PLATFORM_FEES', 'INTEREST', 'REFUNDS', 'DISPUTES', 'ANTICIPATION', 'WITHDRAWN', 'LOSSES', 'TAX_WITHHELD')),
      -- A person for the first five, a connection for PROVIDER; null for the others, which are the platform's.
      owner_id uuid,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- Kept for people alone. An account that every sale touches has only its entries, or all sales would wait for one row.
      balance bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE NULLS NOT DISTINCT (owner_id, kind, currency, platform_id),
      CONSTRAINT ledger_account_owner CHECK ((kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'RECEIVER', 'PROVIDER')) = (owner_id IS NOT NULL)),
      CONSTRAINT ledger_account_live CHECK ((kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED')) = (balance IS NOT NULL)),
      -- OWED is what a person owes: it goes below zero and never above.
      CONSTRAINT ledger_account_floor CHECK (CASE WHEN kind = 'OWED' THEN balance <= 0 ELSE balance IS NULL OR balance >= 0 END)
    );
    CREATE INDEX ledger_account_owner ON ledger_account (owner_id, platform_id);
    -- What people have and owe together. Without the balance, which would make every posting write to it.
    CREATE INDEX ledger_account_kind ON ledger_account (platform_id, kind, currency) WHERE created_at > '-infinity';
    ${tenancy('ledger_account', { app: 'SELECT, INSERT, UPDATE (balance)', jobs: 'SELECT' })}

    -- One row for each fact that moves money: a few for each payment. Kept for good.
    CREATE TABLE ledger_transaction (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      kind text NOT NULL,
      -- The fact it stands for: the same fact is posted once, however often it is told.
      source text NOT NULL,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      payment_id uuid,
      -- Undone whole, and once, see the index below.
      reverses uuid,
      -- Which rule made it so, for whoever asks later.
      explanation jsonb NOT NULL DEFAULT '{}',
      occurred_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Its place in the platform's chain, and the hash over it and everything before. Written once, a moment later: were
      -- sales to take their place themselves, each would wait for the other.
      sequence bigint,
      hash bytea,
      PRIMARY KEY (id, platform_id),
      UNIQUE (source, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (reverses, platform_id) REFERENCES ledger_transaction (id, platform_id),
      CHECK ((sequence IS NULL) = (hash IS NULL))
    );
    CREATE UNIQUE INDEX ledger_transaction_reversal ON ledger_transaction (reverses, platform_id) WHERE reverses IS NOT NULL;
    CREATE UNIQUE INDEX ledger_transaction_chain ON ledger_transaction (platform_id, sequence) WHERE sequence IS NOT NULL;
    CREATE INDEX ledger_transaction_unsealed ON ledger_transaction (platform_id, created_at, id) WHERE sequence IS NULL;
    CREATE INDEX ledger_transaction_payment ON ledger_transaction (payment_id) WHERE payment_id IS NOT NULL;
    ${tenancy('ledger_transaction', { app: 'SELECT, INSERT', jobs: 'SELECT, UPDATE (sequence, hash)' })}
    CREATE FUNCTION ledger_seal_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.sequence IS NOT NULL AND (NEW.sequence, NEW.hash) IS DISTINCT FROM (OLD.sequence, OLD.hash) THEN
          RAISE EXCEPTION 'The ledger transaction % has its place in the chain already', OLD.id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER ledger_seal_once BEFORE UPDATE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION ledger_seal_once();

    -- What one transaction did to one account: two to ten rows for each transaction. Kept for good.
    CREATE TABLE ledger_entry (
      platform_id uuid NOT NULL,
      transaction_id uuid NOT NULL,
      account_id uuid NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      -- A statement may be asked for one kind of movement, of which there may be three among a million: entries of people say
      -- themselves what they are of, so that an index finds them.
      kind text,
      PRIMARY KEY (transaction_id, account_id, platform_id),
      FOREIGN KEY (transaction_id, platform_id) REFERENCES ledger_transaction (id, platform_id),
      FOREIGN KEY (account_id, platform_id) REFERENCES ledger_account (id, platform_id)
    );
    COMMENT ON COLUMN ledger_entry.kind IS 'Its transaction''s; null on accounts that are no person''s, whom no statement is for';
    -- A page of a statement is one account's newest entries; ids of transactions grow with time. The primary key has entries of
    -- all accounts in the same order, and a planner that takes an account for an average one walks it: a million entries, for
    -- one that has three. Ordered by the bytes of their ids, entries are in the order of these indexes alone.
    CREATE INDEX ledger_entry_page ON ledger_entry (account_id, uuid_send(transaction_id) DESC) INCLUDE (amount);
    CREATE INDEX ledger_entry_kind ON ledger_entry (account_id, kind, uuid_send(transaction_id) DESC) WHERE kind IS NOT NULL;
    ${tenancy('ledger_entry', { app: 'SELECT, INSERT', jobs: 'SELECT' })}
    -- One statement writes all entries of a transaction. What it writes is checked as a whole, and once: entries that were added
    -- later would have to sum to zero by themselves.
    CREATE FUNCTION ledger_check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE wrong record;
      BEGIN
        SELECT e.transaction_id, count(*) AS entries, sum(e.amount) AS total,
          count(*) FILTER (WHERE (a.currency = t.currency) IS NOT TRUE) AS currencies
        INTO wrong
        FROM entered e
        -- OFFSET 0 keeps the order: each entry's own rows, whatever the planner takes the tables for.
        LEFT JOIN LATERAL (SELECT * FROM ledger_transaction WHERE id = e.transaction_id AND platform_id = e.platform_id OFFSET 0) t ON true
        LEFT JOIN LATERAL (SELECT * FROM ledger_account WHERE id = e.account_id AND platform_id = e.platform_id OFFSET 0) a ON true
        GROUP BY e.platform_id, e.transaction_id
        HAVING count(*) < 2 OR sum(e.amount) <> 0 OR NOT bool_and(coalesce(a.currency = t.currency, false))
          OR bool_or(e.kind IS DISTINCT FROM CASE WHEN a.balance IS NOT NULL OR a.kind = 'RECEIVER' THEN t.kind END)
        LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'The ledger transaction % has % entries that sum to % and % of another currency, or entries that name another kind',
            wrong.transaction_id, wrong.entries, wrong.total, wrong.currencies USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entry
      REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_entries();

    CREATE FUNCTION ledger_check_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id = NEW.id AND e.platform_id = NEW.platform_id) THEN
          RAISE EXCEPTION 'The ledger transaction % has no entries', NEW.id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
      END $$;
    CREATE CONSTRAINT TRIGGER ledger_transaction_entered AFTER INSERT ON ledger_transaction
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_transaction();

    -- Money of people that is not theirs to use yet: how much of it, why, and until when. The open ones in PENDING are what
    -- PENDING consists of. One to three rows for each person with a share in a payment; kept for good.
    CREATE TABLE ledger_hold (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      person_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- RELEASE: the method's days and the guarantee. RESERVE: a share kept longer. DISPUTE: taken from what was released.
      reason text NOT NULL CHECK (reason IN ('RELEASE', 'RESERVE', 'DISPUTE')),
      -- Where the money is. RESERVED while an anticipation or a dispute decides about it.
      account text NOT NULL DEFAULT 'PENDING' CHECK (account IN ('PENDING', 'RESERVED')),
      initial_amount bigint NOT NULL CHECK (initial_amount > 0),
      -- What is left of it; of a closed one what it ended with.
      amount bigint NOT NULL CHECK (amount >= 0),
      -- Null: until somebody decides.
      release_at timestamptz,
      -- Which setting made it so, for whoever asks: {"days": 30, "guaranteeDays": 7, "reserveBasisPoints": 1000}
      rule jsonb NOT NULL DEFAULT '{}',
      -- TAKEN: gone back to the buyer whole. ANTICIPATED: paid out before its time; SETTLED at its time, REVERSED where taken first.
      state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'RELEASED', 'TAKEN', 'ANTICIPATED', 'SETTLED', 'REVERSED')),
      anticipation_id uuid,
      -- An open dispute keeps it from being released or anticipated.
      dispute_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      CHECK ((state = 'OPEN') = (closed_at IS NULL))
    );
    CREATE INDEX ledger_hold_payment ON ledger_hold (payment_id, person_id);
    CREATE INDEX ledger_hold_due ON ledger_hold (release_at, id) WHERE state IN ('OPEN', 'ANTICIPATED');
    CREATE INDEX ledger_hold_open ON ledger_hold (person_id, release_at, id) WHERE state = 'OPEN';
    CREATE INDEX ledger_hold_closed ON ledger_hold (person_id, closed_at DESC, id DESC) WHERE state <> 'OPEN';
    CREATE INDEX ledger_hold_anticipation ON ledger_hold (anticipation_id) WHERE anticipation_id IS NOT NULL;
    CREATE INDEX ledger_hold_dispute ON ledger_hold (dispute_id) WHERE dispute_id IS NOT NULL;
    -- Released money of a platform, newest first; its sum is read from here alone.
    CREATE INDEX ledger_hold_released ON ledger_hold (platform_id, currency, closed_at DESC, id DESC) INCLUDE (amount, person_id)
      WHERE state = 'RELEASED';
    ${tenancy('ledger_hold', {
      app: 'SELECT, INSERT, UPDATE (amount, initial_amount, state, account, closed_at, anticipation_id, dispute_id, release_at)',
      jobs: 'SELECT',
    })}

    -- Reports: days that are over are summed up once, because nothing of them can change any more. The last day (in São Paulo)
    -- that ledger_day has of a platform; one row for each.
    CREATE TABLE ledger_closing (
      platform_id uuid PRIMARY KEY REFERENCES platform,
      through date NOT NULL
    );
    ${tenancy('ledger_closing', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}

    -- What one day's postings did, by who had a part in it, as what, by method and product. Cents. Columns are those of
    -- core/src/modules/reports/model.ts. Grows daily with the products and people that had sales; kept for good.
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
    ${tenancy('ledger_day', { app: 'SELECT, INSERT' })}
  `);
}
