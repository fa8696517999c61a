/** Reads and writes abandoned carts, the steps that were run of their recovery, and what sellers decided about it. */
import type { Currency, Locale } from '@feira/schemas/common';
import type { CART_STATES, CART_STEP_STATES, CART_STOP_REASONS } from '@feira/schemas/procedures/abandoned-carts';
import type { Recovery, RecoveryChannel, RecoveryStep } from '@feira/schemas/rules/cart-recovery';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { writeEach } from '../../shared/merge.ts';
import { nextVersion } from '../../shared/row-versions.ts';

export type CartState = (typeof CART_STATES)[number];
export type StopReason = (typeof CART_STOP_REASONS)[number];
export type StepState = (typeof CART_STEP_STATES)[number];

/** The fields of a cart besides name, document, e-mail and phone. */
export type CartForm = Partial<
  Record<
    | 'paymentMethod'
    | 'deliveryOptionId'
    | 'coupon'
    | 'affiliateId'
    | 'cep'
    | 'street'
    | 'number'
    | 'complement'
    | 'district'
    | 'city'
    | 'state',
    string
  >
> & { orderBumpsIds?: string[] };

export interface NewCart {
  id: string;
  offerId: string;
  productId: string;
  sellerId: string;
  name: string | null;
  document: string | null;
  email: string;
  phone: string | null;
  amount: number | null;
  currency: Currency;
  utmQuery: Record<string, string>;
  form: CartForm;
  locale: Locale;
  zone: string;
  resumeToken: string;
  changedAt: Date;
  expiresAt: Date;
  purgeAt: Date;
  dueAt: Date;
}

/** A cart that ended because its time was over, or for a newer one, opens again. One that was bought or stopped does not. */
const REOPENS = `(c.state IN ('OPEN', 'EXPIRED') OR c.stop_reason = 'REPLACED')`;

export const upsertCart = (platformId: string, cart: NewCart): Statement => ({
  text: `INSERT INTO abandoned_cart AS c (platform_id, id, offer_id, product_id, seller_id, name, document, email, email_lower, phone, amount,
      currency, utm_query, form, locale, zone, resume_token, updated_at, expires_at, purge_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, lower($8), $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
    ON CONFLICT (id, platform_id) DO UPDATE SET product_id = excluded.product_id, seller_id = excluded.seller_id, name = excluded.name,
      document = excluded.document, email = excluded.email, email_lower = excluded.email_lower, phone = excluded.phone,
      amount = excluded.amount, currency = excluded.currency, utm_query = excluded.utm_query, form = excluded.form, locale = excluded.locale,
      zone = excluded.zone, resume_token = coalesce(c.resume_token, excluded.resume_token), updated_at = excluded.updated_at,
      expires_at = excluded.expires_at, purge_at = excluded.purge_at, erased_at = NULL,
      state = CASE WHEN ${REOPENS} THEN 'OPEN' ELSE c.state END,
      stop_reason = CASE WHEN ${REOPENS} THEN NULL ELSE c.stop_reason END,
      due_at = CASE WHEN ${REOPENS} THEN excluded.due_at END`,
  values: [
    ...[
      platformId,
      cart.id,
      cart.offerId,
      cart.productId,
      cart.sellerId,
      cart.name,
      cart.document,
      cart.email,
      cart.phone,
    ],
    ...[cart.amount, cart.currency, JSON.stringify(cart.utmQuery), JSON.stringify(cart.form), cart.locale, cart.zone],
    ...[cart.resumeToken, cart.changedAt, cart.expiresAt, cart.purgeAt, cart.dueAt],
  ],
});

/** A cart that was bought stays: it tells what recovery brought. */
export const removeCart = (platformId: string, id: string): Statement => ({
  text: `DELETE FROM abandoned_cart WHERE platform_id = $1 AND id = $2 AND state <> 'RECOVERED'`,
  values: [platformId, id],
});

/** The cart as its form is filled again. */
export interface ResumedCart {
  id: string;
  offerId: string;
  locale: Locale | null;
  name: string | null;
  document: string | null;
  email: string | null;
  phone: string | null;
  utmQuery: Record<string, string>;
  form: CartForm;
  /** False once its link has ended, it was bought, or its data was erased. */
  isOpen: boolean;
}

const RESUMED = `c.id, c.offer_id, c.locale, c.name, c.document, c.email, c.phone, c.utm_query, c.form,
  c.state <> 'RECOVERED' AND c.erased_at IS NULL AND c.expires_at > $3 AS is_open`;

export const selectByToken = (platformId: string, token: string, now: Date): Statement<ResumedCart> => ({
  text: `SELECT ${RESUMED} FROM abandoned_cart c WHERE c.platform_id = $1 AND c.resume_token = $2`,
  values: [platformId, token, now],
});

export const selectResumed = (platformId: string, id: string, now: Date): Statement<ResumedCart> => ({
  text: `SELECT ${RESUMED} FROM abandoned_cart c WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id, now],
});

export interface CartKey {
  platformId: string;
  id: string;
}

/** Claims carts whose time has come. Those whose job dies are due again when the claim ends. */
/** Carts that are to be looked at; $1 is the time. */
export const DUE_CARTS = 'abandoned_cart WHERE due_at <= $1::timestamptz';

export const claimDue = (now: Date, limit: number, claimSeconds: number): Statement<CartKey> => ({
  text: `WITH due AS (
      SELECT platform_id, id FROM ${DUE_CARTS} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    UPDATE abandoned_cart c SET due_at = $1::timestamptz + make_interval(secs => $3) FROM due
    WHERE c.platform_id = due.platform_id AND c.id = due.id
    RETURNING c.platform_id, c.id`,
  values: [now, limit, claimSeconds],
});

export interface LockedCart {
  id: string;
  offerId: string;
  productId: string;
  sellerId: string;
  sellerName: string;
  title: string;
  supportEmail: string;
  name: string | null;
  email: string;
  emailLower: string;
  phone: string | null;
  amount: number | null;
  currency: Currency;
  locale: Locale | null;
  zone: string;
  resumeToken: string;
  createdAt: Date;
  changedAt: Date;
  expiresAt: Date;
  abandonedAt: Date | null;
  isHoldout: boolean | null;
  saleId: string | null;
}

/** Locks an open cart, so that a job that repeats another one finds what the first did. */
export const lockOpenCart = (platformId: string, id: string): Statement<LockedCart> => ({
  text: `SELECT c.id, c.offer_id, c.product_id, c.seller_id, person.name AS seller_name, o.title,
      coalesce(p.support_email, '') AS support_email, c.name, c.email, c.email_lower, c.phone, c.amount, c.currency, c.locale,
      c.zone, c.resume_token, c.created_at, c.updated_at AS changed_at, c.expires_at, c.abandoned_at, c.is_holdout,
      c.recovered_by AS sale_id
    FROM abandoned_cart c
    JOIN offer o ON o.platform_id = c.platform_id AND o.id = c.offer_id
    JOIN product p ON p.platform_id = c.platform_id AND p.id = c.product_id
    JOIN person ON person.platform_id = c.platform_id AND person.id = c.seller_id
    WHERE c.platform_id = $1 AND c.id = $2 AND c.state = 'OPEN' AND c.erased_at IS NULL
    FOR UPDATE OF c`,
  values: [platformId, id],
});

/** The acts of a cart's buyer since the cart was saved. */
export interface BuyerFacts {
  isPaid: boolean;
  isRefunded: boolean;
  isReplaced: boolean;
  isUnsubscribed: boolean;
  /** Until then the buyer can pay a code; null where there is none. */
  payableUntil: Date | null;
}

/** The cart of a mail and the facts about its buyer, with the columns of `c` that are needed. */
const FACTS = `
  EXISTS (SELECT FROM own WHERE approved_at IS NOT NULL AND NOT is_provisional AND created_at >= c.created_at
    AND status NOT IN ('REFUNDED', 'CHARGEBACK')) AS is_paid,
  EXISTS (SELECT FROM own WHERE status IN ('REFUNDED', 'CHARGEBACK') AND NOT is_provisional) AS is_refunded,
  (SELECT max(expires_at) FROM own WHERE status = 'PENDING' AND method <> 'CREDIT_CARD') AS payable_until,
  EXISTS (SELECT FROM abandoned_cart n WHERE n.platform_id = c.platform_id AND n.email_lower = c.email_lower AND n.offer_id = c.offer_id
    AND n.id <> c.id AND n.state = 'OPEN' AND (n.updated_at, n.id) > (c.updated_at, c.id)) AS is_replaced,
  EXISTS (SELECT FROM cart_unsubscription u WHERE u.platform_id = c.platform_id AND u.seller_id = c.seller_id
    AND u.email_hash = encode(sha256(convert_to(c.platform_id::text || '|' || c.email_lower, 'UTF8')), 'hex')) AS is_unsubscribed`;

const factsOf = (condition: string) => `
  WITH c AS MATERIALIZED (SELECT * FROM abandoned_cart WHERE ${condition}),
  bought AS MATERIALIZED (
    SELECT s.platform_id, s.id, s.created_at FROM c JOIN sale s ON s.buyer_email_lower = c.email_lower AND s.platform_id = c.platform_id
      AND s.offer_id IS NOT DISTINCT FROM c.offer_id
    UNION SELECT s.platform_id, s.id, s.created_at FROM c JOIN sale s ON s.id = c.recovered_by AND s.platform_id = c.platform_id
  ), own AS MATERIALIZED (
    SELECT bought.created_at, p.status, p.approved_at, p.is_provisional, p.expires_at, p.method
    FROM bought CROSS JOIN LATERAL (SELECT * FROM payment WHERE platform_id = bought.platform_id AND sale_id = bought.id OFFSET 0) p
  )`;

export const selectFacts = (platformId: string, id: string): Statement<BuyerFacts> => ({
  text: `${factsOf('platform_id = $1 AND id = $2')} SELECT ${FACTS} FROM c`,
  values: [platformId, id],
});

/** Returns a row while the mail of a step is still to be sent. */
export const selectWantedMail = (platformId: string, mailId: string): Statement<object> => ({
  text: `${factsOf(`platform_id = $1 AND id = (SELECT cart_id FROM cart_step WHERE mail_id = $2 AND platform_id = $1) AND state = 'OPEN'`)}
    SELECT FROM (SELECT ${FACTS} FROM c) AS facts WHERE NOT (is_paid OR is_refunded OR is_unsubscribed)`,
  values: [platformId, mailId],
});

export interface RecoveryRow extends Recovery {
  version: number;
}

const RECOVERY = `r.is_enabled, r.keep_days, r.holdout_percent,
  jsonb_build_object('from', r.quiet_from, 'until', r.quiet_until) AS quiet, r.steps, r.version`;

const selectKept = (platformId: string, offerId: string, productId: string): Statement<RecoveryRow> => ({
  name: 'cart-recovery',
  ...selectRecovery(platformId, offerId, productId),
});

/** Returns the recovery of an offer as the pages of buyers need it, from the node's memory until it changes. */
export const findRecovery = (
  { database, cache }: Pick<FastifyInstance, 'database' | 'cache'>,
  platformId: string,
  { id, productId }: { id: string; productId: string },
): Promise<RecoveryRow | null> =>
  cache.get(platformId, `cart-recovery:${id}`, async () => {
    // Reads the primary database, because the result is cached until the next change and a replica may lag.
    const row = await database.find(platformId, selectKept(platformId, id, productId), true);
    return row ?? null;
  });

/** The recovery of an offer: its own, else its product's. */
export const selectRecovery = (platformId: string, offerId: string, productId: string): Statement<RecoveryRow> => ({
  text: `SELECT ${RECOVERY} FROM cart_recovery r WHERE r.platform_id = $1 AND r.subject_id IN ($2, $3)
    ORDER BY r.subject = 'PRODUCT' LIMIT 1`,
  values: [platformId, offerId, productId],
});

export interface Subject {
  subject: 'OFFER' | 'PRODUCT';
  subjectId: string;
}

export const selectOwnRecovery = (platformId: string, subjectId: string): Statement<RecoveryRow> => ({
  text: `SELECT ${RECOVERY} FROM cart_recovery r WHERE r.platform_id = $1 AND r.subject_id = $2`,
  values: [platformId, subjectId],
});

/** Returns no row where the subject is not the seller's. */
export const selectSubject = (
  platformId: string,
  sellerId: string,
  { subject, subjectId }: Subject,
): Statement<{ isCaptured: boolean }> => ({
  text:
    subject === 'OFFER'
      ? `SELECT o.abandoned_cart_enabled AS is_captured FROM offer o
          JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
          WHERE o.platform_id = $1 AND p.seller_id = $2 AND o.id = $3`
      : `SELECT EXISTS (SELECT FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND o.abandoned_cart_enabled
            AND o.status <> 'ARCHIVED') AS is_captured
          FROM product p WHERE p.platform_id = $1 AND p.seller_id = $2 AND p.id = $3`,
  values: [platformId, sellerId, subjectId],
});

/** Has the offers of a subject keep the carts that its recovery needs. */
export const keepCarts = (platformId: string, { subject, subjectId }: Subject): Statement => ({
  text: `UPDATE offer o SET abandoned_cart_enabled = true, ${nextVersion('o', '$3')}
    WHERE o.platform_id = $1 AND ${subject === 'OFFER' ? 'o.id' : 'o.product_id'} = $2 AND NOT o.abandoned_cart_enabled
      AND o.status <> 'ARCHIVED'`,
  values: [platformId, subjectId, ['abandonedCartEnabled']],
});

/** Returns the new version; no row where somebody else saved first. */
export const saveRecovery = (
  platformId: string,
  sellerId: string,
  { subject, subjectId }: Subject,
  { isEnabled, keepDays, holdoutPercent, quiet, steps, version }: RecoveryRow,
): Statement<{ version: number }> => ({
  text: `INSERT INTO cart_recovery AS r (platform_id, subject_id, subject, seller_id, is_enabled, keep_days, holdout_percent, quiet_from,
      quiet_until, steps)
    SELECT $1::uuid, $2::uuid, $3, $4::uuid, $5::boolean, $6::int, $7::int, $8::smallint, $9::smallint, $10::jsonb
    WHERE $11::int = 0 OR EXISTS (SELECT FROM cart_recovery WHERE platform_id = $1 AND subject_id = $2)
    ON CONFLICT (subject_id, platform_id) DO UPDATE SET is_enabled = excluded.is_enabled, keep_days = excluded.keep_days,
      holdout_percent = excluded.holdout_percent, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
      steps = excluded.steps, version = r.version + 1
    WHERE r.version = $11
    RETURNING version`,
  values: [
    ...[platformId, subjectId, subject, sellerId, isEnabled, keepDays, holdoutPercent, quiet.from, quiet.until],
    ...[JSON.stringify(steps), version],
  ],
});

/** Brings the end of carts that are there forward. A longer keeping time holds for later changes of a cart alone. */
export const shortenCarts = (platformId: string, { subject, subjectId }: Subject, keepDays: number): Statement => ({
  text: `UPDATE abandoned_cart c SET purge_at = least(c.purge_at, c.updated_at + make_interval(days => $3)),
      expires_at = least(c.expires_at, c.updated_at + make_interval(days => $3))
    WHERE c.platform_id = $1 AND c.erased_at IS NULL AND ${
      subject === 'OFFER'
        ? 'c.offer_id = $2'
        : `c.product_id = $2 AND NOT EXISTS (SELECT FROM cart_recovery r WHERE r.platform_id = c.platform_id AND r.subject_id = c.offer_id)`
    }`,
  values: [platformId, subjectId, keepDays],
});

/** The steps that were run of a cart. */
export const selectRun = (platformId: string, cartId: string): Statement<{ id: string; at: Date }> => ({
  text: 'SELECT step_id AS id, created_at AS at FROM cart_step WHERE platform_id = $1 AND cart_id = $2',
  values: [platformId, cartId],
});

export const insertStep = (
  platformId: string,
  cartId: string,
  { id, channel }: Pick<RecoveryStep, 'id'> & { channel: RecoveryChannel },
  { state, mailId, at }: { state: StepState; mailId?: string; at: Date },
): Statement => ({
  text: `INSERT INTO cart_step (platform_id, cart_id, step_id, channel, state, mail_id, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [platformId, cartId, id, channel, state, mailId ?? null, at],
});

export const scheduleCart = (platformId: string, id: string, dueAt: Date | null): Statement => ({
  text: 'UPDATE abandoned_cart SET due_at = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, dueAt],
});

export const markAbandoned = (platformId: string, id: string, now: Date, isHoldout: boolean | null): Statement => ({
  text: 'UPDATE abandoned_cart SET abandoned_at = $3, is_holdout = $4 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, now, isHoldout],
});

export const endCart = (
  platformId: string,
  id: string,
  { state, stopReason = null }: { state: CartState; stopReason?: StopReason | null },
): Statement => ({
  text: `UPDATE abandoned_cart SET state = $3, stop_reason = $4, due_at = NULL WHERE platform_id = $1 AND id = $2 AND state = 'OPEN'`,
  values: [platformId, id, state, stopReason],
});

/** The carts of a payment's sale: those it was bought from, and those of the same e-mail. */
const ofSale = (condition: string) => `
  FROM one
  CROSS JOIN LATERAL (SELECT p.platform_id, s.id AS sale_id, s.offer_id, s.buyer_email_lower, s.created_at, p.approved_at
    FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = one.payment_id OFFSET 0) p
    JOIN sale s ON s.id = p.sale_id AND s.platform_id = p.platform_id
    WHERE NOT p.is_provisional AND ${condition} OFFSET 0) paid
  CROSS JOIN LATERAL (
    SELECT id FROM abandoned_cart WHERE email_lower = paid.buyer_email_lower AND platform_id = paid.platform_id
    UNION SELECT id FROM abandoned_cart WHERE recovered_by = paid.sale_id AND platform_id = paid.platform_id
  ) found
  WHERE c.platform_id = paid.platform_id AND c.id = found.id AND c.offer_id = paid.offer_id`;

/** Marks the carts that became the sale of a paid payment. */
export const markRecovered = writeEach<{ paymentId: string }>(
  'cart-recovered',
  { paymentId: 'uuid' },
  `UPDATE abandoned_cart c SET state = 'RECOVERED', stop_reason = NULL, recovered_by = paid.sale_id, recovered_at = paid.approved_at,
      due_at = NULL
    ${ofSale(`p.approved_at IS NOT NULL AND p.status NOT IN ('REFUNDED', 'CHARGEBACK')`)}
      AND c.state <> 'RECOVERED' AND c.stop_reason IS DISTINCT FROM 'REPLACED' AND c.created_at <= paid.created_at
    RETURNING place`,
);

/** A buyer whose money went back is not asked to buy again. */
export const stopRefunded = writeEach<{ paymentId: string }>(
  'cart-refunded',
  { paymentId: 'uuid' },
  `UPDATE abandoned_cart c SET state = 'STOPPED', stop_reason = 'REFUNDED', due_at = NULL
    ${ofSale(`p.status IN ('REFUNDED', 'CHARGEBACK')`)} AND (c.recovered_by = paid.sale_id OR c.state = 'OPEN')
    RETURNING place`,
);

export const insertUnsubscription = (platformId: string, sellerId: string, emailHash: string): Statement => ({
  text: `INSERT INTO cart_unsubscription (platform_id, seller_id, email_hash)
    SELECT platform_id, id, $3 FROM person WHERE platform_id = $1 AND id = $2 ON CONFLICT DO NOTHING`,
  values: [platformId, sellerId, emailHash],
});

export const stopUnsubscribed = (platformId: string, sellerId: string, emailHash: string): Statement => ({
  text: `UPDATE abandoned_cart SET state = 'STOPPED', stop_reason = 'UNSUBSCRIBED', due_at = NULL
    WHERE platform_id = $1 AND seller_id = $2 AND state = 'OPEN'
      AND encode(sha256(convert_to(platform_id::text || '|' || email_lower, 'UTF8')), 'hex') = $3`,
  values: [platformId, sellerId, emailHash],
});

/** Returns no row where the cart is not the seller's. */
export const selectOwnCart = (platformId: string, sellerId: string, id: string): Statement<{ id: string }> => ({
  text: 'SELECT id FROM abandoned_cart WHERE platform_id = $1 AND seller_id = $2 AND id = $3',
  values: [platformId, sellerId, id],
});

export const finishTasks = (platformId: string, cartId: string, now: Date): Statement => ({
  text: `UPDATE cart_step SET state = 'DONE', done_at = $3 WHERE platform_id = $1 AND cart_id = $2 AND state = 'WAITING'`,
  values: [platformId, cartId, now],
});

/** Erases the personal data of carts whose keeping time is over. A node of the version before wrote carts without it: they have 30 days. */
const eraseCarts = (now: Date, limit: number): Statement => ({
  text: `UPDATE abandoned_cart SET name = NULL, document = NULL, email = NULL, email_lower = NULL, phone = NULL, form = '{}', utm_query = '{}',
      resume_token = NULL, recovered_by = NULL, due_at = NULL, erased_at = $1, expires_at = least(expires_at, $1),
      state = CASE WHEN state = 'OPEN' THEN 'EXPIRED' ELSE state END
    WHERE (platform_id, id) IN (SELECT platform_id, id FROM abandoned_cart
      WHERE erased_at IS NULL AND (purge_at < $1 OR purge_at IS NULL AND updated_at < $1::timestamptz - interval '30 days') LIMIT $2)`,
  values: [now, limit],
});

/** So long the comparison with the holdout group can be read. */
const KEPT_DAYS = 400;

const deleteErased = (now: Date, limit: number): Statement => ({
  text: `DELETE FROM abandoned_cart WHERE (platform_id, id) IN (SELECT platform_id, id FROM abandoned_cart
    WHERE erased_at IS NOT NULL AND updated_at < $1::timestamptz - make_interval(days => $2) LIMIT $3)`,
  values: [now, KEPT_DAYS, limit],
});

/** Erases personal data at the end of its keeping time, and deletes what is left after the time of comparisons. */
export async function purgeCarts({ database, clock }: Pick<FastifyInstance, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await database.deleteAll((limit) => eraseCarts(now, limit));
  await database.deleteAll((limit) => deleteErased(now, limit));
}
