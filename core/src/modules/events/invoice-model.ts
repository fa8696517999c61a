/** Wants the fiscal invoice of each sale within the statement that writes its event, and takes it back. What becomes of it is not known here. */

/** Wakes the sweep of invoices. */
export const INVOICE_CHANNEL = 'feira_fiscal_invoice';

/** The longest guarantee of what was sold and has a service code, of the sale `sale`; null where nothing has one. */
export const guaranteeOf = (platform: string, sale: string): string => `(SELECT max(r.guarantee_days) FROM sale_item i
    JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
    JOIN product r ON r.platform_id = o.platform_id AND r.id = o.product_id
    WHERE i.platform_id = ${platform} AND i.sale_id = ${sale} AND r.service_code IS NOT NULL)`;

/** An issued invoice is canceled now; one that is on its way, once it is known to be issued; and one that was not asked for is not issued. */
export const WANT_CANCEL = `is_cancel_wanted = true, problem = NULL,
      attempts = CASE WHEN f.state = 'ISSUED' THEN 0 ELSE f.attempts END,
      version = CASE WHEN f.state = 'ISSUED' THEN f.version + 1 ELSE f.version END,
      step = CASE WHEN f.state = 'ISSUED' THEN 'CANCEL' ELSE coalesce(f.step, 'LOOK') END,
      due_at = CASE WHEN f.state = 'ISSUED' OR f.step = 'ISSUE' OR f.step IS NULL THEN now() ELSE f.due_at END`;

/**
 * Returns the common tables that want an invoice of each approved payment of the table `made` whose seller has a connection for it, and take back
 * those whose money went back. `invoiced` has the channel of the sweep where there is anything to do.
 */
export const queueInvoices = (made: string): string => `invoice AS (
    INSERT INTO fiscal_invoice (platform_id, id, sale_id, seller_id, connection_id, due_at)
    SELECT DISTINCT ON (m.payment_id) m.platform_id, m.payment_id, m.subject_id, m.seller_id, c.id,
      CASE c.invoice_when WHEN 'GUARANTEE' THEN m.happened_at + make_interval(days => sold.days) ELSE now() END
    FROM ${made} m
    JOIN integration_connection c ON c.platform_id = m.platform_id AND c.seller_id = m.seller_id
    CROSS JOIN LATERAL (SELECT ${guaranteeOf('m.platform_id', 'm.subject_id')} AS days) sold
    WHERE m.type = 'sale.approved' AND m.payment_id IS NOT NULL AND c.is_enabled AND c.invoice_when IS NOT NULL
      AND (c.product_ids = '{}' OR c.product_ids && m.product_ids) AND sold.days IS NOT NULL
    ORDER BY m.payment_id, c.created_at, c.id
    ON CONFLICT DO NOTHING RETURNING 1
  ), uninvoice AS (
    UPDATE fiscal_invoice f SET ${WANT_CANCEL} FROM ${made} m
    WHERE m.type IN ('sale.refunded', 'sale.charged_back') AND f.platform_id = m.platform_id AND f.id = m.payment_id
      AND f.state IN ('WAITING', 'ISSUED') AND NOT f.is_cancel_wanted RETURNING 1
  ), invoiced AS (
    SELECT '${INVOICE_CHANNEL}' AS channel FROM (SELECT FROM invoice UNION ALL SELECT FROM uninvoice) one LIMIT 1
  )`;
