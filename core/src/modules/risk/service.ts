/** Assesses a purchase by the platform's rules and lists, before a connection is chosen, and ends the review of one. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type * as declared from '@feira/schemas/procedures/risk';
import type { RiskCause, RiskNote, RiskSignals } from '@feira/schemas/procedures/risk';
import type { ScoreRequest } from '@feira/schemas/score';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { maskEmail } from '../../shared/mask-email.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { announce } from '../events/service.ts';
import { carryOutHolds, endReview, findPaymentByPublicId } from '../payments/service.ts';
import { createChallenge, hashSubject } from '../velocity/service.ts';
import { evaluate } from './evaluate.ts';
import {
  asksDocuments,
  asksScore,
  findRules,
  hourOf,
  noteRefusal,
  selectAssessed,
  selectDocumented,
  toDocumented,
  toKnown,
  toViewed,
} from './model.ts';
import { selectSellerOf } from './review-model.ts';
import { type RiskScore, scorePurchase } from './scores.ts';
import { type Buyer, listSubjects } from './subjects.ts';

export {
  applyRules,
  type ListedEntry,
  listEntry,
  lockEntry,
  lockRules,
  loosensRules,
  toListed,
} from './changes.ts';
export { isAuthenticated } from './evaluate.ts';
export type { RiskScore } from './scores.ts';

type RiskApp = Parameters<typeof scorePurchase>[0] & Pick<FastifyInstance, 'cache' | 'database' | 'config' | 'clock'>;

export interface AssessedPurchase {
  offerId: string;
  method: PaymentMethod;
  /** Cents. */
  amount: number;
  currency: Currency;
  /** The platform's own. */
  ownCurrency: Currency;
  installments: number;
  buyer: Buyer;
  /** The buyer's machine has solved a challenge, or none is asked for. */
  isProven: boolean;
  /** The seconds that the page was open; null where the call brought no valid view of it. */
  pageSeconds: number | null;
  /** Returns whether an equal call came before, whose answer this one gets. */
  isRepeated: () => Promise<boolean>;
  /** Returns what a provider that scores purchases is told. */
  toScored: () => ScoreRequest;
}

export interface Assessment {
  /** The rule or list that let the purchase through or asked for a challenge; null where nothing caught it. */
  note: RiskNote | null;
  /** null where no rule asked for one, or none came. */
  score: RiskScore | null;
}

const UNASSESSED: Assessment = { note: null, score: null };

/**
 * Returns what let the purchase through or asked for a challenge, and the score that it got, to be kept with its payment. Throws
 * PURCHASE_REFUSED, which tells nobody why, and CHALLENGE_REQUIRED. An entry that allows a buyer comes before one that blocks, and both before
 * the rules. It reads nothing for a platform without rules and lists, and has a purchase scored only where a rule asks for that.
 */
export async function assess(app: RiskApp, platformId: string, purchase: AssessedPurchase): Promise<Assessment> {
  const { rules, hasEntries } = await findRules(app, platformId);
  if (rules.length === 0 && !hasEntries) return UNASSESSED;
  const { buyer, method, amount, currency, ownCurrency, installments, pageSeconds } = purchase;
  const now = app.clock.now();
  const subjects = listSubjects(app, buyer);
  const { email, document } = buyer;
  const [{ rows }, documented] = await Promise.all([
    app.database.readShared(platformId, selectAssessed(platformId, { email, subjects, now })),
    asksDocuments(rules)
      ? app.database.readShared(platformId, selectDocumented(platformId, { email, document, now }))
      : null,
  ]);
  const [found] = rows;
  if (!found) return UNASSESSED;
  const known: RiskSignals = {
    AMOUNT: amount,
    INSTALLMENTS: installments,
    HOUR: hourOf(now),
    ...toViewed(pageSeconds),
    ...toKnown(found),
    ...(documented?.rows[0] && toDocumented(documented.rows[0])),
  };
  const listed = (list: 'ALLOW' | 'BLOCK'): RiskCause[] =>
    found.entries.filter((entry) => entry.list === list).map(({ kind }) => ({ kind }));
  const allowed = listed('ALLOW');
  if (allowed.length > 0) return { note: { action: 'ALLOW', causes: allowed }, score: null };
  const blocked = listed('BLOCK');
  const isAsked = blocked.length === 0 && asksScore(rules, method);
  const score = isAsked ? await scorePurchase(app, platformId, purchase.toScored()) : null;
  const signals: RiskSignals = { ...known, ...(score && { PROVIDER_SCORE: score.score }) };
  const note: RiskNote | null =
    blocked.length > 0
      ? { action: 'REFUSE', causes: blocked }
      : evaluate(rules, { method, currency, ownCurrency, signals });
  if (note?.action === 'REFUSE') {
    if (!(await purchase.isRepeated()))
      await app.database.run(platformId, noteRefusal(platformId, toRefusal(app, purchase, note, signals, now)));
    throw new AppError('PURCHASE_REFUSED', { fields: ['paymentMethod'] });
  }
  // Only pages that take a card solve challenges.
  if (note?.action === 'CHALLENGE' && method === 'CREDIT_CARD') challengeUnproven(app, purchase);
  return { note, score };
}

/** Throws CHALLENGE_REQUIRED where the buyer's machine has solved no challenge. */
export function challengeUnproven(
  app: Parameters<typeof createChallenge>[0],
  { offerId, isProven }: Pick<AssessedPurchase, 'offerId' | 'isProven'>,
): void {
  if (!isProven) throw new AppError('CHALLENGE_REQUIRED', { challenge: createChallenge(app, offerId, 0) });
}

/** Charges a payment in review, or lets go what its cards hold. Throws PAYMENT_NOT_FOUND, and REVIEW_ENDED where it is in review no more. */
export async function decideReview(
  app: FastifyInstance,
  platformId: string,
  caller: Caller,
  { paymentId, decision }: Input<typeof declared.decideReview>,
): Promise<void> {
  const found = await findPaymentByPublicId(app, platformId, paymentId);
  if (!found) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  const payment = await app.database.transaction(platformId, async (transaction) => {
    const after = await endReview(app, transaction, found, decision === 'ACCEPT');
    if (!after) throw new AppError('REVIEW_ENDED', { fields: ['paymentId'] });
    const { id, publicId, title, amount, currency } = after;
    const causes = after.terms?.risk?.causes.map(({ kind, name }) => name ?? kind).join(', ');
    const seller = await transaction.find(selectSellerOf(platformId, after.saleId));
    await transaction.runAll([
      announce(platformId, {
        type: 'risk.review_decided',
        key: id,
        sellerId: seller?.sellerId ?? null,
        subjectId: after.saleId,
        paymentId: id,
        data: { review: { saleId: after.saleId, paymentId: publicId, decision, amount, currency } },
      }),
      recordEvent(platformId, caller, {
        type: decision === 'ACCEPT' ? 'risk.reviewAccepted' : 'risk.reviewRefused',
        subject: { type: 'payment', id, name: title },
        details: { amount, currency, paymentId: publicId, causes },
      }),
    ]);
    return after;
  });
  app.outbox.wake();
  await carryOutHolds(app, payment);
}

const HOUR_MS = 3_600_000;

const toRefusal = (
  app: RiskApp,
  { buyer, offerId, method, amount, currency }: AssessedPurchase,
  { causes }: RiskNote,
  signals: RiskSignals,
  now: Date,
) => ({
  id: newId(),
  subject: hashSubject(
    app,
    'risk-refusal',
    buyer.email.toLowerCase(),
    offerId,
    String(Math.floor(now.getTime() / HOUR_MS)),
  ),
  offerId,
  method,
  amount,
  currency,
  buyer: maskEmail(buyer.email),
  causes,
  signals,
});
