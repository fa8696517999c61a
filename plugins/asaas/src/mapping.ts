import { addDays, fromSaoPaulo, fullYear, toSaoPauloDate } from '@feira/plugin-kit';
import type {
  Address,
  CardTokenRequest,
  CardTokenResult,
  Customer,
  ReceiverRequest,
  RefundRequest,
  RefundResult,
  Split,
  TransactionRequest,
  TransactionResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { fromReais, toReais } from '@feira/schemas/rules/money';
import type { BoletoLine, CardToken, Payment, PixQrCode, Transfer } from './client.ts';
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

type CardHolder = Pick<CardTokenRequest, 'card' | 'customer' | 'address'>;

function toCard({ card, customer, address }: CardHolder): object {
  if (!card) throw invalidRequest('Card token is required for credit card payments.');
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
  };
}

export function toCardToken(request: CardTokenRequest, customerId: string): object {
  return { customer: customerId, ...toCard(request), remoteIp: request.customerIp };
}

export function fromCardToken(token: CardToken): CardTokenResult {
  return {
    token: token.creditCardToken,
    cardBrand: token.creditCardBrand,
    cardLastDigits: toLastDigits(token.creditCardNumber),
  };
}

function toSplit(split: Split, installments: number): object {
  if (split.type === 'PERCENTAGE') return { walletId: split.recipientId, percentualValue: split.amount / 100 };
  const reais = toReais(split.amount);
  // fixedValue would be paid once per installment.
  return { walletId: split.recipientId, ...(installments > 1 ? { totalFixedValue: reais } : { fixedValue: reais }) };
}

export function toCharge(request: TransactionRequest, customerId: string, now: Date): object {
  const { paymentMethod, installments } = request;
  const isCard = paymentMethod === 'CREDIT_CARD';
  const creditCardToken = request.cardId ?? request.cardToken;
  return {
    customer: customerId,
    billingType: BILLING_TYPES[paymentMethod],
    ...(isCard && installments > 1
      ? { installmentCount: installments, totalValue: toReais(request.amount) }
      : { value: toReais(request.amount) }),
    dueDate: isCard ? addDays(toSaoPauloDate(now), 365) : toSaoPauloDate(new Date(request.expiresAt)),
    description: request.description,
    externalReference: request.reference,
    split: request.splits?.length ? request.splits.map((split) => toSplit(split, installments)) : undefined,
    ...(isCard && {
      ...(creditCardToken ? { creditCardToken } : toCard(request)),
      remoteIp: request.customerIp,
    }),
  };
}

const toLastDigits = (number?: string) => number?.match(/\d{4}$/)?.[0];
const toWord = (payment: Payment) => (payment.deleted ? 'DELETED' : payment.status);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function toRefundedAmount(payment: Payment): number {
  if (payment.status === 'REFUNDED') return fromReais(payment.value);
  const done = payment.refunds?.filter((refund) => refund.status === 'DONE') ?? [];
  return sum(done.map((refund) => fromReais(refund.value)));
}

/** One charge, or all installments of one plan as the one transaction they are to us. */
export function fromCharge(
  payments: Payment[],
  codes: { pix?: PixQrCode; boleto?: BoletoLine } = {},
): TransactionResult {
  // A chargeback of one installment is of the sale; a refund is only when no installment stands any more.
  const leading =
    payments.find((payment) => payment.status.includes('CHARGEBACK')) ??
    payments.find((payment) => !payment.status.startsWith('REFUND')) ??
    payments[0]!;
  const isPaid = (payment: Payment) =>
    Boolean(payment.confirmedDate ?? payment.clientPaymentDate ?? payment.paymentDate);
  const paid = payments.filter(isPaid);
  const movementIds = payments.flatMap(({ pixTransaction }) => pixTransaction ?? []);
  const { pix, boleto } = codes;
  const expiresAt = pix?.expirationDate ?? (leading.billingType === 'CREDIT_CARD' ? undefined : leading.dueDate);
  return {
    // The plan's id is what every event and query of its installments has in common.
    transactionId: leading.installment ?? leading.id,
    paymentMethod: PAYMENT_METHODS[leading.billingType],
    providerStatus: toWord(leading),
    amount: sum(payments.map((payment) => fromReais(payment.originalValue ?? payment.value))),
    paidAmount: paid.length ? sum(paid.map((payment) => fromReais(payment.value))) : undefined,
    refundedAmount: sum(payments.map(toRefundedAmount)),
    movementIds: movementIds.length ? movementIds : undefined,
    reference: leading.externalReference || undefined,
    pixCode: pix?.payload,
    pixQrCode: pix?.encodedImage ? `data:image/png;base64,${pix.encodedImage}` : undefined,
    billetCode: boleto?.identificationField,
    billetBarcode: boleto?.barCode,
    billetUrl: leading.bankSlipUrl || undefined,
    expiresAt: expiresAt && fromSaoPaulo(expiresAt),
    cardBrand: leading.creditCard?.creditCardBrand,
    cardLastDigits: toLastDigits(leading.creditCard?.creditCardNumber),
  };
}

/** Asaas makes no payment of a refused card, so our reference stands in for its id. */
export function fromRefusedCharge(request: TransactionRequest, reason: string): TransactionResult {
  const { reference, paymentMethod } = request;
  return { transactionId: reference, reference, paymentMethod, providerStatus: 'REFUSED', reason };
}

/** Without a value Asaas refunds everything. */
export function toRefund(request: RefundRequest): object {
  return { value: request.isFull ? undefined : toReais(request.amount), description: request.description };
}

/** Asaas has no refund ids. Only what it calls done is done; the rest shows later in the charge's refundedAmount. */
export function fromRefund(request: RefundRequest, payment?: Payment): RefundResult {
  const isPending = payment?.refunds?.some((refund) => !['DONE', 'CANCELLED'].includes(refund.status));
  const isDone =
    payment?.status === 'REFUNDED' || (!isPending && payment?.refunds?.some((refund) => refund.status === 'DONE'));
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
  const pixAddressKeyType = request.pixType === 'RANDOM' ? 'EVP' : request.pixType;
  return { operationType: 'PIX', pixAddressKey: request.pixKey, pixAddressKeyType };
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
    approvedAt: transfer.effectiveDate ? fromSaoPaulo(transfer.effectiveDate) : undefined,
    reference: transfer.externalReference || undefined,
    reason: transfer.failReason || undefined,
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
