import type { Knex } from 'knex';

/**
 * Creates `ledger_post_all`, which posts the facts of a whole trip as one set: accounts are resolved and locked once, and transactions,
 * entries, balances and holds are written by one statement each. `ledger_post` posts a single fact through it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Enters postings whose entries name accounts; a SHARE is an entry in PENDING. Returns the ids of those that were not known.
    CREATE FUNCTION ledger_enter(platform uuid, postings jsonb) RETURNS uuid[] LANGUAGE plpgsql AS $$
      DECLARE
        live CONSTANT text[] := ARRAY['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'];
        entered uuid[];
        is_within boolean;
      BEGIN
        WITH entering AS (
          INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, payment_id, reverses, explanation, occurred_at)
          SELECT platform, p.id, p.kind, p.source, p.currency, p."paymentId", p.reverses, coalesce(p.explanation, '{}'), p."occurredAt"
          FROM jsonb_to_recordset(postings) AS p(id uuid, kind text, source text, currency text, "paymentId" uuid, reverses uuid,
            explanation jsonb, "occurredAt" timestamptz)
          ON CONFLICT DO NOTHING RETURNING id
        )
        SELECT coalesce(array_agg(id), '{}') INTO entered FROM entering;

        -- One row for each account, so that it is looked up once. All entries are in one statement, which is checked as a whole.
        WITH account AS MATERIALIZED (
          SELECT ledger_account_id(platform, l.kind, l.owner, l.currency) AS id, l.kind, sum(l.amount)::bigint AS change,
            array_agg(l.id) AS transactions, array_agg(l.posting_kind) AS kinds, array_agg(l.amount) AS amounts
          FROM (
            SELECT p.id, p.kind AS posting_kind, p.currency, CASE e.kind WHEN 'SHARE' THEN 'PENDING' ELSE e.kind END AS kind,
              e."ownerId" AS owner, sum(e.amount)::bigint AS amount
            FROM jsonb_to_recordset(postings) AS p(id uuid, kind text, currency text, entries jsonb)
            CROSS JOIN LATERAL jsonb_to_recordset(p.entries) AS e(kind text, "ownerId" uuid, amount bigint)
            WHERE p.id = ANY (entered) GROUP BY 1, 2, 3, 4, 5 HAVING sum(e.amount) <> 0
          ) l GROUP BY l.kind, l.owner, l.currency
        ), entry AS (
          INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount, kind)
          SELECT platform, e.transaction, account.id, e.amount,
            CASE WHEN account.kind = ANY (live) OR account.kind = 'RECEIVER' THEN e.kind END
          FROM account CROSS JOIN LATERAL unnest(transactions, kinds, amounts) AS e(transaction, kind, amount)
        ), changed AS (
          UPDATE ledger_account a SET balance = a.balance + account.change FROM account
          WHERE a.id = account.id AND a.platform_id = platform AND account.kind = ANY (live) AND account.change <> 0
            AND CASE WHEN a.kind = 'OWED' THEN a.balance + account.change <= 0 ELSE a.balance + account.change >= 0 END
          RETURNING 1
        )
        SELECT (SELECT count(*) FROM changed) = (SELECT count(*) FROM account WHERE kind = ANY (live) AND change <> 0) INTO is_within;
        IF NOT is_within THEN
          RAISE EXCEPTION 'An account would go past its limit' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_floor';
        END IF;
        RETURN entered;
      END $$;

    -- Carries out a posting whose accounts depend on the balances under lock. Returns its entries by account; null where nothing is left
    -- to post. The accounts are locked.
    CREATE FUNCTION ledger_move(platform uuid, posting jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
      DECLARE
        wanted CONSTANT text := posting->>'currency';
        payment CONSTANT uuid := (posting->>'paymentId')::uuid;
        lines jsonb := '[]';
        item record;
        held ledger_hold%ROWTYPE;
        is_intended boolean := false;
        remaining bigint;
        part bigint;
      BEGIN
        FOR item IN SELECT e.* FROM jsonb_array_elements(posting->'entries') WITH ORDINALITY AS x(entry, place)
          CROSS JOIN LATERAL jsonb_to_record(x.entry)
            AS e(kind text, "ownerId" uuid, amount bigint, holds jsonb, "holdId" uuid, state text, "anticipationId" uuid, "disputeId" uuid)
          ORDER BY x.place
        LOOP
          IF item.kind = 'SHARE' AND item.amount > 0 THEN
            is_intended := true;
            IF item.holds IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_hold h WHERE h.platform_id = platform
              AND h.payment_id = payment AND h.person_id = item."ownerId") THEN
              PERFORM ledger_open_holds(platform, jsonb_build_array(posting || jsonb_build_object('entries', jsonb_build_array(
                jsonb_build_object('kind', 'SHARE', 'ownerId', item."ownerId", 'amount', item.amount, 'holds', item.holds)))));
              lines := lines || ledger_line('PENDING', item."ownerId", item.amount);
            ELSE
              -- One that was taken whole is opened again as long as its time has not come.
              UPDATE ledger_hold h SET amount = h.amount + item.amount, initial_amount = greatest(h.initial_amount, h.amount + item.amount),
                account = CASE h.state WHEN 'OPEN' THEN h.account ELSE 'PENDING' END, state = 'OPEN', closed_at = NULL
              WHERE h.platform_id = platform AND h.id = (SELECT o.id FROM ledger_hold o WHERE o.platform_id = platform AND o.payment_id = payment
                AND o.person_id = item."ownerId" AND o.reason = 'RELEASE' AND (o.state = 'OPEN' OR (o.state = 'TAKEN' AND o.release_at > now()))
                ORDER BY o.state, o.release_at DESC, o.id LIMIT 1)
              RETURNING * INTO held;
              IF FOUND THEN lines := lines || ledger_line(held.account, item."ownerId", item.amount);
              ELSE lines := lines || ledger_give(platform, wanted, item."ownerId", item.amount, lines);
              END IF;
            END IF;
          ELSIF item.kind = 'SHARE' THEN
            is_intended := true;
            remaining := -item.amount;
            -- What is paid out already is closed with the rest, though its money is taken from elsewhere.
            FOR held IN SELECT * FROM ledger_hold h WHERE h.platform_id = platform AND h.payment_id = payment
              AND h.person_id = item."ownerId" AND h.state IN ('OPEN', 'ANTICIPATED') AND h.amount > 0
              ORDER BY h.state = 'OPEN' DESC, h.reason = 'DISPUTE' DESC, h.release_at DESC NULLS FIRST, h.id FOR UPDATE
            LOOP
              EXIT WHEN remaining = 0;
              part := least(remaining, held.amount);
              UPDATE ledger_hold h SET amount = h.amount - part,
                state = CASE WHEN h.amount > part THEN h.state WHEN h.state = 'OPEN' THEN 'TAKEN' ELSE 'REVERSED' END,
                closed_at = CASE WHEN h.amount = part THEN now() ELSE h.closed_at END
              WHERE h.platform_id = platform AND h.id = held.id;
              IF held.state = 'OPEN' THEN
                lines := lines || ledger_line(held.account, item."ownerId", -part);
              ELSE
                lines := lines || ledger_take(platform, wanted, item."ownerId", part, lines);
              END IF;
              remaining := remaining - part;
            END LOOP;
            IF remaining > 0 THEN lines := lines || ledger_take(platform, wanted, item."ownerId", remaining, lines); END IF;
          ELSIF item.kind = 'GIVE' THEN
            is_intended := true;
            lines := lines || ledger_give(platform, wanted, item."ownerId", item.amount, lines);
          ELSIF item.kind = 'TAKE' THEN
            is_intended := true;
            lines := lines || ledger_take(platform, wanted, item."ownerId", -item.amount, lines);
          ELSIF item.kind IN ('RELEASE', 'RESERVE', 'UNRESERVE') THEN
            SELECT * INTO held FROM ledger_hold h WHERE h.platform_id = platform AND h.id = item."holdId" AND h.person_id = item."ownerId"
              AND h.state = 'OPEN' AND h.currency = wanted FOR UPDATE;
            CONTINUE WHEN NOT FOUND OR (item.kind = 'RESERVE' AND (held.account <> 'PENDING' OR held.dispute_id IS NOT NULL))
              OR (item.kind = 'UNRESERVE' AND held.account <> 'RESERVED');
            is_intended := true;
            IF item.kind = 'RELEASE' THEN
              UPDATE ledger_hold h SET state = item.state, closed_at = now() WHERE h.platform_id = platform AND h.id = held.id;
              lines := lines || ledger_line(held.account, item."ownerId", -held.amount)
                || ledger_give(platform, wanted, item."ownerId", held.amount, lines);
            ELSE
              UPDATE ledger_hold h SET account = CASE item.kind WHEN 'RESERVE' THEN 'RESERVED' ELSE 'PENDING' END,
                anticipation_id = CASE item.kind WHEN 'RESERVE' THEN item."anticipationId" END
              WHERE h.platform_id = platform AND h.id = held.id;
              part := CASE item.kind WHEN 'RESERVE' THEN held.amount ELSE -held.amount END;
              lines := lines || ledger_line('PENDING', item."ownerId", -part) || ledger_line('RESERVED', item."ownerId", part);
            END IF;
          ELSIF item.kind = 'FREEZE' THEN
            part := least(item.amount, ledger_balance(platform, wanted, 'AVAILABLE', item."ownerId", lines));
            CONTINUE WHEN part <= 0;
            is_intended := true;
            INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, account, initial_amount, amount, dispute_id)
            VALUES (platform, item."ownerId", payment, wanted, 'DISPUTE', 'RESERVED', part, part, item."disputeId");
            lines := lines || ledger_line('AVAILABLE', item."ownerId", -part) || ledger_line('RESERVED', item."ownerId", part);
          ELSE
            is_intended := true;
            lines := lines || ledger_line(item.kind, item."ownerId", item.amount);
          END IF;
        END LOOP;
        RETURN CASE WHEN is_intended THEN lines END;
      END $$;

    -- Opens the holds that shares of postings name.
    CREATE FUNCTION ledger_open_holds(platform uuid, postings jsonb) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM jsonb_to_recordset(postings) AS p(entries jsonb)
          CROSS JOIN LATERAL jsonb_to_recordset(p.entries) AS e(kind text, amount bigint, holds jsonb)
          WHERE e.kind = 'SHARE' AND e.amount <> (SELECT coalesce(sum(h.amount), 0) FROM jsonb_to_recordset(e.holds) AS h(amount bigint))) THEN
          RAISE EXCEPTION 'The holds of a share are not what it comes to' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, initial_amount, amount, release_at, rule)
        SELECT platform, e."ownerId", p."paymentId", p.currency, h.reason, h.amount, h.amount, h."releaseAt", coalesce(h.rule, '{}')
        FROM jsonb_to_recordset(postings) AS p("paymentId" uuid, currency text, entries jsonb)
        CROSS JOIN LATERAL jsonb_to_recordset(p.entries) AS e(kind text, "ownerId" uuid, holds jsonb)
        CROSS JOIN LATERAL jsonb_to_recordset(e.holds) AS h(reason text, amount bigint, "releaseAt" timestamptz, rule jsonb)
        WHERE e.kind = 'SHARE' AND h.amount > 0;
      END $$;

    -- Posts facts, each once: returns how many were not posted before. Entries name accounts by kind and owner; those of one account
    -- are summed. Some name what is to happen instead of an account, because only the balances under lock tell where the money is:
    --   SHARE    of the posting's payment. Positive: held as \`holds\` says, or added to what is held, or given where that was
    --            released. Negative: out of what is held of this payment, then what is available, then owed.
    --   GIVE     positive: pays what is owed first, the rest becomes available.
    --   TAKE     negative: out of what is available, then owed.
    --   RELEASE  \`holdId\`: what is left of the hold is given, the hold closed as \`state\` (RELEASED or ANTICIPATED).
    --   RESERVE  \`holdId\`: from PENDING to RESERVED, for \`anticipationId\`. UNRESERVE undoes it.
    --   FREEZE   positive: from what is available, as far as it goes, into a hold in RESERVED for \`disputeId\`.
    -- A hold that is not open any more is passed over; where nothing is left to post, nothing is and the fact does not count.
    -- The facts are independent of each other. Those that need no balance, as new sales, are posted first and as one set.
    -- Runs with the rights of whoever calls, so that row security holds. Every row is looked up by index: a planner that has not seen a
    -- young table yet would read all of it.
    CREATE FUNCTION ledger_post_all(platform uuid, postings jsonb) RETURNS integer LANGUAGE plpgsql
      SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
      DECLARE
        live CONSTANT text[] := ARRAY['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'];
        -- Only what never touches holds gets as far as its transaction twice: everything else waits for the accounts' locks.
        holding CONSTANT text[] := ARRAY['SHARE', 'RELEASE', 'RESERVE', 'UNRESERVE', 'FREEZE'];
        moving CONSTANT text[] := holding || ARRAY['GIVE', 'TAKE'];
        fixed jsonb;
        entered uuid[] := '{}';
        posting jsonb;
        lines jsonb;
        is_late boolean := false;
      BEGIN
        -- Accounts first, always in the same order: two calls never wait for each other crosswise.
        WITH named AS MATERIALIZED (
          SELECT DISTINCT n.kind, e."ownerId" AS owner, p.currency
          FROM jsonb_to_recordset(postings) AS p(currency text, entries jsonb)
          CROSS JOIN LATERAL jsonb_to_recordset(p.entries) AS e(kind text, "ownerId" uuid)
          CROSS JOIN LATERAL unnest(CASE WHEN e.kind = ANY (moving) THEN live ELSE ARRAY[e.kind] END) AS n(kind)
        )
        INSERT INTO ledger_account (platform_id, kind, owner_id, currency, balance)
        SELECT platform, n.kind, n.owner, n.currency, CASE WHEN n.kind = ANY (live) THEN 0 END FROM named n
        WHERE ledger_account_id(platform, n.kind, n.owner, n.currency) IS NULL ORDER BY 2, 3, 4 ON CONFLICT DO NOTHING;
        PERFORM 1 FROM ledger_account a WHERE a.platform_id = platform AND a.balance IS NOT NULL
          AND a.currency = ANY (ARRAY(SELECT p.currency FROM jsonb_to_recordset(postings) AS p(currency text)))
          AND a.owner_id = ANY (ARRAY(SELECT DISTINCT e."ownerId" FROM jsonb_to_recordset(postings) AS p(entries jsonb)
            CROSS JOIN LATERAL jsonb_to_recordset(p.entries) AS e(kind text, "ownerId" uuid) WHERE e.kind = ANY (live) OR e.kind = ANY (moving)))
          ORDER BY a.id FOR UPDATE;

        -- Those whose entries need no balance: they name accounts, or shares of a payment of which nothing is held yet. What is looked up
        -- is read out of the JSON in a step of its own, because row security lets no index serve a condition that could fail.
        WITH one AS MATERIALIZED (
          SELECT DISTINCT ON (p.source) p.source, p.id, p."paymentId" AS payment, x.posting
          FROM jsonb_array_elements(postings) AS x(posting)
          CROSS JOIN LATERAL jsonb_to_record(x.posting) AS p(id uuid, source text, "paymentId" uuid)
        ), entry AS MATERIALIZED (
          SELECT one.id, one.payment, e.*, count(*) OVER (PARTITION BY one.payment, e.owner) AS shares FROM one
          CROSS JOIN LATERAL (SELECT e.kind, e."ownerId" AS owner, e.amount, e.holds IS NOT NULL AS is_held
            FROM jsonb_to_recordset(one.posting->'entries') AS e(kind text, "ownerId" uuid, amount bigint, holds jsonb)) e
          WHERE e.kind = ANY (moving)
        ), moved AS MATERIALIZED (
          SELECT m.id FROM entry m WHERE m.kind <> 'SHARE' OR m.amount <= 0 OR NOT m.is_held OR m.shares > 1 OR (
            SELECT 1 FROM ledger_hold h WHERE h.platform_id = platform AND h.payment_id = m.payment AND h.person_id = m.owner LIMIT 1) = 1
        )
        SELECT jsonb_agg(one.posting) INTO fixed FROM one
        WHERE one.id <> ALL (ARRAY(SELECT moved.id FROM moved))
          AND (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = platform AND t.source = one.source) IS NULL;
        IF fixed IS NOT NULL THEN
          entered := ledger_enter(platform, fixed);
          is_late := cardinality(entered) < jsonb_array_length(fixed) AND EXISTS (
            SELECT 1 FROM jsonb_to_recordset(fixed) AS p(id uuid, entries jsonb)
            WHERE p.id <> ALL (entered) AND p.entries @> '[{"kind": "SHARE"}]');
          IF fixed @> '[{"entries": [{"kind": "SHARE"}]}]' THEN
            PERFORM ledger_open_holds(platform, fixed);
          END IF;
        END IF;

        FOR posting IN SELECT one.posting FROM jsonb_array_elements(postings) WITH ORDINALITY AS one(posting, place) ORDER BY one.place
        LOOP
          CONTINUE WHEN is_late OR (posting->>'id')::uuid = ANY (entered);
          CONTINUE WHEN EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = platform AND t.source = posting->>'source');
          lines := ledger_move(platform, posting);
          CONTINUE WHEN lines IS NULL;
          entered := entered || ledger_enter(platform, jsonb_build_array(posting || jsonb_build_object('entries', lines)));
          is_late := (posting->>'id')::uuid <> ALL (entered) AND EXISTS (
            SELECT 1 FROM jsonb_to_recordset(posting->'entries') AS e(kind text) WHERE e.kind = ANY (holding));
        END LOOP;
        IF is_late THEN
          RAISE EXCEPTION 'A fact was posted meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN cardinality(entered);
      END $$;

    CREATE OR REPLACE FUNCTION ledger_post(platform uuid, posting jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        RETURN ledger_post_all(platform, jsonb_build_array(posting)) > 0;
      END $$;
  `);
}
