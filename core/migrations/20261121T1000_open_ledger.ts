import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

/**
 * Double entry: the entries of a transaction sum to zero, nothing is ever changed or deleted, and every transaction is tied
 * to the one before it by a hash. Positive: the account's owner has gained a claim. What the outside world owes us runs
 * negative.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE ledger_account (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'PROVIDER', 'PROVIDER_FEES', 'PLATFORM_FEES',
        'INTEREST', 'REFUNDS', 'DISPUTES', 'ANTICIPATION', 'WITHDRAWN', 'LOSSES', 'TAX_WITHHELD')),
      -- A person for the first four, a connection for PROVIDER; the platform itself for the others.
      owner_id uuid,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- Kept for people alone. An account that every sale touches has only its entries, or all sales would wait for one row.
      balance bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      UNIQUE NULLS NOT DISTINCT (platform_id, kind, owner_id, currency),
      CONSTRAINT ledger_account_owner CHECK ((kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED', 'PROVIDER')) = (owner_id IS NOT NULL)),
      CONSTRAINT ledger_account_live CHECK ((kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED')) = (balance IS NOT NULL)),
      -- OWED is what a person owes: it goes below zero and never above.
      CONSTRAINT ledger_account_floor CHECK (CASE WHEN kind = 'OWED' THEN balance <= 0 ELSE balance IS NULL OR balance >= 0 END)
    );
    CREATE INDEX ledger_account_owner ON ledger_account (platform_id, owner_id);

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
      PRIMARY KEY (platform_id, id),
      UNIQUE (source, platform_id),
      FOREIGN KEY (platform_id, payment_id) REFERENCES payment (platform_id, id),
      FOREIGN KEY (platform_id, reverses) REFERENCES ledger_transaction (platform_id, id),
      CHECK ((sequence IS NULL) = (hash IS NULL))
    );
    -- Both partial: a look-up by id in an empty table would take them for its own.
    CREATE UNIQUE INDEX ledger_transaction_reversal ON ledger_transaction (platform_id, reverses) WHERE reverses IS NOT NULL;
    CREATE UNIQUE INDEX ledger_transaction_chain ON ledger_transaction (platform_id, sequence) WHERE sequence IS NOT NULL;
    CREATE INDEX ledger_transaction_unsealed ON ledger_transaction (platform_id, created_at, id) WHERE sequence IS NULL;
    CREATE INDEX ledger_transaction_payment ON ledger_transaction (payment_id) WHERE payment_id IS NOT NULL;

    CREATE TABLE ledger_entry (
      platform_id uuid NOT NULL,
      transaction_id uuid NOT NULL,
      account_id uuid NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      PRIMARY KEY (platform_id, transaction_id, account_id),
      FOREIGN KEY (platform_id, transaction_id) REFERENCES ledger_transaction (platform_id, id),
      FOREIGN KEY (platform_id, account_id) REFERENCES ledger_account (platform_id, id)
    );
    -- Ids of transactions grow with time, so that a statement's page is one range of this.
    CREATE INDEX ledger_entry_page ON ledger_entry (account_id, transaction_id DESC) INCLUDE (amount);

    CREATE FUNCTION ledger_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        transaction uuid := CASE TG_TABLE_NAME WHEN 'ledger_entry' THEN (to_jsonb(NEW)->>'transaction_id')::uuid ELSE (to_jsonb(NEW)->>'id')::uuid END;
        total bigint;
        entries integer;
        currencies integer;
      BEGIN
        SELECT sum(e.amount), count(*), count(*) FILTER (WHERE a.currency <> t.currency) INTO total, entries, currencies
        FROM ledger_transaction t
        JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
        JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
        WHERE t.platform_id = NEW.platform_id AND t.id = transaction;
        IF entries < 2 OR total <> 0 OR currencies > 0 THEN
          RAISE EXCEPTION 'The ledger transaction % has % entries that sum to % and % of another currency', transaction, entries, total, currencies
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
      END $$;
    CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
    CREATE CONSTRAINT TRIGGER ledger_transaction_balanced AFTER INSERT ON ledger_transaction
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();

    CREATE FUNCTION ledger_seal_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.sequence IS NOT NULL AND (NEW.sequence, NEW.hash) IS DISTINCT FROM (OLD.sequence, OLD.hash) THEN
          RAISE EXCEPTION 'The ledger transaction % has its place in the chain already', OLD.id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER ledger_seal_once BEFORE UPDATE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION ledger_seal_once();

    -- Posts one fact: false where it was posted before. Entries name accounts by kind and owner; those of one account are summed.
    -- Runs with the rights of whoever calls, so that row security holds.
    CREATE FUNCTION ledger_post(platform uuid, posting jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        wanted CONSTANT text := posting->>'currency';
        moved integer;
        live integer;
      BEGIN
        INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, payment_id, reverses, explanation, occurred_at)
        VALUES (platform, (posting->>'id')::uuid, posting->>'kind', posting->>'source', wanted, (posting->>'paymentId')::uuid,
          (posting->>'reverses')::uuid, coalesce(posting->'explanation', '{}'), (posting->>'occurredAt')::timestamptz)
        ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN RETURN false; END IF;

        -- Always in the same order: two postings never wait for each other crosswise.
        INSERT INTO ledger_account (platform_id, kind, owner_id, currency, balance)
        SELECT DISTINCT platform, e.kind, e."ownerId", wanted,
          CASE WHEN e.kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED') THEN 0 END
        FROM jsonb_to_recordset(posting->'entries') AS e(kind text, "ownerId" uuid)
        WHERE NOT EXISTS (SELECT 1 FROM ledger_account a WHERE a.platform_id = platform AND a.kind = e.kind
          AND a.owner_id IS NOT DISTINCT FROM e."ownerId" AND a.currency = wanted)
        ORDER BY 2, 3 ON CONFLICT DO NOTHING;

        WITH sums AS (
          SELECT a.id, a.kind, a.balance IS NOT NULL AS is_live, sum(e.amount)::bigint AS amount
          FROM jsonb_to_recordset(posting->'entries') AS e(kind text, "ownerId" uuid, amount bigint)
          JOIN ledger_account a ON a.platform_id = platform AND a.kind = e.kind AND a.currency = wanted
            AND a.owner_id IS NOT DISTINCT FROM e."ownerId"
          GROUP BY 1, 2, 3 HAVING sum(e.amount) <> 0
        ), entered AS (
          INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount)
          SELECT platform, (posting->>'id')::uuid, id, amount FROM sums
        ), locked AS (
          SELECT a.id, s.amount FROM ledger_account a JOIN sums s ON s.id = a.id
          WHERE a.platform_id = platform AND s.is_live ORDER BY a.id FOR UPDATE OF a
        ), changed AS (
          UPDATE ledger_account a SET balance = a.balance + l.amount FROM locked l
          WHERE a.platform_id = platform AND a.id = l.id
            AND CASE WHEN a.kind = 'OWED' THEN a.balance + l.amount <= 0 ELSE a.balance + l.amount >= 0 END
          RETURNING 1
        )
        SELECT (SELECT count(*) FROM changed), (SELECT count(*) FROM sums WHERE is_live) INTO moved, live;
        IF moved <> live THEN
          RAISE EXCEPTION 'An account would go past its limit' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_floor';
        END IF;
        RETURN true;
      END $$;
  `);
  await enableTenancy(knex, 'ledger_account', { app: 'SELECT, INSERT, UPDATE (balance)', jobs: 'SELECT' });
  await enableTenancy(knex, 'ledger_transaction', { app: 'SELECT, INSERT', jobs: 'SELECT, UPDATE (sequence, hash)' });
  await enableTenancy(knex, 'ledger_entry', { app: 'SELECT, INSERT', jobs: 'SELECT' });
}
