/** Contract ↔ wire, pure. Every sale is an invoice, whose order_id is our reference; amounts are cents. */
import { addDays, type Fields, fullYear, invalidRequest, toSaoPauloDate } from '@feira/plugin-kit';
import type {
  Address,
  CardData,
  CardTokenResult,
  Customer,
  RefundResult,
  TransactionRequest,
  TransactionResult,
} from '@feira/schemas/provider';
import { shareAmounts } from '@feira/schemas/rules/money';
import { splitPhone } from '@feira/schemas/rules/phone';

const PAYABLE_WITH = { PIX: 'pix', BILLET: 'bank_slip', CREDIT_CARD: 'credit_card' };
const LOWEST_PRICE = 100;
const MOST_ITEMS = 30;
const LONGEST_DESCRIPTOR = 12;
/** Before the id of the account: its cards become tokens of the test mode. */
const TEST_MODE = 'test:';

function toItems({ items, amount, description }: TransactionRequest): object[] {
  const total = items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  const isTaken = items.length <= MOST_ITEMS && items.every(({ unitPrice }) => unitPrice >= LOWEST_PRICE);
  // Gifts, discounts and interest are no items to iugu.
  if (total !== amount || !isTaken) return [{ description, quantity: 1, price_cents: amount }];
  return items.map(({ title, quantity, unitPrice }) => ({ description: title, quantity, price_cents: unitPrice }));
}

const toAddress = (address: Address) => ({
  zip_code: address.zipCode,
  street: address.street,
  number: address.number,
  complement: address.complement,
  district: address.district,
  city: address.city,
  state: address.state,
});

function toPayer({ name, email, document, phone }: Customer, address?: Address): object {
  const { areaCode, number } = phone ? splitPhone(phone) : {};
  const place = address && toAddress(address);
  return { name, email, cpf_cnpj: document, phone_prefix: areaCode, phone: number, address: place };
}

/** The fields that invoices and charges share. */
const toSale = (request: TransactionRequest) => ({
  email: request.customer.email,
  items: toItems(request),
  payer: toPayer(request.customer, request.address),
  order_id: request.reference,
  soft_descriptor_light: request.softDescriptor?.slice(0, LONGEST_DESCRIPTOR),
});

/** An invoice is due tomorrow, or on the day on which a boleto or a later PIX ends. */
function toDueDate({ paymentMethod, expiresAt }: TransactionRequest, now: Date): string {
  const [tomorrow, end] = [addDays(toSaoPauloDate(now), 1), toSaoPauloDate(new Date(expiresAt))];
  if (paymentMethod === 'CREDIT_CARD') return tomorrow;
  return paymentMethod === 'BILLET' || end > tomorrow ? end : tomorrow;
}

function toSplits({ amount, splits = [] }: TransactionRequest): object[] | undefined {
  const shares = shareAmounts(amount, splits);
  const rules = splits.map(({ recipientId }, at) => ({ recipient_account_id: recipientId, cents: shares?.[at] }));
  return rules.length > 0 ? rules.filter(({ cents }) => cents !== 0) : undefined;
}

export function toInvoice(request: TransactionRequest, now: Date): object {
  const { paymentMethod, expiresAt } = request;
  return {
    ...toSale(request),
    due_date: toDueDate(request, now),
    payable_with: [PAYABLE_WITH[paymentMethod]],
    splits: toSplits(request),
    ignore_due_email: true,
    ignore_canceled_email: true,
    ...(paymentMethod === 'PIX' && {
      pix_qr_code_expires_at: `${new Date(expiresAt).toISOString().slice(0, 19)}-00:00`,
    }),
  };
}

/** An invoice that is there already brings everything but the card. */
export const toCharge = (request: TransactionRequest, invoiceId?: string): object => ({
  ...(request.cardId ? { customer_payment_method_id: toStored(request.cardId).method } : { token: request.cardToken }),
  ...(invoiceId ? { invoice_id: invoiceId } : toSale(request)),
  months: request.installments > 1 ? request.installments : undefined,
});

/** An invoice stays paid when all of it goes back, until iugu says so. */
function wordOf(invoice: Fields): string {
  const status = invoice.requireText('status');
  const [paid = 0, back = 0] = [invoice.cents('paid_cents'), invoice.cents('refunded_cents')];
  return status.toLowerCase() === 'paid' && paid > 0 && back >= paid ? 'refunded' : status;
}

export function fromInvoice(invoice: Fields): TransactionResult {
  const endToEndId = invoice.text('pix.end_to_end_id');
  return {
    transactionId: invoice.requireText('id'),
    reference: invoice.text('order_id'),
    providerStatus: wordOf(invoice),
    amount: invoice.cents('total_cents'),
    paidAmount: invoice.cents('paid_cents'),
    refundedAmount: invoice.cents('refunded_cents'),
    movementIds: endToEndId ? [endToEndId] : undefined,
    pixCode: invoice.text('pix.qrcode_text'),
    billetCode: invoice.text('bank_slip.digitable_line'),
    billetBarcode: invoice.label('bank_slip.barcode_data'),
    billetUrl: invoice.label('bank_slip.bank_slip_pdf_url') ?? invoice.label('bank_slip.bank_slip_url'),
    ...(invoice.has('bank_slip') && { expiresAt: invoice.date('due_date') }),
  };
}

const toDigits = (text: string | undefined) => (/^\d{4}$/.test(text ?? '') ? text : undefined);

/** A refused card has status 200; which invoice it was for is said only where one is kept. */
export const fromRefusedCharge = (charge: Fields, reference: string): TransactionResult => ({
  transactionId: charge.text('invoice_id') ?? reference,
  reference,
  providerStatus: 'unauthorized',
  reason: [charge.reason('message'), charge.reason('LR') && `LR ${charge.reason('LR')}`].filter(Boolean).join(', '),
  declineCode: charge.label('LR'),
  ...fromChargedCard(charge),
});

export const fromChargedCard = (charge: Fields) => ({
  cardBrand: charge.label('brand'),
  cardLastDigits: toDigits(charge.label('last4')),
});

const refundedIn = (invoice: Fields) => invoice.cents('refunded_cents') ?? 0;
export const isRefunded = (invoice: Fields) => wordOf(invoice).toLowerCase() === 'refunded';

/** A refund is done once the invoice says that so much more went back. */
export function fromRefund(invoice: Fields, before: Fields, amount: number): RefundResult {
  const isDone = isRefunded(invoice) || refundedIn(invoice) - refundedIn(before) >= amount;
  return { refundId: invoice.requireText('id'), status: isDone ? 'DONE' : 'PENDING' };
}

export function toCardToken(publicKey: string, card: CardData): object {
  const [first = '', ...rest] = card.holderName.trim().split(/\s+/);
  return {
    account_id: publicKey.replace(TEST_MODE, ''),
    method: 'credit_card',
    test: publicKey.startsWith(TEST_MODE),
    data: {
      number: card.cardNumber,
      verification_value: card.cvv,
      first_name: first,
      last_name: rest.join(' '),
      month: String(card.expMonth).padStart(2, '0'),
      year: String(fullYear(card.expYear)),
    },
  };
}

export const fromCardToken = (made: Fields): CardTokenResult => ({
  token: made.requireText('id'),
  cardBrand: made.label('extra_info.brand') ?? made.label('data.brand'),
  cardLastDigits: toDigits((made.label('extra_info.display_number') ?? made.label('data.display_number'))?.slice(-4)),
});

/** Only a customer's cards can be deleted, so the id of a stored card names both. */
export const fromStored = (made: Fields, customerId: string): CardTokenResult => {
  const card = fromCardToken(made);
  return { ...card, token: `${customerId}:${card.token}` };
};

export function toStored(cardId: string): { customer: string; method: string } {
  const [customer, method] = cardId.split(':');
  if (customer && method) return { customer, method };
  throw invalidRequest('cardId is no id of a stored card: it holds the customer and the card, with a colon between.');
}

export const toCustomer = ({ name, email, document }: Customer): object => ({ name, email, cpf_cnpj: document });
export const toPaymentMethod = (token: string, { name }: Customer): object => ({
  description: `Cartão de ${name}`.slice(0, 100),
  token,
  set_as_default: false,
});
