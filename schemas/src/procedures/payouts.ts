/** Where people's money may be sent. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { Access, Procedure } from '../procedure.ts';
import { PIX_KEY_TYPES } from '../provider.ts';
import { nothingSchema } from './account.ts';
import { GUARDED, nullable, optional, page, pageOf, personSchema, REFUSALS, record } from './parts.ts';

/** Who may take money out. */
const PAID: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer', 'manager'] };
const BANK_ACCOUNTS: Access = { kind: 'role', roles: ['admin'], permission: 'isValidateBankAccountsAvailable' };

export const DESTINATION_STATUSES = ['WAITING', 'ACTIVE', 'REFUSED', 'REMOVED'] as const;

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
  access: PAID,
  input: nothingSchema,
  output: record({ destinations: { type: 'array', items: record(destination) } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const addPixKey = {
  name: 'payouts.addPixKey',
  kind: 'mutation',
  summary: 'Adds a PIX key. Its type is told by its form; CPF and CNPJ keys have to be the person’s own document.',
  access: PAID,
  protects: 'money',
  input: { ...optional({ pixKey: textSchema(77, 1) }), required: ['pixKey'] },
  output: record({ destination: record(destination) }),
  errors: [
    ...GUARDED,
    'PIX_KEY_INVALID',
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
  access: PAID,
  protects: 'money',
  input: {
    type: 'object',
    required: ['bankCode', 'branchNumber', 'accountNumber', 'accountDigit', 'accountType'],
    additionalProperties: false,
    properties: {
      bankCode: { type: 'string', pattern: '^[0-9]{3}$' },
      branchNumber: { type: 'string', pattern: '^[0-9]{1,5}$' },
      branchDigit: { type: 'string', pattern: '^[0-9Xx]$' },
      accountNumber: { type: 'string', pattern: '^[0-9]{1,13}$' },
      accountDigit: { type: 'string', pattern: '^[0-9Xx]$' },
      accountType: { type: 'string', enum: ['CHECKING', 'SAVINGS'] },
    },
  },
  output: record({ destination: record(destination) }),
  errors: [...GUARDED, 'BANK_UNKNOWN', 'DOCUMENT_REQUIRED', 'DESTINATION_TAKEN', 'DESTINATION_LIMIT'],
} as const satisfies Procedure;

export const removeDestination = {
  name: 'payouts.removeDestination',
  kind: 'mutation',
  summary: 'Removes a PIX key or bank account; withdrawals that were asked for go on.',
  access: PAID,
  protects: 'money',
  input: record({ destinationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND'],
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
  input: {
    ...optional({
      destinationId: uuidSchema,
      decision: { type: 'string', enum: ['CONFIRM', 'REFUSE'] },
      reason: textSchema(300),
    }),
    required: ['destinationId', 'decision'],
  },
  output: nothingSchema,
  errors: [...GUARDED, 'DESTINATION_NOT_FOUND', 'DESTINATION_DECIDED', 'REASON_REQUIRED'],
} as const satisfies Procedure;
