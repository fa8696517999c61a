/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, invalidEvent, invalidRequest, toSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  RefundResult,
  TransactionItem,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
} from '@feira/schemas/provider';

const LONGEST_DESCRIPTION = 64;
const LONGEST_LINE = 75;
const METHODS: Record<string, PaymentMethod> = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BOLETO: 'BILLET' };

/** Names with other signs than letters, digits and spaces are refused (40002). */
const toName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

const toItem = ({ title, quantity, unitPrice }: TransactionItem): object => ({
  name: title,
  quantity,
  unit_amount: unitPrice,
});

export function toOrder(request: TransactionRequest): object {
  const { reference, customer, items, webhookUrl } = request;
  return {
    reference_id: reference,
    customer: { name: toName(customer.name), email: customer.email, tax_id: customer.document },
    items: items.map(toItem),
    ...toPayment(request),
    notification_urls: [webhookUrl],
  };
}

function toPayment(request: TransactionRequest): object {
  const { reference, amount, paymentMethod, description, expiresAt } = request;
  if (paymentMethod === 'PIX')
    return { qr_codes: [{ amount: { value: amount }, expiration_date: toSaoPaulo(new Date(expiresAt)) }] };
  const charge = {
    reference_id: reference,
    description: description.slice(0, LONGEST_DESCRIPTION),
    amount: { value: amount, currency: 'BRL' },
  };
  const payment_method = paymentMethod === 'CREDIT_CARD' ? toCard(request) : toBoleto(request);
  return { charges: [{ ...charge, payment_method }] };
}

function toCard({ cardToken, installments, customer }: TransactionRequest): object {
  if (!cardToken) throw invalidRequest('Card token is required for credit card payments.');
  return {
    type: 'CREDIT_CARD',
    installments,
    capture: true,
    card: { encrypted: cardToken },
    holder: { name: toName(customer.name), tax_id: customer.document },
  };
}

function toBoleto({ customer, address, description, expiresAt }: TransactionRequest): object {
  if (!address) throw invalidRequest('address is required: a boleto names that of its payer.');
  return {
    type: 'BOLETO',
    boleto: {
      due_date: toSaoPauloDate(new Date(expiresAt)),
      instruction_lines: { line_1: description.slice(0, LONGEST_LINE), line_2: 'PagBank' },
      holder: {
        name: toName(customer.name),
        tax_id: customer.document,
        email: customer.email,
        address: {
          street: address.street,
          number: address.number,
          complement: address.complement,
          locality: address.district,
          city: address.city,
          region: address.state,
          region_code: address.state,
          country: 'BRA',
          postal_code: address.zipCode,
        },
      },
    },
  };
}

/** An order holds one payment: a QR code has no charge until it is paid. */
export function fromOrder(order: Fields): TransactionResult {
  const [code, charge] = [order.fields('qr_codes.0'), order.fields('charges.0')];
  const method = charge.fields('payment_method');
  const isCharged = order.has('charges.0');
  return {
    transactionId: order.requireText('id'),
    reference: order.text('reference_id'),
    paymentMethod: isCharged ? METHODS[method.text('type') ?? ''] : 'PIX',
    providerStatus: isCharged || !order.has('qr_codes.0') ? charge.requireText('status') : 'WAITING',
    amount: charge.number('amount.value') ?? code.number('amount.value'),
    ...(isCharged && fromCharge(charge)),
    pixCode: code.label('text'),
    expiresAt: code.date('expiration_date'),
  };
}

function fromCharge(charge: Fields): Partial<TransactionResult> {
  const method = charge.fields('payment_method');
  return {
    paidAmount: charge.number('amount.summary.paid'),
    refundedAmount: charge.number('amount.summary.refunded'),
    reason: charge.text('status') === 'DECLINED' ? charge.reason('payment_response.message') : undefined,
    billetCode: method.label('boleto.formatted_barcode')?.replace(/\D/g, '') || undefined,
    billetUrl: method.has('boleto') ? linkOf(charge, 'application/pdf') : undefined,
    cardBrand: method.label('card.brand'),
    cardLastDigits: method.label('card.last_digits'),
    memo: { chargeId: charge.requireText('id') },
  };
}

const linkOf = (charge: Fields, media: string): string | undefined =>
  charge
    .list('links')
    .find((link) => link.text('media') === media)
    ?.label('href');

/** A charge is CANCELED once all of it went back; how much did, each look-up says. */
export const fromCanceled = (charge: Fields): RefundResult => ({
  refundId: charge.requireText('id'),
  status: charge.requireText('status') === 'CANCELED' ? 'DONE' : 'PENDING',
});

/** A notification is the order as it is now. */
export function fromEvent(input: unknown): WebhookResult {
  const order = new Fields(input);
  if (!order.has('id')) throw invalidEvent('The event lacks the id of its order.');
  if (!order.has('charges.0')) return { subject: 'ignored' };
  const { transactionId, reference, providerStatus, amount, paidAmount, refundedAmount, memo } = fromOrder(order);
  return { subject: 'payment', transactionId, reference, providerStatus, amount, paidAmount, refundedAmount, memo };
}
