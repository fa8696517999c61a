/** Where people's money may be sent, and sending it. */
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
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
  sumSchema,
} from '../parts.ts';
import { type Access, adminWith, EARNERS, type Procedure } from '../procedure.ts';
import { PIX_KEY_TYPES } from '../provider.ts';

/** Who may take money out. */
const BANK_ACCOUNTS = adminWith('isValidateBankAccountsAvailable');

/** Who looks after open withdrawals, and who besides may see those that were paid: one permission for each kind of people. */
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
 * WAITING: for approval. APPROVED: to be sent. SENDING: being sent. SENT: taken by the provider. UNKNOWN: the answer was lost,
 * the money stays reserved. The last four are final.
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
export const WITHDRAWAL_METHODS = ['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const;
export const SETTLEMENT_OUTCOMES = ['PAID', 'FAILED'] as const;
/** As whom: sellers' and managers' are looked at by different people. */
export const WITHDRAWAL_ROLES = ['seller', 'manager'] as const;

const destination = {
  id: uuidSchema,
  kind: { type: 'string', enum: ['PIX_KEY', 'BANK_ACCOUNT'] },
  pixType: nullable({ type: 'string', enum: PIX_KEY_TYPES }),
  /** As much of the key or the account as tells them apart: •••.456.789-••, or 341 · 0001 · •••45-6. */
  label: textSchema(120),
  bankCode: nullable(textSchema(8)),
  holderName: textSchema(120),
  status: { type: 'string', enum: DESTINATION_STATUSES },
  /** Nothing is sent there before this, so that a thief who adds one gains nothing at once. */
  usableAt: dateTimeSchema,
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
} as const;

export const listDestinations = {
  name: 'payouts.listDestinations',
  kind: 'query',
  summary: "The signed-in person's PIX keys and bank accounts.",
  access: EARNERS,
  input: nothingSchema,
  output: record({
    destinations: { type: 'array', items: record(destination) },
    /** How long a new one waits. */
    coolingHours: countSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const addPixKey = {
  name: 'payouts.addPixKey',
  kind: 'mutation',
  summary: 'Adds a PIX key. Its type is told by its form; CPF and CNPJ keys have to be the person’s own document.',
  access: EARNERS,
  protects: 'money',
  input: recordWith(
    { pixKey: textSchema(77, 1) },
    {
      /** Only wanted of eleven digits that may be a CPF as well as a phone. */
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
  summary: 'Adds a bank account of the signed-in person; it is used once somebody of the platform has confirmed it.',
  access: EARNERS,
  protects: 'money',
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
  summary: 'Removes a PIX key or bank account. What was not sent there yet comes back into the balance.',
  access: EARNERS,
  protects: 'money',
  input: record({ destinationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND'],
} as const satisfies Procedure;

const withdrawal = {
  id: uuidSchema,
  role: { type: 'string', enum: WITHDRAWAL_ROLES },
  method: { type: 'string', enum: WITHDRAWAL_METHODS },
  /** Cents that left the balance; the person gets them without the fee. */
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
  summary: 'What a withdrawal of the signed-in person costs, its limits, and what it may be sent to.',
  access: EARNERS,
  input: optional(inCurrency),
  output: record({
    currency: currencySchema,
    available: sumSchema,
    /** Taken out of the amount; the rest arrives. */
    fee: amountSchema,
    /** The least that can be asked for: more than the fee at any rate. */
    minimum: amountSchema,
    /** Larger ones wait for somebody of the platform. 0: all of them wait. */
    automaticUpTo: amountSchema,
    /** Larger ones wait for two people of the platform. */
    secondApprovalAbove: amountSchema,
    coolingHours: countSchema,
    /** What can be sent now: methods some connection of the platform serves. */
    methods: { type: 'array', items: { type: 'string', enum: WITHDRAWAL_METHODS } },
    destinations: { type: 'array', items: record(destination) },
    receivers: { type: 'array', items: record({ id: uuidSchema, provider: textSchema(60), label: textSchema(120) }) },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestWithdrawal = {
  name: 'payouts.requestWithdrawal',
  kind: 'mutation',
  summary: 'Takes money out of the balance; it stays reserved until it has arrived or come back.',
  access: EARNERS,
  protects: 'money',
  isIdempotent: true,
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
  summary: 'Takes back a withdrawal that nobody has approved yet.',
  access: EARNERS,
  protects: 'money',
  input: record({ withdrawalId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_DECIDED'],
} as const satisfies Procedure;

export const listWithdrawals = {
  name: 'payouts.listWithdrawals',
  kind: 'query',
  summary: "The signed-in person's withdrawals, newest first.",
  access: EARNERS,
  input: optional({ ...inCurrency, state: { type: 'string', enum: WITHDRAWAL_STATES }, ...page }),
  output: pageOf(record(withdrawal)),
  errors: REFUSALS,
} as const satisfies Procedure;

const managed = {
  ...withdrawal,
  person: personSchema,
  holderName: textSchema(120),
  /** The person's document is still the one the destination was added under. */
  isOwnDocument: { type: 'boolean' },
  approvals: {
    type: 'array',
    /** Nobody's name: the platform's own rule. */
    items: record({ personId: nullable(uuidSchema), name: nullable(textSchema(120)), at: dateTimeSchema }),
  },
  /** More of these are wanted before it is sent. */
  approvalsWanted: countSchema,
  /** False for whoever approved it already or asks for it: a second approval is another person's. */
  mayApprove: { type: 'boolean' },
  /** The provider itself cannot tell, or not yet: a person may say what became of it. False for whoever has said it already. */
  maySettle: { type: 'boolean' },
  /** What one person said of a large one: it counts once another one says the same. */
  settlement: nullable(
    record({
      personId: uuidSchema,
      name: textSchema(120),
      outcome: { type: 'string', enum: SETTLEMENT_OUTCOMES },
      reason: textSchema(300),
      at: dateTimeSchema,
    }),
  ),
  /** How many people have to say the same, above the limit of two approvals two; 0 where there is nothing to settle. */
  settlementsWanted: countSchema,
  provider: nullable(textSchema(60)),
  providerStatus: nullable(textSchema(128)),
} as const;

export const listPayouts = {
  name: 'payouts.listPayouts',
  kind: 'query',
  summary:
    "Withdrawals of the platform's sellers, or of its managers: those that wait (manage-withdraws) or were paid (paid-withdrawals).",
  access: READERS,
  input: recordWith(
    {
      role: { type: 'string', enum: WITHDRAWAL_ROLES },
      /** OPEN: everything not final, what waits for approval first. PAID: by the day they were paid. ALL: as OPEN does, wants the right to decide. */
      view: { type: 'string', enum: ['OPEN', 'PAID', 'ALL'] },
    },
    {
      state: { type: 'string', enum: WITHDRAWAL_STATES },
      /** Part of the person's name or e-mail. */
      search: textSchema(100),
      ...period,
      ...inCurrency,
      ...page,
    },
  ),
  output: record({
    items: { type: 'array', items: record(managed) },
    next,
    currency: currencySchema,
    /** Of everything that matches: how many and cents, in the currency asked about. */
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const decideWithdrawal = {
  name: 'payouts.decideWithdrawal',
  kind: 'mutation',
  summary: 'Approves or rejects a withdrawal that waits. Rejected money is available again at once.',
  access: DECIDERS,
  protects: 'money',
  input: recordWith(
    { withdrawalId: uuidSchema, decision: { type: 'string', enum: ['APPROVE', 'REJECT'] } },
    { reason: textSchema(300) },
  ),
  output: record({ withdrawal: record(managed) }),
  errors: [...GUARDED, 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_DECIDED', 'APPROVER_SAME', 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const settleWithdrawal = {
  name: 'payouts.settleWithdrawal',
  kind: 'mutation',
  summary:
    'Says what became of a withdrawal whose answer was lost, once the provider itself has been asked in vain. Large ones take two people who say the same.',
  access: DECIDERS,
  protects: 'money',
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
    'APPROVER_SAME',
    'REASON_REQUIRED',
  ],
} as const satisfies Procedure;

export const listBankAccounts = {
  name: 'payouts.listBankAccounts',
  kind: 'query',
  summary: 'PIX keys and bank accounts of the platform’s people, those that wait to be confirmed first.',
  access: BANK_ACCOUNTS,
  input: optional({ status: { type: 'string', enum: DESTINATION_STATUSES }, search: textSchema(100), ...page }),
  output: pageOf(
    record({
      ...destination,
      person: personSchema,
      /** The holder's document is the person's own. */ isOwnDocument: { type: 'boolean' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const decideBankAccount = {
  name: 'payouts.decideBankAccount',
  kind: 'mutation',
  summary: 'Confirms or refuses a bank account that waits.',
  access: BANK_ACCOUNTS,
  protects: 'money',
  input: recordWith(
    { destinationId: uuidSchema, decision: { type: 'string', enum: ['CONFIRM', 'REFUSE'] } },
    { reason: textSchema(300) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND', 'DESTINATION_DECIDED', 'DESTINATION_OWN', 'REASON_REQUIRED'],
} as const satisfies Procedure;
