import { addDays, fromSaoPaulo, fullYear, redactNumbers, toSaoPauloDate } from '@feira/plugin-kit';
import type {
  Address,
  CardTokenRequest,
  CardTokenResult,
  Customer,
  ReceiverRequest,
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { fromReais, shareAmounts, toReais } from '@feira/schemas/rules/money';
import { toE164 } from '@feira/schemas/rules/phone';
import type { BoletoLine, CardToken, Payment, PixQrCode, Refund, Transfer } from './client.ts';
import { invalidRequest } from './errors.ts';

const BILLING_TYPES = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BILLET: 'BOLETO' } as const;
const PAYMENT_METHODS: Record<string, TransactionResult['paymentMethod']> = {
  PIX: 'PIX',
  CREDIT_CARD: 'CREDIT_CARD',
  BOLETO: 'BILLET',
};

export function toCustomer(customer: Customer, address?: Address): object {
  return {
    name: customer.name,
    cpfCnpj: customer.document,
    email: customer.email,
    mobilePhone: customer.phone,
    ...(address && {
      postalCode: address.zipCode,
      address: address.street,
      addressNumber: address.number,
      complement: address.complement,
      province: address.district,
    }),
    // Otherwise Asaas charges the account for e-mails and texts of its own to the buyer.
    notificationDisabled: true,
  };
}

type CardHolder = Pick<CardTokenRequest, 'card' | 'customer' | 'address' | 'customerIp'>;

export function toCard({ card, customer, address, customerIp }: CardHolder, creditCardToken?: string): object {
  if (!card && !creditCardToken) throw invalidRequest('Card token is required for credit card payments.');
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

export function fromCardToken(token: CardToken): CardTokenResult {
  return {
    token: token.creditCardToken,
    cardBrand: token.creditCardBrand,
    cardLastDigits: toLastDigits(token.creditCardNumber),
  };
}

/** Cents of the whole price: Asaas would take a percentage from what its fees leave of it. */
function toSplit({ amount, splits = [] }: TransactionRequest, isPlan: boolean): object[] | undefined {
  const shares = shareAmounts(amount, splits);
  if (!shares) throw invalidRequest('splits add up to more than the amount.');
  // fixedValue would be paid once per installment.
  const field = isPlan ? 'totalFixedValue' : 'fixedValue';
  const rules = splits.map(({ recipientId }, index) => ({ walletId: recipientId, [field]: toReais(shares[index]!) }));
  return rules.length ? rules : undefined;
}

export function toCharge(request: TransactionRequest, now: Date): object {
  const { paymentMethod, installments } = request;
  const isCard = paymentMethod === 'CREDIT_CARD';
  const isPlan = isCard && installments > 1;
  return {
    billingType: BILLING_TYPES[paymentMethod],
    ...(isPlan
      ? { installmentCount: installments, totalValue: toReais(request.amount) }
      : { value: toReais(request.amount) }),
    dueDate: isCard ? addDays(toSaoPauloDate(now), 365) : toSaoPauloDate(new Date(request.expiresAt)),
    description: request.description,
    externalReference: request.reference,
    split: toSplit(request, isPlan),
    ...(isCard && toCard(request, request.cardId ?? request.cardToken)),
  };
}

const toLastDigits = (number?: string) => number?.match(/\d{4}$/)?.[0];
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const sumRefunds = (refunds: Refund[]) => sum(refunds.map(({ value }) => fromReais(value)));

/** A time that cannot be read is worth less than the rest of the answer. */
function readTime(wallClock: string | null | undefined): string | undefined {
  try {
    return wallClock ? fromSaoPaulo(wallClock) : undefined;
  } catch {
    return undefined;
  }
}

export const isPaid = (payment: Payment) =>
  Boolean(payment.confirmedDate ?? payment.clientPaymentDate ?? payment.paymentDate);
/** These words do not say how much goes back. */
export const isRefunding = ({ status }: Payment) => status === 'REFUND_REQUESTED' || status === 'REFUND_IN_PROGRESS';

function readRefunds(payment: Payment): { word: string; refunded?: number } {
  const word = payment.deleted ? 'DELETED' : payment.status;
  if (word === 'REFUNDED') return { word, refunded: fromReais(payment.value) };
  if (!payment.listedRefunds) return { word };
  const done = sumRefunds(payment.listedRefunds.filter(({ status }) => status === 'DONE'));
  if (!isRefunding(payment)) return { word, refunded: done };
  const asked = sumRefunds(payment.listedRefunds.filter(({ status }) => status !== 'CANCELLED'));
  const isPartial = asked > 0 && asked < fromReais(payment.value);
  return isPartial ? { word: 'PARTIAL_REFUND_IN_PROGRESS', refunded: done } : { word, refunded: asked || undefined };
}

/** One charge, or all installments of one plan as the one transaction they are to us. */
export function fromCharge(
  payments: Payment[],
  codes: { pix?: PixQrCode; boleto?: BoletoLine } = {},
): TransactionResult {
  const said = payments.map((payment) => ({ payment, ...readRefunds(payment) }));
  // A chargeback of one installment is of the sale; a refund is only when no installment stands any more.
  const { payment: leading, word } =
    said.find((one) => one.word.includes('CHARGEBACK')) ??
    said.find((one) => !one.word.startsWith('REFUND')) ??
    said[0]!;
  const refunds = said.map(({ refunded }) => refunded).filter((refunded) => refunded !== undefined);
  const paid = payments.filter(isPaid);
  const movementIds = payments.flatMap(({ pixTransaction }) => pixTransaction ?? []);
  const { pix, boleto } = codes;
  const expiresAt = pix?.expirationDate ?? (leading.billingType === 'CREDIT_CARD' ? undefined : leading.dueDate);
  return {
    // The plan's id is what every event and query of its installments has in common.
    transactionId: leading.installment ?? leading.id,
    paymentMethod: PAYMENT_METHODS[leading.billingType],
    providerStatus: word,
    amount: sum(payments.map((payment) => fromReais(payment.originalValue ?? payment.value))),
    paidAmount: paid.length ? sum(paid.map((payment) => fromReais(payment.value))) : undefined,
    refundedAmount: refunds.length === payments.length ? sum(refunds) : undefined,
    movementIds: movementIds.length ? movementIds : undefined,
    reference: leading.externalReference || undefined,
    pixCode: pix?.payload,
    pixQrCode: pix?.encodedImage ? `data:image/png;base64,${pix.encodedImage}` : undefined,
    billetCode: boleto?.identificationField,
    billetBarcode: boleto?.barCode,
    billetUrl: leading.bankSlipUrl || undefined,
    expiresAt: readTime(expiresAt),
    cardBrand: leading.creditCard?.creditCardBrand,
    cardLastDigits: toLastDigits(leading.creditCard?.creditCardNumber),
  };
}

/** Asaas makes no payment of a refused card, so our reference stands in for its id. */
export function fromRefusedCharge(request: TransactionRequest, reason: string): TransactionResult {
  const { reference, paymentMethod } = request;
  return { transactionId: reference, reference, paymentMethod, providerStatus: 'REFUSED', reason };
}

/** Asaas has no refund ids: this mark at the start of its description tells whether a refund is ours. */
const toMark = (request: RefundRequest) => `feira ${request.reference}`;

/** Without a value Asaas refunds everything. */
export function toRefund(request: RefundRequest): object {
  return {
    value: request.isFull ? undefined : toReais(request.amount),
    description: [toMark(request), request.description].filter(Boolean).join(': '),
  };
}

/** What became of this very refund among those of the charge; undefined when Asaas never began it. */
export function fromRefunds(request: RefundRequest, listed: Refund[]): RefundResult | undefined {
  const mark = toMark(request);
  const own = listed.filter(
    ({ status, description }) =>
      status !== 'CANCELLED' && (description === mark || description?.startsWith(`${mark}: `)),
  );
  if (own.length === 0) return undefined;
  const isDone = own.every(({ status }) => status === 'DONE') && sumRefunds(own) >= request.amount;
  return { refundId: request.transactionId, status: isDone ? 'DONE' : 'PENDING' };
}

function toBankAccount(request: WithdrawRequest): object {
  const account = request.accountNumber?.replace(/[^0-9A-Za-z]/g, '') ?? '';
  const digit = request.accountDigit ?? account.slice(-1);
  if (!request.bankCode || !request.branchNumber || !account) {
    throw invalidRequest('bankCode, branchNumber and accountNumber are needed to withdraw to a bank account.');
  }
  return {
    bank: { code: request.bankCode },
    ownerName: request.accountHolder ?? request.name,
    cpfCnpj: request.accountDocument ?? request.document,
    agency: request.branchNumber,
    account: request.accountDigit ? account : account.slice(0, -1),
    accountDigit: digit,
    bankAccountType: request.accountType === 'SAVINGS' ? 'CONTA_POUPANCA' : 'CONTA_CORRENTE',
  };
}

function toDestination(request: WithdrawRequest): object {
  if (request.paymentMethod === 'BANK_ACCOUNT') return { bankAccount: toBankAccount(request) };
  if (request.paymentMethod === 'RECEIVER') {
    if (!request.receiverId) throw invalidRequest('receiverId is needed to withdraw to a receiver.');
    return { walletId: request.receiverId };
  }
  if (!request.pixKey || !request.pixType) throw invalidRequest('pixKey and pixType are needed to withdraw by PIX.');
  return {
    operationType: 'PIX',
    pixAddressKey: request.pixType === 'PHONE' ? toE164(request.pixKey) : request.pixKey,
    pixAddressKeyType: request.pixType === 'RANDOM' ? 'EVP' : request.pixType,
  };
}

export function toTransfer(request: WithdrawRequest): object {
  return {
    value: toReais(request.amount),
    ...toDestination(request),
    description: request.description,
    externalReference: request.withdrawReference,
  };
}

export function fromTransfer(transfer: Transfer): WithdrawResult {
  return {
    withdrawId: transfer.id,
    amount: fromReais(transfer.value),
    providerStatus: transfer.status,
    approvedAt: transfer.status === 'DONE' ? readTime(transfer.effectiveDate) : undefined,
    reference: transfer.externalReference || undefined,
    reason: transfer.failReason ? redactNumbers(transfer.failReason) : undefined,
  };
}

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
