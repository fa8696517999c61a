/** Fraud rules of a platform as data: what is known of a purchase, what it leads to, and lists of who is stopped or let through. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  lineSchema,
  PAYMENT_METHODS,
  paymentMethodSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, EXPORTING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  sumSchema,
} from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';
import { proposedSchema } from './money-rules.ts';

/**
 * The signals of a purchase before it is charged. AMOUNT: cents. INSTALLMENTS: their number. HOUR: of the day in São Paulo. DAYS_KNOWN: days
 * since the first purchase of the e-mail; 0 for a new one. PAID_PURCHASES: of the e-mail. REFUSALS_TODAY: its refused
 * payments within 24 hours. DISPUTES: of its purchases, at any time. PAGE_SECONDS: since the buyer's page was opened, by the server's clock; unknown
 * without a valid view of it. PAGE_UNPROVEN: 1 where the purchase brought no valid view of a page, and otherwise 0. A condition about what is unknown does not hold.
 * Within 30 days: EMAILS_OF_DOCUMENT, other e-mails that its CPF or CNPJ bought with; CARDS_OF_DOCUMENT, cards that it tried; ADDRESSES_OF_DOCUMENT, postal codes that
 * it had things sent to; DOCUMENTS_OF_EMAIL, other documents of its e-mail. The first three are unknown of a purchase without a document.
 * PROVIDER_SCORE: from 0 to 100, as a provider that scores purchases tells it; unknown where none answers in time.
 */
export const RISK_SIGNALS = [
  'AMOUNT',
  'INSTALLMENTS',
  'HOUR',
  'DAYS_KNOWN',
  'PAID_PURCHASES',
  'REFUSALS_TODAY',
  'DISPUTES',
  'PAGE_SECONDS',
  'PAGE_UNPROVEN',
  'EMAILS_OF_DOCUMENT',
  'CARDS_OF_DOCUMENT',
  'ADDRESSES_OF_DOCUMENT',
  'DOCUMENTS_OF_EMAIL',
  'PROVIDER_SCORE',
] as const;
export type RiskSignal = (typeof RISK_SIGNALS)[number];
/** Signals that are left out are unknown. */
export type RiskSignals = Partial<Record<RiskSignal, number>>;

/**
 * ALLOW ends the rules and asks for no challenge. CHALLENGE asks the buyer's machine for work before a card is tried. REVIEW holds the amount on
 * the card until a person decides. AUTHENTICATE has the card's owner confirm the charge at the bank (3-D Secure). Where no connection can, both
 * are a CHALLENGE. REFUSE charges nothing.
 */
export const RISK_ACTIONS = ['ALLOW', 'CHALLENGE', 'AUTHENTICATE', 'REVIEW', 'REFUSE'] as const;
export type RiskAction = (typeof RISK_ACTIONS)[number];

export const RISK_OPERATORS = ['AT_LEAST', 'AT_MOST'] as const;
const MOST_RULES = 20;
const MOST_CONDITIONS = 5;
/** The next one is the greatest integer of the database. */
const MOST_VERSION = 2_147_483_646;

export const riskRuleSchema = recordWith(
  {
    id: uuidSchema,
    name: lineSchema(60, 3),
    isEnabled: { type: 'boolean' },
    /** The methods that it looks at. */
    methods: { type: 'array', items: { type: 'string', enum: PAYMENT_METHODS }, minItems: 1, uniqueItems: true },
    /** All of them have to hold. */
    conditions: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_CONDITIONS,
      items: record({
        signal: { type: 'string', enum: RISK_SIGNALS },
        operator: { type: 'string', enum: RISK_OPERATORS },
        value: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
      }),
    },
    action: { type: 'string', enum: RISK_ACTIONS },
  },
  {
    /** The currency of its amounts: it looks at purchases in this one alone. Left out where no condition is about an amount. */
    currency: currencySchema,
  },
);
export type RiskRule = FromSchema<typeof riskRuleSchema>;
const rulesSchema = { type: 'array', maxItems: MOST_RULES, items: riskRuleSchema } as const;

/** The signals that have a greatest value. */
const MOST: Partial<Record<RiskSignal, number>> = { HOUR: 23, PAGE_UNPROVEN: 1, PROVIDER_SCORE: 100 };

/** Returns whether every purchase by the rule's methods meets its conditions. */
export const catchesAll = ({ conditions }: Pick<RiskRule, 'conditions'>): boolean =>
  conditions.every(({ signal, operator, value }) =>
    operator === 'AT_LEAST' ? value === 0 : value >= (MOST[signal] ?? Number.POSITIVE_INFINITY),
  );

export const RISK_LISTS = ['BLOCK', 'ALLOW'] as const;
/** BIN: the first eight digits of a card. NETWORK: an address, with those near it (/24 of IPv4, /64 of IPv6). */
export const RISK_KINDS = ['EMAIL', 'DOMAIN', 'DOCUMENT', 'BIN', 'NETWORK'] as const;
export type RiskKind = (typeof RISK_KINDS)[number];

const TEAM = adminWith('isConfigAvailable');

export const getRules = {
  name: 'risk.getRules',
  kind: 'query',
  summary: 'Retrieves the fraud rules in their order, who saved them last, and the versions before.',
  access: TEAM,
  limit: READING,
  input: nothingSchema,
  output: record({
    version: countSchema,
    /** The platform's own currency, in which amounts are shown and a dry run looks. */
    currency: currencySchema,
    rules: rulesSchema,
    history: {
      type: 'array',
      items: record({ version: countSchema, savedAt: dateTimeSchema, savedBy: textSchema(120), rules: rulesSchema }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const saveRules = {
  name: 'risk.saveRules',
  kind: 'mutation',
  summary:
    'Proposes the fraud rules as a whole, as a new version. Refused where somebody else has saved since. Applied at once unless a second person has to approve.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ version: { ...countSchema, maximum: MOST_VERSION }, rules: rulesSchema }),
  output: proposedSchema,
  errors: [...GUARDED, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

/** The days that a dry run looks back, and the payments that it reads at most, the newest first. */
export const DRY_RUN_DAYS = 30;
export const MOST_DRY_RUN = 20_000;

const caught = {
  count: countSchema,
  paid: countSchema,
  paidAmount: sumSchema,
  disputed: countSchema,
  refused: countSchema,
} as const;

export const dryRun = {
  name: 'risk.dryRun',
  kind: 'mutation',
  summary:
    'Tries rules on the purchases of the last 30 days, as each was known at its time: how many each rule would have caught, and how many of them were paid, disputed or refused by a bank. Changes nothing.',
  access: TEAM,
  limit: EXPORTING,
  input: record({ rules: rulesSchema }),
  output: record({
    /** The purchases that were looked at: those in the platform's own currency, and in the currencies that the rules name. */
    purchases: countSchema,
    /** Only the newest were looked at. */
    isCut: { type: 'boolean' },
    rules: {
      type: 'array',
      /** Each counts the purchases in its own currency, or else in the platform's. */
      items: record({ id: uuidSchema, currency: currencySchema, ...caught }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listEntries = {
  name: 'risk.listEntries',
  kind: 'query',
  summary: 'Lists who is blocked or allowed, newest first. Addresses and documents are shown covered.',
  access: TEAM,
  limit: READING,
  input: optional({ list: { type: 'string', enum: RISK_LISTS }, ...page }),
  output: pageOf(
    record({
      id: uuidSchema,
      list: { type: 'string', enum: RISK_LISTS },
      kind: { type: 'string', enum: RISK_KINDS },
      /** Enough to be recognised by who knows it. */
      label: textSchema(120),
      reason: textSchema(300),
      addedBy: textSchema(120),
      createdAt: dateTimeSchema,
      endsAt: nullable(dateTimeSchema),
      isOver: { type: 'boolean' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const addEntry = {
  name: 'risk.addEntry',
  kind: 'mutation',
  summary:
    'Blocks or allows an e-mail, a domain, a document, the first digits of cards or a network. An entry of the same takes its place. An entry that allows may wait for a second person.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    {
      list: { type: 'string', enum: RISK_LISTS },
      kind: { type: 'string', enum: RISK_KINDS },
      value: lineSchema(254, 2),
      reason: lineSchema(300, 5),
    },
    { /** Left out for one without an end. */ days: { type: 'integer', minimum: 1, maximum: 3_650 } },
  ),
  output: proposedSchema,
  errors: [...GUARDED, 'RISK_VALUE_INVALID', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const removeEntry = {
  name: 'risk.removeEntry',
  kind: 'mutation',
  summary: 'Removes an entry of a list.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ entryId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'RISK_ENTRY_NOT_FOUND'],
} as const satisfies Procedure;

/** The cause that stopped a purchase or let it through: a rule by its name, or an entry by its kind. */
export const riskCauseSchema = recordWith(
  { kind: { type: 'string', enum: ['RULE', ...RISK_KINDS] } },
  { name: textSchema(60) },
);
export type RiskCause = FromSchema<typeof riskCauseSchema>;
export const riskNoteSchema = record({
  action: { type: 'string', enum: RISK_ACTIONS },
  causes: { type: 'array', items: riskCauseSchema },
});
/** Why a purchase was let through or challenged, as it is kept with its payment. */
export type RiskNote = FromSchema<typeof riskNoteSchema>;

/** The days over which chargebacks are counted against card payments. */
export const RATIO_DAYS = 30;
/** Fewer chargebacks say nothing about a share. */
export const LEAST_CHARGEBACKS = 5;
/** Basis points: card networks put sellers under watch at about 1 %. */
export const RATIO_WARNING = 90;
export const RATIO_OVER = 100;
export const RATIO_LEVELS = ['OK', 'WARNING', 'OVER'] as const;
export type RatioLevel = (typeof RATIO_LEVELS)[number];

/** Returns the share of card payments that were charged back in basis points, and what it means. */
export function judgeRatio({ chargebacks, payments }: { chargebacks: number; payments: number }): {
  basisPoints: number;
  level: RatioLevel;
} {
  const basisPoints = payments === 0 ? (chargebacks > 0 ? 10_000 : 0) : Math.round((chargebacks * 10_000) / payments);
  if (chargebacks < LEAST_CHARGEBACKS || basisPoints < RATIO_WARNING) return { basisPoints, level: 'OK' };
  return { basisPoints, level: basisPoints < RATIO_OVER ? 'WARNING' : 'OVER' };
}

const ratio = {
  /** Card payments that were approved within the days. */
  payments: countSchema,
  /** Chargebacks of card payments that were opened within the days, won ones too: card networks count them. */
  chargebacks: countSchema,
  basisPoints: { type: 'integer', minimum: 0 },
  level: { type: 'string', enum: RATIO_LEVELS },
} as const;

export const getRatios = {
  name: 'risk.getRatios',
  kind: 'query',
  summary:
    'Retrieves the share of card payments that were charged back within 30 days: of the platform, and of its sellers with the most chargebacks.',
  access: TEAM,
  limit: READING,
  input: nothingSchema,
  output: record({
    platform: record(ratio),
    sellers: { type: 'array', items: record({ seller: personSchema, ...ratio }) },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listReviews = {
  name: 'risk.listReviews',
  kind: 'query',
  summary: 'Lists payments whose amount is held on the card until a person decides, the earliest deadline first.',
  access: TEAM,
  limit: READING,
  input: optional({ ...page }),
  output: pageOf(
    record({
      /** The id of the payment. */
      id: uuidSchema,
      saleId: uuidSchema,
      paymentId: publicIdSchema,
      at: dateTimeSchema,
      /** Nothing is charged where nobody has accepted it until then. */
      decideBy: dateTimeSchema,
      title: textSchema(120),
      amount: amountSchema,
      currency: currencySchema,
      buyerName: textSchema(120),
      buyerEmail: textSchema(254),
      cardLastDigits: nullable({ type: 'string' }),
      causes: { type: 'array', items: riskCauseSchema },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const decideReview = {
  name: 'risk.decideReview',
  kind: 'mutation',
  summary:
    'Charges a payment in review, or lets go what its card holds. The buyer of one that is refused pays nothing.',
  access: TEAM,
  protects: 'money',
  limit: CHANGING,
  input: record({ paymentId: publicIdSchema, decision: { type: 'string', enum: ['ACCEPT', 'REFUSE'] } }),
  output: nothingSchema,
  errors: [...GUARDED, 'PAYMENT_NOT_FOUND', 'REVIEW_ENDED'],
} as const satisfies Procedure;

export const listRefused = {
  name: 'risk.listRefused',
  kind: 'query',
  summary:
    'Lists purchases that rules or lists have refused within 90 days, newest first, with what was known of each.',
  access: TEAM,
  limit: READING,
  input: optional({ ...page }),
  output: pageOf(
    record({
      id: uuidSchema,
      at: dateTimeSchema,
      title: textSchema(120),
      method: paymentMethodSchema,
      amount: amountSchema,
      currency: currencySchema,
      /** The e-mail, covered. */
      buyer: textSchema(120),
      causes: { type: 'array', items: riskCauseSchema },
      signals: nullable(
        optional(
          Object.fromEntries(RISK_SIGNALS.map((name) => [name, { type: 'integer' }])) as Record<
            RiskSignal,
            { readonly type: 'integer' }
          >,
        ),
      ),
      /** Tries of the same buyer that were refused within the hour, this one included. */
      count: countSchema,
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const riskErrors = {
  RISK_VALUE_INVALID: {
    status: 422,
    'pt-BR':
      'Digite um valor do tipo escolhido: um e-mail, um domínio, um CPF ou CNPJ, os 8 primeiros dígitos do cartão ou um endereço IP.',
    en: 'Enter a value of the chosen kind: an email, a domain, a CPF or CNPJ, the first 8 digits of a card or an IP address.',
  },
  REVIEW_ENDED: {
    status: 409,
    'pt-BR': 'Esta análise já terminou: o pagamento foi decidido, ou o prazo acabou.',
    en: 'This review has ended: the payment was decided, or its time is over.',
  },
  RISK_ENTRY_NOT_FOUND: { status: 404, 'pt-BR': 'Esta entrada não existe.', en: 'This entry does not exist.' },
} as const satisfies ErrorTexts;
