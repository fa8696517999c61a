/** Subscriptions: lists and figures for those who sell, and a page for the buyer, which a signed link opens without signing in. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { DECLINE_ADVICES } from '../declines.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, PURCHASING, READING } from '../limits.ts';
import { RECURRENCE_DAYS, RECURRENCE_PERIODS } from '../options.ts';
import {
  countSchema,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  pageOf,
  pageViewSchema,
  period,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
  sumSchema,
} from '../parts.ts';
import { type Access, CUSTOMER, MASTER, type Procedure } from '../procedure.ts';
import {
  cycleStateSchema,
  DUNNING_ENDS,
  PLAN_CHANGE_REFUSALS,
  SUBSCRIPTION_ACTORS,
  SUBSCRIPTION_EVENT_KINDS,
  SUBSCRIPTION_LOG_GROUPS,
  type SubscriptionLogGroup,
  subscriptionEndReasonSchema,
  subscriptionMethodSchema,
  subscriptionStatusSchema,
} from '../subscription.ts';
import { EXPORT_FORMATS } from './balances.ts';

/** Sellers see their own subscriptions, administrators all of the platform. */
const SELLING: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isSalesAvailable' };

/** The distance between two charges: the days, and whether they are counted or stand for months of the calendar. */
const frequency = {
  frequencyInDays: { type: 'integer', enum: RECURRENCE_DAYS },
  period: { type: 'string', enum: RECURRENCE_PERIODS },
} as const;
const cycleNumber = { type: 'integer', minimum: 1 } as const;

/** The parts of a subscription that every list shows. */
const shared = {
  status: subscriptionStatusSchema,
  method: subscriptionMethodSchema,
  title: textSchema(120),
  productName: textSchema(120),
  /** Cents of the next charge; of the last one where none follows. */
  amount: amountSchema,
  currency: currencySchema,
  ...frequency,
  /** The latest cycle that was paid, and the number of charges; null for no end. */
  cycle: cycleNumber,
  cycles: nullable(cycleNumber),
  periodStart: dateTimeSchema,
  periodEnd: dateTimeSchema,
  nextChargeAt: nullable(dateTimeSchema),
  pastDueSince: nullable(dateTimeSchema),
  cancelAtPeriodEnd: { type: 'boolean' },
  pausedAt: nullable(dateTimeSchema),
  endedAt: nullable(dateTimeSchema),
  endReason: nullable(subscriptionEndReasonSchema),
  createdAt: dateTimeSchema,
} as const;

const card = nullable(
  record({
    brand: nullable(textSchema(40)),
    lastDigits: nullable(textSchema(4)),
    /** YYYY-MM, where the provider tells it. */
    expiry: nullable(textSchema(7)),
  }),
);

const EXPANDED = { product: 'productId', offer: 'offerId', customer: 'customerId' } as const;

const listedSchema = record({
  id: uuidSchema,
  ...shared,
  offerId: uuidSchema,
  productId: uuidSchema,
  /** The buyer as a customer of the seller; null once the buyer's data is erased. */
  customerId: nullable(uuidSchema),
  sellerId: uuidSchema,
  sellerName: textSchema(200),
  buyerName: textSchema(120),
  buyerEmail: textSchema(254),
});

/** The change of the plan that is to come. */
const plannedSchema = nullable(
  record({ title: textSchema(120), amount: amountSchema, ...frequency, at: dateTimeSchema }),
);

/** The filters of a list. Days are those on which subscriptions began. */
export const subscriptionFilter = {
  ...period,
  status: subscriptionStatusSchema,
  method: subscriptionMethodSchema,
  offerId: uuidSchema,
  /** Part of a buyer's name or e-mail. */
  search: textSchema(100),
} as const;

export const listSubscriptions = {
  name: 'subscriptions.listSubscriptions',
  kind: 'query',
  summary: "Lists the signed-in seller's subscriptions, or for administrators the platform's, newest first.",
  access: SELLING,
  limit: READING,
  api: { call: 'GET /subscriptions', resource: 'subscriptions', expand: EXPANDED },
  input: optional({ ...subscriptionFilter, customerId: uuidSchema, sellerId: uuidSchema, ...page }),
  output: pageOf(listedSchema),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

const cycleSchema = record({
  number: cycleNumber,
  periodStart: dateTimeSchema,
  periodEnd: dateTimeSchema,
  dueAt: dateTimeSchema,
  /** Cents charged, after the discount. */
  amount: amountSchema,
  discount: amountSchema,
  state: cycleStateSchema,
  attempts: countSchema,
  nextAttemptAt: nullable(dateTimeSchema),
  paidAt: nullable(dateTimeSchema),
  saleId: nullable(uuidSchema),
  /** The public id of the payment, which leads to its page and its receipt; null before the first try. */
  paymentId: nullable(publicIdSchema),
  paymentStatus: nullable(paymentStatusSchema),
});

const eventSchema = record({
  id: uuidSchema,
  kind: { type: 'string', enum: SUBSCRIPTION_EVENT_KINDS },
  at: dateTimeSchema,
  by: { type: 'string', enum: SUBSCRIPTION_ACTORS },
  /** The person who did it in a session. */
  personName: nullable(textSchema(200)),
  cycle: nullable(cycleNumber),
  /** The facts that the kind of evidence tells, see SubscriptionEvent. */
  data: { type: 'object', additionalProperties: true },
});

export const getSubscription = {
  name: 'subscriptions.getSubscription',
  kind: 'query',
  summary: 'Retrieves one subscription with its cycles and everything that happened to it, latest first.',
  access: SELLING,
  limit: READING,
  api: { call: 'GET /subscriptions/{subscriptionId}', resource: 'subscriptions', expand: EXPANDED },
  input: record({ subscriptionId: uuidSchema }),
  output: record({
    ...listedSchema.properties,
    buyerDocument: nullable(textSchema(18)),
    buyerPhone: nullable(textSchema(20)),
    card,
    /** The promise, which later changes of the offer leave as it is. */
    promised: record({
      /** Cents of the first charge; 0 in a free trial. */
      firstAmount: amountSchema,
      /** Cents and period of each later charge, as a change of the plan or the price has left them. */
      recurringAmount: amountSchema,
      ...frequency,
      /** The promises before such changes, latest first. */
      earlier: {
        type: 'array',
        items: record({
          title: textSchema(120),
          amount: amountSchema,
          ...frequency,
          /** The last charge for which it held. */
          untilCycle: cycleNumber,
        }),
      },
      cycles: nullable(cycleNumber),
      trialDays: nullable(countSchema),
      /** The discount of a coupon on that many charges, or on all: a share or cents. */
      discount: nullable(
        record({
          code: textSchema(30),
          cycles: nullable(cycleNumber),
          basisPoints: nullable({ type: 'integer' }),
          amount: nullable(amountSchema),
        }),
      ),
      /** The affiliate who shares in that many charges; in all of them where `cycles` is null. */
      affiliate: nullable(
        record({ name: textSchema(200), basisPoints: { type: 'integer' }, cycles: nullable(cycleNumber) }),
      ),
      dunning: record({
        graceDays: countSchema,
        endDay: countSchema,
        end: { type: 'string', enum: DUNNING_ENDS },
      }),
    }),
    /** When access ends unless a charge is paid; null while it is open. */
    accessEndsAt: nullable(dateTimeSchema),
    planned: plannedSchema,
    version: cycleNumber,
    cyclesMade: { type: 'array', items: cycleSchema },
    events: { type: 'array', items: eventSchema },
  }),
  errors: [...REFUSALS, 'SUBSCRIPTION_NOT_FOUND'],
} as const satisfies Procedure;

/** The filters and format of downloads: GET /exports/subscriptions (one's own) and GET /exports/platform-subscriptions. */
const EXPORTED = { format: { type: 'string', enum: EXPORT_FORMATS } } as const;
/** The language of titles and texts in the file. */
const lang = { type: 'string', maxLength: 20 } as const;

export const exportSubscriptionsInput = recordWith(EXPORTED, { ...subscriptionFilter, lang });
export type ExportSubscriptionsInput = FromSchema<typeof exportSubscriptionsInput>;

export const exportPlatformSubscriptionsInput = recordWith(EXPORTED, {
  ...subscriptionFilter,
  sellerId: uuidSchema,
  lang,
});
export type ExportPlatformSubscriptionsInput = FromSchema<typeof exportPlatformSubscriptionsInput>;

export const getFigures = {
  name: 'subscriptions.getFigures',
  kind: 'query',
  summary:
    "Retrieves the figures of the signed-in seller's subscriptions, or for administrators of the platform's: revenue, churn with its reasons, and how many of each month's stay.",
  access: SELLING,
  limit: READING,
  api: { call: 'GET /subscriptions/figures', resource: 'subscriptions' },
  input: recordWith(period, { currency: currencySchema, sellerId: uuidSchema, offerId: uuidSchema }),
  output: record({
    currency: currencySchema,
    /**
     * The next charges of subscriptions that are now active or past due and go on, counted over 30 days, in cents. Trials, pauses and
     * ordered cancellations bring in nothing.
     */
    mrr: sumSchema,
    /** Subscriptions that went on at the end of the period. */
    live: countSchema,
    /** Subscriptions that are past due now. */
    pastDue: countSchema,
    begun: countSchema,
    ended: countSchema,
    /** The share of the subscriptions that went on at the beginning of the period and were lost in it. One whose promised charges are all paid is not lost. */
    churnBasisPoints: countSchema,
    /** The cents that charges from the second on have brought in the period, less what went back. */
    renewed: signedAmountSchema,
    reasons: { type: 'array', items: record({ reason: subscriptionEndReasonSchema, count: countSchema }) },
    /** The number of those that began in a month and went on at the end of that month, of the next one, and so on until now. */
    cohorts: {
      type: 'array',
      items: record({
        month: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$' },
        begun: countSchema,
        retained: { type: 'array', items: countSchema },
      }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listLogs = {
  name: 'subscriptions.listLogs',
  kind: 'query',
  summary:
    "Lists what happened to the subscriptions of the caller's platform, or of one that it operates, latest first.",
  access: MASTER,
  limit: READING,
  input: optional({
    platformId: uuidSchema,
    ...period,
    group: { type: 'string', enum: Object.keys(SUBSCRIPTION_LOG_GROUPS) as SubscriptionLogGroup[] },
    subscriptionId: uuidSchema,
    /** Part of a plan's title or of a seller's name. */
    search: textSchema(100),
    ...page,
  }),
  output: pageOf(
    record({
      ...eventSchema.properties,
      subscriptionId: uuidSchema,
      title: textSchema(120),
      sellerName: textSchema(200),
      status: subscriptionStatusSchema,
      currency: currencySchema,
    }),
  ),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

const named = record({ subscriptionId: uuidSchema });
const CHANGED = record({ status: subscriptionStatusSchema });
const CHANGE_ERRORS = [...REFUSALS, 'SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_ENDED'] as const;
const reason = nullable(textSchema(300));

export const cancel = {
  name: 'subscriptions.cancel',
  kind: 'mutation',
  summary: 'Cancels a subscription at once, or at the end of the period that is paid.',
  access: SELLING,
  limit: CHANGING,
  api: { call: 'POST /subscriptions/{subscriptionId}/cancel', resource: 'subscriptions' },
  input: record({ ...named.properties, isAtOnce: { type: 'boolean' }, reason }),
  output: CHANGED,
  errors: CHANGE_ERRORS,
} as const satisfies Procedure;

export const pause = {
  name: 'subscriptions.pause',
  kind: 'mutation',
  summary: 'Pauses a subscription: nothing is charged until it is resumed. The period that is paid runs on.',
  access: SELLING,
  limit: CHANGING,
  api: { call: 'POST /subscriptions/{subscriptionId}/pause', resource: 'subscriptions' },
  input: named,
  output: CHANGED,
  errors: CHANGE_ERRORS,
} as const satisfies Procedure;

export const resume = {
  name: 'subscriptions.resume',
  kind: 'mutation',
  summary: 'Resumes a paused subscription, or withdraws a cancellation at the end of the period.',
  access: SELLING,
  limit: CHANGING,
  api: { call: 'POST /subscriptions/{subscriptionId}/resume', resource: 'subscriptions' },
  input: named,
  output: CHANGED,
  errors: CHANGE_ERRORS,
} as const satisfies Procedure;

export const changePrice = {
  name: 'subscriptions.changePrice',
  kind: 'mutation',
  summary:
    'Changes what later charges of a subscription cost, and mails the buyer. A charge that is due within the notice of 10 days keeps its price.',
  access: SELLING,
  limit: CHANGING,
  api: { call: 'POST /subscriptions/{subscriptionId}/change-price', resource: 'subscriptions' },
  input: record({ ...named.properties, amount: { ...amountSchema, minimum: 100 } }),
  output: record({
    /** The first cycle at the new price, and when it is due. */
    fromCycle: cycleNumber,
    fromAt: dateTimeSchema,
  }),
  errors: [...CHANGE_ERRORS, 'PRICE_CHANGE_UNAVAILABLE'],
} as const satisfies Procedure;

const CODE_METHODS = ['CREDIT_CARD', 'PIX', 'BILLET'] as const;
const planChargeSchema = { ...amountSchema, minimum: 100 } as const;
/** NOW: the change is charged and holds at once. LATER: it holds from a later period on. */
const effectSchema = { type: 'string', enum: ['NOW', 'LATER'] } as const;

const plansSchema = record({
  /** The reason why the plan cannot change now; null where it can. */
  refusal: nullable({ type: 'string', enum: PLAN_CHANGE_REFUSALS }),
  /** The upgrade whose charge is open or being confirmed. */
  pending: nullable(record({ title: textSchema(120), amount: amountSchema, paymentId: publicIdSchema })),
  /** The change that is to come. */
  planned: plannedSchema,
  /** The plans that can be changed to, with the amounts of now. */
  plans: {
    type: 'array',
    items: record({
      offerId: uuidSchema,
      title: textSchema(120),
      /** Cents of each charge, before a coupon's discount. */
      amount: amountSchema,
      ...frequency,
      effect: effectSchema,
      /** When it holds; null for now. */
      at: nullable(dateTimeSchema),
      /** Cents that are charged now, or first with the new plan. */
      charge: amountSchema,
      /** Cents of the unused days, which the charge is less. */
      credit: amountSchema,
      unusedDays: countSchema,
      /** Cents that the coupon of the sign-up takes off the charge. */
      discount: amountSchema,
      /** The ways to pay the charge of now. */
      methods: { type: 'array', items: { type: 'string', enum: CODE_METHODS } },
      /** The charge after that. */
      nextAt: dateTimeSchema,
      nextAmount: amountSchema,
    }),
  },
});
const PLAN_ERRORS = ['OFFER_NOT_FOUND', 'PRICE_CHANGED', 'PLAN_CHANGE_UNAVAILABLE'] as const;

export const listPlans = {
  name: 'subscriptions.listPlans',
  kind: 'query',
  summary: 'Lists the plans that a subscription can be moved to, and what each costs from when on.',
  access: SELLING,
  limit: READING,
  api: { call: 'GET /subscriptions/{subscriptionId}/plans', resource: 'subscriptions' },
  input: named,
  output: plansSchema,
  errors: [...REFUSALS, 'SUBSCRIPTION_NOT_FOUND'],
} as const satisfies Procedure;

export const changePlan = {
  name: 'subscriptions.changePlan',
  kind: 'mutation',
  summary:
    'Moves a subscription to another plan of its product from a later period on, and mails the buyer. Nothing is charged at once, and a higher price holds after the notice of 10 days.',
  access: SELLING,
  limit: CHANGING,
  api: { call: 'POST /subscriptions/{subscriptionId}/change-plan', resource: 'subscriptions' },
  input: record({ ...named.properties, offerId: uuidSchema, expectedCharge: planChargeSchema }),
  output: CHANGED,
  errors: [...CHANGE_ERRORS, ...PLAN_ERRORS],
} as const satisfies Procedure;

export const keepPlan = {
  name: 'subscriptions.keepPlan',
  kind: 'mutation',
  summary: 'Takes a change of the plan back that does not hold yet.',
  access: SELLING,
  limit: CHANGING,
  input: named,
  output: CHANGED,
  errors: [...CHANGE_ERRORS, 'PLAN_CHANGE_UNAVAILABLE'],
} as const satisfies Procedure;

/** Opens a subscription for its buyer without signing in; mails carry it in their links. */
const tokenSchema = { type: 'string', minLength: 20, maxLength: 400, pattern: '^[A-Za-z0-9._~-]+$' } as const;
const opened = { token: tokenSchema } as const;
const PUBLIC: Access = { kind: 'public' };
const OWN_ERRORS = ['SUBSCRIPTION_NOT_FOUND', 'SUBSCRIPTION_ENDED'] as const;

const ownSchema = record({
  /** Opens the subscription in the other procedures. */
  token: tokenSchema,
  ...shared,
  sellerName: textSchema(200),
  productImage: nullable({ type: 'string' }),
  card,
});

export const listOwn = {
  name: 'subscriptions.listOwn',
  kind: 'query',
  summary: "Lists the signed-in customer's subscriptions, newest first.",
  access: CUSTOMER,
  limit: READING,
  input: optional(page),
  output: pageOf(ownSchema),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getOwn = {
  name: 'subscriptions.getOwn',
  kind: 'query',
  summary: 'Retrieves a subscription for its buyer, whom the token of a signed link proves.',
  access: PUBLIC,
  limit: READING,
  input: record(opened),
  output: record({
    ...ownSchema.properties,
    offerId: uuidSchema,
    supportEmail: nullable(textSchema(254)),
    /** The secret address at which the buyer opens what they subscribed to; null where nothing is to be opened. */
    accessUrl: nullable({ type: 'string' }),
    /** The address of the form that takes another card; null where the subscription takes none. */
    cardFrameUrl: nullable({ type: 'string' }),
    /** The card paid charges before and can pay none any more, such as one that was reported stolen: the buyer has to give another one. */
    isCardBarred: { type: 'boolean' },
    /** The ways to pay that the buyer can change to. */
    methods: { type: 'array', items: subscriptionMethodSchema },
    /** The cycle that is to be paid now, and what the buyer can do about a refused card; null where nothing is. */
    due: nullable(
      record({
        cycle: cycleNumber,
        amount: amountSchema,
        dueAt: dateTimeSchema,
        /** The public id of the payment whose code is open, or that was refused last. */
        paymentId: nullable(publicIdSchema),
        isOpen: { type: 'boolean' },
        advice: nullable({ type: 'string', enum: DECLINE_ADVICES }),
      }),
    ),
    accessEndsAt: nullable(dateTimeSchema),
    planned: plannedSchema,
    /** The signed time of this view, which calls that give a card or pay bring back. */
    pageView: pageViewSchema,
    /** The cycles that were charged, latest first, with the payments that have receipts. */
    cyclesMade: { type: 'array', items: cycleSchema },
  }),
  errors: ['SUBSCRIPTION_NOT_FOUND'],
} as const satisfies Procedure;

export const pauseOwn = {
  name: 'subscriptions.pauseOwn',
  kind: 'mutation',
  summary: 'Pauses a subscription for its buyer.',
  access: PUBLIC,
  limit: CHANGING,
  input: record(opened),
  output: CHANGED,
  errors: OWN_ERRORS,
} as const satisfies Procedure;

export const resumeOwn = {
  name: 'subscriptions.resumeOwn',
  kind: 'mutation',
  summary: 'Resumes a paused subscription for its buyer, or withdraws a cancellation at the end of the period.',
  access: PUBLIC,
  limit: CHANGING,
  input: record(opened),
  output: CHANGED,
  errors: OWN_ERRORS,
} as const satisfies Procedure;

export const cancelOwn = {
  name: 'subscriptions.cancelOwn',
  kind: 'mutation',
  summary: 'Cancels a subscription for its buyer, at the end of the period that is paid or at once.',
  access: PUBLIC,
  limit: CHANGING,
  input: record({ ...opened, isAtOnce: { type: 'boolean' }, reason }),
  output: CHANGED,
  errors: OWN_ERRORS,
} as const satisfies Procedure;

export const changeOwnCard = {
  name: 'subscriptions.changeOwnCard',
  kind: 'mutation',
  summary: 'Stores another card for a subscription of its buyer, and charges it at once where a cycle is due.',
  access: PUBLIC,
  limit: PURCHASING,
  input: recordWith(
    {
      ...opened,
      /** The sealed card, or the token of the provider's own tokenizer, as the card form of the subscription's offer makes it. */
      cardToken: { type: 'string', minLength: 1, maxLength: 8192 },
    },
    { pageView: pageViewSchema },
  ),
  output: CHANGED,
  errors: [
    ...OWN_ERRORS,
    'OFFER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'OPERATION_UNSUPPORTED',
    'CARD_NOT_SAVED',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'CHALLENGE_REQUIRED',
  ],
} as const satisfies Procedure;

export const changeOwnMethod = {
  name: 'subscriptions.changeOwnMethod',
  kind: 'mutation',
  summary: 'Changes how the later cycles of a subscription are paid; to a card by changeOwnCard.',
  access: PUBLIC,
  limit: PURCHASING,
  input: record({ ...opened, method: { type: 'string', enum: ['PIX', 'BILLET'] } }),
  output: CHANGED,
  errors: [...OWN_ERRORS, 'METHOD_NOT_ENABLED'],
} as const satisfies Procedure;

export const payOwn = {
  name: 'subscriptions.payOwn',
  kind: 'mutation',
  summary:
    'Pays the open cycle of a subscription by PIX, a boleto or its stored card. However often it is called, one charge is open at a time.',
  access: PUBLIC,
  limit: PURCHASING,
  input: recordWith({ ...opened, method: paymentMethodSchema }, { pageView: pageViewSchema }),
  /** The public id of the payment, whose page shows the code. */
  output: record({ paymentId: publicIdSchema }),
  errors: [...OWN_ERRORS, 'METHOD_NOT_ENABLED', 'SUBSCRIPTION_NOT_DUE', 'PAYMENT_REFUSED', 'CARD_UNAVAILABLE'],
} as const satisfies Procedure;

export const listOwnPlans = {
  name: 'subscriptions.listOwnPlans',
  kind: 'query',
  summary: 'Lists for its buyer the plans that a subscription can be moved to, with the exact amounts of now.',
  access: PUBLIC,
  limit: READING,
  input: record(opened),
  output: plansSchema,
  errors: ['SUBSCRIPTION_NOT_FOUND'],
} as const satisfies Procedure;

export const changeOwnPlan = {
  name: 'subscriptions.changeOwnPlan',
  kind: 'mutation',
  summary:
    'Moves a subscription to another plan for its buyer as listOwnPlans has shown it: an upgrade is charged at once, less the unused days, and anything else holds from the next period on. A repeated call is charged once.',
  access: PUBLIC,
  limit: PURCHASING,
  input: record({
    ...opened,
    offerId: uuidSchema,
    /** The values that were shown. The call is refused where they have changed. */
    expectedCharge: planChargeSchema,
    expectedEffect: effectSchema,
    /** The method by which the charge of now is paid; null where nothing is charged now. */
    method: nullable(paymentMethodSchema),
  }),
  output: record({
    effect: effectSchema,
    /** The public id of the payment of now, whose page shows the code; null where nothing is charged now. */
    paymentId: nullable(publicIdSchema),
  }),
  errors: [
    ...OWN_ERRORS,
    ...PLAN_ERRORS,
    'METHOD_NOT_ENABLED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'PAYMENT_REFUSED',
  ],
} as const satisfies Procedure;

export const keepOwnPlan = {
  name: 'subscriptions.keepOwnPlan',
  kind: 'mutation',
  summary: 'Takes a change of the plan back for its buyer that does not hold yet.',
  access: PUBLIC,
  limit: CHANGING,
  input: record(opened),
  output: CHANGED,
  errors: [...OWN_ERRORS, 'PLAN_CHANGE_UNAVAILABLE'],
} as const satisfies Procedure;

export const subscriptionsErrors = {
  SUBSCRIPTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta assinatura não existe.',
    en: 'This subscription does not exist.',
  },
  SUBSCRIPTION_ENDED: {
    status: 409,
    'pt-BR': 'Esta assinatura já terminou.',
    en: 'This subscription has already ended.',
  },
  SUBSCRIPTION_NOT_DUE: {
    status: 409,
    'pt-BR': 'Não há nada para pagar nesta assinatura agora.',
    en: 'There is nothing to pay for this subscription now.',
  },
  PLAN_CHANGE_UNAVAILABLE: {
    status: 409,
    'pt-BR': 'O plano não pode mudar agora.',
    en: 'The plan cannot change now.',
  },
  PRICE_CHANGE_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Nenhuma cobrança vem depois do aviso de 10 dias: o preço não muda mais.',
    en: 'No charge follows after the notice of 10 days, so the price cannot change any more.',
  },
} as const satisfies ErrorTexts;
