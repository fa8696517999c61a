/** Reads and writes imported subscriptions, which wait for their buyers. */
import type { Currency, Locale } from '@feira/schemas/common';
import { INVITE_DAYS, INVITES_A_BUYER } from '@feira/schemas/imports';
import type { listSubscriptions } from '@feira/schemas/procedures/imports';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

const INVITEABLE = `x.state <> 'AGREED' AND x.invites < ${INVITES_A_BUYER}
  AND (x.invited_at IS NULL OR x.invited_at < now() - interval '${INVITE_DAYS} days')`;

export const SUBSCRIPTIONS: List<
  RowOf<typeof listSubscriptions>,
  FilterOf<typeof listSubscriptions> & { sellerId: string }
> = {
  isCounted: true,
  isFresh: true,
  sql: ({ sellerId, state, search }, bind) => ({
    columns: `x.id, x.name, x.email, x.phone, x.document, x.source, x.state, o.title, x.amount, x.currency, x.next_due_at, x.invites,
      x.invited_at, x.subscription_id`,
    from: 'imported_subscription x JOIN offer o ON o.platform_id = x.platform_id AND o.id = x.offer_id',
    where: [
      'x.platform_id = $1',
      `x.seller_id = ${bind(sellerId)}`,
      state && `x.state = ${bind(state)}`,
      contains(`fold_text(concat_ws(' ', x.name, x.email, o.title))`, search, bind),
    ],
    order: newestFirst('x'),
  }),
};

export const countInviteable = (platformId: string, sellerId: string): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM imported_subscription x WHERE x.platform_id = $1 AND x.seller_id = $2 AND ${INVITEABLE}`,
  values: [platformId, sellerId],
});

/** Counts the mails of the last day, under a lock of the seller's. */
export const countInvites = (platformId: string, sellerId: string): Statement<{ today: number }>[] => [
  {
    text: `SELECT 0 AS today FROM pg_advisory_xact_lock(hashtextextended('invites of ' || $1, 0))`,
    values: [sellerId],
  },
  {
    text: `SELECT count(*)::int AS today FROM imported_subscription
      WHERE platform_id = $1 AND seller_id = $2 AND invited_at > now() - interval '1 day'`,
    values: [platformId, sellerId],
  },
];

export interface Invited {
  id: string;
  publicId: string;
  name: string | null;
  email: string;
  title: string;
  seller: string;
  amount: number;
  currency: Currency;
  nextDueAt: Date;
  invites: number;
}

/** Marks buyers as written to, those who wait longest first. */
export const takeInvites = (platformId: string, sellerId: string, limit: number): Statement<Invited> => ({
  text: `UPDATE imported_subscription x SET state = 'INVITED', invites = x.invites + 1, invited_at = now()
    FROM (SELECT x.id FROM imported_subscription x WHERE x.platform_id = $1 AND x.seller_id = $2 AND ${INVITEABLE}
        ORDER BY x.invites, x.created_at, x.id LIMIT $3 FOR UPDATE SKIP LOCKED) taken, offer o, person s
    WHERE x.platform_id = $1 AND x.id = taken.id AND o.platform_id = $1 AND o.id = x.offer_id AND s.platform_id = $1 AND s.id = x.seller_id
    RETURNING x.id, x.public_id, x.name, x.email, o.title, s.name AS seller, x.amount, x.currency, x.next_due_at, x.invites`,
  values: [platformId, sellerId, limit],
});

export interface Waiting {
  id: string;
  sellerId: string;
  sellerName: string;
  offerId: string;
  productId: string;
  title: string;
  productName: string;
  productImage: string | null;
  name: string | null;
  email: string;
  phone: string | null;
  document: string | null;
  amount: number;
  currency: Currency;
  nextDueAt: Date;
  state: 'WAITING' | 'INVITED' | 'AGREED';
  subscriptionPublicId: string | null;
}

const WAITING = `SELECT x.id, x.seller_id, s.name AS seller_name, x.offer_id, o.product_id, o.title, p.name AS product_name, p.image AS product_image,
    x.name, x.email, x.phone, x.document, x.amount, x.currency, x.next_due_at, x.state, b.public_id AS subscription_public_id
  FROM imported_subscription x
  JOIN offer o ON o.platform_id = x.platform_id AND o.id = x.offer_id
  JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
  JOIN person s ON s.platform_id = x.platform_id AND s.id = x.seller_id
  LEFT JOIN subscription b ON b.platform_id = x.platform_id AND b.id = x.subscription_id
  WHERE x.platform_id = $1 AND x.public_id = $2`;

export const selectWaiting = (platformId: string, publicId: string): Statement<Waiting> => ({
  text: WAITING,
  values: [platformId, publicId],
});

/** Two tabs of one buyer come one after the other. The second reads what the first has written in a statement of its own. */
export const lockWaiting = (platformId: string, publicId: string): Statement => ({
  text: 'SELECT FROM imported_subscription WHERE platform_id = $1 AND public_id = $2 FOR UPDATE',
  values: [platformId, publicId],
});

export const markAgreed = (platformId: string, id: string, subscriptionId: string, at: Date): Statement => ({
  text: `UPDATE imported_subscription SET state = 'AGREED', agreed_at = $4, subscription_id = $3 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, subscriptionId, at],
});

interface OpeningSale {
  id: string;
  locale: Locale;
  document: string | null;
  phone: string | null;
  name: string;
}

/** A sale of nothing, as that of a free trial: it opens what was sold, and no money is in it. */
export const insertOpeningSale = (
  platformId: string,
  { offerId, sellerId, email, currency, title, productName, productImage }: Waiting,
  { id, locale, document, phone, name }: OpeningSale,
): Statement => ({
  text: `WITH opened AS (
      INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone, total, currency, utm_query, locale)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, '{}', $10) RETURNING platform_id
    )
    INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible, product_name, product_image)
    SELECT platform_id, $2, 0, $3, $11, 0, false, $12, $13 FROM opened`,
  values: [
    ...[platformId, id, offerId, sellerId, name, email, document, phone, currency, locale],
    ...[title, productName, productImage],
  ],
});
