/** Contract ↔ wire, pure. Amounts are numbers in reais. */
import { type Fields, ProviderError, type Settings, toSaoPauloDate } from '@feira/plugin-kit';
import type { TransactionRequest, TransactionResult, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import { normalizePixKey } from '@feira/schemas/rules/pix-key';

const LONGEST_TEXT = 140;
const LONGEST_NAME = 25;

/** The place of a QR code, which is made before the charge that fills it. */
export const toLocation = ({ reference }: TransactionRequest, settings: Settings): object => ({
  clientRequestId: reference,
  type: 'COB',
  merchant: {
    name: settings.merchantName,
    city: settings.merchantCity,
    postalCode: settings.merchantPostalCode,
    merchantCategoryCode: '0000',
  },
});

/** The Central Bank's charge ("cob") with English names, and with its amount as a number. */
export const toCollection = (
  request: TransactionRequest,
  { locationId, pixKey, now }: { locationId: number; pixKey: string; now: Date },
): object => ({
  clientRequestId: request.reference,
  key: pixKey,
  locationId,
  debtor: toDebtor(request.customer),
  amount: { original: toReais(request.amount) },
  calendar: { expiration: Math.max(1, Math.ceil((Date.parse(request.expiresAt) - now.getTime()) / 1_000)) },
  payerQuestion: request.description.slice(0, LONGEST_TEXT),
});

function toDebtor({ document = '', name }: TransactionRequest['customer']): object {
  return document.length === 11 ? { name, cpf: document } : { name, cnpj: document };
}

/** `received` is the PIX that paid it: the charge itself stays ACTIVE. */
export function fromCollection(collection: Fields, received: Fields | null): TransactionResult {
  const payment = received?.fields('requestBody');
  const [begin, seconds] = [collection.date('createAt'), collection.number('calendar.expiration')];
  return {
    transactionId: requireNumber(collection, 'transactionId'),
    reference: collection.text('clientRequestId'),
    paymentMethod: 'PIX',
    providerStatus: payment ? payment.requireText('transactionType') : collection.requireText('status'),
    amount: collection.reais('amount.original'),
    pixCode: collection.text('location.emv'),
    expiresAt: begin && seconds ? new Date(Date.parse(begin) + seconds * 1_000).toISOString() : undefined,
    ...(payment && { movements: [{ id: payment.requireText('endToEndId'), amount: requireReais(payment, 'amount') }] }),
  };
}

/** A boleto with a QR code. Its line comes with a later read. */
export const toCharge = (request: TransactionRequest, settings: Settings): object => ({
  externalId: request.reference,
  dueDate: toSaoPauloDate(new Date(request.expiresAt)),
  expirationAfterPayment: 1,
  amount: toReais(request.amount),
  key: settings.pixKey,
  debtor: {
    name: request.customer.name.slice(0, LONGEST_NAME),
    document: request.customer.document,
    postalCode: request.address?.zipCode,
    publicArea: request.address?.street,
    number: request.address?.number,
    complement: request.address?.complement,
    neighborhood: request.address?.district,
    city: request.address?.city,
    state: request.address?.state,
  },
  receiver: { account: settings.accountNumber, document: settings.accountDocument },
});

/** The answer that makes a charge tells only its id, and how far the making is. */
export const fromNewCharge = (answer: Fields): TransactionResult => ({
  transactionId: answer.requireText('body.transactionId'),
  paymentMethod: 'BILLET',
  providerStatus: answer.requireText('status'),
});

export const fromCharge = (answer: Fields): TransactionResult => ({
  transactionId: answer.requireText('body.transactionId'),
  reference: answer.text('body.externalId'),
  paymentMethod: 'BILLET',
  providerStatus: answer.requireText('body.status'),
  amount: answer.reais('body.amount'),
  paidAmount: answer.reais('body.amountConfirmed'),
  billetCode: answer.text('body.boleto.bankLine'),
  billetBarcode: answer.text('body.boleto.barCode'),
});

export const toKey = ({ pixType, pixKey }: WithdrawRequest) => normalizePixKey(pixType ?? 'RANDOM', pixKey ?? '');

/** The look-up of the key gives the end-to-end id, under a name that the payment spells otherwise, and whose key it is. */
export const toPayment = (request: WithdrawRequest, found: Fields, account: string): object => ({
  amount: toReais(request.amount),
  clientCode: request.withdrawReference,
  endToEndId: found.requireText('body.endtoEndId'),
  initiationType: 'DICT',
  paymentType: 'IMMEDIATE',
  urgency: 'HIGH',
  transactionType: 'TRANSFER',
  debitParty: { account },
  creditParty: {
    key: toKey(request),
    bank: found.text('body.account.participant'),
    account: found.text('body.account.account'),
    branch: found.text('body.account.branch'),
    taxId: found.text('body.owner.documentNumber'),
    name: found.text('body.owner.name'),
    accountType: found.text('body.account.accountType'),
  },
  remittanceInformation: request.description?.slice(0, LONGEST_TEXT),
});

export const fromPayment = (answer: Fields): WithdrawResult => ({
  withdrawId: answer.requireText('body.id'),
  reference: readId(answer, 'body.clientCode'),
  providerStatus: answer.requireText('status'),
  amount: answer.reais('body.amount'),
  reason:
    answer.reason('error.message') ?? answer.reason('body.error.description') ?? answer.reason('body.error.message'),
});

/** Ids are numbers in some answers and texts in others. */
export function readId(fields: Fields, path: string): string | undefined {
  const value = fields.value(path);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : fields.text(path);
}

function requireNumber(fields: Fields, path: string): string {
  const id = readId(fields, path) ?? '';
  if (/^\d+$/.test(id)) return id;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is no number of a charge.`);
}

/** Without its amount a payment says nothing. */
function requireReais(fields: Fields, path: string): number {
  const amount = fields.reais(path);
  if (amount !== undefined) return amount;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} is missing.`);
}
