/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { formatExpiry, fullYear, type HttpRequest, ProviderError, type Settings } from '@feira/plugin-kit';
import type { PersonCheckRequest, PersonCheckResult } from '@feira/schemas/person-check';
import type {
  CardData,
  CardTokenResult,
  ReceiverDocument,
  ReceiverRequest,
  ReceiverResult,
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import type { ScoreRequest, ScoreResult } from '@feira/schemas/score';
import type { VerificationDocument } from '@feira/schemas/verification';
import type {
  WireCard,
  WireCardRequest,
  WireCharge,
  WireChargeRequest,
  WireDocument,
  WireError,
  WirePersonCheck,
  WirePersonCheckRequest,
  WireReceiver,
  WireReceiverRequest,
  WireRefund,
  WireScore,
  WireScoreRequest,
  WireTransfer,
  WireTransferRequest,
} from './client.ts';
import { fromMandate, fromMandateCharge, type WireMandate, type WireMandateCharge } from './mandates.ts';

const toMethod = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;
const INITIATORS = { BUYER: 'buyer', MERCHANT: 'merchant' } as const;
const fromMethod = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;

export function toCharge(request: TransactionRequest, settings: Settings): WireChargeRequest {
  const { customer, splits } = request;
  return {
    reference: request.reference,
    method: toMethod[request.paymentMethod],
    amount: request.amount,
    currency: request.currency,
    description: request.description,
    installments: request.installments,
    soft_descriptor: request.softDescriptor,
    payer: { name: customer.name, email: customer.email, document: customer.document, phone: customer.phone },
    card: request.paymentMethod === 'CREDIT_CARD' ? toChargedCard(request) : undefined,
    initiator: request.initiator && INITIATORS[request.initiator],
    agreement: request.agreement,
    capture: request.authorizeOnly ? false : undefined,
    three_d_secure: request.authenticate ? 'required' : undefined,
    splits: splits?.map(({ recipientId, amount, type }) => ({
      receiver_id: recipientId,
      amount,
      unit: type === 'FIXED' ? 'cents' : 'basis_points',
    })),
    expires_at: request.expiresAt,
    webhook_url: request.webhookUrl,
    return_url: request.returnUrl,
    checkout_url: request.checkoutUrl,
    referrer_url: request.referrerUrl,
    seller: request.userId ? { id: request.userId, document: request.userDocument } : undefined,
    fingerprints: request.fingerPrints,
    simulation: toSimulation(settings),
  };
}

function toChargedCard({ cardToken, cardId }: TransactionRequest): WireChargeRequest['card'] {
  if (cardId) return { id: cardId };
  if (cardToken) return { token: cardToken };
  throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'Card token is required for credit card payments.');
}

/** Returns the behaviour that travels with the charge, so that the simulator needs no settings of its own. */
function toSimulation({ autoPaySeconds, refundOutcome }: Settings): WireChargeRequest['simulation'] {
  const seconds = autoPaySeconds === undefined || autoPaySeconds === '' ? undefined : Number(autoPaySeconds);
  return { auto_pay_seconds: seconds, refund: refundOutcome === undefined ? undefined : String(refundOutcome) };
}

export function fromCharge(charge: WireCharge): TransactionResult {
  return {
    transactionId: charge.id,
    reference: charge.reference,
    paymentMethod: fromMethod[charge.method],
    providerStatus: charge.status,
    ...fromAmounts(charge),
    heldAmount: charge.held_amount || undefined,
    liability: charge.liability === 'issuer' ? 'ISSUER' : undefined,
    reason: charge.reason ?? undefined,
    declineCode: charge.decline_code ?? undefined,
    nextStep: charge.next_step
      ? { kind: 'REDIRECT', url: charge.next_step.url, expiresAt: charge.next_step.expires_at }
      : undefined,
    pixCode: charge.pix?.code,
    billetCode: charge.boleto?.line,
    billetBarcode: charge.boleto?.barcode,
    billetUrl: charge.boleto?.url,
    cardBrand: charge.card?.brand ?? undefined,
    cardLastDigits: charge.card?.last_digits,
    expiresAt: charge.expires_at,
  };
}

const fromAmounts = (charge: WireCharge) => ({
  amount: charge.amount,
  paidAmount: charge.paid_amount,
  refundedAmount: charge.refunded_amount,
  movements: charge.payments.map(({ id, amount }) => ({ id, amount })),
});

export const toRefund = ({ reference, amount, splits }: RefundRequest) => ({
  reference,
  amount,
  splits: splits?.map((split) => ({ receiver_id: split.recipientId, amount: split.amount })),
});

export function fromRefund(answer: WireRefund | WireError, reference: string): RefundResult {
  if ('error' in answer) return { refundId: reference, status: 'REFUSED', reason: answer.error.message };
  const statuses = { done: 'DONE', pending: 'PENDING', refused: 'REFUSED' } as const;
  return { refundId: answer.id, status: statuses[answer.status], reason: answer.reason ?? undefined };
}

export const toCard = (card: CardData): WireCardRequest => ({
  number: card.cardNumber,
  holder_name: card.holderName,
  exp_month: card.expMonth,
  exp_year: fullYear(card.expYear),
  cvv: card.cvv,
});

/** A refused card is a result; its contract still wants the token's field, which then is empty. */
export function fromCard(answer: WireCard | WireError): CardTokenResult {
  if ('error' in answer) return { token: '', refusedReason: answer.error.message };
  return {
    token: answer.id,
    cardBrand: answer.brand ?? undefined,
    cardLastDigits: answer.last_digits,
    cardExpiry: formatExpiry(answer.exp_month, answer.exp_year),
  };
}

export function toTransfer(request: WithdrawRequest): WireTransferRequest {
  const kinds = { PIX: 'pix', BANK_ACCOUNT: 'bank_account', RECEIVER: 'receiver' } as const;
  const { withdrawReference: reference, paymentMethod, amount, description } = request;
  const transfer: WireTransferRequest = { reference, kind: kinds[paymentMethod], amount, description };
  if (paymentMethod === 'PIX') return { ...transfer, pix_key: request.pixKey, pix_key_type: request.pixType };
  if (paymentMethod === 'RECEIVER') return { ...transfer, receiver_id: request.receiverId };
  return {
    ...transfer,
    bank_account: {
      bank_code: request.bankCode,
      branch: request.branchNumber,
      branch_digit: request.branchDigit,
      account: request.accountNumber,
      account_digit: request.accountDigit,
      type: request.accountType,
      holder: request.accountHolder,
      document: request.accountDocument,
    },
  };
}

export const fromTransfer = (transfer: WireTransfer): WithdrawResult => ({
  withdrawId: transfer.id,
  reference: transfer.reference,
  amount: transfer.amount,
  providerStatus: transfer.status,
  reason: transfer.reason ?? undefined,
  approvedAt: transfer.paid_at ?? undefined,
});

export const toReceiver = ({ name, document, email, phone }: ReceiverRequest): WireReceiverRequest => ({
  name,
  document,
  email,
  phone,
});

/** Each file goes into the body as a data: URL, under the name of its field. */
export const toFiles = ({
  files = {},
}: Pick<ReceiverRequest | PersonCheckRequest, 'files'>): NonNullable<HttpRequest['files']> =>
  Object.entries(files).map(([field, { reference, mediaType }]) => ({
    path: ['files', field],
    file: reference,
    prefix: `data:${mediaType};base64,`,
  }));

export const fromReceiver = (receiver: WireReceiver): ReceiverResult => ({
  receiverId: receiver.id,
  receiverToken: receiver.api_key,
  providerStatus: receiver.status,
  name: receiver.name,
  document: receiver.document,
  email: receiver.email,
  balance: receiver.balance,
  reason: receiver.reason ?? undefined,
});

export const fromDocument = ({ id, kind, title, status, reason, way }: WireDocument): ReceiverDocument => ({
  documentId: id,
  kind,
  title,
  providerStatus: status,
  reason: reason ?? undefined,
  takesFile: way === 'file',
  hasLink: way === 'page',
});

interface WireEvent {
  id: string;
  type: string;
  data: object;
}

/** Reads an event; throws INVALID_ANSWER for a body of another shape. */
export function fromEvent(body: unknown): WebhookResult {
  const { id, type, data } = (body ?? {}) as Partial<WireEvent>;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof data !== 'object' || data === null) {
    throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The event lacks id, type or data.');
  }
  const event = { eventId: id, event: type };
  if (type.startsWith('charge.')) {
    const charge = readCharge(data);
    const { providerStatus, transactionId, reference, reason, declineCode } = fromCharge(charge);
    const about = { transactionId, reference, providerStatus, reason, declineCode };
    return { subject: 'payment', ...event, ...about, ...fromAmounts(charge) };
  }
  if (type.startsWith('transfer.')) {
    const { withdrawId, reference, providerStatus, amount, reason } = fromTransfer(data as WireTransfer);
    return { subject: 'withdraw', ...event, withdrawId, reference, providerStatus, amount, reason };
  }
  if (type.startsWith('receiver.')) {
    const { receiverId, providerStatus, reason } = fromReceiver(data as WireReceiver);
    return { subject: 'receiver', ...event, receiverId, providerStatus, reason };
  }
  if (type.startsWith('mandate.')) {
    const { mandateId, reference, transactionId, providerStatus, endedBy } = fromMandate(data as WireMandate);
    return { subject: 'mandate', ...event, mandateId, reference, transactionId, providerStatus, endedBy };
  }
  if (type.startsWith('mandate_charge.')) {
    const { amount: _, dueDate: __, ...charge } = fromMandateCharge(readMandateCharge(data));
    return { subject: 'mandateCharge', ...event, ...charge };
  }
  if (type.startsWith('identity_check.')) {
    const { personCheckId, providerStatus, reason } = fromPersonCheck(data as WirePersonCheck);
    return { subject: 'personCheck', ...event, personCheckId, providerStatus, reason };
  }
  return { subject: 'ignored', ...event };
}

function readCharge(data: object): WireCharge {
  const { payments } = data as Partial<WireCharge>;
  if (Array.isArray(payments) && payments.every((payment) => payment?.id)) return data as WireCharge;
  throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The event lacks data.payments with ids.');
}

function readMandateCharge(data: object): WireMandateCharge {
  const { payments, attempts } = data as Partial<WireMandateCharge>;
  const isList = (list: unknown) => Array.isArray(list) && list.every((one) => one?.id);
  if (isList(payments) && isList(attempts)) return data as WireMandateCharge;
  throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The event lacks data.payments or data.attempts with ids.');
}

export const toScore = ({ customer, items, address, ...request }: ScoreRequest): WireScoreRequest => ({
  reference: request.reference,
  amount: request.amount,
  currency: request.currency,
  method: toMethod[request.paymentMethod],
  installments: request.installments,
  payer: { name: customer.name, email: customer.email, document: customer.document, phone: customer.phone },
  items: items.map(({ title, unitPrice, quantity }) => ({ title, amount: unitPrice, quantity })),
  zip_code: address?.zipCode,
  ip: request.customerIp,
  seller_id: request.userId,
  card_bin: request.cardBin,
  page_seconds: request.pageSeconds,
});

export const fromScore = ({ id, score, reason }: WireScore): ScoreResult => ({
  scoreId: id,
  score,
  reason: reason ?? undefined,
});

export const toPersonCheck = (request: PersonCheckRequest): WirePersonCheckRequest => ({
  reference: request.reference,
  name: request.name,
  document: request.document,
  email: request.email,
  webhook_url: request.webhookUrl,
});

const REFUSALS = { illegible: 'UNREADABLE', other_person: 'OTHER_PERSON' } as const;

export const fromPersonCheck = ({ id, status, reason, refused }: WirePersonCheck): PersonCheckResult => ({
  personCheckId: id,
  providerStatus: status,
  reason: reason ?? undefined,
  refusals: refused.map((one) => ({
    kind: one.file as VerificationDocument,
    reason: REFUSALS[one.reason as keyof typeof REFUSALS] ?? 'WRONG_DOCUMENT',
  })),
});
