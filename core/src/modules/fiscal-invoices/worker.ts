/**
 * Works on invoices: asks for them, looks what became of them, and cancels them. That an invoice is asked for is written before the call, so that one
 * whose answer is lost is looked up before it is asked for again, under the same reference.
 */
import { callInvoice, type InvoiceAnswer, type InvoicedFacts } from '@feira/plugin-kit/integration';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FiscalInvoiceState } from '@feira/schemas/integration-invoice';
import type { FiscalInvoiceProblem } from '@feira/schemas/procedures/fiscal-invoices';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { Statement } from '../../plugins/database.ts';
import { RETRY_SECONDS } from '../../shared/retry-schedule.ts';
import { announce } from '../events/service.ts';
import { type OpenedConnection, openConnection } from '../integrations/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { findPayment } from '../payments/service.ts';
import { mailBuyer, type PurchaseMailsApp } from '../purchase-mails/service.ts';
import { readInvoiceFacts } from './facts.ts';
import {
  beginCancel,
  beginIssue,
  type RecordedInvoice,
  recordCall,
  selectWorked,
  type Worked,
  type WorkedInvoice,
} from './model.ts';

type App = PurchaseMailsApp & Parameters<typeof findPayment>[0];

const TIMEOUT_MS = 20_000;
const HOUR = 3_600;
/** The waits until a city is asked again for what it works on. The last one repeats. */
const LOOK_SECONDS = [10, 20, 30, 60, 120, 300, 900, HOUR, 3 * HOUR, 6 * HOUR] as const;
/** Some ten days. */
const MOST_LOOKS = 48;
/** The looks after which an invoice that a system agreed to cancel and still shows as issued counts as kept. */
const MOST_CANCEL_LOOKS = 12;

interface Options {
  /** Leads the calls of a test to a simulator on its own machine. */
  origin?: string;
  timeoutMs?: number;
}

const NOTHING = { problem: null, reason: null, number: null, code: null, externalId: null, pdf: null, xml: null };

export function createWorker(app: App, { origin, timeoutMs = TIMEOUT_MS }: Options = {}) {
  /** Works on one row of the queue. */
  async function workDue({ platformId, id }: { platformId: string; id: string }): Promise<void> {
    const invoice = await app.database.find(platformId, selectWorked(platformId, id), true);
    if (!invoice?.step) return;
    // The system knows nothing of an invoice that is still to be asked for.
    if (invoice.isCancelWanted && invoice.state === 'WAITING' && (invoice.askedAt === null || invoice.step === 'ISSUE'))
      return record(platformId, invoice, stop('CANCELED', null));
    const { connectionId } = invoice;
    const opened = connectionId === null ? null : await openConnection(app, platformId, connectionId);
    if (!opened) return record(platformId, invoice, stop(invoice.state, 'SWITCHED_OFF'));
    const read = await readInvoiceFacts(app, platformId, invoice);
    if ('problem' in read) return record(platformId, invoice, stop(refusedOf(invoice), read.problem));
    switch (invoice.step) {
      case 'ISSUE':
        return read.isPaid
          ? issue(platformId, invoice, opened, read.facts)
          : record(platformId, invoice, stop('CANCELED', null));
      case 'LOOK':
        return look(platformId, invoice, opened, read.facts);
      case 'CANCEL':
        return cancel(platformId, invoice, opened, read.facts);
    }
  }

  const call = (
    operation: 'issue' | 'look' | 'cancel',
    { compiled, settings, secrets }: OpenedConnection,
    facts: InvoicedFacts,
  ) =>
    callInvoice(compiled, operation, facts, {
      secrets,
      settings,
      clock: app.clock,
      timeoutMs,
      ...(origin !== undefined && { origin }),
    });

  async function issue(platformId: string, invoice: WorkedInvoice, opened: OpenedConnection, facts: InvoicedFacts) {
    const begun = await app.database.transaction(platformId, (transaction) =>
      transaction.find(beginIssue(platformId, invoice, facts.invoice.amount)),
    );
    if (!begun) return;
    const answer = await call('issue', opened, facts);
    await record(platformId, { ...invoice, version: invoice.version + 1 }, afterIssue(invoice, answer));
  }

  async function look(platformId: string, invoice: WorkedInvoice, opened: OpenedConnection, facts: InvoicedFacts) {
    await record(platformId, invoice, afterLook(invoice, await call('look', opened, facts)));
  }

  async function cancel(platformId: string, invoice: WorkedInvoice, opened: OpenedConnection, facts: InvoicedFacts) {
    if (!opened.compiled.integration.invoice?.cancel)
      return record(platformId, invoice, stop('ISSUED', 'CANCEL_BY_HAND'));
    const begun = await app.database.transaction(platformId, (transaction) =>
      transaction.find(beginCancel(platformId, invoice)),
    );
    if (!begun) return;
    const answer = await call('cancel', opened, facts);
    await record(platformId, { ...invoice, version: invoice.version + 1 }, afterCancel(invoice, answer));
  }

  /** Writes what came of a call, and tells the seller where there is something to do. */
  async function record(platformId: string, invoice: WorkedInvoice, worked: Worked): Promise<void> {
    const mail = await writeMail(platformId, invoice, worked);
    await app.database.transaction(platformId, async (transaction) => {
      const recorded = await transaction.find(recordCall(platformId, invoice, worked));
      if (!recorded) return;
      if (mail && recorded.isNew) await transaction.run(mail);
      const told = recorded.isNew && announceState(platformId, invoice, worked, recorded);
      if (told) await transaction.run(told);
      const isStuck = worked.step === null && worked.problem !== null;
      if (!isStuck) return;
      const notice = {
        type: worked.state === 'ISSUED' ? 'fiscalInvoice.notCanceled' : 'fiscalInvoice.refused',
        parameters: { title: orderCodeOf(invoice.saleId) },
        href: `${DASHBOARD_PATHS.seller}/my-sales/${invoice.saleId}`,
        source: `fiscalInvoice:${invoice.id}:${invoice.version}`,
      } as const;
      await transaction.run(prepareNotification(platformId, invoice.sellerId, notice));
    });
  }

  /** Brings the buyer an invoice that was issued and stays so, once. */
  async function writeMail(platformId: string, invoice: WorkedInvoice, worked: Worked): Promise<Statement | null> {
    if (worked.state !== 'ISSUED' || invoice.state === 'ISSUED' || invoice.isCancelWanted) return null;
    const payment = await findPayment(app, platformId, invoice.id);
    if (!payment || payment.notificationMode === 'NONE') return null;
    return mailBuyer(app, payment, 'invoice-issued', (common) => ({
      template: 'invoice-issued',
      parameters: {
        ...common,
        number: worked.number ?? '',
        pdf: worked.pdf === null ? '' : `${common.link}/invoice.pdf`,
        xml: worked.xml === null ? '' : `${common.link}/invoice.xml`,
      },
    }));
  }

  return { workDue };
}

const STATE_EVENTS = { ISSUED: 'invoice.issued', REFUSED: 'invoice.refused', CANCELED: 'invoice.canceled' } as const;

/** Tells other systems of a new state. Returns null for one that waits. */
function announceState(
  platformId: string,
  { id, saleId, sellerId }: WorkedInvoice,
  { state, problem }: Worked,
  { amount, currency, number, code, version, productIds }: RecordedInvoice,
): Statement | null {
  if (state === 'WAITING') return null;
  return announce(platformId, {
    type: STATE_EVENTS[state],
    key: `${id} ${version}`,
    sellerId,
    subjectId: saleId,
    paymentId: id,
    productIds,
    data: { invoice: { id, saleId, amount, currency, number, code, problem: state === 'REFUSED' ? problem : null } },
  });
}

/** An end at which nothing more is done by itself. */
const stop = (state: FiscalInvoiceState, problem: FiscalInvoiceProblem | null): Worked => ({
  ...NOTHING,
  state,
  step: null,
  attempts: 0,
  waitSeconds: 0,
  problem,
});

/** Refuses an invoice that was never asked for. One that was asked for stays as it is known. */
const refusedOf = ({ askedAt, state }: WorkedInvoice): FiscalInvoiceState => (askedAt === null ? 'REFUSED' : state);

const toWorked = (
  { number, code, externalId, pdf, xml, problem, reason }: InvoiceAnswer,
  state: FiscalInvoiceState,
  rest: Pick<Worked, 'step' | 'attempts' | 'waitSeconds'>,
): Worked => ({ number, code, externalId, pdf, xml, problem, reason, state, ...rest });

const END = { step: null, attempts: 0, waitSeconds: 0 } as const;
const again = (step: Worked['step'], attempts: number, waitSeconds: number) => ({ step, attempts, waitSeconds });
const lookAgain = (attempts: number) => again('LOOK', attempts + 1, LOOK_SECONDS[attempts] ?? 6 * HOUR);

function afterIssue({ attempts }: WorkedInvoice, answer: InvoiceAnswer): Worked {
  switch (answer.means) {
    case 'ISSUED':
    case 'CANCELED':
    case 'REFUSED':
      return toWorked(answer, answer.means, END);
    case 'RETRY':
      // Whether it was taken is not known.
      return toWorked(answer, 'WAITING', again('LOOK', attempts + 1, RETRY_SECONDS[attempts] ?? 24 * HOUR));
    default:
      return toWorked(answer, 'WAITING', lookAgain(0));
  }
}

function afterLook({ state, attempts, isCancelWanted, cancelAskedAt }: WorkedInvoice, answer: InvoiceAnswer): Worked {
  const isCanceling = isCancelWanted && cancelAskedAt !== null;
  switch (answer.means) {
    case 'ISSUED':
      if (!isCancelWanted) return toWorked(answer, 'ISSUED', END);
      if (!isCanceling) return toWorked(answer, 'ISSUED', again('CANCEL', 0, 0));
      return attempts < MOST_CANCEL_LOOKS
        ? toWorked(answer, 'ISSUED', lookAgain(attempts))
        : { ...toWorked(answer, 'ISSUED', END), problem: 'KEPT' };
    case 'CANCELED':
    case 'REFUSED':
      return toWorked(answer, answer.means, END);
    case 'ABSENT':
      if (isCancelWanted) return toWorked(answer, 'CANCELED', END);
      // Each round of asking and finding nothing waits longer.
      return toWorked(answer, 'WAITING', again('ISSUE', attempts + 1, RETRY_SECONDS[attempts] ?? 24 * HOUR));
    default:
      return attempts < MOST_LOOKS
        ? toWorked(answer, state, lookAgain(attempts))
        : { ...toWorked(answer, state, END), problem: 'NO_ANSWER' };
  }
}

function afterCancel({ attempts }: WorkedInvoice, answer: InvoiceAnswer): Worked {
  switch (answer.means) {
    case 'CANCELED':
      return toWorked(answer, 'CANCELED', END);
    case 'RETRY': {
      const wait = RETRY_SECONDS[attempts];
      return wait === undefined
        ? { ...toWorked(answer, 'ISSUED', END), problem: 'NO_ANSWER' }
        : toWorked(answer, 'ISSUED', again('CANCEL', attempts + 1, wait));
    }
    case 'KEPT':
    case 'REFUSED':
      return { ...toWorked(answer, 'ISSUED', END), problem: 'KEPT' };
    default:
      return toWorked(answer, 'ISSUED', lookAgain(0));
  }
}
