/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { addDays, type Fields, fullYear, invalidRequest, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  Address,
  CardTokenRequest,
  CardTokenResult,
  Customer,
  ReceiverRequest,
  RefundRequest,
  RefundResult,
  ReportedRefund,
  TransactionRequest,
  TransactionResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { shareAmounts, toReais } from '@feira/schemas/rules/money';
import { toE164 } from '@feira/schemas/rules/phone';

/** BILLET of the contract is BOLETO at Asaas; the other methods share their names. */
const toBillingType = (method: PaymentMethod) => (method === 'BILLET' ? 'BOLETO' : method);
const METHODS: PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BILLET'];

export function toCustomer(customer: Customer, address?: Address): object {
  return {
    name: customer.name,
    cpfCnpj: customer.document,
    email: customer.email,
    mobilePhone: customer.phone,
    postalCode: address?.zipCode,
    address: address?.street,
    addressNumber: address?.number,
    complement: address?.complement,
    province: address?.district,
    // Otherwise Asaas charges the account for e-mails and texts of its own to the buyer.
    notificationDisabled: true,
  };
}

type CardHolder = Pick<CardTokenRequest, 'card' | 'customer' | 'address' | 'customerIp'>;

export function toCard({ card, customer, address, customerIp }: CardHolder, creditCardToken?: string): object {
  if (!customerIp) throw invalidRequest('customerIp is needed: Asaas takes no card without the address of its buyer.');
  if (!card || creditCardToken) return { creditCardToken, remoteIp: customerIp };
  return {
    creditCard: {
      holderName: card.holderName,
      number: card.cardNumber,
      expiryMonth: String(card.expMonth).padStart(2, '0'),
      expiryYear: String(fullYear(card.expYear)),
      ccv: card.cvv,
    },
    creditCardHolderInfo: {
      name: card.holderName,
      email: customer.email,
      cpfCnpj: card.holderDocument ?? customer.document,
      postalCode: address?.zipCode,
      addressNumber: address?.number,
      addressComplement: address?.complement,
      phone: customer.phone,
    },
    remoteIp: customerIp,
  };
}

const toLastDigits = (number?: string) => number?.match(/\d{4}$/)?.[0];

export const fromCardToken = (card: Fields): CardTokenResult => ({
  token: card.requireText('creditCardToken'),
  cardBrand: card.label('creditCardBrand'),
  cardLastDigits: toLastDigits(card.label('creditCardNumber')),
});

/** Cents of the whole price: Asaas would take a percentage from what its fees leave of it. */
function toSplit({ amount, splits = [] }: TransactionRequest, isPlan: boolean): object[] | undefined {
  // fixedValue would be paid once per installment.
  const field = isPlan ? 'totalFixedValue' : 'fixedValue';
  const shares = shareAmounts(amount, splits) ?? [];
  const rules = shares.map((cents, index) => ({ walletId: splits[index]?.recipientId, [field]: toReais(cents) }));
  return rules.length ? rules : undefined;
}

export function toCharge(request: TransactionRequest, now: Date): object {
  const { paymentMethod, installments } = request;
  const isCard = paymentMethod === 'CREDIT_CARD';
  const isPlan = isCard && installments > 1;
  return {
    billingType: toBillingType(paymentMethod),
    installmentCount: isPlan ? installments : undefined,
    [isPlan ? 'totalValue' : 'value']: toReais(request.amount),
    dueDate: isCard ? addDays(toSaoPauloDate(now), 365) : toSaoPauloDate(new Date(request.expiresAt)),
    description: request.description,
    externalReference: request.reference,
    split: toSplit(request, isPlan),
    ...(isCard && toCard(request, request.cardId ?? request.cardToken)),
  };
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const sumRefunds = (refunds: Fields[]) => sum(refunds.map((refund) => refund.reais('value') ?? 0));
const hasStatus = (wanted: string) => (fields: Fields) => fields.text('status') === wanted;

const isPaid = (payment: Fields) =>
  payment.has('confirmedDate') || payment.has('clientPaymentDate') || payment.has('paymentDate');
/** Neither REFUNDED nor a word before it says how much went back: a refund may wait for a person, and be denied. */
export const isRefunding = (payment: Fields) => payment.text('status')?.startsWith('REFUND') ?? false;
/** Only the list of refunds of such a payment says what went back. */
export const mayBeRefunded = (payment: Fields) => isPaid(payment) || isRefunding(payment);

/** One payment of Asaas, with its own list of refunds where that was read. */
export interface ReadPayment {
  payment: Fields;
  refunds?: Fields[];
}

function readRefunds({ payment, refunds }: ReadPayment): { word: string; refunded?: number } {
  const word = payment.flag('deleted') ? 'DELETED' : payment.requireText('status');
  if (!refunds) return { word };
  // An empty list says nothing of how much went back.
  if (word === 'REFUNDED' && refunds.length === 0) return { word, refunded: payment.reais('value') };
  const refunded = sumRefunds(refunds.filter(hasStatus('DONE')));
  return { word: word === 'REFUNDED' && refunded === 0 ? 'REFUND_IN_PROGRESS' : word, refunded };
}

/** One charge, or all installments of one plan as the one transaction they are to us. `code` is the code of a PIX or boleto. */
export function fromCharge(read: ReadPayment[], code?: Fields): TransactionResult {
  const payments = read.map((one) => ({ ...one, ...readRefunds(one) }));
  // A chargeback of one installment is of the sale; a refund is only when no installment stands any more.
  const { payment, word } =
    payments.find((one) => one.word.includes('CHARGEBACK')) ??
    payments.find((one) => one.word !== 'REFUNDED') ??
    payments[0]!;
  const refunds = payments.flatMap(({ refunded }) => refunded ?? []);
  const byReference = Map.groupBy(
    read.flatMap((one) => one.refunds ?? []),
    toReference,
  );
  const own = [...byReference].flatMap(([reference, entries]) =>
    reference ? { reference, status: toRefundStatus(entries) } : [],
  );
  const paid = payments.filter((one) => isPaid(one.payment));
  const movementIds = payments.flatMap((one) => one.payment.text('pixTransaction') ?? []);
  const isCard = payment.text('billingType') === 'CREDIT_CARD';
  const image = code?.label('encodedImage');
  return {
    // The plan's id is what every event and query of its installments has in common.
    transactionId: payment.text('installment') ?? payment.requireText('id'),
    paymentMethod: METHODS.find((method) => toBillingType(method) === payment.text('billingType')),
    providerStatus: word,
    // Asaas keeps the charged amount in `originalValue` once `value` holds the paid one.
    amount: addUp(payments.map((one) => one.payment.reais('originalValue') ?? one.payment.reais('value'))),
    paidAmount: paid.length ? addUp(paid.map((one) => one.payment.reais('value'))) : undefined,
    refundedAmount: refunds.length === payments.length ? sum(refunds) : undefined,
    refunds: own.length ? own : undefined,
    movementIds: movementIds.length ? movementIds : undefined,
    reference: payment.text('externalReference'),
    pixCode: code?.text('payload'),
    pixQrCode: image && `data:image/png;base64,${image}`,
    billetCode: code?.text('identificationField'),
    billetBarcode: code?.text('barCode'),
    billetUrl: payment.text('bankSlipUrl'),
    expiresAt: code?.has('expirationDate') ? code.date('expirationDate') : isCard ? undefined : payment.date('dueDate'),
    cardBrand: payment.label('creditCard.creditCardBrand'),
    cardLastDigits: toLastDigits(payment.label('creditCard.creditCardNumber')),
  };
}

/** A sum is known only where every part is. */
const addUp = (amounts: (number | undefined)[]) =>
  amounts.every((amount) => amount !== undefined) ? sum(amounts) : undefined;

/** Asaas makes no payment of a refused card, so our reference stands in for its id. */
export function fromRefusedCharge(request: TransactionRequest, reason: string): TransactionResult {
  const { reference, paymentMethod } = request;
  return { transactionId: reference, reference, paymentMethod, providerStatus: 'REFUSED', reason };
}

/** The state of one refund, of which a plan has an entry for each of its installments. */
function toRefundStatus(entries: Fields[]): ReportedRefund['status'] {
  const words = entries.map((entry) => entry.label('status') ?? '').filter((word) => word !== 'CANCELLED');
  if (words.length === 0) return 'DENIED';
  if (words.some((word) => word.startsWith('AWAITING_'))) return 'AWAITING';
  return words.every((word) => word === 'DONE') ? 'DONE' : 'PENDING';
}

/** Asaas has no refund ids: this mark at the start of its description shows whether a refund is ours. */
const toMark = (request: RefundRequest) => `feira ${request.reference}`;

/** Returns the reference of our own refund; undefined for one that a person made in the panel. */
const toReference = (refund: Fields) => /^feira ([^\s:]+)(: |$)/.exec(refund.label('description') ?? '')?.[1];

/**
 * Without a value Asaas refunds everything, with all splits of the payment. A part is given by the charging account alone unless the refund names
 * what each split gives, by the id that Asaas gave it.
 */
export const toRefund = (request: RefundRequest, payment?: Fields | null): object => ({
  value: request.isFull ? undefined : toReais(request.amount),
  splitRefunds: toSplitRefunds(request, payment),
  description: [toMark(request), request.description].filter(Boolean).join(': '),
});

function toSplitRefunds({ splits = [] }: RefundRequest, payment: Fields | null | undefined): object[] | undefined {
  const made = payment?.list('split') ?? [];
  const parts = splits.flatMap(({ recipientId, amount }) => {
    const id = made.find((split) => split.text('walletId') === recipientId)?.text('id');
    return id ? [{ id, value: toReais(amount) }] : [];
  });
  return parts.length > 0 ? parts : undefined;
}

/** Returns the state of this very refund among those of the charge; undefined when Asaas never began it. */
export function fromRefunds(request: RefundRequest, listed: Fields[]): RefundResult | undefined {
  const own = listed.filter((refund) => toReference(refund) === request.reference && !hasStatus('CANCELLED')(refund));
  if (own.length === 0) return undefined;
  const status = toRefundStatus(own);
  const isPart = status === 'DONE' && sumRefunds(own) < request.amount;
  return { refundId: request.transactionId, status: isPart ? 'PENDING' : status };
}

export function fromRefusedRefund({ transactionId: refundId }: RefundRequest, reason = ''): RefundResult {
  return { refundId, status: 'REFUSED', reason: `Erro ao aprovar o reembolso. ${reason}`.trim() };
}

/** An account number may hold its check digit at the end. */
function toBankAccount(request: WithdrawRequest): object {
  const account = request.accountNumber?.replace(/[^0-9A-Za-z]/g, '') ?? '';
  return {
    bank: { code: request.bankCode },
    ownerName: request.accountHolder ?? request.name,
    cpfCnpj: request.accountDocument ?? request.document,
    agency: request.branchNumber,
    account: request.accountDigit ? account : account.slice(0, -1),
    accountDigit: request.accountDigit ?? account.slice(-1),
    bankAccountType: request.accountType === 'SAVINGS' ? 'CONTA_POUPANCA' : 'CONTA_CORRENTE',
  };
}

function toDestination(request: WithdrawRequest): object {
  if (request.paymentMethod === 'BANK_ACCOUNT') return { bankAccount: toBankAccount(request) };
  if (request.paymentMethod === 'RECEIVER') return { walletId: request.receiverId };
  return {
    operationType: 'PIX',
    pixAddressKey: request.pixType === 'PHONE' ? toE164(request.pixKey ?? '') : request.pixKey,
    pixAddressKeyType: request.pixType === 'RANDOM' ? 'EVP' : request.pixType,
  };
}

export const toTransfer = (request: WithdrawRequest): object => ({
  value: toReais(request.amount),
  ...toDestination(request),
  description: request.description,
  externalReference: request.withdrawReference,
});

export const fromTransfer = (transfer: Fields): WithdrawResult => ({
  withdrawId: transfer.requireText('id'),
  amount: transfer.reais('value'),
  providerStatus: transfer.requireText('status'),
  approvedAt: hasStatus('DONE')(transfer) ? transfer.date('effectiveDate') : undefined,
  reference: transfer.text('externalReference'),
  reason: transfer.reason('failReason'),
});

export function fromRefusedTransfer(request: WithdrawRequest, reason: string): WithdrawResult {
  const { withdrawReference, amount } = request;
  return { withdrawId: withdrawReference, reference: withdrawReference, amount, providerStatus: 'REFUSED', reason };
}

export function toAccount(request: ReceiverRequest): object {
  const { monthlyRevenue, companyType } = request.providerSpecificData ?? {};
  if (typeof monthlyRevenue !== 'number') throw invalidRequest('Adquirente requer campo de renda mensal.');
  const { address } = request;
  return {
    name: request.name,
    email: request.email,
    cpfCnpj: request.document,
    birthDate: request.documentType === 'CPF' ? request.birthDate : undefined,
    companyType: request.documentType === 'CNPJ' ? companyType : undefined,
    mobilePhone: request.phone,
    incomeValue: toReais(monthlyRevenue),
    address: address?.street,
    addressNumber: address?.number,
    complement: address?.complement,
    province: address?.district,
    postalCode: address?.zipCode,
  };
}
