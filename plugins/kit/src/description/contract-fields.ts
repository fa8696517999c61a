/** Lists the fields of the contract that a description may send or read, and the kind of each: what no list has cannot be named. */
import { mandateChargeResultSchema, mandateResultSchema } from '@feira/schemas/mandate';
import { personCheckResultSchema } from '@feira/schemas/person-check';
import {
  cardDeletionResultSchema,
  cardTokenResultSchema,
  type Operation,
  receiverDocumentResultSchema,
  receiverDocumentsResultSchema,
  receiverLinkResultSchema,
  receiverResultSchema,
  refundResultSchema,
  transactionResultSchema,
  webhookResultSchema,
  withdrawQuestionSchema,
  withdrawResultSchema,
} from '@feira/schemas/provider';
import { outcomeResultSchema, scoreResultSchema } from '@feira/schemas/score';

/** The kinds of fields, each with how it travels; docs/provider-reference.md shows these sentences. */
export const FIELD_KINDS = {
  text: 'A text.',
  id: 'A text here, which may be a number on the wire.',
  word: 'A word of the provider, or of a dictionary in `words`.',
  money: "Cents here, and the provider's unit on the wire (`moneyUnit`, or `|cents`, `|reais`, `|tenThousandths`).",
  date: 'A time in ISO 8601 here; in an answer one without a zone is in São Paulo.',
  number: 'A number.',
  flag: 'True or false.',
  reason: 'A text for people, cut to 500 characters, without the documents and card numbers that it may quote.',
  digits: 'The last four digits of a text or number.',
  list: 'A list: sent by `$each`, and read as texts at a path or as members by `each` and `fields`.',
} as const;
export type Kind = keyof typeof FIELD_KINDS;

const of = (kind: Kind, ...names: string[]) => Object.fromEntries(names.map((name) => [name, kind]));
const under = (parent: string, fields: Record<string, Kind>) =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${parent}.${name}`, kind]));

const CUSTOMER = under('customer', of('text', 'name', 'email', 'document', 'phone'));
const ADDRESS = under('address', of('text', 'zipCode', 'street', 'number', 'complement', 'district', 'city', 'state'));
const CARD = {
  ...under('card', of('text', 'cardNumber', 'holderName', 'holderDocument', 'cvv')),
  ...under('card', of('number', 'expMonth', 'expYear')),
};
const BANK = of('text', 'bankCode', 'branchNumber', 'branchDigit', 'accountNumber', 'accountDigit', 'accountType');
const CHARGE_LOOKUP = of('text', 'transactionId', 'reference', 'paymentMethod');
const RECEIVER_LOOKUP = of('text', 'receiverId', 'receiverToken');

/** The fields of each operation's request, by path. */
const REQUESTS: Record<Exclude<Operation, 'processWebhook'>, Record<string, Kind>> = {
  createCardToken: { ...CUSTOMER, ...ADDRESS, ...CARD, ...of('text', 'cardToken', 'customerIp') },
  createCardId: { ...CUSTOMER, ...ADDRESS, ...CARD, ...of('text', 'cardToken', 'customerIp') },
  deleteCard: of('text', 'cardId', 'receiverToken'),
  createTransaction: {
    ...CUSTOMER,
    ...ADDRESS,
    ...CARD,
    ...of('money', 'amount'),
    ...of('number', 'installments'),
    ...of('date', 'expiresAt'),
    ...of('list', 'items', 'splits'),
    ...of('text', 'reference', 'orderId', 'currency', 'paymentMethod', 'description', 'cardToken', 'cardId', 'userId'),
    ...of('text', 'initiator', 'agreement'),
    ...of('flag', 'authorizeOnly'),
    ...of(
      'text',
      'userDocument',
      'webhookUrl',
      'returnUrl',
      'checkoutUrl',
      'referrerUrl',
      'customerIp',
      'softDescriptor',
    ),
  },
  getTransaction: CHARGE_LOOKUP,
  refund: {
    ...CHARGE_LOOKUP,
    ...of('money', 'amount'),
    ...of('flag', 'isFull'),
    ...of('text', 'description', 'webhookUrl'),
  },
  capture: { ...of('text', 'transactionId', 'reference'), ...of('money', 'amount') },
  void: { ...of('text', 'transactionId', 'reference'), ...of('money', 'amount') },
  withdraw: {
    ...BANK,
    ...of('money', 'amount'),
    ...of(
      'text',
      'withdrawReference',
      'paymentMethod',
      'pixKey',
      'pixType',
      'document',
      'documentType',
      'name',
      'email',
    ),
    ...of('text', 'description', 'receiverId', 'accountHolder', 'accountDocument', 'webhookUrl'),
  },
  getWithdraw: of('text', 'withdrawId', 'withdrawReference', 'receiverId'),
  createReceiver: {
    ...ADDRESS,
    ...under('bankAccount', { ...BANK, ...of('text', 'pixCode') }),
    ...of('text', 'name', 'document', 'documentType', 'email', 'phone', 'birthDate', 'description'),
    ...of('text', 'webhookUrl'),
  },
  getReceiver: RECEIVER_LOOKUP,
  getReceiverDocuments: RECEIVER_LOOKUP,
  sendReceiverDocument: { ...RECEIVER_LOOKUP, ...of('text', 'documentId', 'kind') },
  getReceiverLink: { ...RECEIVER_LOOKUP, ...of('text', 'documentId') },
  // It asks nobody: its question comes from the provider.
  authorizeWithdraw: {},
  createMandate: {
    ...CUSTOMER,
    ...under('payerAccount', of('text', 'ispb', 'branchNumber', 'accountNumber')),
    ...of('money', 'amount', 'maxAmount'),
    ...of('number', 'recurrenceDays', 'journey'),
    ...of('text', 'reference', 'retries', 'firstChargeDate', 'endDate', 'description', 'transactionId', 'webhookUrl'),
  },
  getMandate: { ...of('text', 'mandateId', 'reference', 'document'), ...of('date', 'requestedAt') },
  cancelMandate: of('text', 'mandateId', 'reference'),
  chargeMandate: {
    ...CUSTOMER,
    ...of('money', 'amount'),
    ...of('text', 'reference', 'mandateId', 'dueDate', 'description', 'webhookUrl'),
  },
  getMandateCharge: of('text', 'mandateChargeId', 'reference', 'mandateId'),
  retryMandateCharge: of('text', 'mandateChargeId', 'reference', 'mandateId', 'dueDate', 'date'),
  cancelMandateCharge: of('text', 'mandateChargeId', 'reference', 'mandateId'),
  refundMandateCharge: {
    ...of('text', 'reference', 'mandateChargeId', 'mandateId', 'description', 'webhookUrl'),
    ...of('money', 'amount'),
    ...of('flag', 'isFull'),
  },
  scoreTransaction: {
    ...CUSTOMER,
    ...ADDRESS,
    ...of('money', 'amount'),
    ...of('number', 'installments', 'pageSeconds'),
    ...of('list', 'items'),
    ...of('text', 'reference', 'currency', 'paymentMethod', 'customerIp', 'userId', 'cardBin'),
  },
  reportOutcome: {
    ...of('money', 'amount'),
    ...of('date', 'occurredAt'),
    ...of('text', 'scoreId', 'reference', 'outcome', 'currency'),
  },
  checkPerson: of('text', 'reference', 'name', 'document', 'documentType', 'email', 'webhookUrl'),
  getPersonCheck: of('text', 'personCheckId', 'reference'),
};
/** The fields of one member of a list in a request: named "item.title" and so on. `share` is the part of a split in cents. */
export const LIST_ITEMS: Record<string, Record<string, Kind>> = {
  items: {
    ...of('text', 'id', 'title'),
    ...of('money', 'unitPrice'),
    ...of('number', 'quantity'),
    ...of('flag', 'tangible'),
  },
  splits: {
    ...of('text', 'recipientId', 'type'),
    ...of('money', 'share'),
    ...of('flag', 'chargeProcessingFee', 'liable'),
  },
};

const SCHEMAS = {
  createCardToken: cardTokenResultSchema,
  createCardId: cardTokenResultSchema,
  deleteCard: cardDeletionResultSchema,
  createTransaction: transactionResultSchema,
  getTransaction: transactionResultSchema,
  refund: refundResultSchema,
  capture: transactionResultSchema,
  void: transactionResultSchema,
  withdraw: withdrawResultSchema,
  getWithdraw: withdrawResultSchema,
  createReceiver: receiverResultSchema,
  getReceiver: receiverResultSchema,
  getReceiverDocuments: receiverDocumentsResultSchema,
  sendReceiverDocument: receiverDocumentResultSchema,
  getReceiverLink: receiverLinkResultSchema,
  processWebhook: webhookResultSchema,
  authorizeWithdraw: withdrawQuestionSchema,
  createMandate: mandateResultSchema,
  getMandate: mandateResultSchema,
  cancelMandate: mandateResultSchema,
  chargeMandate: mandateChargeResultSchema,
  getMandateCharge: mandateChargeResultSchema,
  retryMandateCharge: mandateChargeResultSchema,
  cancelMandateCharge: mandateChargeResultSchema,
  refundMandateCharge: refundResultSchema,
  scoreTransaction: scoreResultSchema,
  reportOutcome: outcomeResultSchema,
  checkPerson: personCheckResultSchema,
  getPersonCheck: personCheckResultSchema,
} as const;
const KINDS: Record<string, Kind> = {
  ...of('id', 'transactionId', 'refundId', 'withdrawId', 'receiverId', 'documentId', 'reference', 'eventId', 'id'),
  ...of('word', 'providerStatus', 'status', 'paymentMethod', 'dispute'),
  ...of('money', 'amount', 'paidAmount', 'heldAmount', 'refundedAmount', 'balance'),
  ...of('date', 'approvedAt', 'expiresAt', 'nextStep.expiresAt'),
  ...of('list', 'movements', 'movementIds', 'documents'),
  ...of('reason', 'reason', 'refusedReason'),
  ...of('flag', 'takesFile', 'hasLink'),
  ...of('digits', 'cardLastDigits'),
};

/** The page of a next step. Where an answer has no address, the charge has no next step. */
export const STEP_URL = 'nextStep.url';
export const STEP_EXPIRY = 'nextStep.expiresAt';
const STEP_FIELDS = [STEP_URL, STEP_EXPIRY];

/** The prefix of facts that are remembered of a charge or a withdrawal: "memo.depositId" is a field of its answers, and of each later request about it. */
export const MEMO = 'memo.';
export const KEEPS_MEMO: ReadonlySet<Operation> = new Set([
  'getTransaction',
  'refund',
  'capture',
  'void',
  'getWithdraw',
]);
const TELLS_MEMO: ReadonlySet<Operation> = new Set([
  'createTransaction',
  'getTransaction',
  'withdraw',
  'getWithdraw',
  'processWebhook',
]);
export const isMemoResult = (operation: Operation, name: string) =>
  TELLS_MEMO.has(operation) && name.startsWith(MEMO) && /^[a-z][A-Za-z0-9]{0,39}$/.test(name.slice(MEMO.length));

/** The names that every request has. */
export const COMMON_FIELDS = { now: 'date', 'settings.*': 'text' } as const satisfies Record<string, Kind>;

/** Returns the kind of a request's field; undefined where the operation has no such field. */
export function requestKind(operation: Operation, name: string, list?: string): Kind | undefined {
  if (name === 'now') return COMMON_FIELDS.now;
  if (name.startsWith('settings.')) return COMMON_FIELDS['settings.*'];
  if (name.startsWith(MEMO)) return KEEPS_MEMO.has(operation) ? 'text' : undefined;
  if (list !== undefined && name.startsWith('item.')) return LIST_ITEMS[list]?.[name.slice('item.'.length)];
  return operation === 'processWebhook' ? undefined : REQUESTS[operation][name];
}

/** Names for a sentence about a field that does not exist. */
export const listRequestFields = (operation: Operation, list?: string): string[] => [
  ...(operation === 'processWebhook' ? [] : Object.keys(REQUESTS[operation])),
  ...Object.keys(LIST_ITEMS[list ?? ''] ?? {}).map((name) => `item.${name}`),
];

export const resultKind = (name: string): Kind => KINDS[name] ?? (name.startsWith(MEMO) ? 'id' : 'text');
export const listResultFields = (operation: Operation) =>
  Object.keys(SCHEMAS[operation].properties)
    .filter((name) => !['receiverToken', 'subject', 'events', 'memo', 'refunds', 'attempts'].includes(name))
    .flatMap((name) => (name === 'nextStep' ? STEP_FIELDS : [name]));
export const listNeededResults = (operation: Operation) =>
  operation === 'processWebhook' ? [] : (SCHEMAS[operation].required as readonly string[]);

/** The paths of a list's members, and what each is in a result: `movements` and `documents`. */
export const LIST_FIELDS: Record<string, string[]> = {
  movements: ['id', 'amount'],
  documents: Object.keys(receiverDocumentsResultSchema.properties.documents.items.properties),
};
