/** Reads purchases of the last days, with what was known of each at its time. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { DRY_RUN_DAYS, MOST_DRY_RUN } from '@feira/schemas/procedures/risk';
import type { Statement } from '../../plugins/database.ts';
import { type DocumentRow, documentColumns, type SignalRow, signalColumns } from './model.ts';

/** Signals of documents are read only where a rule asks for one. */
export interface TriedRow extends SignalRow, Partial<DocumentRow> {
  method: PaymentMethod;
  amount: number;
  currency: Currency;
  installments: number;
  createdAt: Date;
  isPaid: boolean;
  paidAmount: number;
  isDisputed: boolean;
  isRefused: boolean;
  /** Null of a purchase without a valid view of its page, and where `isPageKnown` is false. */
  pageSeconds: number | null;
  isPageKnown: boolean;
  /** Null of a purchase that nobody scored. */
  providerScore: number | null;
}

/** Selects first payments of purchases, the newest first; renewals of subscriptions are no new purchases. */
export const selectTried = (
  platformId: string,
  currencies: readonly Currency[],
  hasDocuments: boolean,
): Statement<TriedRow> => ({
  text: `SELECT y.method, y.amount, y.currency, y.installments, y.created_at, y.approved_at IS NOT NULL AS is_paid,
      CASE WHEN y.approved_at IS NOT NULL THEN y.paid_amount ELSE 0 END AS paid_amount,
      EXISTS (SELECT FROM dispute d WHERE d.platform_id = y.platform_id AND d.payment_id = y.id) AS is_disputed,
      y.status = 'REJECTED' AS is_refused,
      (y.terms ->> 'pageSeconds')::int AS page_seconds, coalesce(y.terms ? 'pageSeconds', false) AS is_page_known,
      (y.terms -> 'score' ->> 'score')::int AS provider_score,
      ${signalColumns('b.buyer_email_lower', 'y.created_at')}
      ${hasDocuments ? `, ${documentColumns({ email: 'b.buyer_email_lower', document: 'b.buyer_document', at: 'b.created_at' })}` : ''}
    FROM (SELECT p.* FROM payment p WHERE p.platform_id = $1 AND p.currency = ANY ($2) AND p.created_at > now() - interval '${DRY_RUN_DAYS} days'
      AND NOT EXISTS (SELECT FROM subscription_sale c WHERE c.platform_id = p.platform_id AND c.sale_id = p.sale_id)
      ORDER BY p.created_at DESC LIMIT ${MOST_DRY_RUN}) y
    JOIN sale b ON b.platform_id = y.platform_id AND b.id = y.sale_id`,
  values: [platformId, currencies],
});
