/** Makes valid requests of every operation, with invented people, for suites and for adapters' own tests. */
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  MandateChargeLookup,
  MandateChargeRequest,
  MandateLookup,
  MandateRefundRequest,
  MandateRequest,
  MandateRetryRequest,
} from '@feira/schemas/mandate';
import type { PersonCheckRequest } from '@feira/schemas/person-check';
import type {
  CardTokenRequest,
  ReceiverDocumentRequest,
  ReceiverRequest,
  RefundRequest,
  TransactionRequest,
  WithdrawRequest,
} from '@feira/schemas/provider';
import type { OutcomeReport, ScoreRequest } from '@feira/schemas/score';

const customer = { name: 'Maria da Silva', email: 'maria@example.com', document: '52998224725', phone: '11987654321' };
const address = {
  zipCode: '01001000',
  street: 'Praça da Sé',
  number: '100',
  complement: 'Lado ímpar',
  district: 'Sé',
  city: 'São Paulo',
  state: 'SP',
};
const card = {
  cardNumber: '4111111111111111',
  holderName: 'MARIA DA SILVA',
  holderDocument: '52998224725',
  expMonth: 12,
  expYear: 2034,
  cvv: '123',
};

const WEBHOOK_URL = 'https://pay.example.com/webhooks/1';

export function sampleTransaction(
  paymentMethod: PaymentMethod,
  changes: Partial<TransactionRequest> = {},
): TransactionRequest {
  return {
    reference: 'attempt-0001',
    orderId: 'order-0001',
    amount: 12_345,
    currency: 'BRL',
    paymentMethod,
    customer,
    items: [{ id: 'offer-1', title: 'Curso de violão', unitPrice: 12_345, quantity: 1, tangible: false }],
    description: 'Curso de violão',
    installments: 1,
    webhookUrl: WEBHOOK_URL,
    checkoutUrl: 'https://pay.example.com/checkout/1',
    customerIp: '203.0.113.7',
    address,
    softDescriptor: 'FEIRA',
    expiresAt: '2034-01-31T12:00:00.000Z',
    ...(paymentMethod === 'CREDIT_CARD' ? { cardToken: 'tok_sample_0001' } : {}),
    ...changes,
  };
}

export function sampleCardToken(changes: Partial<CardTokenRequest> = {}): CardTokenRequest {
  return { card, customer, address, customerIp: '203.0.113.7', ...changes };
}

export function sampleRefund(changes: Partial<RefundRequest> = {}): RefundRequest {
  return {
    reference: 'refund-0001',
    transactionId: 'transaction-0001',
    amount: 12_345,
    isFull: true,
    paymentMethod: 'PIX',
    description: 'Pedido cancelado',
    webhookUrl: WEBHOOK_URL,
    ...changes,
  };
}

export function sampleWithdraw(
  paymentMethod: WithdrawRequest['paymentMethod'],
  changes: Partial<WithdrawRequest> = {},
): WithdrawRequest {
  const owner = {
    document: '52998224725',
    documentType: 'CPF',
    name: 'Maria da Silva',
    email: 'maria@example.com',
  } as const;
  const order = { withdrawReference: 'withdraw-0001', paymentMethod, amount: 5_000, description: 'Saque' };
  const base = { ...order, webhookUrl: WEBHOOK_URL, ...owner };
  if (paymentMethod === 'PIX') return { ...base, pixKey: 'maria@example.com', pixType: 'EMAIL', ...changes };
  if (paymentMethod === 'RECEIVER') return { ...base, receiverId: 'receiver-0001', ...changes };
  return {
    ...base,
    bankCode: '001',
    branchNumber: '1234',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CHECKING',
    accountHolder: 'Maria da Silva',
    accountDocument: '52998224725',
    ...changes,
  };
}

export function sampleReceiver(changes: Partial<ReceiverRequest> = {}): ReceiverRequest {
  return {
    name: 'Maria da Silva',
    document: '52998224725',
    documentType: 'CPF',
    email: 'maria@example.com',
    phone: '11987654321',
    birthDate: '1990-05-17',
    description: 'Aulas de violão',
    webhookUrl: WEBHOOK_URL,
    bankAccount: {
      bankCode: '001',
      branchNumber: '1234',
      accountNumber: '123456',
      accountDigit: '7',
      accountType: 'CHECKING',
    },
    address,
    providerSpecificData: { monthlyRevenue: 500_000 },
    ...changes,
  };
}

/** A file the host was never given, unless `reference` is told. */
export function sampleDocument(changes: Partial<ReceiverDocumentRequest> = {}): ReceiverDocumentRequest {
  return {
    receiverId: 'receiver-0001',
    documentId: 'document-0001',
    file: { reference: 'file_none', name: 'identidade.png', mediaType: 'image/png', byteCount: 68 },
    ...changes,
  };
}

/** A monthly agreement of a fixed amount, by a code that is only the agreement. */
export function sampleMandate(changes: Partial<MandateRequest> = {}): MandateRequest {
  const { journey = 2, retries = 'NONE' } = changes;
  return {
    reference: 'mandate-0001',
    recurrenceDays: 30,
    ...(changes.maxAmount === undefined && { amount: 4_990 }),
    firstChargeDate: '2034-02-01',
    customer,
    description: 'Clube do Pão',
    webhookUrl: WEBHOOK_URL,
    ...(journey === 1 && { payerAccount: { ispb: '99999010', branchNumber: '0001', accountNumber: '123456' } }),
    ...(journey > 2 && { transactionId: 'transaction-0001' }),
    ...changes,
    journey,
    retries,
  };
}

export const sampleMandateLookup = (changes: Partial<MandateLookup> = {}): MandateLookup => ({
  mandateId: 'mandate-0001',
  reference: 'mandate-0001',
  requestedAt: '2034-01-20T12:00:00.000Z',
  document: customer.document,
  ...changes,
});

export const sampleMandateCharge = (changes: Partial<MandateChargeRequest> = {}): MandateChargeRequest => ({
  reference: 'mandate-charge-0001',
  mandateId: 'mandate-0001',
  amount: 4_990,
  dueDate: '2034-02-01',
  customer,
  description: 'Clube do Pão, fevereiro',
  webhookUrl: WEBHOOK_URL,
  ...changes,
});

const chargeIds = {
  mandateChargeId: 'mandate-charge-0001',
  reference: 'mandate-charge-0001',
  mandateId: 'mandate-0001',
};

export const sampleMandateChargeLookup = (changes: Partial<MandateChargeLookup> = {}) => ({ ...chargeIds, ...changes });

export const sampleMandateRefund = (changes: Partial<MandateRefundRequest> = {}): MandateRefundRequest => ({
  reference: 'mandate-refund-0001',
  mandateChargeId: chargeIds.mandateChargeId,
  mandateId: chargeIds.mandateId,
  amount: 4_990,
  isFull: true,
  description: 'Assinatura cancelada',
  webhookUrl: WEBHOOK_URL,
  ...changes,
});

export const sampleMandateRetry = (changes: Partial<MandateRetryRequest> = {}): MandateRetryRequest => ({
  ...chargeIds,
  dueDate: '2034-02-01',
  date: '2034-02-03',
  ...changes,
});

export function sampleScore(changes: Partial<ScoreRequest> = {}): ScoreRequest {
  return {
    reference: 'order-0001',
    amount: 12_345,
    currency: 'BRL',
    paymentMethod: 'CREDIT_CARD',
    installments: 3,
    customer,
    items: [{ id: 'offer-1', title: 'Curso de violão', unitPrice: 12_345, quantity: 1, tangible: false }],
    address,
    customerIp: '203.0.113.7',
    userId: 'seller-0001',
    cardBin: '411111',
    pageSeconds: 95,
    ...changes,
  };
}

export const sampleOutcome = (changes: Partial<OutcomeReport> = {}): OutcomeReport => ({
  scoreId: 'score-0001',
  reference: 'order-0001',
  outcome: 'PAID',
  amount: 12_345,
  currency: 'BRL',
  occurredAt: '2034-01-31T12:00:00.000Z',
  ...changes,
});

export function samplePersonCheck(changes: Partial<PersonCheckRequest> = {}): PersonCheckRequest {
  const { name, document, email } = customer;
  const file = { reference: 'file-0001', name: 'photoDocument.png', mediaType: 'image/png', byteCount: 8 } as const;
  return {
    reference: 'person-0001-1',
    name,
    document,
    documentType: 'CPF',
    email,
    files: { photoDocument: file },
    webhookUrl: WEBHOOK_URL,
    ...changes,
  };
}
