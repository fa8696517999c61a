/** Everything that the team needs to know about a person, each part with the permission of the page that shows it for everybody. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import type { AdminPermission } from '../options.ts';
import {
  countSchema,
  nothingSchema,
  nullable,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
  sumSchema,
} from '../parts.ts';
import { type Access, adminWith, type Procedure, ROLES } from '../procedure.ts';
import { RECEIVER_DOCUMENT_STATUSES, RECEIVER_STATUSES } from '../provider.ts';
import { HOLD_REASONS } from './balances.ts';
import { DISPUTE_KINDS, DISPUTE_STATES } from './disputes.ts';
import { AFFILIATION_STATUSES, CONTRACT_STATUSES } from './partners.ts';
import { DESTINATION_STATUSES, WITHDRAWAL_ROLES, WITHDRAWAL_STATES } from './payouts.ts';
import { PERSON_STATUSES } from './people.ts';

/** The permissions with which administrators decide about a person's money. Each of them opens the head of a person. */
export const HEAD_PERMISSIONS = [
  'isUsersAvailable',
  'isSalesAvailable',
  'isChargesAvailable',
  'isWithdrawsRequestUsersAvailable',
  'isWithdrawsRequestManagersAvailable',
  'isAntecipationsAvailable',
  'isValidateBankAccountsAvailable',
  'isProductsAvailable',
] as const satisfies readonly AdminPermission[];

const withOneOf = (permissions: readonly AdminPermission[]): Access => ({
  kind: 'role',
  roles: ['admin'],
  permissions,
});
const onlyPerson = record({ personId: uuidSchema });
const FOUND = [...REFUSALS, 'PERSON_NOT_FOUND'] as const;
const SALES = adminWith('isSalesAvailable');
const NOTES = adminWith('isUsersAvailable');

/** The days of each of the two periods that a person's risk is compared over. */
export const RISK_DAYS = 90;
/** The minutes for which the author of a note may delete it. */
export const NOTE_MINUTES = 10;

/**
 * Sales and money given back are those of the ledger, as reports count them. Disputes are the cases opened in the period, unless they
 * were won.
 */
const riskSchema = record({
  sales: countSchema,
  gross: sumSchema,
  refunds: countSchema,
  refunded: signedAmountSchema,
  disputes: countSchema,
  disputed: sumSchema,
});

export const getHead = {
  name: 'profiles.getHead',
  kind: 'query',
  summary:
    'Retrieves what a decision about a person rests on: who it is and since when, the balance, the share of refunds and disputes of the last 90 days and of the 90 before, and open cases.',
  access: withOneOf(HEAD_PERMISSIONS),
  limit: READING,
  input: onlyPerson,
  output: record({
    id: uuidSchema,
    name: textSchema(120),
    email: textSchema(254),
    status: { type: 'string', enum: PERSON_STATUSES },
    roles: { type: 'array', items: { type: 'string', enum: ROLES } },
    createdAt: dateTimeSchema,
    /** Masked, such as •••.456.789-••; null where the person gave none. */
    document: nullable(textSchema(40)),
    /** True where the list of users has the person, and so the page of a person does. */
    isUser: { type: 'boolean' },
    /** One for each currency in which the person has an account. */
    balances: {
      type: 'array',
      items: record({
        currency: currencySchema,
        available: sumSchema,
        pending: sumSchema,
        reserved: sumSchema,
        owed: sumSchema,
      }),
    },
    /** The currency of the amounts below. Sales in other currencies are left out. */
    currency: currencySchema,
    recent: riskSchema,
    before: riskSchema,
    openDisputes: countSchema,
    /** Buyers who wait for this seller's answer to a refund request. */
    openRequests: countSchema,
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const getMoney = {
  name: 'profiles.getMoney',
  kind: 'query',
  summary: "Retrieves a person's held money by reason, and the ten holds that are released next.",
  access: SALES,
  limit: READING,
  input: onlyPerson,
  output: record({
    reasons: {
      type: 'array',
      items: record({
        currency: currencySchema,
        reason: { type: 'string', enum: HOLD_REASONS },
        count: countSchema,
        amount: sumSchema,
        /** Null where every one of them lasts until a dispute ends. */
        nextAt: nullable(dateTimeSchema),
      }),
    },
    holds: {
      type: 'array',
      items: record({
        id: uuidSchema,
        saleId: uuidSchema,
        currency: currencySchema,
        reason: { type: 'string', enum: HOLD_REASONS },
        amount: amountSchema,
        releaseAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const listWithdrawals = {
  name: 'profiles.listWithdrawals',
  kind: 'query',
  summary: "Lists a person's ten newest withdrawals as a seller.",
  access: withOneOf(['isWithdrawsAvailable', 'isWithdrawsRequestUsersAvailable']),
  limit: READING,
  input: onlyPerson,
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        role: { type: 'string', enum: WITHDRAWAL_ROLES },
        currency: currencySchema,
        amount: amountSchema,
        state: { type: 'string', enum: WITHDRAWAL_STATES },
        createdAt: dateTimeSchema,
        closedAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const getDestinations = {
  name: 'profiles.getDestinations',
  kind: 'query',
  summary:
    'Retrieves where a person is paid: PIX keys and bank accounts with their age, accounts at providers, and the documents that those asked for.',
  access: adminWith('isValidateBankAccountsAvailable'),
  limit: READING,
  input: onlyPerson,
  output: record({
    destinations: {
      type: 'array',
      items: record({
        id: uuidSchema,
        kind: { type: 'string', enum: ['PIX_KEY', 'BANK_ACCOUNT'] },
        label: textSchema(120),
        holderName: textSchema(120),
        status: { type: 'string', enum: DESTINATION_STATUSES },
        createdAt: dateTimeSchema,
        /** No money is sent there before. */
        usableAt: dateTimeSchema,
        /** The last time that money arrived there; null where none did. */
        paidAt: nullable(dateTimeSchema),
      }),
    },
    receivers: {
      type: 'array',
      items: record({
        id: uuidSchema,
        provider: textSchema(64),
        status: { type: 'string', enum: RECEIVER_STATUSES },
        reason: nullable(textSchema(300)),
        createdAt: dateTimeSchema,
        documents: {
          type: 'array',
          items: record({
            id: uuidSchema,
            title: textSchema(256),
            status: { type: 'string', enum: RECEIVER_DOCUMENT_STATUSES },
            reason: nullable(textSchema(300)),
          }),
        },
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const listContracts = {
  name: 'profiles.listContracts',
  kind: 'query',
  summary:
    "Lists a person's co-productions and affiliations: those of the person's products, and those of others, newest first.",
  access: adminWith('isProductsAvailable'),
  limit: READING,
  input: onlyPerson,
  output: record({
    /** The 50 newest. */
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        kind: { type: 'string', enum: ['CO_PRODUCTION', 'AFFILIATION'] },
        /** True where the product is the person's own. */
        isGiven: { type: 'boolean' },
        product: textSchema(300),
        /** The other side: the partner of an own product, or the seller of somebody else's. */
        other: textSchema(254),
        basisPoints: { type: 'integer' },
        status: { type: 'string', enum: [...new Set([...CONTRACT_STATUSES, ...AFFILIATION_STATUSES])] },
        createdAt: dateTimeSchema,
        endsAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const listDisputes = {
  name: 'profiles.listDisputes',
  kind: 'query',
  summary: "Lists the ten newest disputes of a person's sales, open ones first.",
  access: adminWith('isChargesAvailable'),
  limit: READING,
  input: onlyPerson,
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        saleId: uuidSchema,
        kind: { type: 'string', enum: DISPUTE_KINDS },
        state: { type: 'string', enum: DISPUTE_STATES },
        amount: amountSchema,
        currency: currencySchema,
        openedAt: dateTimeSchema,
        dueAt: dateTimeSchema,
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const listSessions = {
  name: 'profiles.listSessions',
  kind: 'query',
  summary:
    "Lists a person's 20 newest sessions, open and ended, without those of administrators who signed in as the person.",
  access: adminWith('isFunctionariesAvailable'),
  limit: READING,
  input: onlyPerson,
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        isOpen: { type: 'boolean' },
        createdAt: dateTimeSchema,
        lastSeenAt: dateTimeSchema,
        userAgent: nullable(textSchema(300)),
        ip: nullable(textSchema(45)),
      }),
    },
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const listNotes = {
  name: 'profiles.listNotes',
  kind: 'query',
  summary: "Lists the team's notes about a person, newest first.",
  access: NOTES,
  limit: READING,
  input: recordWith({ personId: uuidSchema }, page),
  output: pageOf(
    record({
      id: uuidSchema,
      authorName: textSchema(120),
      text: textSchema(2_000),
      createdAt: dateTimeSchema,
      /** The caller wrote it so recently that it can still be deleted. */
      isDeletable: { type: 'boolean' },
    }),
  ),
  errors: FOUND,
} as const satisfies Procedure;

export const addNote = {
  name: 'profiles.addNote',
  kind: 'mutation',
  summary: 'Adds a note about a person, which the whole team reads and nobody changes.',
  access: NOTES,
  limit: CHANGING,
  input: record({ personId: uuidSchema, text: textSchema(2_000, 1) }),
  output: record({ noteId: uuidSchema }),
  errors: FOUND,
} as const satisfies Procedure;

export const deleteNote = {
  name: 'profiles.deleteNote',
  kind: 'mutation',
  summary: 'Deletes a note that the caller wrote within the last ten minutes.',
  access: NOTES,
  limit: CHANGING,
  input: record({ noteId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'NOTE_NOT_FOUND', 'NOTE_FIXED'],
} as const satisfies Procedure;

const buyerSchema = record({
  name: textSchema(30),
  email: textSchema(254),
  /** Masked, such as •••.456.789-••. */
  document: nullable(textSchema(40)),
  phone: nullable({ type: 'string' }),
  firstAt: dateTimeSchema,
  /** The account with this e-mail; null where there is none. */
  personId: nullable(uuidSchema),
  /** Further addresses under which the same document bought, the newest first, at most ten. */
  otherEmails: { type: 'array', items: textSchema(254) },
  /** All purchases, by currency. Counts are payments. */
  totals: {
    type: 'array',
    items: record({
      currency: currencySchema,
      purchases: countSchema,
      paid: countSchema,
      /** The cents that the buyer paid and did not get back. */
      spent: sumSchema,
      refunds: countSchema,
      refunded: sumSchema,
      disputes: countSchema,
    }),
  },
  requests: countSchema,
  /** The 50 newest. */
  purchases: {
    type: 'array',
    items: record({
      id: uuidSchema,
      paymentId: publicIdSchema,
      createdAt: dateTimeSchema,
      title: textSchema(120),
      sellerName: textSchema(200),
      method: paymentMethodSchema,
      amount: amountSchema,
      currency: currencySchema,
      status: paymentStatusSchema,
    }),
  },
});

export const getBuyer = {
  name: 'profiles.getBuyer',
  kind: 'query',
  summary:
    'Retrieves the buyer of a sale, with or without an account: purchases, refunds, disputes and what was spent under the same e-mail, on this platform.',
  access: SALES,
  limit: READING,
  input: record({ saleId: uuidSchema }),
  output: buyerSchema,
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

export const getPurchases = {
  name: 'profiles.getPurchases',
  kind: 'query',
  summary: 'Retrieves what a person with an account bought on this platform; null where that is nothing.',
  access: SALES,
  limit: READING,
  input: onlyPerson,
  output: record({ buyer: nullable(buyerSchema) }),
  errors: FOUND,
} as const satisfies Procedure;

export const profilesErrors = {
  NOTE_NOT_FOUND: { status: 404, 'pt-BR': 'Esta nota não existe mais.', en: 'This note no longer exists.' },
  NOTE_FIXED: {
    status: 409,
    'pt-BR': 'Só quem escreveu a nota pode excluí-la, e só nos primeiros dez minutos.',
    en: 'Only its author can delete a note, and only within the first ten minutes.',
  },
} as const satisfies ErrorTexts;
