/** Payouts: the destinations of people's money, and the withdrawals sent to them. */

import { amountSchema, currencySchema, dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  inCurrency,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  sortedBy,
  sumSchema,
} from '../parts.ts';
import { type Access, adminWith, EARNERS, type Procedure } from '../procedure.ts';
import { PIX_KEY_TYPES, WITHDRAWAL_METHODS } from '../provider.ts';

/** The people who may withdraw money. */
const BANK_ACCOUNTS = adminWith('isValidateBankAccountsAvailable');

/** The permission to handle open withdrawals, and the additional ones that may see paid withdrawals, for each kind of person. */
export const PAYOUT_PERMISSIONS = {
  seller: { open: 'isWithdrawsRequestUsersAvailable', paid: 'isWithdrawsAvailable' },
  manager: { open: 'isWithdrawsRequestManagersAvailable', paid: 'isWithdrawsManagerAvailable' },
} as const;
const { seller: OF_SELLERS, manager: OF_MANAGERS } = PAYOUT_PERMISSIONS;
const DECIDERS: Access = { kind: 'role', roles: ['admin'], permissions: [OF_SELLERS.open, OF_MANAGERS.open] };
const READERS: Access = {
  kind: 'role',
  roles: ['admin'],
  permissions: [OF_SELLERS.open, OF_SELLERS.paid, OF_MANAGERS.open, OF_MANAGERS.paid],
};

export const DESTINATION_STATUSES = ['WAITING', 'ACTIVE', 'REFUSED', 'REMOVED'] as const;
/**
 * WAITING: for approval. APPROVED: waits to be sent. SENDING: is being sent. SENT: accepted by the provider. UNKNOWN: the answer was lost,
 * and the money stays reserved. The last four are final.
 */
export const WITHDRAWAL_STATES = [
  'WAITING',
  'APPROVED',
  'SENDING',
  'SENT',
  'UNKNOWN',
  'PAID',
  'REJECTED',
  'FAILED',
  'CANCELED',
] as const;
export const SETTLEMENT_OUTCOMES = ['PAID', 'FAILED'] as const;
/** The role in which a person withdraws money. Different administrators handle those of sellers and of managers. */
export const WITHDRAWAL_ROLES = ['seller', 'manager'] as const;

const destination = {
  id: uuidSchema,
  kind: { type: 'string', enum: ['PIX_KEY', 'BANK_ACCOUNT'] },
  pixType: nullable({ type: 'string', enum: PIX_KEY_TYPES }),
  /** The masked key or account, enough to tell them apart: •••.456.789-••, or 341 · 0001 · •••45-6. */
  label: textSchema(120),
  bankCode: nullable(textSchema(8)),
  holderName: textSchema(120),
  status: { type: 'string', enum: DESTINATION_STATUSES },
  /** No money is sent to the destination before this time, so that a thief who adds one gains nothing at once. */
  usableAt: dateTimeSchema,
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
} as const;

export const listDestinations = {
  name: 'payouts.listDestinations',
  kind: 'query',
  summary: "Lists the signed-in person's PIX keys and bank accounts.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /payouts/destinations', resource: 'payouts' },
  input: nothingSchema,
  output: record({
    destinations: { type: 'array', items: record(destination) },
    /** The hours that a new destination waits. */
    coolingHours: countSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const addPixKey = {
  name: 'payouts.addPixKey',
  kind: 'mutation',
  summary: "Adds a PIX key. Its form determines its type; a CPF or CNPJ key has to be the person's own document.",
  access: EARNERS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { pixKey: lineSchema(77, 1) },
    {
      /** Only needed for eleven digits that may be either a CPF or a phone. */
      pixType: { type: 'string', enum: PIX_KEY_TYPES },
    },
  ),
  output: record({ destination: record(destination) }),
  errors: [
    ...GUARDED,
    'PIX_KEY_INVALID',
    'PIX_KEY_AMBIGUOUS',
    'DOCUMENT_REQUIRED',
    'DESTINATION_FOREIGN',
    'DESTINATION_TAKEN',
    'DESTINATION_LIMIT',
  ],
} as const satisfies Procedure;

export const addBankAccount = {
  name: 'payouts.addBankAccount',
  kind: 'mutation',
  summary: "Adds a bank account of the signed-in person. It can be used once the platform's staff has confirmed it.",
  access: EARNERS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    {
      bankCode: { type: 'string', pattern: '^[0-9]{3}$' },
      branchNumber: { type: 'string', pattern: '^[0-9]{1,5}$' },
      accountNumber: { type: 'string', pattern: '^[0-9]{1,13}$' },
      accountDigit: { type: 'string', pattern: '^[0-9Xx]$' },
      accountType: { type: 'string', enum: ['CHECKING', 'SAVINGS'] },
    },
    { branchDigit: { type: 'string', pattern: '^[0-9Xx]$' } },
  ),
  output: record({ destination: record(destination) }),
  errors: [...GUARDED, 'BANK_UNKNOWN', 'DOCUMENT_REQUIRED', 'DESTINATION_TAKEN', 'DESTINATION_LIMIT'],
} as const satisfies Procedure;

export const removeDestination = {
  name: 'payouts.removeDestination',
  kind: 'mutation',
  summary: 'Removes a PIX key or bank account. Withdrawals to it that were not sent yet return to the balance.',
  access: EARNERS,
  protects: 'money',
  limit: CHANGING,
  input: record({ destinationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND'],
} as const satisfies Procedure;

const withdrawal = {
  id: uuidSchema,
  role: { type: 'string', enum: WITHDRAWAL_ROLES },
  method: { type: 'string', enum: WITHDRAWAL_METHODS },
  /** The cents taken from the balance. The person receives them minus the fee. */
  amount: amountSchema,
  fee: amountSchema,
  currency: currencySchema,
  state: { type: 'string', enum: WITHDRAWAL_STATES },
  destinationLabel: textSchema(120),
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
  closedAt: nullable(dateTimeSchema),
} as const;

export const getWithdrawalTerms = {
  name: 'payouts.getWithdrawalTerms',
  kind: 'query',
  summary: "Retrieves the fee, the limits and the possible destinations of the signed-in person's withdrawals.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /payouts/terms', resource: 'payouts' },
  input: optional(inCurrency),
  output: record({
    currency: currencySchema,
    available: sumSchema,
    /** The fee, which is deducted from the amount. */
    fee: amountSchema,
    /** The minimum amount; it is always more than the fee. */
    minimum: amountSchema,
    /** Larger withdrawals wait for an approval; 0 means that all of them wait. */
    automaticUpTo: amountSchema,
    /** Larger withdrawals need two approvals. */
    secondApprovalAbove: amountSchema,
    coolingHours: countSchema,
    /** The methods that a connection of the platform serves now. */
    methods: { type: 'array', items: { type: 'string', enum: WITHDRAWAL_METHODS } },
    destinations: { type: 'array', items: record(destination) },
    receivers: { type: 'array', items: record({ id: uuidSchema, provider: textSchema(60), label: textSchema(120) }) },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestWithdrawal = {
  name: 'payouts.requestWithdrawal',
  kind: 'mutation',
  summary: 'Requests a withdrawal. The amount stays reserved until the money has arrived or has been returned.',
  access: EARNERS,
  protects: 'money',
  isIdempotent: true,
  limit: CHANGING,
  api: { call: 'POST /payouts', resource: 'payouts' },
  input: recordWith(
    { amount: { ...amountSchema, minimum: 1 } },
    {
      ...inCurrency,
      /** Either this or a receiver. */
      destinationId: uuidSchema,
      receiverId: uuidSchema,
    },
  ),
  output: record({ withdrawal: record(withdrawal) }),
  errors: [
    ...GUARDED,
    'BALANCE_TOO_LOW',
    'VERIFICATION_REQUIRED',
    'VERIFICATION_IN_REVIEW',
    'WITHDRAWAL_TOO_SMALL',
    'DESTINATION_REQUIRED',
    'DESTINATION_NOT_FOUND',
    'DESTINATION_UNCONFIRMED',
    'DESTINATION_COOLING',
    'RECEIVER_NOT_FOUND',
    'WITHDRAWAL_UNAVAILABLE',
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
  ],
} as const satisfies Procedure;

export const cancelWithdrawal = {
  name: 'payouts.cancelWithdrawal',
  kind: 'mutation',
  summary: 'Cancels a withdrawal that has not been approved yet.',
  access: EARNERS,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /payouts/{withdrawalId}/cancel', resource: 'payouts' },
  input: record({ withdrawalId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_DECIDED', 'OUTGOING_HELD'],
} as const satisfies Procedure;

export const listWithdrawals = {
  name: 'payouts.listWithdrawals',
  kind: 'query',
  summary: "Lists the signed-in person's withdrawals, newest first.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /payouts', resource: 'payouts' },
  input: optional({
    ...inCurrency,
    state: { type: 'string', enum: WITHDRAWAL_STATES },
    ...page,
    ...sortedBy('amount', 'createdAt'),
  }),
  output: pageOf(record(withdrawal)),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

const managed = {
  ...withdrawal,
  person: personSchema,
  holderName: textSchema(120),
  /** True while the person's document is still the one under which the destination was added. */
  isOwnDocument: { type: 'boolean' },
  approvals: {
    type: 'array',
    /** No person: the platform's own rule approved it. */
    items: record({ personId: nullable(uuidSchema), name: nullable(textSchema(120)), at: dateTimeSchema }),
  },
  /** The number of approvals still needed before it is sent. */
  approvalsWanted: countSchema,
  /** False for people who approved it already and for the person who asked for it: a second approval needs another person. */
  mayApprove: { type: 'boolean' },
  /**
   * True while the caller may record the outcome, because the provider cannot tell it, or not yet. False for a caller who has recorded one
   * already.
   */
  maySettle: { type: 'boolean' },
  /** The outcome that one person recorded for a large withdrawal. It counts once another person records the same. */
  settlement: nullable(
    record({
      personId: uuidSchema,
      name: textSchema(120),
      outcome: { type: 'string', enum: SETTLEMENT_OUTCOMES },
      reason: textSchema(300),
      at: dateTimeSchema,
    }),
  ),
  /** The outcome that the provider reports, where it is the opposite of `state`: administrators have to record the right one. */
  contradictedAs: nullable({ type: 'string', enum: SETTLEMENT_OUTCOMES }),
  /** The number of people who have to record the same outcome: two above the limit of two approvals; 0 where none needs to. */
  settlementsWanted: countSchema,
  provider: nullable(textSchema(60)),
  providerStatus: nullable(textSchema(128)),
} as const;

export const listPayouts = {
  name: 'payouts.listPayouts',
  kind: 'query',
  summary:
    "Lists withdrawals of the platform's sellers or managers: open ones (manage-withdraws) or paid ones (paid-withdrawals).",
  access: READERS,
  limit: READING,
  api: { call: 'GET /platform/payouts', resource: 'payouts' },
  input: recordWith(
    {
      role: { type: 'string', enum: WITHDRAWAL_ROLES },
      /**
       * OPEN: all that are not final or contradicted by their provider, those waiting for approval first. PAID: by the day of payment. ALL: in the order of OPEN; needs the
       * permission to decide.
       */
      view: { type: 'string', enum: ['OPEN', 'PAID', 'ALL'] },
    },
    {
      /** Only this one, whatever its state. */
      withdrawalId: uuidSchema,
      state: { type: 'string', enum: WITHDRAWAL_STATES },
      /** Part of the person's name or e-mail. */
      search: textSchema(100),
      ...period,
      ...inCurrency,
      ...page,
      ...sortedBy('amount', 'person', 'createdAt', 'closedAt'),
    },
  ),
  output: record({
    items: { type: 'array', items: record(managed) },
    next,
    currency: currencySchema,
    /** The number and the cents of all withdrawals that match, in the requested currency. */
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const decideWithdrawal = {
  name: 'payouts.decideWithdrawal',
  kind: 'mutation',
  summary: 'Approves or rejects a withdrawal that waits. A rejected amount is available again at once.',
  access: DECIDERS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { withdrawalId: uuidSchema, decision: { type: 'string', enum: ['APPROVE', 'REJECT'] } },
    { reason: textSchema(300) },
  ),
  output: record({ withdrawal: record(managed) }),
  errors: [
    ...GUARDED,
    'WITHDRAWAL_NOT_FOUND',
    'WITHDRAWAL_DECIDED',
    'APPROVER_SAME',
    'APPROVER_NEW',
    'APPROVER_INVITED',
    'REASON_REQUIRED',
    'OUTGOING_HELD',
  ],
} as const satisfies Procedure;

export const settleWithdrawal = {
  name: 'payouts.settleWithdrawal',
  kind: 'mutation',
  summary:
    'Records the outcome of a withdrawal whose answer was lost, or whose provider reports the opposite and confirms it. Large ones need two people.',
  access: DECIDERS,
  protects: 'money',
  limit: CHANGING,
  input: record({
    withdrawalId: uuidSchema,
    outcome: { type: 'string', enum: SETTLEMENT_OUTCOMES },
    reason: textSchema(300, 4),
  }),
  output: record({ withdrawal: record(managed) }),
  errors: [
    ...GUARDED,
    'WITHDRAWAL_NOT_FOUND',
    'WITHDRAWAL_DECIDED',
    'WITHDRAWAL_UNDER_WAY',
    'WITHDRAWAL_UNPROVEN',
    'WITHDRAWAL_UNREACHED',
    'APPROVER_SAME',
    'APPROVER_NEW',
    'APPROVER_INVITED',
  ],
} as const satisfies Procedure;

export const listBankAccounts = {
  name: 'payouts.listBankAccounts',
  kind: 'query',
  summary: "Lists PIX keys and bank accounts of the platform's people, those waiting for confirmation first.",
  access: BANK_ACCOUNTS,
  limit: READING,
  input: optional({
    status: { type: 'string', enum: DESTINATION_STATUSES },
    search: textSchema(100),
    ...page,
    ...sortedBy('person', 'createdAt'),
  }),
  output: pageOf(
    record({
      ...destination,
      person: personSchema,
      /** True where the holder's document is the person's own. */ isOwnDocument: { type: 'boolean' },
    }),
  ),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const decideBankAccount = {
  name: 'payouts.decideBankAccount',
  kind: 'mutation',
  summary: 'Confirms or refuses a bank account that waits for confirmation.',
  access: BANK_ACCOUNTS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { destinationId: uuidSchema, decision: { type: 'string', enum: ['CONFIRM', 'REFUSE'] } },
    { reason: textSchema(300) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND', 'DESTINATION_DECIDED', 'DESTINATION_OWN', 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const payoutsErrors = {
  BALANCE_TOO_LOW: { status: 422, 'pt-BR': 'Saldo disponível insuficiente.', en: 'The available balance is too low.' },
  WITHDRAWAL_TOO_SMALL: {
    status: 422,
    'pt-BR': 'Este valor é menor que o mínimo para saque.',
    en: 'This amount is below the minimum of a withdrawal.',
  },
  WITHDRAWAL_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Nenhuma conexão desta plataforma envia saques para este destino.',
    en: 'No connection of this platform sends withdrawals to this destination.',
  },
  WITHDRAWAL_NOT_FOUND: { status: 404, 'pt-BR': 'Este saque não existe.', en: 'This withdrawal does not exist.' },
  WITHDRAWAL_DECIDED: {
    status: 409,
    'pt-BR': 'Este saque já foi decidido ou enviado. Atualize a página.',
    en: 'This withdrawal was already decided or sent. Reload the page.',
  },
  OUTGOING_HELD: {
    status: 409,
    'pt-BR': 'Saques e devoluções estão parados enquanto a plataforma confere o que já foi enviado. Tente mais tarde.',
    en: 'Withdrawals and refunds are held while the platform checks what was already sent. Try again later.',
  },
  WITHDRAWAL_UNPROVEN: {
    status: 409,
    'pt-BR': 'O provedor não diz que foi assim. Confira de novo no painel dele.',
    en: 'The provider does not say that it ended like this. Look in its panel again.',
  },
  WITHDRAWAL_UNREACHED: {
    status: 409,
    'pt-BR': 'O provedor não respondeu, e sem ele nada é lançado. Tente de novo daqui a pouco.',
    en: 'The provider did not answer, and nothing is booked without it. Try again in a moment.',
  },
  WITHDRAWAL_UNDER_WAY: {
    status: 409,
    'pt-BR': 'O provedor ainda pode estar enviando este saque. Aguarde alguns minutos.',
    en: 'The provider may still be sending this withdrawal. Wait a few minutes.',
  },
  PIX_KEY_INVALID: {
    status: 422,
    'pt-BR': 'Chave Pix inválida. Use CPF, CNPJ, e-mail, telefone com DDD ou chave aleatória.',
    en: 'Invalid Pix key. Use a CPF, CNPJ, email, phone with area code or random key.',
  },
  PIX_KEY_AMBIGUOUS: {
    status: 422,
    'pt-BR': 'Esta chave pode ser um CPF ou um telefone. Escolha o tipo.',
    en: 'This key may be a CPF or a phone. Choose the type.',
  },
  DESTINATION_FOREIGN: {
    status: 422,
    'pt-BR': 'A chave precisa ser do seu próprio CPF ou CNPJ.',
    en: 'The key has to be your own CPF or CNPJ.',
  },
  DESTINATION_TAKEN: {
    status: 409,
    'pt-BR': 'Este destino já está cadastrado.',
    en: 'This destination was already added.',
  },
  DESTINATION_LIMIT: {
    status: 422,
    'pt-BR': 'Remova uma chave ou conta antes de cadastrar outra.',
    en: 'Remove a key or account before adding another.',
  },
  DESTINATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta chave ou conta não existe.',
    en: 'This key or account does not exist.',
  },
  DESTINATION_COOLING: {
    status: 422,
    'pt-BR': 'Por segurança, este destino ainda não pode receber saques. Escolha outro ou aguarde.',
    en: 'For safety this destination cannot be paid yet. Choose another or wait.',
  },
  DESTINATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta conta já foi conferida.',
    en: 'This account was already decided.',
  },
  DESTINATION_OWN: {
    status: 422,
    'pt-BR': 'Outra pessoa da equipe precisa conferir a sua própria conta.',
    en: 'Somebody else of the team has to check your own account.',
  },
  DESTINATION_REQUIRED: {
    status: 422,
    'pt-BR': 'Escolha uma chave ou conta, ou um recebedor: só um deles.',
    en: 'Choose a key or account, or a receiver: one of them.',
  },
  DESTINATION_UNCONFIRMED: {
    status: 422,
    'pt-BR': 'Esta conta ainda não foi confirmada pela plataforma.',
    en: 'This account has not been confirmed by the platform.',
  },
  BANK_UNKNOWN: {
    status: 422,
    'pt-BR': 'Banco não suportado, tente outro.',
    en: 'This bank is not supported, try another one.',
  },
} as const satisfies ErrorTexts;
