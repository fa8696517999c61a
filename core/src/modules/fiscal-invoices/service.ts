/** Shows the invoice of a sale, has it issued or canceled by hand, and serves its files. */
import { fetchInvoiceFile } from '@feira/plugin-kit/integration';
import { INVOICE_FILES, type InvoiceFile } from '@feira/schemas/integration-invoice';
import type { INVOICE_OBSTACLES } from '@feira/schemas/procedures/fiscal-invoices';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import { isAllowed } from '../../plugins/access.ts';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { openConnection } from '../integrations/service.ts';
import { readInvoiceFacts } from './facts.ts';
import {
  type InvoiceableSale,
  requestCancel,
  requestIssue,
  type ShownInvoice,
  selectInvoiceable,
  selectOfPayment,
  selectOfSale,
  selectUnknown,
  selectWorked,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock' | 'findPlatform' | 'findPlatformUrl'>;
type Reading = Pick<FastifyInstance, 'database'>;
type Obstacle = (typeof INVOICE_OBSTACLES)[number];

const ADMIN = { kind: 'role', roles: ['admin'], permission: 'isSalesAvailable' } as const;

const notFound = () => new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });

const isSellerOf = ({ person }: PersonCall, { sellerId }: InvoiceableSale): boolean =>
  person.id === sellerId && person.roles.includes('seller');

function obstacleOf({ status, guaranteeDays, connectionId }: InvoiceableSale): Obstacle | null {
  if (status !== 'APPROVED') return 'NOT_PAID';
  if (guaranteeDays === null) return 'NO_SERVICE';
  return connectionId === null ? 'NO_CONNECTION' : null;
}

/** One that is on its way or issued is not issued again. */
const isIssuable = (invoice: ShownInvoice | undefined): boolean =>
  !invoice || invoice.state === 'REFUSED' || (invoice.state === 'WAITING' && invoice.nextAttemptAt === null);

const isCancelable = ({ state, isCancelWanted, nextAttemptAt }: ShownInvoice): boolean =>
  (state === 'ISSUED' && nextAttemptAt === null) || (state === 'WAITING' && !isCancelWanted);

/** Throws SALE_NOT_FOUND also where the sale is somebody else's, as if it did not exist. */
export async function getInvoice(app: Reading, call: PersonCall, saleId: string) {
  const { platform, person } = call;
  const sale = await app.database.find(platform.id, selectInvoiceable(platform.id, saleId), true);
  if (!sale || !(isSellerOf(call, sale) || isAllowed(person, ADMIN))) throw notFound();
  const found = (await app.database.find(platform.id, selectOfSale(platform.id, saleId), true)) ?? undefined;
  const isSeller = isSellerOf(call, sale);
  const obstacle = isIssuable(found) ? obstacleOf(sale) : null;
  return {
    invoice: found ? toView(found) : null,
    canIssue: isSeller && isIssuable(found) && obstacle === null,
    canCancel: isSeller && found !== undefined && isCancelable(found),
    obstacle,
  };
}

function toView({ publicId, pdfUrl, xmlUrl, isCancelWanted, ...invoice }: ShownInvoice) {
  const { id, saleId, state, amount, number, code, problem, reason, issuedAt, canceledAt, createdAt } = invoice;
  const { attempts, nextAttemptAt } = invoice;
  const addressOf = (file: InvoiceFile, url: string | null) => (url === null ? null : fileAddress(publicId, file));
  return {
    id,
    saleId,
    state,
    amount,
    number,
    code,
    problem,
    reason,
    issuedAt,
    canceledAt,
    createdAt,
    attempts,
    nextAttemptAt,
    isCanceling: isCancelWanted && state === 'ISSUED' && nextAttemptAt !== null,
    pdf: addressOf('pdf', pdfUrl),
    xml: addressOf('xml', xmlUrl),
  };
}

/** The address of a file, beside the payment's page: whoever knows the page may open it. */
const fileAddress = (publicId: string, file: InvoiceFile): string => `/checkout/payment/${publicId}/invoice.${file}`;

const subjectOf = (saleId: string) => ({ type: 'sale', id: saleId, name: orderCodeOf(saleId) }) as const;

/** Writes a change with its audit event, unless the invoice does not allow it any more. `unknown` finds one whose answer cannot be looked up. */
async function act(
  app: Reading,
  { platform, request }: PersonCall,
  saleId: string,
  type: Extract<AuditEntry['type'], `fiscalInvoice.${string}`>,
  change: Statement,
  unknown?: Statement,
): Promise<void> {
  await app.database.transaction(platform.id, async (transaction) => {
    if (!(await transaction.find(change))) {
      const isUnknown = unknown !== undefined && Boolean(await transaction.find(unknown));
      const code = isUnknown ? 'FISCAL_INVOICE_ANSWER_UNKNOWN' : 'FISCAL_INVOICE_STATE_WRONG';
      throw new AppError(code, { fields: ['saleId'] });
    }
    await transaction.run(recordEvent(platform.id, request, { type, subject: subjectOf(saleId), details: {} }));
  });
}

async function findOwn(app: Reading, call: PersonCall, saleId: string): Promise<InvoiceableSale> {
  const sale = await app.database.find(call.platform.id, selectInvoiceable(call.platform.id, saleId), true);
  if (!sale || !isSellerOf(call, sale)) throw notFound();
  return sale;
}

/**
 * Throws FISCAL_INVOICE_STATE_WRONG where it is issued, canceled or on its way, and FISCAL_INVOICE_ANSWER_UNKNOWN where a system that cannot be asked
 * any more may have issued it.
 */
export async function issueInvoice(app: Reading, call: PersonCall, saleId: string): Promise<void> {
  const { sellerId, paymentId, ...sale } = await findOwn(app, call, saleId);
  const { connectionId } = sale;
  if (obstacleOf({ sellerId, paymentId, ...sale }) || connectionId === null)
    throw new AppError('FISCAL_INVOICE_NOT_POSSIBLE', { fields: ['saleId'] });
  const wanted = { paymentId, saleId, sellerId, connectionId };
  const change = requestIssue(call.platform.id, wanted);
  await act(app, call, saleId, 'fiscalInvoice.requested', change, selectUnknown(call.platform.id, paymentId));
}

/** Throws FISCAL_INVOICE_STATE_WRONG where there is nothing to cancel, or where it is being canceled. */
export async function cancelInvoice(app: Reading, call: PersonCall, saleId: string): Promise<void> {
  await findOwn(app, call, saleId);
  const found = await app.database.find(call.platform.id, selectOfSale(call.platform.id, saleId), true);
  if (!found) throw new AppError('FISCAL_INVOICE_STATE_WRONG', { fields: ['saleId'] });
  await act(app, call, saleId, 'fiscalInvoice.cancelRequested', requestCancel(call.platform.id, found.id));
}

/** Returns the files that the invoice of a payment has. A canceled one is shown no more. */
export async function listInvoiceFiles({ database }: Reading, platformId: string, paymentId: string) {
  const found = await database.find(platformId, selectOfPayment(platformId, paymentId));
  if (found?.state !== 'ISSUED') return [];
  return INVOICE_FILES.filter((file) => (file === 'pdf' ? found.pdfUrl : found.xmlUrl) !== null);
}

/** A file of an invoice: a public address, or bytes that the seller's key opened. */
export type OpenedFile = { url: string } | { bytes: Buffer };

const TIMEOUT_MS = 15_000;

/** Returns null where there is no such file, or none now. `origin` leads the call of a test to a simulator. */
export async function openInvoiceFile(
  app: App,
  platformId: string,
  paymentId: string,
  file: InvoiceFile,
  origin?: string,
): Promise<OpenedFile | null> {
  const found = await app.database.find(platformId, selectOfPayment(platformId, paymentId), true);
  const url = file === 'pdf' ? found?.pdfUrl : found?.xmlUrl;
  if (url === undefined || url === null) return null;
  if (url !== '') return { url };
  const invoice = await app.database.find(platformId, selectWorked(platformId, paymentId), true);
  const opened = invoice?.connectionId ? await openConnection(app, platformId, invoice.connectionId) : null;
  const read = opened && invoice && (await readInvoiceFacts(app, platformId, invoice));
  if (!opened || !read || 'problem' in read) return null;
  const { compiled, settings, secrets } = opened;
  const options = {
    secrets,
    settings,
    clock: app.clock,
    timeoutMs: TIMEOUT_MS,
    ...(origin !== undefined && { origin }),
  };
  const bytes = await fetchInvoiceFile(compiled, file, read.facts, options);
  return bytes && { bytes };
}
