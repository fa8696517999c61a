/** Reads and writes the fiscal invoices of sales. A payment has one at most: its id is the invoice's. */
import type { Currency, PaymentStatus } from '@feira/schemas/common';
import type { FiscalInvoiceState } from '@feira/schemas/integration-invoice';
import type { FiscalInvoiceProblem, listInvoices } from '@feira/schemas/procedures/fiscal-invoices';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { guaranteeOf, INVOICE_CHANNEL, WANT_CANCEL } from '../events/invoice-model.ts';

export type InvoiceStep = 'ISSUE' | 'LOOK' | 'CANCEL';

/** A connection has its lane: one that hangs delays no other. */
export const DUE: DueRows = {
  table: 'fiscal_invoice',
  due: 'due_at',
  where: 't.step IS NOT NULL',
  connection: 'coalesce(t.connection_id, t.seller_id)',
};

/** An invoice as it is worked on. */
export interface WorkedInvoice {
  id: string;
  saleId: string;
  sellerId: string;
  connectionId: string | null;
  state: FiscalInvoiceState;
  step: InvoiceStep | null;
  isCancelWanted: boolean;
  askedAt: Date | null;
  cancelAskedAt: Date | null;
  amount: number | null;
  externalId: string | null;
  attempts: number;
  version: number;
  /** Grows with every invoice that is asked for anew after a refusal. */
  round: number;
}

export const selectWorked = (platformId: string, id: string): Statement<WorkedInvoice> => ({
  name: 'fiscal-invoice-worked',
  text: `SELECT id, sale_id, seller_id, connection_id, state, step, is_cancel_wanted, asked_at, cancel_asked_at, amount, external_id, attempts, version, round
    FROM fiscal_invoice WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

/** The fiscal data of what a payment bought. */
export interface SoldServices {
  status: PaymentStatus;
  currency: Currency;
  /** Cents that went back to the buyer. */
  refunded: number;
  services: {
    amount: number;
    name: string;
    serviceCode: string;
    cityServiceCode: string | null;
    issBasisPoints: number | null;
    fiscalDescription: string | null;
  }[];
}

/** The price of the first item is the one after the coupon, so that prices add up to what was paid without freight and interest. */
export const selectServices = (platformId: string, paymentId: string): Statement<SoldServices> => ({
  name: 'fiscal-invoice-services',
  text: `SELECT p.status, p.currency, p.refunded_amount AS refunded,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('amount', i.unit_price * i.quantity, 'name', r.name, 'serviceCode', r.service_code,
          'cityServiceCode', r.city_service_code, 'issBasisPoints', r.iss_basis_points, 'fiscalDescription', r.fiscal_description)
          ORDER BY i.position), '[]')
        FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        JOIN product r ON r.platform_id = o.platform_id AND r.id = o.product_id
        WHERE i.platform_id = p.platform_id AND i.sale_id = p.sale_id AND r.service_code IS NOT NULL) AS services
    FROM payment p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, paymentId],
});

/**
 * Notes that the invoice is being asked for, before it is: whatever happens to this node, it is looked up before it is asked for again. Returns no row
 * where another was first, or where the money went back meanwhile.
 */
export const beginIssue = (platformId: string, { id, version }: WorkedInvoice, amount: number): Statement => ({
  text: `UPDATE fiscal_invoice SET step = 'LOOK', asked_at = coalesce(asked_at, now()), amount = $4, version = version + 1, problem = NULL,
      reason = NULL
    WHERE platform_id = $1 AND id = $2 AND version = $3 AND step = 'ISSUE' AND NOT is_cancel_wanted RETURNING 1`,
  values: [platformId, id, version, amount],
});

/** Notes that the invoice is being canceled. Returns no row where another was first. */
export const beginCancel = (platformId: string, { id, version }: WorkedInvoice): Statement => ({
  text: `UPDATE fiscal_invoice SET cancel_asked_at = coalesce(cancel_asked_at, now()), version = version + 1, problem = NULL, reason = NULL
    WHERE platform_id = $1 AND id = $2 AND version = $3 AND step = 'CANCEL' RETURNING 1`,
  values: [platformId, id, version],
});

/** The end of a call. */
export interface Worked {
  state: FiscalInvoiceState;
  /** An issued invoice that is to be canceled goes on by itself. */
  step: InvoiceStep | null;
  attempts: number;
  waitSeconds: number;
  problem: FiscalInvoiceProblem | null;
  reason: string | null;
  number: string | null;
  code: string | null;
  externalId: string | null;
  pdf: string | null;
  xml: string | null;
}

/** The state of an invoice after a call. */
export interface RecordedInvoice {
  /** The invoice has another state now. */
  isNew: boolean;
  amount: number | null;
  currency: Currency;
  number: string | null;
  code: string | null;
  version: number;
  /** The products of the sale. */
  productIds: string[];
}

/** Writes nothing where another call has ended meanwhile. */
export const recordCall = (
  platformId: string,
  { id, version }: Pick<WorkedInvoice, 'id' | 'version'>,
  { state, step, attempts, waitSeconds, problem, reason, number, code, externalId, pdf, xml }: Worked,
): Statement<RecordedInvoice> => ({
  text: `UPDATE fiscal_invoice f SET state = $4,
      step = CASE WHEN $4 = 'ISSUED' AND f.state <> 'ISSUED' AND f.is_cancel_wanted THEN 'CANCEL' ELSE $5 END,
      due_at = now() + make_interval(secs => $6), attempts = $14, version = f.version + 1, problem = $7, reason = $8,
      number = coalesce($9, f.number), code = coalesce($10, f.code), external_id = coalesce($11, f.external_id),
      pdf_url = coalesce($12, f.pdf_url), xml_url = coalesce($13, f.xml_url),
      issued_at = CASE WHEN $4 = 'ISSUED' THEN coalesce(f.issued_at, now()) ELSE f.issued_at END,
      canceled_at = CASE WHEN $4 = 'CANCELED' THEN coalesce(f.canceled_at, now()) END
    FROM (SELECT state FROM fiscal_invoice WHERE platform_id = $1 AND id = $2 FOR UPDATE) former
    WHERE f.platform_id = $1 AND f.id = $2 AND f.version = $3 AND f.step IS NOT NULL
    RETURNING former.state <> f.state AS is_new, f.amount, f.number, f.code, f.version,
      (SELECT currency FROM payment p WHERE p.platform_id = f.platform_id AND p.id = f.id) AS currency,
      (SELECT coalesce(array_agg(DISTINCT o.product_id), '{}') FROM sale_item i
        JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        WHERE i.platform_id = f.platform_id AND i.sale_id = f.sale_id) AS product_ids`,
  values: [
    ...[platformId, id, version, state, step, waitSeconds, problem, reason],
    ...[number, code, externalId, pdf, xml, attempts],
  ],
});

interface InvoiceRow extends RowOf<typeof listInvoices> {}

/** The list of a seller. A month is one of São Paulo, by the day of issue, or by the day of the sale while nothing is issued. */
export const INVOICES: List<InvoiceRow, FilterOf<typeof listInvoices> & { sellerId: string }> = {
  isFresh: true,
  sql: ({ sellerId, state, month }, bind) => ({
    columns: `f.id, f.sale_id, s.buyer_name, f.state, f.amount, p.currency, f.number, f.code, f.problem, f.reason, f.issued_at, f.canceled_at,
      f.created_at`,
    from: `fiscal_invoice f JOIN sale s ON s.platform_id = f.platform_id AND s.id = f.sale_id
      JOIN payment p ON p.platform_id = f.platform_id AND p.id = f.id`,
    where: [
      'f.platform_id = $1',
      `f.seller_id = ${bind(sellerId)}`,
      state && `f.state = ${bind(state)}`,
      month &&
        `coalesce(f.issued_at, f.created_at) >= (${bind(`${month}-01`)}::date)::timestamp AT TIME ZONE 'America/Sao_Paulo'`,
      month &&
        `coalesce(f.issued_at, f.created_at) < (${bind(`${month}-01`)}::date + interval '1 month') AT TIME ZONE 'America/Sao_Paulo'`,
    ],
    order: newestFirst('f'),
  }),
};

/** An invoice as its pages show it. */
export interface ShownInvoice {
  id: string;
  saleId: string;
  state: FiscalInvoiceState;
  isCancelWanted: boolean;
  amount: number | null;
  number: string | null;
  code: string | null;
  problem: FiscalInvoiceProblem | null;
  reason: string | null;
  /** An empty address is a file that only the key opens. */
  pdfUrl: string | null;
  xmlUrl: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  issuedAt: Date | null;
  canceledAt: Date | null;
  createdAt: Date;
  /** The public id of the payment. */
  publicId: string;
}

const SHOWN = `f.id, f.sale_id, f.state, f.is_cancel_wanted, f.amount, f.number, f.code, f.problem, f.reason, f.pdf_url, f.xml_url, f.attempts,
  CASE WHEN f.step IS NOT NULL THEN f.due_at END AS next_attempt_at, f.issued_at, f.canceled_at, f.created_at, p.public_id`;
const SHOWN_FROM = `fiscal_invoice f JOIN payment p ON p.platform_id = f.platform_id AND p.id = f.id`;

export const selectOfSale = (platformId: string, saleId: string): Statement<ShownInvoice> => ({
  text: `SELECT ${SHOWN} FROM ${SHOWN_FROM} WHERE f.platform_id = $1 AND f.sale_id = $2 ORDER BY f.created_at DESC, f.id DESC LIMIT 1`,
  values: [platformId, saleId],
});

export const selectOfPayment = (platformId: string, paymentId: string): Statement<ShownInvoice> => ({
  name: 'fiscal-invoice-of-payment',
  text: `SELECT ${SHOWN} FROM ${SHOWN_FROM} WHERE f.platform_id = $1 AND f.id = $2`,
  values: [platformId, paymentId],
});

/** A sale as an invoice of it may be issued. */
export interface InvoiceableSale {
  sellerId: string;
  paymentId: string;
  status: PaymentStatus;
  /** Null where nothing that was sold has a service code. */
  guaranteeDays: number | null;
  /** The seller's connection by which an invoice of it is issued. */
  connectionId: string | null;
}

export const selectInvoiceable = (platformId: string, saleId: string): Statement<InvoiceableSale> => ({
  text: `SELECT s.seller_id, p.id AS payment_id, p.status, ${guaranteeOf('s.platform_id', 's.id')} AS guarantee_days,
      (SELECT c.id FROM integration_connection c WHERE c.platform_id = s.platform_id AND c.seller_id = s.seller_id AND c.is_enabled
        AND c.invoice_when IS NOT NULL AND (c.product_ids = '{}' OR EXISTS (SELECT FROM sale_item i
          JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
          WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND o.product_id = ANY (c.product_ids)))
        ORDER BY c.created_at, c.id LIMIT 1) AS connection_id
    FROM sale s CROSS JOIN LATERAL (
      SELECT id, status FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id ORDER BY (status = 'APPROVED') DESC, created_at DESC, id DESC LIMIT 1
    ) p WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Holds where the system that an invoice was asked for at can be asked what became of it. */
const CAN_LOOK = `EXISTS (SELECT FROM integration_connection a WHERE a.platform_id = f.platform_id AND a.id = f.connection_id AND a.is_enabled)`;

/** Returns a row where an invoice was asked for without an answer, and the system cannot be asked any more. */
export const selectUnknown = (platformId: string, id: string): Statement => ({
  text: `SELECT 1 FROM fiscal_invoice f WHERE f.platform_id = $1 AND f.id = $2 AND f.state = 'WAITING' AND f.step IS NULL AND f.asked_at IS NOT NULL
    AND NOT ${CAN_LOOK}`,
  values: [platformId, id],
});

/**
 * Asks for the invoice of a payment by hand: for the first time, again after a refusal, or again where it stopped. What was asked for before is looked
 * up first, at the system that was asked: another one knows nothing of it and would issue a second one. After a refusal, the wish to cancel is over, and the amount is what is left of the money then. Returns no row where it is issued, canceled or on its way.
 */
export const requestIssue = (
  platformId: string,
  { paymentId, saleId, sellerId, connectionId }: Record<'paymentId' | 'saleId' | 'sellerId' | 'connectionId', string>,
): Statement => ({
  text: `WITH made AS (
      INSERT INTO fiscal_invoice AS f (platform_id, id, sale_id, seller_id, connection_id) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id, platform_id) DO UPDATE SET connection_id = CASE WHEN f.state = 'WAITING' AND f.asked_at IS NOT NULL THEN f.connection_id ELSE $5 END, round = f.round + CASE WHEN f.state = 'REFUSED' AND f.asked_at IS NOT NULL THEN 1 ELSE 0 END, attempts = 0, version = f.version + 1, problem = NULL, reason = NULL, due_at = now(),
        is_cancel_wanted = f.is_cancel_wanted AND f.state <> 'REFUSED', amount = CASE WHEN f.state <> 'REFUSED' THEN f.amount END,
        step = CASE WHEN f.state = 'WAITING' AND f.asked_at IS NOT NULL THEN 'LOOK' ELSE 'ISSUE' END, state = 'WAITING'
      WHERE f.state = 'REFUSED' OR (f.state = 'WAITING' AND (f.asked_at IS NULL OR f.step IS NULL AND ${CAN_LOOK}))
      RETURNING 1
    ) SELECT pg_notify('${INVOICE_CHANNEL}', '') FROM made`,
  values: [platformId, paymentId, saleId, sellerId, connectionId],
});

/** Cancels an invoice by hand. Returns no row where there is nothing to cancel, or where it is being canceled. */
export const requestCancel = (platformId: string, id: string): Statement => ({
  text: `WITH made AS (
      UPDATE fiscal_invoice f SET ${WANT_CANCEL}, cancel_asked_at = NULL
      WHERE f.platform_id = $1 AND f.id = $2 AND (f.state = 'ISSUED' AND f.step IS NULL OR f.state = 'WAITING' AND NOT f.is_cancel_wanted)
      RETURNING 1
    ) SELECT pg_notify('${INVOICE_CHANNEL}', '') FROM made`,
  values: [platformId, id],
});
