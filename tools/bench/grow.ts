/** Makes a database that has just been created look like a shop's first day, or like its third month. */
import type pg from 'pg';

/** Keeps autovacuum and the job of a node from telling the planner about the rows that are written. */
export async function keepYoung(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$
    DECLARE name text;
    BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', name);
      END LOOP;
    END $$;
    CREATE OR REPLACE FUNCTION analyze_grown_tables() RETURNS SETOF text LANGUAGE sql AS 'SELECT NULL::text WHERE false'`);
}

/** Makes paid sales of the past, with all that a sale leaves behind, and a planner that knows of them. */
export async function grow(client: pg.Client, sales: number): Promise<void> {
  // PostgreSQL checks neither references nor sums: that is ten times faster, and no page reads these rows.
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `CREATE TEMPORARY TABLE past ON COMMIT DROP AS
     SELECT o.platform_id, o.id AS offer_id, p.seller_id, (SELECT id FROM provider_connection LIMIT 1) AS connection_id, n,
       now() - n * interval '30 seconds' AS at, uuidv7(-n * interval '30 seconds') AS sale_id,
       uuidv7(-n * interval '30 seconds') AS payment_id, uuidv7(-n * interval '30 seconds') AS attempt_id,
       uuidv7(-n * interval '30 seconds') AS posting_id
     FROM offer o JOIN product p ON p.id = o.product_id CROSS JOIN generate_series(1, $1::int) AS n
     WHERE o.id = (SELECT min(id::text)::uuid FROM offer)`,
    [sales],
  );
  await client.query(`
    INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, total, currency, created_at)
      SELECT platform_id, sale_id, offer_id, seller_id, 'Buyer ' || n, 'buyer-' || n || '@example.com', 9990, 'BRL', at FROM past;
    INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible)
      SELECT platform_id, sale_id, 0, offer_id, 'Offer', 9990, false FROM past;
    INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, paid_amount, approved_at,
        version, created_at)
      SELECT platform_id, payment_id, md5(n::text), sale_id, 'PIX', 9990, 'BRL', at, 'APPROVED', 9990, at, 2, at FROM past;
    INSERT INTO payment_attempt (platform_id, id, payment_id, connection_id, provider, provider_version, method, state, created_at)
      SELECT platform_id, attempt_id, payment_id, connection_id, 'sandbox', '1.0.0', 'PIX', 'ANSWERED', at FROM past;
    INSERT INTO payment_evidence (platform_id, payment_id, key, attempt_id, source, provider_status, status, is_recognised, occurred_at)
      SELECT platform_id, payment_id, md5(n || source), attempt_id, source, 'paid', 'APPROVED', true, at
      FROM past, unnest(ARRAY['answer', 'webhook']) AS source;
    INSERT INTO outbox (platform_id, id, type, payment_id, created_at, published_at)
      SELECT platform_id, posting_id, 'payment.approved', payment_id, at, at FROM past;
    INSERT INTO idempotency_key (platform_id, procedure, key, request_hash, payment_id, response_status, created_at)
      SELECT platform_id, 'checkout.purchase', md5(n::text), '', payment_id, 200, at FROM past;
    INSERT INTO provider_exchange (platform_id, id, connection_id, payment_id, method, host, path, outcome, duration_ms, started_at)
      SELECT platform_id, posting_id, connection_id, payment_id, 'POST', 'sandbox', '/charges', 'OK', 20, at FROM past;
    INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, state, payment_id, next_attempt_at, received_at)
      SELECT platform_id, posting_id, connection_id, '{}', '{}', '{}', 'PROCESSED', payment_id, NULL, at FROM past;
    INSERT INTO ledger_transaction (platform_id, id, kind, source, currency, payment_id, occurred_at, sequence, hash)
      SELECT platform_id, posting_id, 'SALE', 'past:' || n, 'BRL', payment_id, at, n, '' FROM past;
    INSERT INTO ledger_entry (platform_id, transaction_id, account_id, amount, kind)
      SELECT platform_id, posting_id, gen_random_uuid(), amount, 'SALE' FROM past, unnest(ARRAY[9990, -9990]) AS amount;
    INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, initial_amount, amount, release_at, state, closed_at)
      SELECT platform_id, seller_id, payment_id, 'BRL', 'RELEASE', 9990, 9990, at, 'RELEASED', at FROM past`);
  await client.query('COMMIT');
  await client.query('ANALYZE');
}
