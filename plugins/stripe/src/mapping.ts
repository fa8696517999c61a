/** Contract ↔ wire, pure. Status words are mapped by plugin.json; amounts are in the smallest unit of the currency on both sides. */
import { Fields, formatExpiry, fullYear, invalidEvent, invalidRequest, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  CardData,
  CardTokenRequest,
  CardTokenResult,
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
} from '@feira/schemas/provider';
import type { Params } from './client.ts';

const METHODS: Record<string, PaymentMethod> = { card: 'CREDIT_CARD', pix: 'PIX', boleto: 'BILLET' };
/** Any other word waits: pending, requires_action. */
const REFUNDS: Record<string, RefundResult['status']> = {
  succeeded: 'DONE',
  failed: 'REFUSED',
  canceled: 'REFUSED',
};
const DAY_MS = 86_400_000;
/** A PIX is payable for a minute to two weeks. */
const SHORTEST_PIX_SECONDS = 60;
const LONGEST_PIX_SECONDS = 1_209_600;
const MOST_BOLETO_DAYS = 60;
/** The text of the account stands before it: both together have 22 places. */
const LONGEST_DESCRIPTOR = 10;

export const toPaymentMethod = ({ cardNumber, holderName, expMonth, expYear, cvv }: CardData): Params => ({
  type: 'card',
  card: { number: cardNumber, exp_month: expMonth, exp_year: fullYear(expYear), cvc: cvv },
  billing_details: { name: holderName },
});

export const fromPaymentMethod = (method: Fields): CardTokenResult => ({
  token: method.requireText('id'),
  cardBrand: method.label('card.brand'),
  cardLastDigits: method.label('card.last4'),
  cardExpiry: fromExpiry(method.number('card.exp_month'), method.number('card.exp_year')),
});

const fromExpiry = (month: number | undefined, year: number | undefined) =>
  month && year ? formatExpiry(month, year) : undefined;

export const toCustomer = ({ customer }: CardTokenRequest): Params => ({
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
});

/** A PaymentMethod is charged again through its customer alone, so that both make the stored card. */
export const toCardId = (customer: Fields, method: Fields): CardTokenResult => ({
  ...fromPaymentMethod(method),
  token: `${customer.requireText('id')}:${method.requireText('id')}`,
});

export function readCardId(cardId: string): { customer: string; method: string } {
  const [customer = '', method = ''] = cardId.split(':');
  if (!method) throw invalidRequest('The stored card is none of Stripe.');
  return { customer, method };
}

export function toIntent(request: TransactionRequest, now: Date): Params {
  return {
    amount: request.amount,
    currency: (request.currency ?? 'BRL').toLowerCase(),
    confirm: true,
    description: request.description,
    metadata: { reference: request.reference },
    ...toMethod(request, now),
  };
}

function toMethod(request: TransactionRequest, now: Date): Params {
  if (request.paymentMethod === 'CREDIT_CARD') return toCard(request);
  const isPix = request.paymentMethod === 'PIX';
  const type = isPix ? 'pix' : 'boleto';
  return {
    allowed_payment_method_types: [type],
    payment_method_data: { type, ...(isPix ? toPixPayer(request) : toBoletoPayer(request)) },
    payment_method_options: {
      [type]: isPix
        ? { expires_after_seconds: toPixSeconds(request.expiresAt, now) }
        : { expires_after_days: toBoletoDays(request.expiresAt, now) },
    },
  };
}

function toCard(request: TransactionRequest): Params {
  const { returnUrl, softDescriptor, authorizeOnly, initiator } = request;
  const isByMerchant = initiator === 'MERCHANT';
  return {
    allowed_payment_method_types: ['card'],
    ...toPaid(request),
    // While the buyer is away no bank can lead them anywhere.
    ...(isByMerchant ? { off_session: true } : { return_url: returnUrl }),
    ...(request.agreement && toAgreement(request.agreement, isByMerchant, request.reference)),
    capture_method: authorizeOnly ? 'manual' : 'automatic',
    statement_descriptor_suffix: softDescriptor?.replace(/[<>\\'"*]/g, '').slice(0, LONGEST_DESCRIPTOR) || undefined,
  };
}

function toPaid({ cardId, cardToken }: TransactionRequest): Params {
  if (cardId) {
    const { customer, method } = readCardId(cardId);
    return { customer, payment_method: method };
  }
  if (!cardToken) throw invalidRequest('Card token is required for credit card payments.');
  return { payment_method: cardToken };
}

/** The buyer's own charge sets the card up for those that follow, which name what they were agreed for. */
const toAgreement = (agreement: string, isByMerchant: boolean, reference: string): Params => ({
  metadata: { reference, agreement },
  ...(!isByMerchant && { setup_future_usage: 'off_session' }),
  payment_method_options: {
    card: isByMerchant ? { stored_credential_usage: 'recurring' } : { setup_credential_usage: 'recurring' },
  },
});

const toPixPayer = ({ customer }: TransactionRequest): Params => ({
  billing_details: { name: customer.name, email: customer.email, tax_id: customer.document },
});

const toBoletoPayer = ({ customer, address }: TransactionRequest): Params => ({
  boleto: { tax_id: customer.document },
  billing_details: {
    name: customer.name,
    email: customer.email,
    address: address && {
      line1: [address.street, address.number].filter(Boolean).join(', '),
      line2: address.complement,
      city: address.city,
      state: address.state,
      postal_code: address.zipCode,
      country: 'BR',
    },
  },
});

function toPixSeconds(end: string, now: Date): number {
  const wanted = Math.ceil((Date.parse(end) - now.getTime()) / 1_000);
  return Math.min(LONGEST_PIX_SECONDS, Math.max(SHORTEST_PIX_SECONDS, wanted));
}

/** A boleto ends with a day of São Paulo, so many days after today. */
function toBoletoDays(end: string, now: Date): number {
  const days = Date.parse(toSaoPauloDate(new Date(end))) - Date.parse(toSaoPauloDate(now));
  return Math.min(MOST_BOLETO_DAYS, Math.max(0, Math.round(days / DAY_MS)));
}

/** Whether a bank takes money back, so that its disputes are asked for. */
export const isDisputed = (intent: Fields): boolean => intent.value('latest_charge.disputed') === true;

export function fromIntent(intent: Fields, disputes: readonly Fields[] = []): TransactionResult {
  const refunds = intent.list('latest_charge.refunds.data');
  const refundedAmount = toRefundedAmount(intent, refunds);
  const paidAmount = intent.number('amount_received');
  const status = intent.requireText('status');
  const error = intent.fields('last_payment_error');
  return {
    transactionId: intent.requireText('id'),
    reference: intent.text('metadata.reference'),
    paymentMethod: METHODS[intent.text('payment_method_types.0') ?? ''],
    providerStatus: toWord(status, { paidAmount, refundedAmount, disputes }),
    amount: intent.number('amount'),
    paidAmount,
    refundedAmount,
    refunds: refunds.map(fromRefund),
    heldAmount: intent.number('amount_capturable') || undefined,
    ...(status === 'requires_payment_method' && {
      reason: error.reason('message'),
      declineCode: error.label('decline_code') ?? error.label('code'),
    }),
    cardBrand: intent.label('latest_charge.payment_method_details.card.brand'),
    cardLastDigits: intent.label('latest_charge.payment_method_details.card.last4'),
    ...fromNextAction(intent.fields('next_action')),
  };
}

function fromNextAction(action: Fields): Partial<TransactionResult> {
  const url = action.label('redirect_to_url.url');
  const [pix, boleto] = [action.fields('pix_display_qr_code'), action.fields('boleto_display_details')];
  return {
    nextStep: url ? { kind: 'REDIRECT', url } : undefined,
    pixCode: pix.label('data'),
    billetCode: boleto.label('number')?.replace(/\D/g, '') || undefined,
    billetUrl: boleto.label('hosted_voucher_url') ?? boleto.label('pdf'),
    expiresAt: fromSeconds(pix.number('expires_at') ?? boleto.number('expires_at')),
  };
}

const fromSeconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString();

/** Only refunds that are done count, as far as they are told: a charge shows ten of them. */
function toRefundedAmount(intent: Fields, refunds: readonly Fields[]): number | undefined {
  const total = intent.number('latest_charge.amount_refunded');
  if (total === undefined) return undefined;
  const open = refunds.filter((refund) => fromRefund(refund).status === 'PENDING');
  return total - open.reduce((sum, refund) => sum + (refund.number('amount') ?? 0), 0);
}

/** A bank only asked, or was answered before it took anything. */
const isTakenBack = (dispute: string) => !dispute.startsWith('warning_') && dispute !== 'prevented';

interface Money {
  paidAmount: number | undefined;
  refundedAmount: number | undefined;
  disputes: readonly Fields[];
}

/** A PaymentIntent stays succeeded whatever becomes of its money: its charge and its disputes say the rest. Warnings move no money. */
function toWord(status: string, { paidAmount, refundedAmount, disputes }: Money): string {
  if (status !== 'succeeded') return status;
  const dispute = disputes.map((one) => one.requireText('status')).find(isTakenBack);
  if (dispute) return `disputed_${dispute}`;
  return paidAmount && refundedAmount && refundedAmount >= paidAmount ? 'refunded' : status;
}

/** A refused card is a PaymentIntent that stands in the error. */
export const fromDecline = (body: unknown): TransactionResult | undefined => {
  const intent = new Fields(body).fields('error.payment_intent');
  return intent.has('id') ? fromIntent(intent) : undefined;
};

export const toRefund = ({ transactionId, amount, reference }: RefundRequest): Params => ({
  payment_intent: transactionId,
  amount,
  metadata: { reference },
});

export const fromRefund = (refund: Fields): RefundResult => ({
  refundId: refund.requireText('id'),
  status: REFUNDS[refund.label('status') ?? ''] ?? 'PENDING',
  reason: refund.reason('failure_reason'),
});

/** Signed over the body: what a PaymentIntent says counts. Events of charges, refunds and disputes only say that it changed. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  const [event, eventId] = [body.text('type'), body.text('id')];
  const about = body.fields('data.object');
  if (!event) throw invalidEvent('The event lacks type.');
  if (event.startsWith('payment_intent.')) {
    const { transactionId, reference, providerStatus, amount, paidAmount } = fromIntent(about);
    return { subject: 'payment', eventId, event, transactionId, reference, providerStatus, amount, paidAmount };
  }
  const transactionId = about.text('payment_intent');
  return transactionId ? { subject: 'payment', eventId, event, transactionId } : { subject: 'ignored', eventId, event };
}
