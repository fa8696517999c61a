/** Makes the facts of the invoice of a sale: who bought which services for how much. */
import type { InvoicedFacts } from '@feira/plugin-kit/integration';
import type { IntegrationFacts } from '@feira/schemas/integration';
import type { FiscalInvoiceProblem } from '@feira/schemas/procedures/fiscal-invoices';
import type { FastifyInstance } from 'fastify';
import { readSaleFacts } from '../integrations/service.ts';
import { type SoldServices, selectServices, type WorkedInvoice } from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'findPlatform' | 'findPlatformUrl' | 'clock'>;

const LONGEST_DESCRIPTION = 1_000;
/** Cities want fifteen letters at least. */
const CANCEL_REASON = 'O valor da venda foi devolvido ao comprador.';

export type ReadInvoice = { facts: InvoicedFacts; isPaid: boolean } | { problem: FiscalInvoiceProblem };

/** Returns the facts, or the reason why there is nothing to issue. */
export async function readInvoiceFacts(app: App, platformId: string, invoice: WorkedInvoice): Promise<ReadInvoice> {
  const { id: paymentId, sellerId } = invoice;
  const sold = await app.database.find(platformId, selectServices(platformId, paymentId), true);
  const sale = await readSaleFacts(app, platformId, { paymentId, sellerId });
  if (!sale || !sold) return { problem: 'ERASED' };
  const found = ofServices(sold, invoice);
  // An invoice is looked up and canceled with the facts it was asked for with, even if the products say something else now.
  if (typeof found === 'string' && (invoice.askedAt === null || invoice.step === 'ISSUE')) return { problem: found };
  const details = typeof found === 'string' ? NO_DETAILS : found;
  return {
    facts: { ...sale, invoice: { ...commonOf(invoice, sale), ...details } },
    isPaid: sold.status === 'APPROVED',
  };
}

const NO_DETAILS = { amount: 0, description: '', serviceCode: '', cityServiceCode: null, issRate: null };

const commonOf = ({ id, externalId, round }: WorkedInvoice, { customer }: IntegrationFacts) => ({
  reference: id,
  roundReference: round === 1 ? id : `${id}-${round}`,
  externalId,
  buyerType: customer.document ? (customer.document.length === 11 ? ('CPF' as const) : ('CNPJ' as const)) : null,
  cancelReason: CANCEL_REASON,
});

/** One invoice has one service. What went back to the buyer before it is asked for is taken off it. */
function ofServices({ services, refunded, currency }: SoldServices, { amount: asked }: WorkedInvoice) {
  const [first] = services;
  if (!first) return 'NOT_SET_UP';
  if (currency !== 'BRL') return 'CURRENCY';
  const isSame = services.every(
    ({ serviceCode, cityServiceCode, issBasisPoints }) =>
      serviceCode === first.serviceCode &&
      cityServiceCode === first.cityServiceCode &&
      issBasisPoints === first.issBasisPoints,
  );
  if (!isSame) return 'SERVICES_DIFFER';
  const amount = asked ?? services.reduce((sum, one) => sum + one.amount, 0) - refunded;
  if (amount <= 0) return 'NOTHING_LEFT';
  const words = [...new Set(services.map(({ fiscalDescription, name }) => fiscalDescription ?? name))];
  return {
    amount,
    description: words.join('; ').slice(0, LONGEST_DESCRIPTION),
    serviceCode: first.serviceCode,
    cityServiceCode: first.cityServiceCode,
    issRate: first.issBasisPoints === null ? null : first.issBasisPoints / 100,
  } as const;
}
