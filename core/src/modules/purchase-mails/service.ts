/** Writes the mails about a purchase, each once, in the language in which the buyer bought. */
import { adviceOf } from '@feira/schemas/rules/declines';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { findAccessUrl } from '../deliverables/service.ts';
import type { MailParameters, NewMail } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment, mayBeCharged, renewalRefusalOf, toldDeclineOf } from '../payments/service.ts';
import { toPlan } from '../receipts/plan-model.ts';
import { countEarlierCodes, type DueMail, findRest, isLate, isPayable, listDueMails } from './due.ts';
import { type Buyer, selectBuyer, selectIsRenewal, selectNewer } from './model.ts';

export type PurchaseMailsApp = Pick<
  FastifyInstance,
  'database' | 'clock' | 'config' | 'dataKeys' | 'findPlatform' | 'findPlatformUrl' | 'log' | 'outbox' | 'metrics'
>;

/** The parameters that every mail about a purchase has. */
type Common = Pick<
  MailParameters['pix-created'],
  'name' | 'title' | 'seller' | 'amount' | 'currency' | 'orderCode' | 'link' | 'supportEmail'
>;

/** A mail without its recipient. */
export type BuyersMail = { [M in NewMail as M['template']]: Pick<M, 'template' | 'parameters'> }[NewMail['template']];

/**
 * Returns a statement that mails the buyer of a payment, or null where there is nobody to write to. It is written once for each `step` of
 * the payment, however often its cause is reported.
 */
export async function mailBuyer(
  app: PurchaseMailsApp,
  payment: Payment,
  step: string,
  write: (common: Common, buyer: Buyer) => BuyersMail,
): Promise<Statement | null> {
  const { platformId, publicId, title, sellerName: seller, amount, currency } = payment;
  const platform = await app.findPlatform(platformId);
  const [buyer] = (await app.database.readShared(platformId, selectBuyer(platformId, { saleId: payment.saleId }))).rows;
  if (!platform || !buyer || (app.config.smtpUrl && isDummyAddress(buyer.email))) return null;
  const { name, supportEmail } = buyer;
  const link = `${await app.findPlatformUrl(platformId)}/checkout/payment/${publicId}`;
  const orderCode = orderCodeOf(payment.saleId);
  const mail = write({ name, title, seller, amount, currency, orderCode, link, supportEmail }, buyer);
  const to = { to: buyer.email, locale: buyer.locale ?? platform.settings.locale };
  return prepareMail(app, platformId, { ...to, ...mail } as NewMail, `payment|${payment.id}|${step}`);
}

/** Names that can never be somebody's: demo data and tests of sellers use them. On a machine that sends nothing they are read locally. */
export const isDummyAddress = (email: string): boolean => /[@.](example|invalid|test|localhost)$/i.test(email);

/** Writes the mails that the payment's state calls for and were not written yet. Events may come late, twice and in any order. */
export async function writeDueMails(app: PurchaseMailsApp, payment: Payment): Promise<void> {
  const { platformId, saleId } = payment;
  for (const due of listDueMails(payment, app.clock.now())) {
    // The mails of dunning tell of a subscription's later charges.
    const isRefusal = due.template === 'payment-refused' || due.template === 'payment-expired';
    if (isRefusal && (await app.database.find(platformId, selectIsRenewal(platformId, saleId), true))) continue;
    // A buyer who tried again knows.
    if (
      (due.template === 'payment-refused' || due.template === 'payment-expired') &&
      (await app.database.find(platformId, selectNewer(platformId, saleId), true))
    )
      continue;
    const step = stepOf(payment, due);
    const statement =
      due.template === 'payment-approved'
        ? await mailApproval(app, payment, step)
        : await mailBuyer(app, payment, step, (common) => toMail(app, payment, due, common));
    if (statement) await app.database.writeShared(platformId, statement);
  }
}

/** Whatever became of earlier codes, the mails about the latest are written. The first one's have the plain name of their template. */
function ofCode(payment: Payment, name: string): string {
  const earlier = countEarlierCodes(payment);
  return earlier === 0 ? name : `${name}|${earlier}`;
}

function stepOf(payment: Payment, due: DueMail): string {
  if (due.template === 'payment-approved') return due.template;
  if (due.template !== 'payment-mismatch') return ofCode(payment, due.template);
  return `${due.settlement}${due.isOver ? '|over' : ''}${due.rest ? `|rest|${due.rest.id}` : ''}`;
}

/** Returns a statement that mails the approval with the access, as `mailBuyer` does. */
export async function mailApproval(app: PurchaseMailsApp, payment: Payment, step: string): Promise<Statement | null> {
  const accessLink = (await findAccessUrl(app, payment.platformId, payment.saleId)) ?? '';
  return mailBuyer(app, payment, step, (common, { items, plan: planned, hasDigital }) => {
    const plan = toPlan(planned, payment.approvedAt, app.clock.now());
    return {
      template: 'payment-approved',
      parameters: {
        ...common,
        items,
        method: payment.method,
        isLate: isLate(payment),
        accessLink,
        isDeliveredBySeller: hasDigital && accessLink === '',
        ...(plan && { plan: { ...plan, nextChargeAt: plan.nextChargeAt?.toISOString() ?? '' } }),
      },
    };
  });
}

/** Reminds the buyer once, as long as the code can be paid. Of a PIX that was paid in part, that is the one for the rest. */
export async function writeReminder(app: PurchaseMailsApp, platformId: string, paymentId: string): Promise<void> {
  const payment = await findPayment(app, platformId, paymentId);
  if (!payment || payment.notificationMode === 'NONE' || !isPayable(payment, app.clock.now())) return;
  const rest = findRest(payment, app.clock.now());
  if (payment.paidAmount > 0 && payment.method === 'PIX' && !rest) return;
  const step = rest ? `payment-expiring|rest|${rest.id}` : ofCode(payment, 'payment-expiring');
  const statement = await mailBuyer(app, payment, step, (common) => ({
    template: 'payment-expiring',
    parameters: { ...common, ...(rest && { amount: rest.amount }), ...codeOf(payment), method: payment.method },
  }));
  if (statement) await app.database.write(platformId, [statement]);
}

const codeOf = ({ pixCode, billetCode, expiresAt }: Payment) => ({
  code: pixCode ?? billetCode ?? '',
  expiresAt: expiresAt.toISOString(),
});

function toMail(
  app: Pick<PurchaseMailsApp, 'clock'>,
  payment: Payment,
  due: Exclude<DueMail, { template: 'payment-approved' }>,
  common: Common,
): BuyersMail {
  const { method, paidAmount, billetUrl } = payment;
  switch (due.template) {
    case 'pix-created':
      return { template: due.template, parameters: { ...common, ...codeOf(payment) } };
    case 'billet-created': {
      // The payment's own address fetches the document at the click: the provider's address may have ended by then.
      const billetLink = billetUrl ? new URL(`/checkout/payment/${payment.publicId}/boleto.pdf`, common.link).href : '';
      return { template: due.template, parameters: { ...common, ...codeOf(payment), billetLink } };
    }
    case 'payment-refused': {
      const reason = toldDeclineOf(payment);
      const link = reason ? common.link : `${new URL(common.link).origin}/checkout/${payment.offerId}`;
      const advice = reason && { advice: adviceOf(reason) };
      const parameters = { ...common, link, method, mayBeCharged: mayBeCharged(payment), ...advice };
      return { template: due.template, parameters };
    }
    case 'payment-expired': {
      const isRenewable = renewalRefusalOf(payment, app.clock.now()) === null;
      const keptUntil = isRenewable ? (payment.priceKeptUntil?.toISOString() ?? '') : '';
      return { template: due.template, parameters: { ...common, method, keptUntil } };
    }
    case 'payment-mismatch': {
      const { settlement, isOver, rest } = due;
      const parameters = { ...common, paidAmount, settlement, isOver, ...(rest && codeOf(payment)) };
      return { template: due.template, parameters };
    }
  }
}
