/** Evaluates which connections may serve a payment, and in which order. Pure. */
import { createHash } from 'node:crypto';
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { MethodCapability } from '@feira/schemas/manifest';
import type { ROUTE_SKIPS, RouteConditions } from '@feira/schemas/procedures/routing';
import { mostInstallments } from '@feira/schemas/rules/charge-currency';
import { takesAmount } from '@feira/schemas/rules/charge-limits';
import type { FeeRules } from '../fees/model.ts';
import { costOf, inCurrency } from '../fees/service.ts';
import type { Approval, Approvals } from './approvals.ts';
import { rateOf, sortByCost } from './cheapest.ts';
import type { Limits } from './model.ts';

export type RouteSkip = (typeof ROUTE_SKIPS)[number];
export type BuyerField = NonNullable<MethodCapability['requiredBuyerFields']>[number];

export interface Candidate {
  /** The id of the route; the id of the connection when the offer names it. */
  id: string;
  connectionId: string;
  name: string;
  provider: string;
  priority: number;
  weight: number;
  conditions: RouteConditions;
  isRouteEnabled: boolean;
  isConnectionEnabled: boolean;
  /** True if a master stopped its provider, or the version that it uses. */
  isStopped: boolean;
  /** True if its package is loaded and its secrets can be opened. */
  isAvailable: boolean;
  /** The manifest's capability of the method; null when the connection does not serve it. */
  capability: MethodCapability | null;
  limits: Limits;
  /** The circuit is open until then; afterwards one payment probes the connection. */
  openUntil: Date | null;
  /** Costs order the candidates of a number where all of them say so. */
  isCheapestFirst: boolean;
  /** The costs that were agreed with the provider; methods without an entry have no known cost. */
  costs: FeeRules;
  costCurrency: Currency;
}

/**
 * The form in which the card was entered. The core opens a sealed card, which fits every connection that takes numbers; a token fits only
 * the connection it was made for.
 */
export type CardBinding =
  | { kind: 'sealed'; brand: string | null }
  | { kind: 'token' | 'stored'; connectionId: string }
  /** Not entered yet. `form` says how the open form will submit its card. */
  | { kind: 'unknown'; form: 'none' | 'sealed' };

/** A part of an amount, and the card that holds it. */
export interface HoldShare {
  amount: number;
  card: CardBinding;
}

export interface RouteCriteria {
  method: PaymentMethod;
  /** In cents. */
  amount: number;
  currency: Currency;
  installments: number;
  offerId: string;
  isSubscription: boolean;
  /** Null for other methods. */
  card: CardBinding | null;
  /** The cents that each of two cards holds of the amount, and the cards; left out where one card pays. */
  holds?: readonly HoldShare[] | null;
  /** The card's owner has to confirm the charge at the bank. */
  authenticates?: boolean;
  /** The fields that the buyer filled in; null when they can still be requested. */
  buyerFields: ReadonlySet<BuyerField> | null;
  /** The connections of the payment's earlier attempts. */
  tried: readonly string[];
  /** Draws the order. The same seed gives the same order. */
  seed: string;
  now: Date;
  /** Resting connections count as serving, because they will be back before the buyer has filled in the form. */
  isResting: boolean;
  /** Cents charged today by connection; only for connections with a daily limit. */
  usedToday?: ReadonlyMap<string, number>;
  /** The outcomes of the method's charges in the last 7 days, by connection; only where costs order. */
  approvals?: Approvals;
}

export interface CandidateVerdict {
  candidate: Candidate;
  /** Null when the connection may serve. */
  reason: RouteSkip | null;
  /** Set where costs ordered the candidates of its number. */
  byCost?: { cost: number | null; approvalRate: number | null; isWorse: boolean };
}

/**
 * Returns the candidates by priority, equal priorities in drawn order, or by cost where all of them that may serve say so. The first one
 * without a reason serves.
 */
export const evaluateCandidates = (candidates: readonly Candidate[], criteria: RouteCriteria): CandidateVerdict[] => {
  const groups = Map.groupBy(drawOrder(candidates, criteria), ({ candidate }) => candidate.priority);
  return [...groups.values()].flatMap((group) => orderByCost(group, criteria));
};

const drawOrder = (candidates: readonly Candidate[], criteria: RouteCriteria): CandidateVerdict[] =>
  candidates
    .map((candidate) => ({ candidate, place: draw(candidate, criteria.seed) }))
    .sort((a, b) => a.candidate.priority - b.candidate.priority || a.place - b.place)
    .map(({ candidate }) => ({ candidate, reason: findReason(candidate, criteria) }));

/** Those that may not serve stand behind. */
function orderByCost(group: CandidateVerdict[], criteria: RouteCriteria): CandidateVerdict[] {
  const serving = group.filter(({ reason }) => reason === null);
  if (serving.length < 2 || !serving.every(({ candidate }) => candidate.isCheapestFirst)) return group;
  const approvals = criteria.approvals ?? new Map<string, Approval>();
  const costed = serving.map((verdict) => ({
    verdict,
    connectionId: verdict.candidate.connectionId,
    cost: findCost(verdict.candidate, criteria),
  }));
  const ordered = sortByCost(costed, approvals).map(({ candidate: { verdict, cost, connectionId }, isWorse }) => {
    const approval = approvals.get(connectionId);
    const approvalRate = approval && approval.decided > 0 ? Math.round(rateOf(approval) * 10_000) : null;
    return { ...verdict, byCost: { cost, approvalRate, isWorse } };
  });
  return [...ordered, ...group.filter(({ reason }) => reason !== null)];
}

/** Returns what the charge costs at the connection, or both charges where two cards pay; null where nothing was agreed about the method. */
function findCost(
  { costs, costCurrency }: Candidate,
  { method, amount, currency, installments, holds }: RouteCriteria,
) {
  const rule = costOf(costs, method, installments);
  if (!rule) return null;
  const { basisPoints, fixed } = inCurrency(rule, costCurrency, currency);
  return (holds ?? [{ amount }]).reduce(
    (sum, part) => sum + fixed + Math.round((part.amount * basisPoints) / 10_000),
    0,
  );
}

/** Returns a sort key for a weighted draw without replacement: a weight of 3 comes first three times as often as a weight of 1. */
function draw({ id, weight }: Candidate, seed: string): number {
  const hash = createHash('sha256').update(`${seed}|${id}`).digest().readUIntBE(0, 6);
  return -Math.log((hash + 1) / (2 ** 48 + 1)) / weight;
}

function findReason(candidate: Candidate, criteria: RouteCriteria): RouteSkip | null {
  if (criteria.tried.includes(candidate.connectionId)) return 'ALREADY_TRIED';
  // Each of two cards is a charge of its own. The conditions of a route are about the whole purchase.
  const { amount } = criteria;
  const charges = criteria.holds?.map((hold) => ({ ...criteria, ...hold })) ?? [criteria];
  const check = (find: (criteria: RouteCriteria) => RouteSkip | null) =>
    charges.reduce<RouteSkip | null>((found, charge) => found ?? find(charge), null);
  return (
    findSkipReason(candidate) ??
    check((charge) => checkConditions(candidate, { ...charge, amount })) ??
    (criteria.holds && !candidate.capability?.authorizes ? 'NO_HOLDS' : null) ??
    (criteria.authenticates && !candidate.capability?.authenticates ? 'NO_AUTHENTICATION' : null) ??
    check((charge) => checkCapability(candidate, charge)) ??
    check((charge) => checkLimits(candidate, charge)) ??
    checkDailyLimit(candidate, criteria) ??
    (candidate.openUntil && !criteria.isResting && candidate.openUntil > criteria.now ? 'CIRCUIT_OPEN' : null)
  );
}

/** Returns why the connection can serve no payment at all. */
export function findSkipReason(candidate: Candidate): RouteSkip | null {
  if (!candidate.isRouteEnabled) return 'ROUTE_OFF';
  if (!candidate.isConnectionEnabled) return 'CONNECTION_OFF';
  if (candidate.isStopped) return 'STOPPED';
  if (!candidate.isAvailable) return 'UNAVAILABLE';
  return candidate.capability ? null : 'METHOD_OFF';
}

function checkConditions({ conditions }: Candidate, criteria: RouteCriteria): RouteSkip | null {
  const { amount, installments, card } = criteria;
  const { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY } = conditions;
  const { minInstallments = 1, maxInstallments = 12, cardBrands, offerIds } = conditions;
  // Only the connection that made the token can read it, even if extras have changed the amount since the form was opened.
  const isBound = card?.kind === 'token' || card?.kind === 'stored';
  if (!isBound && (amount < minAmount || amount > maxAmount)) return 'AMOUNT';
  if (installments < minInstallments || installments > maxInstallments) return 'INSTALLMENTS';
  if (offerIds && !offerIds.includes(criteria.offerId)) return 'OFFER';
  if (!cardBrands || !card) return null;
  // The core sees the brand of a sealed card before it makes the payment.
  if (card.kind === 'unknown' && card.form === 'sealed') return null;
  const brand = card.kind === 'sealed' ? card.brand : null;
  if (brand === null) return 'CARD_BRAND_UNKNOWN';
  return (cardBrands as readonly string[]).includes(brand) ? null : 'CARD_BRAND';
}

function checkCapability({ capability, connectionId }: Candidate, criteria: RouteCriteria): RouteSkip | null {
  const { method, currency, card, buyerFields } = criteria;
  const most = mostInstallments(method, capability ?? {}, currency);
  if (most === 0) return 'CURRENCY';
  if (capability && !takesAmount(capability, criteria.amount, criteria.installments)) return 'LIMIT';
  if (card) {
    const { tokenization = 'none', storedCards } = capability ?? {};
    if (tokenization === 'none' || (criteria.isSubscription && !storedCards)) return 'METHOD_OFF';
    const isSealed = card.kind === 'sealed' || (card.kind === 'unknown' && card.form === 'sealed');
    if (isSealed && tokenization !== 'server') return 'CARD_FOREIGN';
    if ((card.kind === 'token' || card.kind === 'stored') && card.connectionId !== connectionId) return 'CARD_FOREIGN';
    if (criteria.installments > most) return 'INSTALLMENTS';
  }
  const needed = capability?.requiredBuyerFields ?? [];
  return buyerFields && needed.some((field) => !buyerFields.has(field)) ? 'BUYER_FIELDS' : null;
}

function checkLimits({ limits }: Candidate, { amount }: RouteCriteria): RouteSkip | null {
  const { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY } = limits;
  return amount < minAmount || amount > maxAmount ? 'LIMIT' : null;
}

function checkDailyLimit(
  { limits: { dailyAmount }, connectionId }: Candidate,
  { amount, usedToday }: RouteCriteria,
): RouteSkip | null {
  const used = usedToday?.get(connectionId) ?? 0;
  return dailyAmount !== undefined && used + amount > dailyAmount ? 'DAILY_LIMIT' : null;
}
