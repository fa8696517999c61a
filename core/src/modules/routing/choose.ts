/** Which connection serves a payment: every candidate judged, in the order they are asked. Pure. */
import { createHash } from 'node:crypto';
import type { PaymentMethod } from '@feira/schemas/common';
import type { MethodCapability } from '@feira/schemas/manifest';
import type { ROUTE_SKIPS, RouteConditions } from '@feira/schemas/procedures/routing';
import type { Limits } from './model.ts';

export type RouteSkip = (typeof ROUTE_SKIPS)[number];
export type BuyerField = NonNullable<MethodCapability['requiredBuyerFields']>[number];

export interface Candidate {
  /** Of the route; of the connection where the offer named it. */
  id: string;
  connectionId: string;
  name: string;
  provider: string;
  priority: number;
  weight: number;
  conditions: RouteConditions;
  isRouteEnabled: boolean;
  isConnectionEnabled: boolean;
  /** Its package is loaded and its secrets open. */
  isAvailable: boolean;
  /** What it can do for the method; null where it does not serve it. */
  capability: MethodCapability | null;
  limits: Limits;
  /** It failed too often: rests until then, and is tried by one payment after. */
  openUntil: Date | null;
}

/** How the card came. A sealed one is opened here and fits every connection that takes numbers; others fit the one they were made for. */
export type CardBinding =
  | { kind: 'sealed'; brand: string | null }
  | { kind: 'token' | 'stored'; connectionId: string }
  /** Not typed yet. `form`: where a form is open, how its card will come. */
  | { kind: 'unknown'; form: 'none' | 'sealed' };

export interface Question {
  method: PaymentMethod;
  /** Cents charged. */
  amount: number;
  installments: number;
  offerId: string;
  isSubscription: boolean;
  /** Null for other methods. */
  card: CardBinding | null;
  /** What the buyer gave; null where it can still be asked for. */
  buyerFields: ReadonlySet<BuyerField> | null;
  /** Connections that this payment has been tried with. */
  tried: readonly string[];
  /** The same seed draws the same order. */
  seed: string;
  now: Date;
  /** Resting connections count as serving: the buyer needs longer than they do. */
  isResting: boolean;
  /** Cents that went through today, by connection; only of those with a limit. */
  usedToday?: ReadonlyMap<string, number>;
}

export interface Judged {
  candidate: Candidate;
  /** Null where it may serve. */
  reason: RouteSkip | null;
}

/** In the order they are asked: by priority, equals as drawn. The first without a reason serves. */
export const judge = (candidates: readonly Candidate[], question: Question): Judged[] =>
  candidates
    .map((candidate) => ({ candidate, place: draw(candidate, question.seed) }))
    .sort((a, b) => a.candidate.priority - b.candidate.priority || a.place - b.place)
    .map(({ candidate }) => ({ candidate, reason: findReason(candidate, question) }));

/** Sorting by these draws without putting back: a weight of 3 comes first three times as often as a weight of 1. */
function draw({ id, weight }: Candidate, seed: string): number {
  const hash = createHash('sha256').update(`${seed}|${id}`).digest().readUIntBE(0, 6);
  return -Math.log((hash + 1) / (2 ** 48 + 1)) / weight;
}

function findReason(candidate: Candidate, question: Question): RouteSkip | null {
  if (question.tried.includes(candidate.connectionId)) return 'ALREADY_TRIED';
  return (
    findFault(candidate) ??
    judgeConditions(candidate, question) ??
    judgeCapability(candidate, question) ??
    judgeLimits(candidate, question) ??
    (candidate.openUntil && !question.isResting && candidate.openUntil > question.now ? 'CIRCUIT_OPEN' : null)
  );
}

/** Why it serves no payment at all. */
export function findFault(candidate: Candidate): RouteSkip | null {
  if (!candidate.isRouteEnabled) return 'ROUTE_OFF';
  if (!candidate.isConnectionEnabled) return 'CONNECTION_OFF';
  if (!candidate.isAvailable) return 'UNAVAILABLE';
  return candidate.capability ? null : 'METHOD_OFF';
}

function judgeConditions({ conditions }: Candidate, question: Question): RouteSkip | null {
  const { amount, installments, card } = question;
  const { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY } = conditions;
  const { minInstallments = 1, maxInstallments = 12, cardBrands, offerIds } = conditions;
  // A card that only this connection can read stays with it, also when extras have changed the amount since its form was opened.
  const isBound = card?.kind === 'token' || card?.kind === 'stored';
  if (!isBound && (amount < minAmount || amount > maxAmount)) return 'AMOUNT';
  if (installments < minInstallments || installments > maxInstallments) return 'INSTALLMENTS';
  if (offerIds && !offerIds.includes(question.offerId)) return 'OFFER';
  if (!cardBrands || !card) return null;
  // Whatever the brand will be, it is seen here before the payment is made.
  if (card.kind === 'unknown' && card.form === 'sealed') return null;
  const brand = card.kind === 'sealed' ? card.brand : null;
  if (brand === null) return 'CARD_BRAND_UNKNOWN';
  return (cardBrands as readonly string[]).includes(brand) ? null : 'CARD_BRAND';
}

function judgeCapability({ capability, connectionId }: Candidate, question: Question): RouteSkip | null {
  const { card, buyerFields } = question;
  if (card) {
    const { tokenization = 'none', storedCards, maxInstallments = 1 } = capability ?? {};
    if (tokenization === 'none' || (question.isSubscription && !storedCards)) return 'METHOD_OFF';
    const isSealed = card.kind === 'sealed' || (card.kind === 'unknown' && card.form === 'sealed');
    if (isSealed && tokenization !== 'server') return 'CARD_FOREIGN';
    if ((card.kind === 'token' || card.kind === 'stored') && card.connectionId !== connectionId) return 'CARD_FOREIGN';
    if (question.installments > maxInstallments) return 'INSTALLMENTS';
  }
  const needed = capability?.requiredBuyerFields ?? [];
  return buyerFields && needed.some((field) => !buyerFields.has(field)) ? 'BUYER_FIELDS' : null;
}

function judgeLimits({ limits, connectionId }: Candidate, { amount, usedToday }: Question): RouteSkip | null {
  const { minAmount = 0, maxAmount = Number.POSITIVE_INFINITY, dailyAmount } = limits;
  if (amount < minAmount || amount > maxAmount) return 'LIMIT';
  const used = usedToday?.get(connectionId) ?? 0;
  return dailyAmount !== undefined && used + amount > dailyAmount ? 'DAILY_LIMIT' : null;
}
