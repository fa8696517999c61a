/** Lists a seller's abandoned carts with what is at stake, and counts them by group for the comparison. */

import type { Currency } from '@feira/schemas/common';
import type { listCarts } from '@feira/schemas/procedures/abandoned-carts';
import type { RecoveryStep } from '@feira/schemas/rules/cart-recovery';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import type { List } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { allOf, type Bind, type Condition, containsInAny, openValues } from '../../shared/statement.ts';
import type { CartState, StepState, StopReason } from './model.ts';

export interface CartFilter extends FilterOf<typeof listCarts> {
  sellerId: string;
  now: Date;
}

export interface CartRow {
  id: string;
  offerId: string;
  title: string;
  sellerName: string;
  name: string | null;
  document: string | null;
  email: string | null;
  phone: string | null;
  cartAmt: number | null;
  currency: Currency;
  utmQuery: Record<string, string>;
  state: CartState;
  stopReason: StopReason | null;
  isHoldout: boolean;
  abandonedAt: Date;
  updatedAt: Date;
  recoveredAt: Date | null;
  saleId: string | null;
  resumeToken: string | null;
  nextAt: Date | null;
  steps: { id: string; channel: RecoveryStep['channel']; state: StepState; at: string }[];
  /** Comes from the recovery that applies to the cart; null where none applies. */
  recoverySteps: RecoveryStep[] | null;
}

interface Sums {
  atStake: { currency: Currency; amount: number; count: number }[];
  recovered: { currency: Currency; amount: number; count: number }[];
}

const stateAt = (now: string) =>
  `CASE WHEN c.state = 'OPEN' AND c.expires_at <= ${now} THEN 'EXPIRED' ELSE c.state END`;

const conditionsOf = (
  { sellerId, now, state, productId, search, isToContact, ...period }: CartFilter,
  bind: Bind,
): Condition[] => [
  'c.platform_id = $1',
  `c.seller_id = ${bind(sellerId)}`,
  'c.abandoned_at IS NOT NULL',
  ...isWithin('c.abandoned_at', period, bind),
  state && `${stateAt(bind(now))} = ${bind(state)}`,
  productId && `c.product_id = ${bind(productId)}`,
  containsInAny(['c.name', 'c.email', 'c.phone'], search, bind),
  isToContact &&
    `c.state = 'OPEN' AND c.expires_at > ${bind(now)} AND EXISTS (SELECT FROM cart_step t WHERE t.platform_id = c.platform_id AND t.cart_id = c.id AND t.state = 'WAITING')`,
];

/** Sums up all pages by currency. */
function selectSums(platformId: string, filter: CartFilter): Statement<Sums> {
  const { values, bind } = openValues(platformId);
  const where = allOf(conditionsOf(filter, bind));
  const now = bind(filter.now);
  const sumOf = (
    state: CartState,
  ) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount, 'count', count)
      ORDER BY currency), '[]') FROM sums WHERE state = '${state}')`;
  return {
    text: `WITH sums AS (
        SELECT ${stateAt(now)} AS state, c.currency, coalesce(sum(c.amount), 0)::bigint AS amount, count(*)::int AS count
        FROM abandoned_cart c WHERE ${where} GROUP BY 1, 2
      ) SELECT ${sumOf('OPEN')} AS at_stake, ${sumOf('RECOVERED')} AS recovered`,
    values,
  };
}

export const CARTS: List<CartRow, CartFilter, Sums> = {
  isFresh: true,
  totals: selectSums,
  sql: (filter, bind) => ({
    columns: `c.id, c.offer_id, o.title, person.name AS seller_name, c.name, c.document, c.email, c.phone, c.amount AS cart_amt,
      c.currency, c.utm_query, ${stateAt(bind(filter.now))} AS state, c.stop_reason,
      coalesce(c.is_holdout, false) AS is_holdout, c.abandoned_at, c.updated_at, c.recovered_at,
      CASE WHEN c.state = 'RECOVERED' THEN c.recovered_by END AS sale_id, c.resume_token, c.due_at AS next_at,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.step_id, 'channel', t.channel, 'state', t.state,
          'at', to_char(coalesce(t.done_at, t.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          ORDER BY t.created_at, t.step_id), '[]')
        FROM cart_step t WHERE t.platform_id = c.platform_id AND t.cart_id = c.id) AS steps,
      (SELECT r.steps FROM cart_recovery r WHERE r.platform_id = c.platform_id AND r.subject_id IN (c.offer_id, c.product_id)
        ORDER BY r.subject = 'PRODUCT' LIMIT 1) AS recovery_steps`,
    from: `abandoned_cart c
      JOIN offer o ON o.platform_id = c.platform_id AND o.id = c.offer_id
      JOIN person ON person.platform_id = c.platform_id AND person.id = c.seller_id`,
    where: conditionsOf(filter, bind),
    order: { by: 'c.abandoned_at', id: 'c.id' },
  }),
};

interface Group {
  isHoldout: boolean;
  carts: number;
  recovered: number;
}

/**
 * Counts the carts of both groups from the moment on at which they were abandoned: until then nothing tells them apart. A cart that a newer
 * one of the same buyer replaced counts once, as the newer one.
 */
export function selectGroups(
  platformId: string,
  {
    sellerId,
    productId,
    ...period
  }: { sellerId: string; productId?: string | undefined; from?: string | undefined; to?: string | undefined },
): Statement<Group> {
  const { values, bind } = openValues(platformId);
  const where = [
    'c.platform_id = $1',
    `c.seller_id = ${bind(sellerId)}`,
    'c.abandoned_at IS NOT NULL',
    'c.is_holdout IS NOT NULL',
    `c.stop_reason IS DISTINCT FROM 'REPLACED'`,
    productId && `c.product_id = ${bind(productId)}`,
    ...isWithin('c.abandoned_at', period, bind),
  ];
  return {
    text: `SELECT c.is_holdout, count(*)::int AS carts, count(*) FILTER (WHERE c.state = 'RECOVERED')::int AS recovered
      FROM abandoned_cart c WHERE ${allOf(where)} GROUP BY 1`,
    values,
  };
}
