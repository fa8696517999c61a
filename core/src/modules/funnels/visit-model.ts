/** Keeps where the buyer of a purchase is in its funnel, and what was answered. The purchase's payment names the visit. */
import type { Statement } from '../../plugins/database.ts';

export interface Visit {
  funnelId: string;
  /** The step that the buyer is at; null at the end. */
  stepId: string | null;
  isOpened: boolean;
  storedCardId: string | null;
}

interface NewVisit {
  paymentId: string;
  funnelId: string;
  stepId: string;
}

/** Above a funnel's steps with some refused charges. */
const MOST_VISIT_PAYMENTS = 40;

const COLUMNS = 'funnel_id, step_id, is_opened, stored_card_id';

/** Keeps the card of a purchase whose buyer may be led into the funnel. */
export const insertCardVisit = (
  platformId: string,
  { paymentId, funnelId, stepId, storedCardId }: NewVisit & { storedCardId: string },
): Statement => ({
  text: `INSERT INTO funnel_visit (platform_id, payment_id, funnel_id, step_id, is_opened, stored_card_id) VALUES ($1, $2, $3, $4, false, $5)
    ON CONFLICT DO NOTHING`,
  values: [platformId, paymentId, funnelId, stepId, storedCardId],
});

/** Returns the visit, which this begins where the buyer comes for the first time. */
export const openVisit = (platformId: string, { paymentId, funnelId, stepId }: NewVisit): Statement<Visit> => ({
  text: `INSERT INTO funnel_visit (platform_id, payment_id, funnel_id, step_id, is_opened) VALUES ($1, $2, $3, $4, true)
    ON CONFLICT (payment_id, platform_id) DO UPDATE SET is_opened = true
    RETURNING ${COLUMNS}`,
  values: [platformId, paymentId, funnelId, stepId],
});

export const selectVisit = (platformId: string, paymentId: string): Statement<Visit> => ({
  text: `SELECT ${COLUMNS} FROM funnel_visit WHERE platform_id = $1 AND payment_id = $2`,
  values: [platformId, paymentId],
});

/** Leads on from a step. Changes no row where the buyer is at another one by now. */
export const advanceVisit = (platformId: string, paymentId: string, from: string, to: string | null): Statement => ({
  text: 'UPDATE funnel_visit SET step_id = $4 WHERE platform_id = $1 AND payment_id = $2 AND step_id = $3',
  values: [platformId, paymentId, from, to],
});

export interface StepAnswer {
  answer: 'ACCEPTED' | 'DECLINED' | null;
  attempt: number;
  /** An order of this step that may be paid or was. */
  hasOrder: boolean;
}

const HAS_ORDER = `EXISTS (SELECT FROM upsell_sale u JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id
    WHERE u.platform_id = a.platform_id AND u.payment_id = a.payment_id AND u.step_id = a.step_id
      AND (p.status <> 'REJECTED' OR p.is_provisional))`;

/** Counts a step as shown, once for each visit. */
export const insertShown = (platformId: string, paymentId: string, funnelId: string, stepId: string): Statement => ({
  text: `INSERT INTO funnel_answer (platform_id, payment_id, funnel_id, step_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
  values: [platformId, paymentId, funnelId, stepId],
});

export const selectAnswer = (platformId: string, paymentId: string, stepId: string): Statement<StepAnswer> => ({
  text: `SELECT a.answer, a.attempt, ${HAS_ORDER} AS has_order FROM funnel_answer a
    WHERE a.platform_id = $1 AND a.payment_id = $2 AND a.step_id = $3`,
  values: [platformId, paymentId, stepId],
});

/** Takes the buyer's yes before anything is ordered. Changes no row where the step was declined, or this charge of it was refused. */
export const acceptStep = (platformId: string, paymentId: string, stepId: string, attempt: number): Statement => ({
  text: `UPDATE funnel_answer SET answer = 'ACCEPTED', answered_at = coalesce(answered_at, now())
    WHERE platform_id = $1 AND payment_id = $2 AND step_id = $3 AND attempt = $4 AND answer IS DISTINCT FROM 'DECLINED'`,
  values: [platformId, paymentId, stepId, attempt],
});

/** Takes the yes back whose order was never made, or was refused for certain: the buyer is asked again. */
export const reopenStep = (
  platformId: string,
  paymentId: string,
  stepId: string,
  attempt: number,
  isRefused: boolean,
): Statement => ({
  text: `UPDATE funnel_answer a SET answer = NULL, answered_at = NULL, attempt = a.attempt + $5
    WHERE a.platform_id = $1 AND a.payment_id = $2 AND a.step_id = $3 AND a.attempt = $4 AND a.answer = 'ACCEPTED' AND NOT ${HAS_ORDER}`,
  values: [platformId, paymentId, stepId, attempt, isRefused ? 1 : 0],
});

/** Changes no row where the step was accepted. */
export const declineStep = (platformId: string, paymentId: string, stepId: string): Statement => ({
  text: `UPDATE funnel_answer SET answer = 'DECLINED', answered_at = now()
    WHERE platform_id = $1 AND payment_id = $2 AND step_id = $3 AND answer IS NULL`,
  values: [platformId, paymentId, stepId],
});

/** Returns the payments of a visit in the order of the purchases: the first purchase's, and one for each charge of a step. */
export const selectVisitPayments = (platformId: string, originPublicId: string): Statement<{ publicId: string }> => ({
  text: `SELECT public_id FROM (
      SELECT public_id, created_at FROM payment WHERE platform_id = $1 AND public_id = $2
      UNION ALL
      SELECT p.public_id, p.created_at FROM payment o
        JOIN upsell_sale u ON u.platform_id = o.platform_id AND u.origin_sale_id = o.sale_id
        JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id
      WHERE o.platform_id = $1 AND o.public_id = $2) visit
    ORDER BY created_at LIMIT ${MOST_VISIT_PAYMENTS}`,
  values: [platformId, originPublicId],
});

export interface UpsellOrigin {
  /** The public id of the payment of the first purchase. */
  publicId: string;
  paymentId: string;
  saleId: string;
  stepId: string | null;
}

/** Returns the purchase whose funnel made this sale. */
export const selectOrigin = (platformId: string, saleId: string): Statement<UpsellOrigin> => ({
  text: `SELECT p.public_id, p.id AS payment_id, u.origin_sale_id AS sale_id, v.step_id
    FROM upsell_sale u JOIN payment p ON p.platform_id = u.platform_id AND p.id = u.payment_id
    JOIN funnel_visit v ON v.platform_id = u.platform_id AND v.payment_id = u.payment_id
    WHERE u.platform_id = $1 AND u.sale_id = $2`,
  values: [platformId, saleId],
});

/** The buyer of a visit, and its first purchase. */
interface VisitBuyer {
  saleId: string;
  paymentId: string;
  name: string;
  email: string;
  document: string | null;
}

interface OfferedStep {
  stepId: string;
  offerId: string;
  productId: string;
  isDigital: boolean;
}

/**
 * Returns a row where the buyer of the visit has bought what the step sells within a day: with the first purchase, as an order bump, or in
 * another step of the visit, paid or not; or elsewhere, paid or under review. A digital product is of no use twice, under whichever offer. The
 * orders of the step itself do not count: its form may be sent again.
 */
export const selectBoughtAlready = (
  platformId: string,
  now: Date,
  { saleId, paymentId, name, email, document }: VisitBuyer,
  { stepId, offerId, productId, isDigital }: OfferedStep,
): Statement<{ id: string }> => ({
  values: [platformId, email, now, document, name, saleId, paymentId, stepId, offerId, productId, isDigital],
  text: `
    SELECT s.id FROM sale s JOIN payment p ON p.sale_id = s.id AND p.platform_id = s.platform_id
      JOIN sale_item i ON i.sale_id = s.id AND i.platform_id = s.platform_id
      JOIN offer o ON o.id = i.offer_id AND o.platform_id = i.platform_id
      LEFT JOIN upsell_sale u ON u.sale_id = s.id AND u.platform_id = s.platform_id
    WHERE s.buyer_email_lower = lower($2) AND s.platform_id = $1
      AND s.created_at > $3::timestamptz - interval '1 day'
      AND (s.buyer_document = $4 OR lower(s.buyer_name) = lower($5))
      AND (p.status = 'APPROVED'
        OR p.status = 'PENDING' AND (p.method = 'CREDIT_CARD' OR s.id = $6 OR u.payment_id = $7))
      AND (u.payment_id = $7 AND u.step_id = $8) IS NOT TRUE
      AND (i.offer_id = $9 OR $11 AND o.product_id = $10)
    LIMIT 1`,
});
