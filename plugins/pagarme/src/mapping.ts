import { fromSaoPaulo, fullYear, ProviderError } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  Address,
  CardData,
  CardTokenRequest,
  Customer,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WithdrawResult,
} from '@feira/schemas/provider';
import { allocate } from '@feira/schemas/rules/money';
import { splitPhone } from '@feira/schemas/rules/phone';
import type { WireCharge, WireError, WireOrder, WireTransaction, WireWithdrawal } from './client.ts';

const METHODS: Record<string, PaymentMethod> = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' };

/** A request we know to be wrong before anybody is asked. */
export const invalid = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);

export const isCompany = (document: string) => document.length !== 11;

/** Some answers say "2026-11-20T23:59:59" without a zone; those are times of São Paulo. */
export function fromDate(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  return /Z$|[+-]\d{2}:\d{2}$/.test(text) ? text : fromSaoPaulo(text.replace(/\.\d+$/, ''));
}

export function toAddress(address: Address) {
  return {
    line_1: `${address.number}, ${address.street}, ${address.district}`,
    line_2: address.complement,
    zip_code: address.zipCode,
    city: address.city,
    state: address.state,
    country: 'BR',
  };
}

export function toCustomer(customer: Customer, address?: Address) {
  const phone = customer.phone ? splitPhone(customer.phone) : undefined;
  return {
    name: customer.name,
    email: customer.email,
    ...(customer.document && {
      document: customer.document,
      document_type: isCompany(customer.document) ? 'CNPJ' : 'CPF',
      type: isCompany(customer.document) ? 'company' : 'individual',
    }),
    ...(phone && {
      phones: {
        mobile_phone: { country_code: phone.countryCode, area_code: phone.areaCode, number: phone.number },
      },
    }),
    address: address && toAddress(address),
  };
}

function toCardFields(card: CardData) {
  return {
    number: card.cardNumber,
    holder_name: card.holderName,
    holder_document: card.holderDocument,
    exp_month: card.expMonth,
    exp_year: fullYear(card.expYear),
    cvv: card.cvv,
  };
}

export const toCardToken = (card: CardData) => ({ type: 'card', card: toCardFields(card) });

export function toCard({ card, cardToken, address }: CardTokenRequest) {
  return {
    ...(card ? toCardFields(card) : { token: cardToken }),
    billing_address: address && toAddress(address),
    options: { verify_card: true },
  };
}

function toFlatAmounts(amount: number, splits: NonNullable<TransactionRequest['splits']>): number[] {
  const weights = splits.map((split) => (split.type === 'PERCENTAGE' ? split.amount : 0));
  const rest = 10_000 - weights.reduce((sum, weight) => sum + weight, 0);
  if (rest < 0) throw invalid('splits add up to more than the amount');
  const shares = allocate(amount, [...weights, rest]);
  return splits.map((split, index) => (split.type === 'FIXED' ? split.amount : (shares[index] ?? 0)));
}

/**
 * The rules have to add up to the whole, in one unit: whole percents when every share is one, otherwise cents. What the
 * shares leave over is the platform's own rule.
 */
export function toSplit({ amount, splits = [] }: TransactionRequest, defaultRecipientId?: string) {
  if (splits.length === 0) return undefined;
  const isPercentage = splits.every((split) => split.type === 'PERCENTAGE' && split.amount % 100 === 0);
  const type = isPercentage ? 'percentage' : 'flat';
  const amounts = isPercentage ? splits.map((split) => split.amount / 100) : toFlatAmounts(amount, splits);
  const rest = (isPercentage ? 100 : amount) - amounts.reduce((sum, share) => sum + share, 0);
  if (rest < 0) throw invalid('splits add up to more than the amount');
  if (rest > 0 && !defaultRecipientId) {
    throw invalid('defaultRecipientId is required to receive the rest of the split');
  }
  const rules = splits.map((split, index) => ({
    type,
    amount: amounts[index],
    recipient_id: split.recipientId,
    options: {
      charge_processing_fee: split.chargeProcessingFee,
      charge_remainder_fee: split.chargeRemainder,
      liable: split.liable,
    },
  }));
  // Someone has to answer for fees, odd cents and chargebacks: the platform, unless a share already does.
  const options = {
    charge_processing_fee: !splits.some((split) => split.chargeProcessingFee),
    charge_remainder_fee: !splits.some((split) => split.chargeRemainder),
    liable: !splits.some((split) => split.liable),
  };
  return rest > 0 ? [...rules, { type, amount: rest, recipient_id: defaultRecipientId, options }] : rules;
}

function toItems({ items, amount, description, orderId }: TransactionRequest) {
  const total = items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  // An order is worth the sum of its items, so a discount or interest on top has to be told as one item.
  if (total !== amount) return [{ code: orderId, description, amount, quantity: 1 }];
  return items.map((item) => ({
    code: item.id,
    description: item.title,
    amount: item.unitPrice,
    quantity: item.quantity,
  }));
}

/** A stored card travels as "cus_…:card_…". */
function readStoredCard(cardId: string | undefined): { customerId?: string; cardId?: string } {
  const [customerId, storedId] = cardId?.split(':') ?? [];
  return storedId ? { customerId, cardId: storedId } : { cardId: customerId };
}

function toMethod(request: TransactionRequest) {
  switch (request.paymentMethod) {
    case 'PIX':
      return { payment_method: 'pix', pix: { expires_at: request.expiresAt } };
    case 'BILLET':
      return {
        payment_method: 'boleto',
        boleto: { instructions: request.description.slice(0, 256), due_at: request.expiresAt, type: 'DM' },
      };
    case 'CREDIT_CARD': {
      const source = request.cardId
        ? { card_id: readStoredCard(request.cardId).cardId }
        : // The token carries no address, and the order is refused without one.
          { card_token: request.cardToken, card: request.address && { billing_address: toAddress(request.address) } };
      return {
        payment_method: 'credit_card',
        credit_card: {
          installments: request.installments,
          statement_descriptor: request.softDescriptor,
          operation_type: 'auth_and_capture',
          ...source,
        },
      };
    }
  }
}

export function toOrder(request: TransactionRequest, defaultRecipientId?: string) {
  const { customerId } = readStoredCard(request.cardId);
  const prints = request.fingerPrints ?? [];
  const print = prints.find(({ provider }) => provider.toLowerCase() === 'pagarme') ?? prints[0];
  return {
    code: request.reference,
    closed: true,
    items: toItems(request),
    ...(customerId ? { customer_id: customerId } : { customer: toCustomer(request.customer, request.address) }),
    payments: [{ ...toMethod(request), amount: request.amount, split: toSplit(request, defaultRecipientId) }],
    ip: request.customerIp,
    session_id: print?.value,
    metadata: { order_id: request.orderId },
  };
}

export const firstMessage = ({ errors, message }: WireError): string =>
  Object.values(errors ?? {})[0]?.[0] ?? message ?? 'Erro salvando cartão';

export function fromCard(card: { brand?: string | null; last_four_digits?: string | null } | null | undefined) {
  return { cardBrand: card?.brand ?? undefined, cardLastDigits: card?.last_four_digits ?? undefined };
}

/** An order of ours has one charge; a retry made in the panel adds others, and then the paid one counts. */
export function pickCharge(order: WireOrder): WireCharge | undefined {
  const charges = order.charges ?? [];
  return charges.find(({ status }) => status === 'paid') ?? charges[0];
}

/**
 * "canceled" says both "the buyer got the money back" and "nobody ever paid"; the second word here tells them apart. A
 * voided authorisation has a canceled_amount too, though no money ever moved.
 */
export function toStatusWord(charge: WireCharge): string {
  if (charge.status !== 'canceled') return charge.status;
  const transaction = charge.last_transaction?.status ?? '';
  const wasPaid = (charge.paid_amount ?? 0) > 0 || ['refunded', 'pending_refund'].includes(transaction);
  const gaveBack = (charge.canceled_amount ?? 0) > 0 && transaction !== 'voided';
  return wasPaid || gaveBack ? 'canceled_with_refund' : 'canceled';
}

function toReason(transaction: WireTransaction | null | undefined): string | undefined {
  // The acquirer may have said yes before the antifraud said no.
  if (transaction?.antifraud_response?.status === 'reproved') return 'antifraud: reproved';
  return (transaction?.acquirer_message || transaction?.gateway_response?.errors?.[0]?.message) ?? undefined;
}

/** The sums and movements every charge tells, in an answer and in a webhook. */
export function fromChargeMoney(charge: WireCharge, word: string) {
  const transaction = charge.last_transaction;
  // A refund has an end-to-end id of its own, which must not count as a second payment.
  const movement = transaction?.status === 'paid' ? transaction.end_to_end_id : undefined;
  return {
    amount: charge.amount ?? undefined,
    paidAmount: charge.paid_amount ?? undefined,
    refundedAmount: word === 'canceled' ? undefined : (charge.canceled_amount ?? undefined),
    movementIds: movement ? [movement] : undefined,
    reason: word === 'failed' ? toReason(transaction) : undefined,
  };
}

export function fromCharge(charge: WireCharge, order?: WireOrder): TransactionResult {
  const transaction = charge.last_transaction;
  const word = toStatusWord(charge);
  return {
    transactionId: order?.id ?? charge.order?.id ?? charge.id,
    reference: order?.code ?? charge.order?.code ?? charge.code ?? undefined,
    paymentMethod: METHODS[charge.payment_method ?? ''],
    providerStatus: word,
    ...fromChargeMoney(charge, word),
    pixCode: transaction?.qr_code && charge.payment_method === 'pix' ? transaction.qr_code : undefined,
    billetCode: transaction?.line?.replace(/\D/g, '') || undefined,
    billetUrl: transaction?.pdf ?? transaction?.url ?? undefined,
    expiresAt: fromDate(transaction?.expires_at ?? transaction?.due_at),
    ...fromCard(transaction?.card),
  };
}

export function fromOrder(order: WireOrder): TransactionResult {
  const charge = pickCharge(order);
  if (charge) return fromCharge(charge, order);
  return {
    transactionId: order.id,
    reference: order.code ?? undefined,
    providerStatus: order.status,
    amount: order.amount ?? undefined,
  };
}

/** `before` is the charge as it stood: only the growth of canceled_amount proves that this refund was made. */
export function fromRefund(charge: WireCharge, before: WireCharge, amount: number): RefundResult {
  const transaction = charge.last_transaction;
  const refundId = transaction?.id ?? charge.id;
  if (transaction?.success === false) return { refundId, status: 'REFUSED', reason: toReason(transaction) };
  const isDone = (charge.canceled_amount ?? 0) >= (before.canceled_amount ?? 0) + amount;
  return { refundId, status: isDone && transaction?.status !== 'pending_refund' ? 'DONE' : 'PENDING' };
}

export function fromWithdrawal(withdrawal: WireWithdrawal): WithdrawResult {
  return {
    withdrawId: withdrawal.id,
    amount: withdrawal.amount ?? undefined,
    providerStatus: withdrawal.status,
    approvedAt: withdrawal.status === 'transferred' ? fromDate(withdrawal.funding_date) : undefined,
    reference: withdrawal.metadata?.reference,
  };
}
