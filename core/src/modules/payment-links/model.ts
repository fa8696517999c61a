/** Reads and writes the rows of payment links. Title, price and end are read from their offer. */
import type { OfferFields } from '@feira/schemas/entities/offer';
import { paymentLink } from '@feira/schemas/entities/payment-link';
import type { listMyPaymentLinks, PaymentLinkKind } from '@feira/schemas/procedures/payment-links';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { editedModel, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

const ROW = ['sellerId', 'kind', 'isSingleUse', 'closedAt'];

/** A payment link as its seller edits it. */
export class PaymentLink extends editedModel('payment_link', paymentLink, ROW) {
  declare sellerId: string;
  declare kind: PaymentLinkKind;
  declare isSingleUse: boolean;
  declare closedAt: Date | null;

  /** Locks a link of this seller. */
  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, PaymentLink).findOne({ id, sellerId }).forNoKeyUpdate();
  }
}

type ShownLink = Omit<RowOf<typeof listMyPaymentLinks>, 'url'>;

const FROM = `payment_link l JOIN offer o ON o.platform_id = l.platform_id AND o.id = l.id
  JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE y.approved_at IS NOT NULL AND y.status NOT IN ('REJECTED', 'CANCELED'))::int AS paid,
      count(*) FILTER (WHERE y.status = 'PENDING')::int AS waiting,
      coalesce(sum(greatest(0, least(y.amount, y.paid_amount - y.refunded_amount)))
        FILTER (WHERE y.approved_at IS NOT NULL AND y.status NOT IN ('REJECTED', 'CANCELED')), 0)::bigint AS revenue
    FROM sale s JOIN payment y ON y.sale_id = s.id AND y.platform_id = s.platform_id
    WHERE s.offer_id = l.id AND s.platform_id = l.platform_id
  ) sold`;

/** `now` is a placeholder of the present time. */
const stateAt = (now: string) => `CASE WHEN l.closed_at IS NOT NULL THEN 'CLOSED'
    WHEN l.is_single_use AND sold.paid > 0 THEN 'PAID'
    WHEN p.status = 'IN_REVIEW' THEN 'IN_REVIEW'
    WHEN p.status <> 'ACTIVE' OR o.status <> 'PUBLISHED' THEN 'UNAVAILABLE'
    WHEN NOT l.is_active THEN 'OFF'
    WHEN o.sale_ends_at <= ${now}::timestamptz THEN 'EXPIRED'
    WHEN l.is_single_use AND sold.waiting > 0 THEN 'PAYING'
    ELSE 'ON' END`;

const columnsAt = (now: string) => `l.id, l.kind, ${stateAt(now)} AS state, o.title, p.description,
  CASE WHEN l.kind <> 'OPEN_AMOUNT' THEN o.price END AS amount, o.coin, l.least_amount, l.most_amount, l.note, l.is_active, l.is_single_use,
  o.sale_ends_at AS expires_at, jsonb_build_object('id', p.id, 'name', p.name) AS product, l.openings, sold.paid, sold.revenue, l.version,
  l.created_at`;

export const OWN_LINKS: List<ShownLink, FilterOf<typeof listMyPaymentLinks> & { sellerId: string; now: Date }> = {
  isFresh: true,
  sql: ({ sellerId, search, state, now }, bind) => {
    const at = bind(now);
    const found = [contains('fold_text(o.title)', search, bind), contains('fold_text(l.note)', search, bind)];
    return {
      columns: columnsAt(at),
      from: FROM,
      where: [
        'l.platform_id = $1',
        `l.seller_id = ${bind(sellerId)}`,
        found[0] && `(${found.join(' OR ')})`,
        state && `(${stateAt(at)}) = ${bind(state)}`,
      ],
      order: newestFirst('l'),
    };
  },
};

export const selectOwnLink = (platformId: string, id: string, sellerId: string, now: Date): Statement<ShownLink> => ({
  text: `SELECT ${columnsAt('$4')} FROM ${FROM} WHERE l.platform_id = $1 AND l.id = $2 AND l.seller_id = $3`,
  values: [platformId, id, sellerId, now],
});

/** The fields of a link that its offer and product hold, as an edit compares them. */
export interface LinkTerms {
  productId: string;
  title: string;
  description: string;
  price: number;
  type: OfferFields['type'];
  saleEndsAt: Date | null;
}

export const selectTerms = (platformId: string, id: string): Statement<LinkTerms> => ({
  text: `SELECT o.product_id, o.title, p.description, o.price, o.type, o.sale_ends_at
    FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id WHERE o.platform_id = $1 AND o.id = $2`,
  values: [platformId, id],
});

/** Adds the openings of pages that a node has counted. */
export const addOpenings = (platformId: string, counts: ReadonlyMap<string, number>): Statement => ({
  text: `UPDATE payment_link l SET openings = l.openings + c.openings
    FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, openings integer) WHERE l.platform_id = $1 AND l.id = c.id`,
  values: [platformId, JSON.stringify([...counts].map(([id, openings]) => ({ id, openings })))],
});
