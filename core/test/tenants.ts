/** Opens three platforms on one database with rows in every table: two unrelated ones, and one that the first operates. */
import type { FastifyInstance } from 'fastify';
import { type Posting, post } from '../src/modules/ledger/model.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { refreshSearch } from '../src/modules/sales/search.ts';
import type { Inspector } from './inspect.ts';
import { type Market, openMarket } from './market.ts';
import { createPerson } from './people.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

export interface Tenants {
  market: Market;
  own: World;
  /** A platform of another operator. */
  foreign: World;
  /** A platform that "own" operates. */
  operated: World;
}

export const FOREIGN_HOST = 'other.example.com';
export const OPERATED_HOST = 'operated.example.com';

export async function openTenants(): Promise<Tenants> {
  const market = await openMarket();
  const { app } = market.node;
  const offer = { abandoned_cart_enabled: true };
  const foreign = await createWorld(app, { host: FOREIGN_HOST, offer });
  const operated = await createWorld(app, { host: OPERATED_HOST, offer });
  const { world: own, inspector } = market;
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    own.platformId,
    operated.platformId,
  ]);
  await inspector.rows('UPDATE offer SET abandoned_cart_enabled = true');
  for (const world of [foreign, operated]) await connect(app, world);
  for (const [world, host] of [
    [own, 'localhost'],
    [foreign, FOREIGN_HOST],
    [operated, OPERATED_HOST],
  ] as const) {
    await seedSales(app, inspector, world, host);
    await fillAccounts(app, inspector, world);
    await fillMarketplace(inspector, world);
    await fillLedger(app, inspector, world);
  }
  await Promise.all(market.letters.map((letter) => market.deliver(letter)));
  await waitFor('every event and refund has ended', async () => {
    const [open] = await inspector.rows(
      `SELECT 1 FROM webhook WHERE state = 'RECEIVED' UNION ALL SELECT 1 FROM refund WHERE state <> 'DONE'`,
    );
    const [told] = await inspector.rows<{ count: number }>(
      'SELECT count(DISTINCT platform_id)::int AS count FROM provider_exchange',
    );
    return !open && told?.count === 3;
  });
  return { market, own, foreign, operated };
}

/** A cart, and a purchase that is paid twice, with an event, a refund and exchanges. */
async function seedSales(app: FastifyInstance, inspector: Inspector, world: World, host: string): Promise<void> {
  await inspector.rows(
    `INSERT INTO delivery_option (platform_id, id, offer_id, description, delivery_time, fare_amount) VALUES ($1, gen_random_uuid(), $2, 'PAC', '5', 100)`,
    [world.platformId, world.offerId],
  );
  await inspector.rows(
    `INSERT INTO freight_quote (platform_id, id, delivery_option_id, zip, parcel, name, amount, is_cheapest, fresh_until, expires_at)
     SELECT platform_id, gen_random_uuid(), id, '01310100', 'of ' || id, 'SEDEX', 100, true, now() + interval '1 hour', now() + interval '1 hour'
     FROM delivery_option WHERE platform_id = $1`,
    [world.platformId],
  );
  app.cache.forgetAll();
  const cart = { offerId: world.offerId, email: 'a@example.com' };
  await app.inject({ method: 'POST', url: '/api/checkout.putAbandonedCart', headers: { host }, payload: cart });
  const bought = await buy(app, pixPurchase(world, { orderBumpsIds: [world.bumpId] }), undefined, { host });
  const [payment] = await inspector.rows<{ id: string; transaction: string }>(
    'SELECT p.id, a.transaction_id AS transaction FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1',
    [bought.json().paymentId],
  );
  await inspector.rows('INSERT INTO stock_claim (platform_id, payment_id, offer_id) VALUES ($1, $2, $3)', [
    world.platformId,
    payment?.id,
    world.offerId,
  ]);
  await inspector.rows(
    `INSERT INTO ad_consent (platform_id, sale_id, context) SELECT platform_id, sale_id, '{}' FROM payment WHERE id = $1`,
    [payment?.id],
  );
  await inspector.rows(
    `INSERT INTO pixel_token (platform_id, id, product_id, network, pixel_id, key_version, sealed)
     SELECT platform_id, gen_random_uuid(), product_id, 'facebook', '123', 1, '\\x00' FROM offer WHERE id = $1`,
    [world.offerId],
  );
  await inspector.rows(
    `INSERT INTO integration_connection (platform_id, id, seller_id, integration, integration_version, name, events, key_version, sealed)
     VALUES ($1, gen_random_uuid(), $2, 'utmify', '1.0.0', 'Utmify', '{sale.approved}', 1, '\\x00')`,
    [world.platformId, world.sellerId],
  );
  await inspector.rows(
    `INSERT INTO integration_delivery (platform_id, id, connection_id, event, kind, source_id, sale_id, happened_at, state)
     SELECT c.platform_id, gen_random_uuid(), c.id, 'sale.approved', 'PAYMENT', p.id, p.sale_id, now(), 'SENT'
     FROM integration_connection c, payment p WHERE c.platform_id = $1 AND p.id = $2`,
    [world.platformId, payment?.id],
  );
  await inspector.rows(
    `INSERT INTO fiscal_invoice (platform_id, id, sale_id, seller_id, step) SELECT platform_id, id, sale_id, $2, NULL FROM payment WHERE id = $1`,
    [payment?.id, world.sellerId],
  );
  await inspector.rows(
    `INSERT INTO seller_webhook (platform_id, id, seller_id, name, url, events, key_version, sealed)
     VALUES ($1, gen_random_uuid(), $2, 'CRM', 'https://crm.example/feira', '{onBuyApproved}', 1, '\\x00')`,
    [world.platformId, world.sellerId],
  );
  await inspector.rows(
    `INSERT INTO seller_webhook_delivery (platform_id, id, seller_webhook_id, event, kind, source_id, sale_id, happened_at, state)
     SELECT w.platform_id, gen_random_uuid(), w.id, 'onBuyApproved', 'PAYMENT', p.id, p.sale_id, now(), 'SENT'
     FROM seller_webhook w, payment p WHERE w.platform_id = $1 AND p.id = $2`,
    [world.platformId, payment?.id],
  );
  await inspector.rows(
    `INSERT INTO event (platform_id, id, type, seller_id, subject_id, payment_id, happened_at)
     SELECT s.platform_id, gen_random_uuid(), 'sale.approved', s.seller_id, s.id, p.id, now()
     FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id WHERE p.platform_id = $1 AND p.id = $2`,
    [world.platformId, payment?.id],
  );
  // Sent, so that no sweep takes it away.
  await inspector.rows(
    `INSERT INTO conversion (platform_id, id, sale_id, product_id, event, value, currency, network, pixel_id, happened_at, state)
     SELECT y.platform_id, gen_random_uuid(), y.sale_id, o.product_id, 'Purchase', 1, 'BRL', 'facebook', '123', now(), 'SENT'
     FROM payment y, offer o WHERE y.id = $1 AND o.id = $2`,
    [payment?.id, world.offerId],
  );
  const [connection] = await inspector.rows<{ id: string }>(
    'SELECT id FROM provider_connection WHERE platform_id = $1',
    [world.platformId],
  );
  const simulator = (await app.simulators.get(connection?.id as string))?.simulator;
  await simulator?.pay(payment?.transaction as string, { times: 2 });
  await checkPayment(app, world.platformId, payment?.id as string);
}

/** Adds one row of each kind that belongs to people. */
async function fillAccounts(
  app: FastifyInstance,
  inspector: Inspector,
  { platformId, sellerId }: World,
): Promise<void> {
  const manager = await createPerson(app, platformId, { email: 'gerente@example.com', roles: ['manager'] });
  const values = [platformId, sellerId];
  const add = (sql: string) => inspector.rows(sql, values);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, values);
  await inspector.rows('UPDATE person SET manager_id = $2 WHERE platform_id = $1 AND id = $3', [
    platformId,
    manager.id,
    sellerId,
  ]);
  await add(`INSERT INTO person_note (platform_id, id, person_id, author_id, author_name, text)
    VALUES ($1, gen_random_uuid(), $2, $2, 'Equipe', 'Pediu prazo.')`);
  await add(`INSERT INTO privacy_request (platform_id, id, person_id, email, starts_at, due_at)
    SELECT $1, gen_random_uuid(), $2::uuid, 'of-' || $2::uuid::text || '@example.com', now() + interval '3 days', now() + interval '15 days'`);
  await add(`INSERT INTO person_verification (platform_id, person_id, status, version, submitted_at, changed_at)
    VALUES ($1, $2, 'IN_REVIEW', 1, now(), now())`);
  await add(`INSERT INTO verification_document (platform_id, id, person_id, kind, media_type, byte_count, key_version, sealed_key, sealed_content, sent_at)
    VALUES ($1, gen_random_uuid(), $2, 'photoDocument', 'image/png', 8, 1, '\\x00', '\\x00', now())`);
  await add(`INSERT INTO provider_stop (platform_id, id, provider, reason, stopped_by, lifted_at, lifted_by)
    SELECT $1, gen_random_uuid(), 'of ' || $2::text, 'Instável', 'Mestre', now(), 'Mestre'`);
  const KEY = '(SELECT max(version) FROM platform_key WHERE platform_id = $1)';
  await add(`INSERT INTO session (platform_id, id, person_id, token_hash, expires_at)
    VALUES ($1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour')`);
  await add(`INSERT INTO session (platform_id, id, person_id, token_hash, expires_at, impersonator_session_id)
    SELECT $1, gen_random_uuid(), $2, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour', id
    FROM session WHERE platform_id = $1 LIMIT 1`);
  await add(`INSERT INTO sign_in_attempt (platform_id, key, failures, window_ends_at)
    VALUES ($1, sha256($2::text::bytea), 1, now() + interval '1 hour')`);
  await add(`INSERT INTO velocity_counter (platform_id, kind, subject, ends_at)
    VALUES ($1, 'card', sha256($2::text::bytea), now() + interval '1 hour')`);
  await add(`INSERT INTO risk_rules (platform_id, version, rules, saved_by, saved_by_name)
    SELECT $1, 1, '[]', $2::uuid, 'of ' || $2::uuid::text`);
  await add(`INSERT INTO risk_entry (platform_id, id, list, kind, subject, label, reason, added_by, added_by_name)
    SELECT $1, gen_random_uuid(), 'BLOCK', 'EMAIL', 'of ' || $2::uuid::text, 'a•••@example.com', 'Fraude', $2::uuid, 'Equipe'`);
  await add(`INSERT INTO api_key (platform_id, id, person_id, kind, mode, name, hint, token_hash, scopes, api_version)
    SELECT $1, gen_random_uuid(), $2::uuid, 'SELLER', 'TEST', 'Loja', 'AbC1', uuid_send(gen_random_uuid()), '{sales:read}', '2026-11-30'`);
  await add(`INSERT INTO api_request (platform_id, id, key_id, call, status, duration_ms)
    SELECT platform_id, gen_random_uuid(), id, 'POST /v1/products', 200, 9 FROM api_key WHERE platform_id = $1 AND person_id = $2::uuid LIMIT 1`);
  await add(`INSERT INTO risk_refusal (platform_id, id, subject, offer_id, method, amount, currency, buyer, causes)
    SELECT platform_id, gen_random_uuid(), 'of ' || $2::text, id, 'PIX', 100, 'BRL', 'a•••@example.com', '[]'
    FROM offer WHERE platform_id = $1 LIMIT 1`);
  await add(`INSERT INTO card_test (platform_id, id, offer_id, kind, blocked)
    SELECT platform_id, gen_random_uuid(), id, 'of ' || $2::text, 10 FROM offer WHERE platform_id = $1 LIMIT 1`);
  await add(
    `INSERT INTO page_report (platform_id, page, directive, blocked) VALUES ($1, 'checkout', 'script-src', 'of ' || $2::text)`,
  );
  await add(`INSERT INTO second_factor (platform_id, person_id, sealed_secret, key_version, confirmed_at)
    VALUES ($1, $2, '\\x00', ${KEY}, now())`);
  await add(`INSERT INTO recovery_code (platform_id, person_id, code_hash) VALUES ($1, $2, sha256('code'))`);
  await add(`INSERT INTO passkey (platform_id, id, person_id, host, credential_id, public_key, counter, transports, name)
    VALUES ($1, gen_random_uuid(), $2, 'feira.example', 'AAAA', '\\x00', 0, '{}', 'Celular')`);
  await add(`INSERT INTO passkey_challenge (platform_id, session_id, purpose, challenge, expires_at)
    SELECT $1, id, 'PROVE', 'AAAA', now() + interval '5 minutes' FROM session WHERE platform_id = $1 AND person_id = $2 LIMIT 1`);
  await add(`INSERT INTO one_time_token (platform_id, id, purpose, token_hash, email, person_id, expires_at)
    VALUES ($1, gen_random_uuid(), 'RECOVER', sha256(gen_random_uuid()::text::bytea), 'maria@example.com', $2, now() + interval '1 hour')`);
  await add(
    `INSERT INTO audit_event (platform_id, id, type, actor_id) VALUES ($1, gen_random_uuid(), 'session.signedIn', $2)`,
  );
  await add(`INSERT INTO notification (platform_id, id, person_id, type, source)
    VALUES ($1, gen_random_uuid(), $2, 'account.newDevice', 'test')`);
  await add(`INSERT INTO mail (platform_id, id, recipient, template, locale, state, next_attempt_at, key_version)
    SELECT $1, $2, 'maria@example.com', 'new-device', 'en', 'SENT', NULL, ${KEY}`);
  await add(`INSERT INTO buyer_question (platform_id, id, seller_id, sale_id, title, name, email, text)
    SELECT $1, gen_random_uuid(), $2, (SELECT id FROM sale WHERE platform_id = $1 LIMIT 1), 'Curso', 'Ana', 'ana@example.com', 'Tem prazo?'`);
  await add(`WITH begun AS (
      INSERT INTO import (platform_id, id, seller_id, file_name, bytes) VALUES ($1, gen_random_uuid(), $2, 'x.csv', 3) RETURNING *
    ), part AS (
      INSERT INTO import_part (platform_id, import_id, number, content) SELECT platform_id, id, 0, '\\x00' FROM begun
    ), line AS (
      INSERT INTO import_row (platform_id, import_id, number, cells) SELECT platform_id, id, 2, '[]' FROM begun
    ), named AS (
      INSERT INTO import_key (platform_id, seller_id, kind, source, external_id, target_id)
      SELECT platform_id, seller_id, 'OFFER', 'PLAIN', 'of ' || seller_id, gen_random_uuid() FROM begun
    ), customer AS (
      INSERT INTO imported_customer (platform_id, id, seller_id, key, source, import_id, email)
      SELECT platform_id, gen_random_uuid(), seller_id, 'ana@example.com', 'PLAIN', id, 'ana@example.com' FROM begun
    ), sold AS (
      INSERT INTO imported_sale (platform_id, id, seller_id, key, source, import_id, sold_at, product_name, amount, currency, status, email)
      SELECT platform_id, gen_random_uuid(), seller_id, 'PLAIN:1', 'PLAIN', id, now(), 'Curso', 100, 'BRL', 'APPROVED', 'ana@example.com' FROM begun
    )
    INSERT INTO imported_subscription (platform_id, id, seller_id, key, source, import_id, offer_id, amount, currency, next_due_at, email, public_id)
    SELECT b.platform_id, gen_random_uuid(), b.seller_id, 'PLAIN:1', 'PLAIN', b.id, o.id, 100, 'BRL', now(), 'ana@example.com', md5(b.id::text)
    FROM begun b JOIN LATERAL (SELECT id FROM offer WHERE platform_id = b.platform_id ORDER BY id LIMIT 1) o ON true`);
  await add(`WITH asked AS (
      INSERT INTO full_export (platform_id, id, seller_id, locale, state) VALUES ($1, gen_random_uuid(), $2, 'en', 'READY') RETURNING *
    )
    INSERT INTO full_export_part (platform_id, export_id, number, content) SELECT platform_id, id, 0, '\\x00' FROM asked`);
  await add(`INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, 'claimed-' || $2 || '.example.com', 'x')`);
}

/** Adds one row of each kind that belongs to providers and connections. */
async function fillMarketplace(inspector: Inspector, { platformId }: World): Promise<void> {
  const add = (sql: string) => inspector.rows(sql, [platformId]);
  await add(`INSERT INTO provider_package (platform_id, provider, version, digest, content, manifest, source, installed_by_name)
    VALUES ($1, 'acme', '1.0.0', 'sha256:' || repeat('0', 64), '\\x00',
      '{ "id": "acme", "name": "Acme", "hosts": [], "credentials": { "type": "object", "required": [], "properties": {} } }', 'upload', 'Maria')`);
  await add(`INSERT INTO package_publisher (platform_id, fingerprint, name, public_key, added_by_name)
    VALUES ($1, 'fingerprint', 'Acme', 'key', 'Maria')`);
  await add('INSERT INTO package_policy (platform_id) VALUES ($1)');
  const CONNECTION = '(SELECT id FROM provider_connection WHERE platform_id = $1 ORDER BY id LIMIT 1)';
  await add(`INSERT INTO payment_route (platform_id, id, method, connection_id, priority)
    VALUES ($1, gen_random_uuid(), 'PIX', ${CONNECTION}, 500)`);
  await add(`INSERT INTO connection_circuit (platform_id, connection_id, open_until, reason)
    VALUES ($1, ${CONNECTION}, now() - interval '1 hour', 'UNAVAILABLE')`);
  await add(`INSERT INTO connection_hour (platform_id, connection_id, method, hour, attempts, approved, waiting, refused, failed, unknown)
    VALUES ($1, ${CONNECTION}, 'PIX', '2026-01-01T00:00:00Z', 1, 1, 0, 0, 0, 0)`);
  await add(`INSERT INTO connection_rollout (platform_id, id, connection_id, from_version, to_version, share, state, started_by_name, ended_at)
    VALUES ($1, gen_random_uuid(), ${CONNECTION}, '0.1.0', '0.2.0', 5, 'ROLLED_BACK', 'Maria', now())`);
}

/** Adds one row of each kind of holds, withdrawals and disputes. */
async function fillLedger(app: FastifyInstance, inspector: Inspector, { platformId, sellerId }: World): Promise<void> {
  const facts = { kind: 'ADJUSTMENT', source: 'test', currency: 'BRL', occurredAt: new Date() } as const;
  const entries = [
    { kind: 'LOSSES', amount: -100 },
    { kind: 'AVAILABLE', ownerId: sellerId, amount: 100 },
  ] as const;
  await app.database.write(platformId, [post(platformId, { ...facts, entries: [...entries] })]);
  const add = (sql: string) => inspector.rows(sql, [platformId, sellerId]);
  const PAYMENT = '(SELECT id FROM payment WHERE platform_id = $1 ORDER BY id LIMIT 1)';
  const PRODUCT = '(SELECT id FROM product WHERE platform_id = $1 ORDER BY id LIMIT 1)';
  const CONNECTION = '(SELECT id FROM provider_connection WHERE platform_id = $1 ORDER BY id LIMIT 1)';
  await add(`INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, initial_amount, amount, state, closed_at)
    VALUES ($1, $2, ${PAYMENT}, 'BRL', 'RELEASE', 100, 100, 'RELEASED', now())`);
  await add('INSERT INTO person_terms (platform_id, person_id) VALUES ($1, $2)');
  await add(
    `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points) VALUES ($1, gen_random_uuid(), $2, 'NATAL10', 1000)`,
  );
  await inspector.rows(
    `INSERT INTO coupon_use (platform_id, sale_id, coupon_id, buyer_email)
     SELECT c.platform_id, s.id, c.id, 'joao@example.com' FROM coupon c JOIN sale s USING (platform_id)
     WHERE c.platform_id = $1 ORDER BY s.id LIMIT 1`,
    [platformId],
  );
  await inspector.rows(
    `INSERT INTO payment_link (platform_id, id, seller_id, kind, is_single_use)
     SELECT platform_id, id, $2, 'OFFER', false FROM offer WHERE platform_id = $1 ORDER BY id DESC LIMIT 1`,
    [platformId, sellerId],
  );
  await inspector.rows(
    `INSERT INTO store (platform_id, seller_id, is_published, address, product_ids)
     SELECT $1, $2, true, 'loja-' || replace($2::uuid::text, '-', ''), array_agg(id) FROM product WHERE platform_id = $1 AND seller_id = $2::uuid`,
    [platformId, sellerId],
  );
  await inspector.rows(
    `INSERT INTO funnel (platform_id, id, seller_id, offer_id, name, is_enabled, steps)
     SELECT platform_id, gen_random_uuid(), $2, id, 'Funil', false, '[]' FROM offer WHERE platform_id = $1 ORDER BY id LIMIT 1`,
    [platformId, sellerId],
  );
  await inspector.rows(
    `WITH visit AS (
       INSERT INTO funnel_visit (platform_id, payment_id, funnel_id, step_id, is_opened)
       SELECT f.platform_id, p.id, f.id, gen_random_uuid(), true FROM funnel f JOIN payment p USING (platform_id)
       WHERE f.platform_id = $1 ORDER BY p.id LIMIT 1 RETURNING *
     ), upsell AS (
       INSERT INTO upsell_sale (platform_id, sale_id, origin_sale_id, payment_id, funnel_id, step_id, attempt)
       SELECT p.platform_id, p.sale_id, p.sale_id, p.id, v.funnel_id, v.step_id, 0 FROM visit v JOIN payment p ON p.id = v.payment_id
     )
     INSERT INTO funnel_answer (platform_id, payment_id, step_id, funnel_id) SELECT platform_id, payment_id, step_id, funnel_id FROM visit`,
    [platformId],
  );
  // Nothing of it is due, so that no sweep changes it.
  await inspector.rows(
    `WITH sold AS (
       SELECT p.platform_id, p.id AS payment_id, p.sale_id, a.id AS attempt_id, a.connection_id, s.offer_id, o.product_id, s.seller_id
       FROM payment p JOIN payment_attempt a ON a.payment_id = p.id JOIN sale s ON s.id = p.sale_id JOIN offer o ON o.id = s.offer_id
       WHERE p.platform_id = $1 ORDER BY p.id LIMIT 1
     ), agreed AS (
       INSERT INTO mandate (platform_id, id, sale_id, payment_id, attempt_id, transaction_id, connection_id, provider, provider_version, journey,
         recurrence_days, retries, amount, first_charge_date, description, state, node_id)
       SELECT platform_id, gen_random_uuid(), sale_id, payment_id, attempt_id, 'pix_1', connection_id, 'sandbox', '1.0.0', 3,
         30, 'NONE', 100, '2026-01-01', 'Clube', 'REFUSED', gen_random_uuid() FROM sold RETURNING *
     ), said AS (
       INSERT INTO mandate_evidence (platform_id, mandate_row_id, key, source, provider_status, status, is_recognised, occurred_at)
       SELECT platform_id, id, 'key', 'query', 'CRIADA', 'PENDING', true, now() FROM agreed
     ), charged AS (
       INSERT INTO mandate_charge (platform_id, id, mandate_row_id, payment_id, connection_id, due_date)
       SELECT platform_id, attempt_id, id, payment_id, connection_id, '2026-02-01' FROM agreed
     ), begun AS (
       INSERT INTO subscription (platform_id, id, public_id, offer_id, product_id, seller_id, first_sale_id, buyer_name, buyer_email, locale,
         currency, method, connection_id, terms, status, amount, frequency_in_days, anchor_at, cycle, period_start, period_end)
       SELECT platform_id, gen_random_uuid(), md5(sale_id::text), offer_id, product_id, seller_id, sale_id, 'João', 'joao@example.com', 'pt-BR',
         'BRL', 'PIX', connection_id, '{"period": "DAYS"}', 'ENDED', 100, 30, now(), 1, now(), now() FROM sold RETURNING *
     ), period AS (
       INSERT INTO subscription_cycle (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, state, sale_id)
       SELECT platform_id, gen_random_uuid(), id, 1, now(), now(), now(), 100, 'PAID', first_sale_id FROM begun
     ), noted AS (
       INSERT INTO subscription_event (platform_id, id, subscription_id, key, kind, at, by)
       SELECT platform_id, gen_random_uuid(), id, 'key', 'STARTED', now(), 'ENGINE' FROM begun
     )
     INSERT INTO subscription_sale (platform_id, sale_id, subscription_id, payment_id, cycle, attempt)
     SELECT b.platform_id, b.first_sale_id, b.id, s.payment_id, 1, 1 FROM begun b JOIN sold s ON true`,
    [platformId],
  );
  await add(`INSERT INTO money_rule_proposal (platform_id, id, kind, subject, subject_name, status, before, after, examples, needs_approval,
      proposer_id, proposer_name, proposer_email, ended_at)
    VALUES ($1, gen_random_uuid(), 'TERMS', $2::text, 'Maria', 'CANCELED', '{}', '{}', '[]', false, $2::uuid, 'Maria', 'maria@example.com', now())`);
  await add(
    `INSERT INTO group_version (platform_id, name, subject, version, changed_in) VALUES ($1, 'TERMS', $2::text, 1, '{}')`,
  );
  await add(
    `INSERT INTO work_assignment (platform_id, kind, item_id, person_id) VALUES ($1, 'DISPUTES', gen_random_uuid(), $2)`,
  );
  // Not due, so that no sweep takes it away.
  await add(`INSERT INTO notification_mail (platform_id, notification_id, person_id, due_at)
    VALUES ($1, gen_random_uuid(), $2, now() + interval '1 day')`);
  await add(
    `INSERT INTO notification_preference (platform_id, person_id, topic, email) VALUES ($1, $2, 'sales', 'OFF')`,
  );
  await inspector.rows(
    `INSERT INTO push_subscription (platform_id, id, person_id, session_id, endpoint, p256dh, auth, key_id)
     SELECT platform_id, gen_random_uuid(), person_id, id, 'https://push.example/' || id, 'key', 'secret', 'kid'
     FROM session WHERE platform_id = $1 LIMIT 1`,
    [platformId],
  );
  await inspector.rows(
    `INSERT INTO notification_push (platform_id, notification_id, subscription_id, due_at)
     SELECT platform_id, gen_random_uuid(), id, now() + interval '1 day' FROM push_subscription WHERE platform_id = $1`,
    [platformId],
  );
  // Not due, so that no sweep takes it away.
  await add(`INSERT INTO stored_card (platform_id, id, connection_id, card_id, check_at)
    VALUES ($1, $2, ${CONNECTION}, 'card_1', now() + interval '1 day')`);
  await inspector.rows(
    `INSERT INTO billet_file (platform_id, attempt_id, key, stored_at)
     SELECT platform_id, id, md5(id::text), now() FROM payment_attempt WHERE platform_id = $1 LIMIT 1`,
    [platformId],
  );
  await add(`INSERT INTO announcement (platform_id, id, audience, texts, starts_at, ends_at, author_name)
    VALUES ($1, gen_random_uuid(), '{STAFF}', '{"en": {"title": "News", "text": "There is news."}}', now() - interval '2 days', now() - interval '1 day', 'Admin ' || $2::text)`);
  await add(`INSERT INTO mail_text (platform_id, id, mail, locale) VALUES ($1, $2, 'pix-created', 'en')`);
  // A kept cart with its recovery, not due, so that no sweep takes it away.
  await add(`INSERT INTO cart_recovery (platform_id, subject_id, subject, seller_id, is_enabled, keep_days, holdout_percent, quiet_from,
      quiet_until, steps) SELECT $1, id, 'PRODUCT', $2, false, 30, 10, 21, 8, '[]' FROM product WHERE platform_id = $1 LIMIT 1`);
  await inspector.rows(
    `WITH cart AS (
       UPDATE abandoned_cart SET abandoned_at = now(), due_at = now() + interval '1 day' WHERE platform_id = $1 RETURNING id
     ) INSERT INTO cart_step (platform_id, cart_id, step_id, channel, state, created_at)
     SELECT $1, id, gen_random_uuid(), 'WHATSAPP', 'WAITING', now() FROM cart`,
    [platformId],
  );
  await add(`INSERT INTO cart_unsubscription (platform_id, seller_id, email_hash) VALUES ($1, $2, 'hash')`);
  await refreshSearch(app, platformId);
  await inspector.rows(`INSERT INTO ledger_closing (platform_id, through) VALUES ($1, '2020-01-01')`, [platformId]);
  await add(`INSERT INTO ledger_day (platform_id, day, currency, person_id, role, sales, gross, refunded, charged, net, fees, interest, costs,
      commissions, anticipations, losses) VALUES ($1, '2020-01-01', 'BRL', $2, 'seller', 1, 100, 0, 0, 90, 10, 0, 0, 0, 0, 0)`);
  await add(`INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points)
    VALUES ($1, gen_random_uuid(), ${PRODUCT}, $2, 1000)`);
  await add(`INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points)
    VALUES ($1, gen_random_uuid(), ${PRODUCT}, $2, 1000)`);
  await add(`INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
    VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'maria@example.com', 'Maria', '52998224725', now())`);
  await add(`INSERT INTO receiver (platform_id, id, person_id, connection_id, provider)
    VALUES ($1, gen_random_uuid(), $2, ${CONNECTION}, 'sandbox')`);
  await inspector.rows(
    `INSERT INTO receiver_document (platform_id, id, receiver_row_id, document_id, title, status, provider_status, takes_file, has_link)
     SELECT $1, gen_random_uuid(), id, 'doc', 'Identidade', 'ACCEPTED', 'accepted', true, true FROM receiver WHERE platform_id = $1 LIMIT 1`,
    [platformId],
  );
  const [withdrawal] = await inspector.rows<{ id: string }>(
    `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, method, destination_id, state, closed_at)
     SELECT $1, gen_random_uuid(), $2, 'seller', 'BRL', 100, 'PIX', id, 'REJECTED', now() FROM payout_destination
     WHERE platform_id = $1 RETURNING id`,
    [platformId, sellerId],
  );
  const move = (kind: Posting['kind'], name: string, amount: number): Posting => ({
    kind,
    source: `withdrawal:${withdrawal?.id}:${name}`,
    currency: 'BRL',
    occurredAt: new Date(),
    entries: [
      { kind: 'AVAILABLE', ownerId: sellerId, amount: -amount },
      { kind: 'RESERVED', ownerId: sellerId, amount },
    ],
  });
  await app.database.write(platformId, [
    post(platformId, move('WITHDRAWAL', 'requested', 100)),
    post(platformId, move('WITHDRAWAL_FAILED', 'closed', -100)),
  ]);
  await add(`INSERT INTO anticipation (platform_id, id, person_id, currency, amount, fee, fee_basis_points_per_day, state)
    VALUES ($1, gen_random_uuid(), $2, 'BRL', 100, 1, 12, 'REFUSED')`);
  await add(`INSERT INTO refund_request (platform_id, id, protocol, payment_id, seller_id, reason, ground, state)
    VALUES ($1, gen_random_uuid(), 'P1', ${PAYMENT}, $2, 'OTHER', 'LATE', 'DECLINED')`);
  await add(`INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, currency, due_at, settled_at)
    VALUES ($1, gen_random_uuid(), ${PAYMENT}, $2, 'MED', 'LOST', 100, 'BRL', now(), now())`);
  await add(`INSERT INTO upload (platform_id, id, person_id, kind, key, content_type, bytes)
    VALUES ($1, gen_random_uuid(), $2, 'FEEDBACK', repeat('0', 32), 'image/jpeg', 100)`);
  await inspector.rows(
    `INSERT INTO deliverable (platform_id, id, product_id, kind, title, upload_id)
     SELECT $1, gen_random_uuid(), ${PRODUCT}, 'FILE', 'Livro', id FROM upload WHERE platform_id = $1 LIMIT 1`,
    [platformId],
  );
  const OFFER = '(SELECT id FROM offer WHERE platform_id = $1 ORDER BY id LIMIT 1)';
  await add(`INSERT INTO checkout_draft (platform_id, offer_id, config, saved_by) VALUES ($1, ${OFFER}, '{}', $2)`);
  await add(`INSERT INTO checkout_version (platform_id, id, offer_id, number, config, published_by)
    SELECT $1, gen_random_uuid(), ${OFFER}, number, '{}', $2::uuid FROM generate_series(1, 2) AS number`);
  await add(`INSERT INTO checkout_test (platform_id, id, offer_id, version_a_id, version_b_id, share_b, started_by)
    SELECT $1, gen_random_uuid(), a.offer_id, a.id, b.id, 50, $2::uuid FROM checkout_version a, checkout_version b
    WHERE a.platform_id = $1 AND a.number = 1 AND b.platform_id = $1 AND b.number = 2`);
  await inspector.rows(
    `INSERT INTO checkout_test_visits (platform_id, test_id, variant, visits) SELECT $1, id, 'A', 1 FROM checkout_test WHERE platform_id = $1`,
    [platformId],
  );
  const DELIVERABLE =
    'FROM deliverable d CROSS JOIN (SELECT id FROM sale WHERE platform_id = $1 ORDER BY id LIMIT 1) s WHERE d.platform_id = $1';
  for (const insert of [
    `INSERT INTO licence_key (platform_id, id, deliverable_id, value) SELECT $1, gen_random_uuid(), d.id, 'AAAA' ${DELIVERABLE}`,
    `INSERT INTO licence_wait (platform_id, sale_id, deliverable_id, told_at) SELECT $1, s.id, d.id, now() ${DELIVERABLE}`,
    `INSERT INTO deliverable_download (platform_id, sale_id, deliverable_id) SELECT $1, s.id, d.id ${DELIVERABLE}`,
    `INSERT INTO sale_access (platform_id, sale_id) SELECT $1, s.id ${DELIVERABLE}`,
    `INSERT INTO shipment (platform_id, sale_id, state, carrier, shipped_at) SELECT $1, s.id, 'SHIPPED', 'Correios', now() ${DELIVERABLE}`,
    `INSERT INTO shipment_listing (platform_id, sale_id, seller_id, state, paid_at, ship_until, at)
     SELECT $1, sale.id, sale.seller_id, 'SHIPPED', now(), now(), now() FROM sale WHERE platform_id = $1 ORDER BY id LIMIT 1`,
  ])
    await inspector.rows(insert, [platformId]);
  await add(`INSERT INTO dispute_file (platform_id, id, dispute_id, name, media_type, content, added_by)
    SELECT $1, gen_random_uuid(), id, 'nota.pdf', 'application/pdf', '\\x00', $2 FROM dispute WHERE platform_id = $1`);
  const [run] = await inspector.rows<{ id: string }>(
    `INSERT INTO reconciliation (platform_id, id, day) VALUES ($1, gen_random_uuid(), '2026-01-01') RETURNING id`,
    [platformId],
  );
  await inspector.rows(
    `INSERT INTO reconciliation_case (platform_id, id, reconciliation_id, kind, subject, source, state)
     VALUES ($1, gen_random_uuid(), $2, 'MISSING', 'PAYMENT', 'test', 'RESOLVED')`,
    [platformId, run?.id],
  );
}
