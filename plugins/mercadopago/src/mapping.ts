/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, fullYear, invalidEvent, invalidRequest, ProviderError, toSaoPaulo } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  Address,
  CardData,
  CardTokenRequest,
  CardTokenResult,
  Customer,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import { splitPhone } from '@feira/schemas/rules/phone';
import { normalizePixKey } from '@feira/schemas/rules/pix-key';

const PIX = 'pix';
const BOLETO = 'bolbradesco';
const METHODS: Record<string, PaymentMethod> = { [PIX]: 'PIX', credit_card: 'CREDIT_CARD', ticket: 'BILLET' };
/** The ways in which the bank decides a chargeback: the word of the payment stays the same. */
const DECISIONS = ['reimbursed', 'settled'];
/** Words of a payment whose money came in, whatever became of it afterwards. */
const PAID = ['approved', 'refunded', 'charged_back', 'in_mediation'];
const REFUNDS: Record<string, RefundResult['status']> = {
  approved: 'DONE',
  in_process: 'PENDING',
  rejected: 'REFUSED',
  cancelled: 'REFUSED',
};
/** A PIX is payable for half an hour at least; the minute is for the way there. */
const SHORTEST_PIX_MS = 31 * 60 * 1_000;

/** Ids are numbers, of payments beyond 2^31; here they are texts. */
function idIn(fields: Fields, path = 'id'): string {
  const text = String(fields.value(path) ?? '');
  if (/^\d{1,15}$/.test(text)) return text;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is no id.`);
}

const toIdentification = (document: string) => ({
  type: document.length === 11 ? 'CPF' : 'CNPJ',
  number: document,
});

export function toCardToken({ card, customer }: CardTokenRequest & { card: CardData }): object {
  const { cardNumber, holderName, holderDocument, expMonth, expYear, cvv } = card;
  const document = holderDocument ?? customer.document;
  return {
    card_number: cardNumber,
    expiration_month: expMonth,
    expiration_year: fullYear(expYear),
    security_code: cvv,
    cardholder: { name: holderName, ...(document && { identification: toIdentification(document) }) },
  };
}

/** A token says nothing of the brand, which the payment has to name: the two travel as one, as from the browser. */
export function fromCardToken(token: Fields, methods: Fields): CardTokenResult {
  const method = methods.label('results.0.id');
  return {
    token: [token.requireText('id'), method, methods.value('results.0.issuer.id')].filter(Boolean).join(':'),
    cardBrand: method,
    cardLastDigits: token.label('last_four_digits'),
  };
}

function toCardFields({ cardToken = '', installments, softDescriptor }: TransactionRequest) {
  const [token, payment_method_id, issuer_id] = cardToken.split(':');
  // The bank decides whether its customer has to confirm; without it such a card is refused.
  const card = { token, payment_method_id, issuer_id, three_d_secure_mode: 'optional' };
  return { ...card, installments, statement_descriptor: softDescriptor };
}

/** Milliseconds and the zone have to be there. */
const toTime = (date: Date) => toSaoPaulo(date).replace('-03:00', '.000-03:00');

const toAddress = (address: Address) => ({
  zip_code: address.zipCode,
  street_name: address.street,
  street_number: address.number,
  neighborhood: address.district,
  city: address.city,
  federal_unit: address.state,
});

function toNames(name: string) {
  const [first_name = '', ...rest] = name.trim().split(/\s+/);
  return { first_name, last_name: rest.join(' ') || first_name };
}

const toPayer = ({ name, email, document }: Customer, address: Address | undefined) => ({
  email,
  ...toNames(name),
  identification: document && toIdentification(document),
  address: address && toAddress(address),
});

function toBuyer({ name, phone }: Customer) {
  const { areaCode: area_code, number } = splitPhone(phone ?? '');
  return { ...toNames(name), ...(phone && { phone: { area_code, number } }) };
}

/** Without the parameter the older notices (IPN) come too, which nobody signs. */
function toNotificationUrl(webhookUrl: string): string {
  const url = new URL(webhookUrl);
  url.searchParams.set('source_news', 'webhooks');
  return url.href;
}

export function toPayment(request: TransactionRequest, now: Date): object {
  const { paymentMethod, customer, address } = request;
  const wanted = Date.parse(request.expiresAt);
  const isPix = paymentMethod === 'PIX';
  const end = new Date(isPix ? Math.max(wanted, now.getTime() + SHORTEST_PIX_MS) : wanted);
  return {
    transaction_amount: toReais(request.amount),
    ...(paymentMethod === 'CREDIT_CARD'
      ? toCardFields(request)
      : { payment_method_id: isPix ? PIX : BOLETO, date_of_expiration: toTime(end) }),
    description: request.description,
    external_reference: request.reference,
    notification_url: toNotificationUrl(request.webhookUrl),
    payer: toPayer(customer, paymentMethod === 'BILLET' ? address : undefined),
    additional_info: {
      ip_address: request.customerIp,
      items: request.items.map(({ id, title, unitPrice, quantity }) => ({
        id,
        title,
        quantity,
        unit_price: toReais(unitPrice),
      })),
      payer: toBuyer(customer),
    },
  };
}

export function fromPayment(payment: Fields): TransactionResult {
  const status = payment.requireText('status');
  const amount = payment.reais('transaction_amount');
  const picture = payment.label('point_of_interaction.transaction_data.qr_code_base64');
  const isRefused = status.toLowerCase() === 'rejected';
  // The amount that a buyer paid beyond the price: total_paid_amount would count the interest of the card as well.
  const overpaid = payment.reais('transaction_details.overpaid_amount') ?? 0;
  return {
    transactionId: idIn(payment),
    reference: payment.text('external_reference'),
    paymentMethod: METHODS[payment.label('payment_method_id') ?? ''] ?? METHODS[payment.label('payment_type_id') ?? ''],
    providerStatus: withDecision(status, payment.label('status_detail')),
    amount,
    ...(PAID.includes(status.toLowerCase()) && {
      paidAmount: amount === undefined ? undefined : amount + overpaid,
      refundedAmount: payment.reais('transaction_amount_refunded'),
      refunds: payment.list('refunds').map(toRefundResult),
    }),
    ...(isRefused && { reason: payment.reason('status_detail'), declineCode: payment.label('status_detail') }),
    pixCode: payment.label('point_of_interaction.transaction_data.qr_code'),
    pixQrCode: picture && `data:image/png;base64,${picture}`,
    billetCode: payment.label('transaction_details.digitable_line'),
    billetBarcode: payment.label('transaction_details.barcode.content'),
    billetUrl: payment.label('transaction_details.external_resource_url'),
    expiresAt: payment.date('date_of_expiration'),
    cardLastDigits: payment.label('card.last_four_digits'),
    nextStep: toChallenge(payment),
  };
}

/** The page of the card's bank is opened by a form with `creq`, and leads nowhere afterwards. */
function toChallenge(payment: Fields): TransactionResult['nextStep'] {
  const [url, creq] = [payment.label('three_ds_info.external_resource_url'), payment.label('three_ds_info.creq')];
  if (payment.label('status_detail') !== 'pending_challenge' || !url || !creq) return undefined;
  return { kind: 'REDIRECT', url, form: { creq } };
}

const withDecision = (status: string, detail: string | undefined): string =>
  status.toLowerCase() === 'charged_back' && detail && DECISIONS.includes(detail) ? `${status}_${detail}` : status;

const toRefundResult = (refund: Fields) => ({
  refundId: idIn(refund),
  status: REFUNDS[refund.requireText('status').toLowerCase()] ?? 'PENDING',
});

/** An empty body would be the whole: what is given back is always told. */
export const toRefund = (cents: number): object => ({ amount: toReais(cents) });

export const fromRefund = (refund: Fields): RefundResult => toRefundResult(refund);

const KEY_TYPES = { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'EMAIL', PHONE: 'PHONE', RANDOM: 'PIX_CODE' } as const;

export function toPayout(request: WithdrawRequest): object {
  const { pixType = 'RANDOM', pixKey = '', document } = request;
  if (!document) throw invalidRequest('document is required: Mercado Pago pays only an account whose owner is named.');
  const amount = toReais(request.amount);
  return {
    external_reference: request.withdrawReference,
    point_of_interaction: { type: 'PSP_TRANSFER' },
    seller_configuration: { notification_info: { notification_url: request.webhookUrl } },
    transaction: {
      total_amount: amount,
      from: { accounts: [{ amount }] },
      to: {
        accounts: [
          {
            type: 'current',
            amount,
            chave: { type: KEY_TYPES[pixType], value: normalizePixKey(pixType, pixKey) },
            owner: { identification: toIdentification(document) },
          },
        ],
      },
    },
  };
}

/** `approved` is a step on the way: only `processed` and `success` are money that arrived. */
export function fromPayout(payout: Fields): WithdrawResult {
  const status = payout.requireText('status');
  const isDone = ['processed', 'success'].includes(status.toLowerCase());
  return {
    withdrawId: idIn(payout),
    reference: payout.text('external_reference'),
    providerStatus: status,
    amount: payout.reais('transaction.total_amount'),
    approvedAt: isDone ? payout.date('last_updated_date') : undefined,
    reason: payout.reason('transaction.to.accounts.0.status_detail'),
  };
}

/** No event of a payment says its state; one of a withdrawal does, but is no signature over it. The core asks after each. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  if (body.has('payout')) {
    const providerStatus = body.requireText('status');
    return { subject: 'withdraw', withdrawId: idIn(body), reference: body.text('external_reference'), providerStatus };
  }
  const type = body.text('type');
  if (!type) throw invalidEvent('The event lacks type.');
  const event = body.text('action') ?? type;
  const id = body.value('id');
  const eventId = ['string', 'number'].includes(typeof id) ? String(id) : undefined;
  const path = PAYMENT_IN.get(type);
  return path
    ? { subject: 'payment', eventId, event, transactionId: idIn(body, path) }
    : { subject: 'ignored', eventId, event };
}

/** The events that tell of a payment, with the place of its id: a chargeback has one of its own. */
const PAYMENT_IN = new Map([
  ['payment', 'data.id'],
  ['topic_chargebacks_wh', 'data.payment_id'],
]);
