/** Declares the proposals by which money rules change: fees, release, custody, withdrawals, anticipation, costs and routes. */

import { versionSchema } from '../catalogue.ts';
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  daySchema,
  next,
  nullable,
  optional,
  PLATFORM_GUARDED,
  PLATFORM_REFUSALS,
  page,
  record,
  recordWith,
} from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';

/**
 * SETTINGS: the rules of the platform. TERMS: agreed with one person. COSTS: what a connection's provider costs. ROUTES: the connections
 * of one payment method. RISK_RULES: the rules against fraud. RISK_ALLOWED: somebody whom they let through.
 */
export const MONEY_RULE_KINDS = ['SETTINGS', 'TERMS', 'COSTS', 'ROUTES', 'RISK_RULES', 'RISK_ALLOWED'] as const;
export type MoneyRuleKind = (typeof MONEY_RULE_KINDS)[number];

/**
 * WAITING: for a second person. SCHEDULED: for its day. OUTDATED: the rules had changed otherwise by its day. LAPSED: nobody had approved it,
 * and by its day its proposer could no longer make it.
 */
export const PROPOSAL_STATUSES = [
  'WAITING',
  'SCHEDULED',
  'APPLIED',
  'REJECTED',
  'CANCELED',
  'OUTDATED',
  'LAPSED',
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** The permission that an administrator needs to propose and decide; masters need none. */
export const MONEY_RULE_PERMISSIONS = {
  SETTINGS: 'isConfigAvailable',
  TERMS: 'isUserAdvancedOptionsAvailable',
  COSTS: 'isConfigAvailable',
  ROUTES: 'isConfigAvailable',
  RISK_RULES: 'isConfigAvailable',
  RISK_ALLOWED: 'isConfigAvailable',
} as const satisfies Record<MoneyRuleKind, string>;

const DECIDERS: Access = {
  kind: 'role',
  roles: ['master', 'admin'],
  permissions: ['isConfigAvailable', 'isUserAdvancedOptionsAvailable'],
};

/** The input that every change of money rules takes beside the rules. */
export const proposing = {
  /** The version of the rules that the form was read with. Left out, the change is compared with nothing. */
  version: { ...versionSchema, minimum: 0 },
  /** A later day, at whose first minute in São Paulo the change applies. Left out, it applies at once. */
  effectiveOn: daySchema,
  /** The reason, for those who decide and for the history. */
  note: textSchema(500),
} as const;
export type Proposing = FromSchema<ReturnType<typeof optionalProposing>>;
const optionalProposing = () => optional(proposing);

/** The answer to a change of money rules. */
export const proposedSchema = optional({
  /** Null where nothing would change. */
  proposalId: nullable(uuidSchema),
  status: { type: 'string', enum: ['UNCHANGED', 'WAITING', 'SCHEDULED', 'APPLIED'] },
});
export type Proposed = FromSchema<typeof proposedSchema>;

/** The errors of every change of money rules. */
export const PROPOSING_ERRORS = ['EDIT_CONFLICT', 'FEE_TOO_LARGE'] as const;

/** The parts of one sale under some rules. All amounts are cents of the example's currency. */
const outcomeSchema = record({
  /** The price with the interest of installments. */
  charged: amountSchema,
  interest: amountSchema,
  /** The platform's fee without the manager's share. */
  platform: amountSchema,
  manager: amountSchema,
  seller: amountSchema,
  /** The cents that the provider keeps. */
  cost: amountSchema,
  releaseDays: { type: 'integer' },
  /** The part of the seller's share that stays as a reserve. */
  reserved: amountSchema,
  reserveDays: { type: 'integer' },
  /** The seller's share when it is withdrawn at once after its release; 0 where it is too small for a withdrawal. */
  withdrawn: amountSchema,
  /** The fee of an anticipation on the day of the sale; null where none is offered. */
  anticipationFee: nullable(amountSchema),
  /** The connections with which the charge begins; null where the change is not about routes. */
  connections: nullable({ type: 'array', items: textSchema(120) }),
});
export type ExampleOutcome = FromSchema<typeof outcomeSchema>;

/** One way to pay the example; null where it cannot be paid so. */
export const exampleSchema = record({
  method: paymentMethodSchema,
  installments: { type: 'integer' },
  currency: currencySchema,
  price: amountSchema,
  before: nullable(outcomeSchema),
  after: nullable(outcomeSchema),
});
export type ExampleSale = FromSchema<typeof exampleSchema>;

const valuesSchema = { type: 'object', additionalProperties: true } as const;

/** The effect that a change would have, or had. */
const comparison = {
  /** The rules that change, as they are and as they become. Connections stand under their names. */
  before: valuesSchema,
  after: valuesSchema,
  examples: { type: 'array', items: exampleSchema },
  /** The largest part of the example that moves, in basis points of its price; null where the change loosens a safeguard. */
  size: nullable({ type: 'integer' }),
  /** True if another person has to approve it. */
  needsApproval: { type: 'boolean' },
} as const;

/** The answer to a preview, which changes nothing. */
export const comparedSchema = record({
  ...comparison,
  /** The size, in basis points, above which another person has to approve a change. */
  limit: { type: 'integer' },
});
export type Compared = FromSchema<typeof comparedSchema>;

/** The input that every preview takes beside the rules. */
export const previewing = {
  version: proposing.version,
  /** The price of the example, in cents of the platform's currency. */
  price: { ...amountSchema, minimum: 100 },
} as const;

const proposalSchema = record({
  id: uuidSchema,
  kind: { type: 'string', enum: MONEY_RULE_KINDS },
  /** The id of what the rules belong to: platform, person, connection; the payment method for routes. */
  subject: textSchema(120),
  subjectName: textSchema(254),
  status: { type: 'string', enum: PROPOSAL_STATUSES },
  ...comparison,
  note: nullable(textSchema(500)),
  /** The proposal to whose former rules this one returns. */
  restores: nullable(uuidSchema),
  proposer: textSchema(120),
  createdAt: dateTimeSchema,
  /** The moment from which it applies; null where it applies as soon as it is approved. */
  effectiveAt: nullable(dateTimeSchema),
  decider: nullable(textSchema(120)),
  reason: nullable(textSchema(500)),
  endedAt: nullable(dateTimeSchema),
  mayApprove: { type: 'boolean' },
  mayReject: { type: 'boolean' },
  mayCancel: { type: 'boolean' },
  mayRestore: { type: 'boolean' },
});

export const listProposals = {
  name: 'moneyRules.listProposals',
  kind: 'query',
  summary: 'Lists the proposals to change money rules, newest first: all, open ones, or those that have ended.',
  access: DECIDERS,
  limit: READING,
  input: optional({
    platformId: uuidSchema,
    view: { type: 'string', enum: ['OPEN', 'PAST'] },
    kind: { type: 'string', enum: MONEY_RULE_KINDS },
    subject: textSchema(120),
    proposalId: uuidSchema,
    ...page,
  }),
  output: record({ proposals: { type: 'array', items: proposalSchema }, next }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const decideProposal = {
  name: 'moneyRules.decideProposal',
  kind: 'mutation',
  summary:
    'Approves or rejects the proposal of another person, or cancels one before it applies. Nobody approves their own proposal.',
  access: DECIDERS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { proposalId: uuidSchema, decision: { type: 'string', enum: ['APPROVE', 'REJECT', 'CANCEL'] } },
    { platformId: uuidSchema, reason: textSchema(500) },
  ),
  output: record({ status: { type: 'string', enum: PROPOSAL_STATUSES } }),
  errors: [
    ...PLATFORM_GUARDED,
    ...PROPOSING_ERRORS,
    'PROPOSAL_NOT_FOUND',
    'PROPOSAL_DECIDED',
    'PROPOSAL_OWN',
    'APPROVER_NEW',
    'APPROVER_INVITED',
    'OWN_TERMS_FIXED',
    'REASON_REQUIRED',
    'PERSON_NOT_FOUND',
    'CONNECTION_NOT_FOUND',
    'CONNECTION_MANAGED',
    'ROUTE_INVALID',
  ],
} as const satisfies Procedure;

export const previewRestore = {
  name: 'moneyRules.previewRestore',
  kind: 'mutation',
  summary: 'Shows what a return to the rules before an applied proposal would change. Changes nothing.',
  access: DECIDERS,
  limit: READING,
  input: recordWith({ proposalId: uuidSchema }, { platformId: uuidSchema }),
  output: comparedSchema,
  errors: [
    ...PLATFORM_REFUSALS,
    ...PROPOSING_ERRORS,
    'PROPOSAL_NOT_FOUND',
    'PROPOSAL_DECIDED',
    'OWN_TERMS_FIXED',
    'PERSON_NOT_FOUND',
    'CONNECTION_NOT_FOUND',
    'CONNECTION_MANAGED',
    'ROUTE_INVALID',
  ],
} as const satisfies Procedure;

export const restoreRules = {
  name: 'moneyRules.restoreRules',
  kind: 'mutation',
  summary: 'Proposes the rules as they were before an applied proposal. What was applied since is undone with it.',
  access: DECIDERS,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { proposalId: uuidSchema },
    { platformId: uuidSchema, effectiveOn: proposing.effectiveOn, note: proposing.note },
  ),
  output: proposedSchema,
  errors: decideProposal.errors,
} as const satisfies Procedure;

export const moneyRulesErrors = {
  PROPOSAL_NOT_FOUND: { status: 404, 'pt-BR': 'Proposta não encontrada.', en: 'Proposal not found.' },
  PROPOSAL_DECIDED: {
    status: 422,
    'pt-BR': 'Esta proposta já foi decidida ou entrou em vigor.',
    en: 'This proposal was already decided or has taken effect.',
  },
  PROPOSAL_OWN: {
    status: 422,
    'pt-BR': 'Ninguém decide a própria proposta, e só quem propôs a cancela enquanto ela espera.',
    en: 'Nobody decides their own proposal, and only its proposer cancels it while it waits.',
  },
  FEE_TOO_LARGE: {
    status: 422,
    'pt-BR': 'A taxa e o acréscimo das parcelas somam mais de 100 %. Diminua um deles.',
    en: 'The fee and what installments add come to more than 100 %. Lower one of them.',
  },
} as const satisfies ErrorTexts;
