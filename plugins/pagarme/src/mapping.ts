/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { type Fields, fullYear, invalidRequest, toSaoPaulo } from '@feira/plugin-kit';
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
import { joinAddressLine } from '@feira/schemas/rules/address-line';
import { shareAmounts } from '@feira/schemas/rules/money';
import { splitPhone } from '@feira/schemas/rules/phone';

const METHODS: Record<string, PaymentMethod> = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' };

export const isCompany = (document: string) => document.length !== 11;

/** The letters that a line of an address may have. */
const LONGEST_LINE = 256;

export function toAddress(address: Address) {
  return {
    line_1: joinAddressLine(address.number, address.street, address.district).slice(0, LONGEST_LINE),
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

/** The charge that follows proves a card better than a verification does. */
export function toCard({ card, cardToken, address }: CardTokenRequest, isCharged: boolean) {
  return {
    ...(card ? toCardFields(card) : { token: cardToken }),
    billing_address: address && toAddress(address),
    options: { verify_card: !isCharged },
  };
}

/**
 * The rules have to add up to the whole, in one unit: whole percents when every share is one, otherwise cents. What the
 * shares leave over is the platform's own rule.
 */
export function toSplit(
  { amount, splits = [] }: Pick<TransactionRequest, 'amount' | 'splits'>,
  defaultRecipientId?: string,
) {
  if (splits.length === 0) return undefined;
  const isPercentage = splits.every((split) => split.type === 'PERCENTAGE' && split.amount % 100 === 0);
  const type = isPercentage ? 'percentage' : 'flat';
  const shares = isPercentage ? splits.map((split) => split.amount / 100) : shareAmounts(amount, splits);
  const rest = (isPercentage ? 100 : amount) - (shares ?? []).reduce((sum, share) => sum + share, 0);
  if (!shares || rest < 0) throw invalidRequest('splits add up to more than the amount');
  if (rest > 0 && !defaultRecipientId) {
    throw invalidRequest('defaultRecipientId is required to receive the rest of the split');
  }
  const rules = splits.map((split, index) => ({
    type,
    amount: shares[index] ?? 0,
    recipient_id: split.recipientId,
    options: {
      charge_processing_fee: split.chargeProcessingFee,
      charge_remainder_fee: split.chargeRemainder,
      liable: split.liable,
    },
  }));
  if (rest > 0) {
    const options = { charge_processing_fee: false, charge_remainder_fee: false, liable: false };
    rules.push({ type, amount: rest, recipient_id: defaultRecipientId!, options });
  }
  // Someone has to answer for fees, odd cents and chargebacks: where no share does, the platform, or else the largest share.
  const taker =
    rules.find((rule) => rule.recipient_id === defaultRecipientId) ??
    rules.reduce((largest, rule) => (rule.amount > largest.amount ? rule : largest));
  for (const option of ['charge_processing_fee', 'charge_remainder_fee', 'liable'] as const) {
    taker.options[option] ||= !rules.some((rule) => rule.options[option]);
  }
  return rules.filter((rule) => rule.amount > 0);
}

function toItems({ items, amount, description, orderId }: TransactionRequest) {
  const total = items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  // An order is worth the sum of its items, so a discount or interest on top has to be told as one item.
  if (total !== amount) return [{ code: orderId, description, amount, quantity: 1 }];
  // A gift is no item to Pagar.me.
  const sold = items.filter((item) => item.unitPrice * item.quantity > 0);
  return sold.map((item) => ({
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
        boleto: {
          instructions: request.description.slice(0, 256),
          due_at: toSaoPaulo(new Date(request.expiresAt)),
          type: 'DM',
        },
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
          operation_type: request.authorizeOnly ? 'auth_only' : 'auth_and_capture',
          ...source,
        },
      };
    }
  }
}

export function toOrder(request: TransactionRequest, defaultRecipientId?: string) {
  const { customerId } = readStoredCard(request.cardId);
  const prints = request.fingerPrints ?? [];
  const print =
    prints.find(({ provider }) => provider.toLowerCase() === 'pagarme') ?? prints.find((one) => !one.provider);
  return {
    code: request.reference,
    closed: true,
    items: toItems(request),
    ...(customerId ? { customer_id: customerId } : { customer: toCustomer(request.customer, request.address) }),
    payments: [{ ...toMethod(request), amount: request.amount, split: toSplit(request, defaultRecipientId) }],
    ip: request.customerIp,
    session_id: print?.value,
    metadata: { order_id: request.orderId, checkout_url: request.checkoutUrl, referrer_url: request.referrerUrl },
  };
}

export const fromCard = (card: Fields, at = '') => ({
  cardBrand: card.label(`${at}brand`),
  cardLastDigits: card.label(`${at}last_four_digits`),
});

/** Only this proves by itself that money came in: Pagar.me cancels unpaid charges with a canceled_amount, too. */
export const wasPaid = (charge: Fields) =>
  (charge.cents('paid_amount') ?? 0) > 0 ||
  charge.has('paid_at') ||
  ['refunded', 'pending_refund'].includes(charge.text('last_transaction.status') ?? '');

/** An order of ours has one charge; a retry made in the panel adds others, and then money counts before hope before failure. */
export function pickCharge(order: Fields): Fields | undefined {
  const charges = order.list('charges');
  const isOpen = (charge: Fields) => !['failed', 'canceled'].includes(charge.text('status') ?? '');
  const isSettled = (charge: Fields) => charge.text('status') === 'paid';
  // A refund made in the panel may leave no other trace of the money.
  const isCanceled = (charge: Fields) => (charge.cents('canceled_amount') ?? 0) > 0;
  return [isSettled, wasPaid, isOpen, isCanceled, Boolean].map((is) => charges.find(is)).find(Boolean);
}

/** Returns Pagar.me's word, which is "canceled" for refunded and for unpaid charges; the refunded ones become "canceled_with_refund". */
export const toStatusWord = (charge: Fields): string | undefined =>
  charge.text('status') === 'canceled' && wasPaid(charge) ? 'canceled_with_refund' : charge.text('status');

function toReason(charge: Fields): string | undefined {
  const transaction = charge.fields('last_transaction');
  // The acquirer may have said yes before the antifraud said no.
  if (transaction.text('antifraud_response.status') === 'reproved') return 'antifraud: reproved';
  return transaction.reason('acquirer_message') ?? transaction.reason('gateway_response.errors.0.message');
}

/** The acquirer's code is one of ABECS. The antifraud has none of its own. */
function toDeclineCode(charge: Fields): string | undefined {
  const transaction = charge.fields('last_transaction');
  return transaction.text('antifraud_response.status') === 'reproved'
    ? 'antifraud_reproved'
    : transaction.label('acquirer_return_code');
}

const isHeld = (charge: Fields) => charge.text('last_transaction.status') === 'authorized_pending_capture';

/** The sums and movements every charge shows, in an answer and in a webhook. */
export function fromChargeMoney(charge: Fields, word: string | undefined) {
  // A refund has an end-to-end id of its own, which must not count as a second payment.
  const isPayment = charge.text('last_transaction.status') === 'paid';
  const movement = isPayment ? charge.text('last_transaction.end_to_end_id') : undefined;
  return {
    amount: charge.cents('amount'),
    paidAmount: charge.cents('paid_amount'),
    // Also under "canceled", where only the host knows whether it was paid.
    refundedAmount: charge.cents('canceled_amount'),
    movementIds: movement ? [movement] : undefined,
    ...(word === 'failed' && { reason: toReason(charge), declineCode: toDeclineCode(charge) }),
  };
}

/** A charge outside an order is its own transaction. */
export function fromCharge(
  charge: Fields,
  order = charge.fields('order'),
  transactionId = order.text('id') ?? charge.requireText('id'),
): TransactionResult {
  const transaction = charge.fields('last_transaction');
  const word = toStatusWord(charge) ?? '';
  const method = charge.text('payment_method') ?? '';
  return {
    transactionId,
    reference: order.text('code') ?? charge.text('code'),
    paymentMethod: METHODS[method],
    providerStatus: word,
    ...fromChargeMoney(charge, word),
    heldAmount: isHeld(charge) ? charge.cents('amount') : undefined,
    pixCode: method === 'pix' ? transaction.text('qr_code') : undefined,
    billetCode: transaction.text('line')?.replace(/\D/g, '') || undefined,
    billetUrl: transaction.text('pdf') ?? transaction.text('url'),
    expiresAt: transaction.date(transaction.has('expires_at') ? 'expires_at' : 'due_at'),
    ...fromCard(transaction, 'card.'),
  };
}

export function fromOrder(order: Fields): TransactionResult {
  const charge = pickCharge(order);
  const transactionId = order.requireText('id');
  if (charge) return fromCharge(charge, order, transactionId);
  return {
    transactionId,
    reference: order.text('code'),
    providerStatus: order.requireText('status'),
    amount: order.cents('amount'),
  };
}

const toRefundId = (charge: Fields): string => charge.text('last_transaction.id') ?? charge.requireText('id');

/** `before` is the charge as it stood: only the growth of canceled_amount proves that this refund was made. */
export function fromRefund(charge: Fields, before: Fields, amount: number): RefundResult {
  const refundId = toRefundId(charge);
  if (charge.flag('last_transaction.success') === false) return fromRefusedRefund(refundId, toReason(charge));
  const isGrown = (charge.cents('canceled_amount') ?? 0) >= (before.cents('canceled_amount') ?? 0) + amount;
  return { refundId, status: isGrown && !isRefunding(charge) ? 'DONE' : 'PENDING' };
}

/** The refund of a charge that went back whole, or is about to. Pagar.me refuses to give it back once more. */
export function fromWholeRefund(charge: Fields, amount: number): RefundResult | undefined {
  const refundId = toRefundId(charge);
  if (isRefunding(charge)) return { refundId, status: 'PENDING' };
  const isGone = charge.text('status') === 'canceled' && (charge.cents('canceled_amount') ?? 0) >= amount;
  return isGone ? { refundId, status: 'DONE' } : undefined;
}

const isRefunding = (charge: Fields) => charge.text('last_transaction.status') === 'pending_refund';

export function fromRefusedRefund(refundId: string, reason = ''): RefundResult {
  return { refundId, status: 'REFUSED', reason: `Erro ao aprovar o reembolso. ${reason}`.trim() };
}

export const fromWithdrawal = (withdrawal: Fields): WithdrawResult => ({
  withdrawId: withdrawal.requireText('id'),
  amount: withdrawal.cents('amount'),
  providerStatus: withdrawal.requireText('status'),
  approvedAt: withdrawal.text('status') === 'transferred' ? withdrawal.date('funding_date') : undefined,
  reference: withdrawal.text('metadata.reference'),
});
