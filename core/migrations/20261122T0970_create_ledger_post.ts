import type { Knex } from 'knex';

/** Creates `ledger_post`, the one function that writes to the ledger. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Two statements, because no index serves IS NOT DISTINCT FROM. Null where there is no such account yet.
    CREATE FUNCTION ledger_account_id(platform uuid, account text, owner uuid, wanted text) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
      BEGIN
        IF owner IS NULL THEN
          RETURN (SELECT a.id FROM ledger_account a WHERE a.owner_id IS NULL AND a.kind = account AND a.currency = wanted AND a.platform_id = platform);
        END IF;
        RETURN (SELECT a.id FROM ledger_account a WHERE a.owner_id = owner AND a.kind = account AND a.currency = wanted AND a.platform_id = platform);
      END $$;

    CREATE FUNCTION ledger_line(kind text, owner uuid, amount bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN amount = 0 THEN '[]' ELSE jsonb_build_array(jsonb_build_object('kind', kind, 'ownerId', owner, 'amount', amount)) END $$;

    -- As it will be once the lines so far are entered. The account is locked.
    CREATE FUNCTION ledger_balance(platform uuid, wanted text, account text, owner uuid, lines jsonb) RETURNS bigint LANGUAGE sql STABLE AS $$
      SELECT coalesce((SELECT a.balance FROM ledger_account a WHERE a.platform_id = platform AND a.kind = account AND a.owner_id = owner
          AND a.currency = wanted), 0)
        + coalesce((SELECT sum(l.amount) FROM jsonb_to_recordset(lines) AS l(kind text, "ownerId" uuid, amount bigint)
          WHERE l.kind = account AND l."ownerId" = owner), 0)::bigint $$;

    CREATE FUNCTION ledger_give(platform uuid, wanted text, owner uuid, given bigint, lines jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
      DECLARE part CONSTANT bigint := least(given, -ledger_balance(platform, wanted, 'OWED', owner, lines));
      BEGIN
        RETURN ledger_line('OWED', owner, part) || ledger_line('AVAILABLE', owner, given - part);
      END $$;

    CREATE FUNCTION ledger_take(platform uuid, wanted text, owner uuid, taken bigint, lines jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
      DECLARE part CONSTANT bigint := least(taken, ledger_balance(platform, wanted, 'AVAILABLE', owner, lines));
      BEGIN
        RETURN ledger_line('AVAILABLE', owner, -part) || ledger_line('OWED', owner, part - taken);
      END $$;

    -- Posts one fact: false where it was posted before. Entries name accounts by kind and owner; those of one account are summed.
    -- Some name what is to happen instead of an account, because only the balances under lock tell where the money is:
    --   SHARE    of the posting's payment. Positive: held as \`holds\` says, or added to what is held, or given where that was
    --            released. Negative: out of what is held of this payment, then what is available, then owed.
    --   GIVE     positive: pays what is owed first, the rest becomes available.
    --   TAKE     negative: out of what is available, then owed.
    --   RELEASE  \`holdId\`: what is left of the hold is given, the hold closed as \`state\` (RELEASED or ANTICIPATED).
    --   RESERVE  \`holdId\`: from PENDING to RESERVED, for \`anticipationId\`. UNRESERVE undoes it.
    --   FREEZE   positive: from what is available, as far as it goes, into a hold in RESERVED for \`disputeId\`.
    -- A hold that is not open any more is passed over; where nothing is left to post, nothing is and the answer is false.
    -- Runs with the rights of whoever calls, so that row security holds.
    CREATE FUNCTION ledger_post(platform uuid, posting jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE
        wanted CONSTANT text := posting->>'currency';
        payment CONSTANT uuid := (posting->>'paymentId')::uuid;
        live CONSTANT text[] := ARRAY['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'];
        -- What the entries come to, account by account.
        lines jsonb := '[]';
        item record;
        held ledger_hold%ROWTYPE;
        -- One without entries is a mistake, which the constraint below tells.
        is_intended boolean := jsonb_array_length(posting->'entries') = 0;
        remaining bigint;
        part bigint;
      BEGIN
        -- Accounts first, always in the same order: two postings never wait for each other crosswise.
        INSERT INTO ledger_account (platform_id, kind, owner_id, currency, balance)
        SELECT DISTINCT platform, n.kind, e."ownerId", wanted, CASE WHEN n.kind = ANY (live) THEN 0 END
        FROM jsonb_to_recordset(posting->'entries') AS e(kind text, "ownerId" uuid)
        CROSS JOIN LATERAL unnest(CASE WHEN e.kind IN ('SHARE', 'GIVE', 'TAKE', 'RELEASE', 'RESERVE', 'UNRESERVE', 'FREEZE')
          THEN live ELSE ARRAY[e.kind] END) AS n(kind)
        WHERE ledger_account_id(platform, n.kind, e."ownerId", wanted) IS NULL
        ORDER BY 2, 3 ON CONFLICT DO NOTHING;
        PERFORM 1 FROM ledger_account a WHERE a.platform_id = platform AND a.currency = wanted AND a.balance IS NOT NULL
          AND a.owner_id = ANY (ARRAY(SELECT e."ownerId" FROM jsonb_to_recordset(posting->'entries') AS e(kind text, "ownerId" uuid)
            WHERE e.kind = ANY (live) OR e.kind IN ('SHARE', 'GIVE', 'TAKE', 'RELEASE', 'RESERVE', 'UNRESERVE', 'FREEZE')))
          ORDER BY a.id FOR UPDATE;
        IF EXISTS (SELECT 1 FROM ledger_transaction t WHERE t.platform_id = platform AND t.source = posting->>'source') THEN
          RETURN false;
        END IF;

        FOR item IN SELECT e.* FROM jsonb_array_elements(posting->'entries') WITH ORDINALITY AS x(entry, place)
          CROSS JOIN LATERAL jsonb_to_record(x.entry)
            AS e(kind text, "ownerId" uuid, amount bigint, holds jsonb, "holdId" uuid, state text, "anticipationId" uuid, "disputeId" uuid)
          ORDER BY x.place
        LOOP
          IF item.kind = 'SHARE' AND item.amount > 0 THEN
            is_intended := true;
            IF item.holds IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_hold h WHERE h.platform_id = platform
              AND h.payment_id = payment AND h.person_id = item."ownerId") THEN
              INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, initial_amount, amount, release_at, rule)
              SELECT platform, item."ownerId", payment, wanted, h.reason, h.amount, h.amount, h."releaseAt", coalesce(h.rule, '{}')
              FROM jsonb_to_recordset(item.holds) AS h(reason text, amount bigint, "releaseAt" timestamptz, rule jsonb) WHERE h.amount > 0;
              IF item.amount <> (SELECT coalesce(sum(h.amount), 0) FROM jsonb_to_recordset(item.holds) AS h(amount bigint)) THEN
                RAISE EXCEPTION 'The holds of a share are not what it comes to' USING ERRCODE = 'integrity_constraint_violation';
              END IF;
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
        IF NOT is_intended THEN RETURN false; END IF;

        INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, payment_id, reverses, explanation, occurred_at)
        VALUES (platform, (posting->>'id')::uuid, posting->>'kind', posting->>'source', wanted, payment,
          (posting->>'reverses')::uuid, coalesce(posting->'explanation', '{}'), (posting->>'occurredAt')::timestamptz)
        ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
          -- Only what never moves holds gets here twice: everything else has waited for the accounts' locks above.
          IF EXISTS (SELECT 1 FROM jsonb_to_recordset(posting->'entries') AS e(kind text) WHERE e.kind IN ('SHARE', 'RELEASE', 'RESERVE', 'UNRESERVE', 'FREEZE')) THEN
            RAISE EXCEPTION 'The fact % was posted meanwhile', posting->>'source' USING ERRCODE = 'serialization_failure';
          END IF;
          RETURN false;
        END IF;

        -- All entries in one statement, which is checked as a whole. Accounts are looked up one by one: joined with all of them
        -- at once, a planner may read every account there is.
        INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount, kind)
        SELECT platform, (posting->>'id')::uuid, ledger_account_id(platform, l.kind, l."ownerId", wanted), sum(l.amount)::bigint,
          CASE WHEN l.kind = ANY (live) OR l.kind = 'RECEIVER' THEN posting->>'kind' END
        FROM jsonb_to_recordset(lines) AS l(kind text, "ownerId" uuid, amount bigint) GROUP BY l.kind, l."ownerId" HAVING sum(l.amount) <> 0;
        FOR item IN SELECT l.kind, l."ownerId", sum(l.amount)::bigint AS amount
          FROM jsonb_to_recordset(lines) AS l(kind text, "ownerId" uuid, amount bigint)
          WHERE l.kind = ANY (live) GROUP BY 1, 2 HAVING sum(l.amount) <> 0
        LOOP
          UPDATE ledger_account a SET balance = a.balance + item.amount
          WHERE a.owner_id = item."ownerId" AND a.kind = item.kind AND a.currency = wanted AND a.platform_id = platform
            AND CASE WHEN a.kind = 'OWED' THEN a.balance + item.amount <= 0 ELSE a.balance + item.amount >= 0 END;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'An account would go past its limit' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_floor';
          END IF;
        END LOOP;
        RETURN true;
      END $$;
  `);
}
