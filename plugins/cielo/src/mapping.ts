/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, fullYear, invalidEvent, invalidRequest, ProviderError } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  CardData,
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
} from '@feira/schemas/provider';
import { type CardBrand, cardBrand } from '@feira/schemas/rules/card';

const LONGEST_HOLDER = 25;
const LONGEST_DESCRIPTOR = 13;
const LONGEST_PIX_SECONDS = 86_400;
const BRANDS: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Master',
  amex: 'Amex',
  elo: 'Elo',
  jcb: 'JCB',
  diners: 'Diners',
  discover: 'Discover',
  hipercard: 'Hipercard',
};
const METHODS: Record<string, PaymentMethod> = { CreditCard: 'CREDIT_CARD', Pix: 'PIX' };

export const toSale = (request: TransactionRequest, now: Date): object => ({
  MerchantOrderId: request.reference,
  Customer: {
    Name: request.customer.name,
    Identity: request.customer.document,
    IdentityType: request.customer.document && (request.customer.document.length === 11 ? 'CPF' : 'CNPJ'),
    Email: request.paymentMethod === 'PIX' ? undefined : request.customer.email,
  },
  Payment: request.paymentMethod === 'PIX' ? toPix(request, now) : toCardPayment(request),
});

const toPix = ({ amount, expiresAt }: TransactionRequest, now: Date): object => ({
  Type: 'Pix',
  Provider: 'Cielo2',
  Amount: amount,
  QrCode: {
    Expiration: Math.min(LONGEST_PIX_SECONDS, Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000))),
  },
});

function toCardPayment(request: TransactionRequest): object {
  const { card, amount, installments, authorizeOnly, softDescriptor } = request;
  if (!card) throw invalidRequest('Card data is required for credit card payments.');
  return {
    Type: 'CreditCard',
    Amount: amount,
    Installments: installments,
    Interest: 'ByMerchant',
    Capture: !authorizeOnly,
    SoftDescriptor: softDescriptor?.replace(/[^a-zA-Z0-9]/g, '').slice(0, LONGEST_DESCRIPTOR) || undefined,
    CreditCard: toCard(card),
  };
}

/** Cielo asks for the brand beside the number, and takes no accents. */
function toCard({ cardNumber, holderName, expMonth, expYear, cvv }: CardData): object {
  const brand = cardBrand(cardNumber);
  if (!brand) throw invalidRequest('Bandeira do cartão não reconhecida.');
  return {
    CardNumber: cardNumber,
    Holder: holderName
      .normalize('NFD')
      .replace(/[^a-zA-Z ]/g, '')
      .slice(0, LONGEST_HOLDER),
    ExpirationDate: `${String(expMonth).padStart(2, '0')}/${fullYear(expYear)}`,
    SecurityCode: cvv,
    Brand: BRANDS[brand],
  };
}

/** Money is held on a card, and was not charged. */
export const AUTHORIZED = '1';
const CONFIRMED = '2';
const VOIDED = '10';

function statusOf(fields: Fields): string {
  const status = fields.value('Status');
  if (typeof status === 'number') return String(status);
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field Status is no number.');
}

/** Voided says the same of a hold that was let go and of money that went back: a card that was captured tells when. */
function toWord(payment: Fields): string {
  const status = statusOf(payment);
  const isLetGo = status === VOIDED && payment.text('Type') === 'CreditCard' && !payment.has('CapturedDate');
  return isLetGo ? '10_NOT_CAPTURED' : status;
}

export function fromSale(sale: Fields): TransactionResult {
  const payment = sale.fields('Payment');
  const [word, amount] = [toWord(payment), payment.number('Amount')];
  const voided = payment.number('VoidedAmount');
  return {
    transactionId: payment.requireText('PaymentId'),
    reference: sale.requireText('MerchantOrderId'),
    paymentMethod: METHODS[payment.text('Type') ?? ''],
    providerStatus: word,
    amount,
    ...(word === CONFIRMED && { paidAmount: amount, refundedAmount: voided ?? 0 }),
    ...(word === AUTHORIZED && { heldAmount: amount }),
    ...(word === '3' && { reason: payment.reason('ReturnMessage'), declineCode: payment.label('ReturnCode') }),
    pixCode: payment.label('QrCodeString'),
    cardBrand: payment.label('CreditCard.Brand'),
    cardLastDigits: payment.label('CreditCard.CardNumber')?.slice(-4),
  };
}

/** Codes of a cancellation that was not carried out, and may be under way all the same. */
const OPEN_CODES = ['10', '57', '97', '98', '99', '223', '476', '504'];
const DONE_CODES = ['0', '9'];

/** Has no id of its own. A PIX is only asked for: its charge tells when it went back. */
export function fromVoid(answer: Fields, { reference, paymentMethod }: RefundRequest): RefundResult {
  const code = answer.requireText('ReturnCode');
  const isTaken = DONE_CODES.includes(code);
  const isDone = isTaken && paymentMethod === 'CREDIT_CARD';
  const isOpen = isTaken || OPEN_CODES.includes(code);
  const status = isDone ? 'DONE' : isOpen ? 'PENDING' : 'REFUSED';
  return { refundId: reference, status, ...(!isTaken && { reason: answer.reason('ReturnMessage') }) };
}

/** Kinds of change that are about a payment: its status, a cancellation that was denied, and a chargeback. */
const OF_PAYMENTS = [1, 5, 7];

/** Names the payment alone, and nothing of its money. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  const kind = body.number('ChangeType');
  if (kind === undefined) throw invalidEvent('The event lacks its ChangeType.');
  if (!OF_PAYMENTS.includes(kind)) return { subject: 'ignored' };
  return { subject: 'payment', transactionId: body.requireText('PaymentId') };
}
