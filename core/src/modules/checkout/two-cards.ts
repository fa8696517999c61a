/** Prepares a purchase that two cards pay: the part of each, and what its provider keeps and splits of each part. */
import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Connection } from '../connections/service.ts';
import type { Rates } from '../fees/model.ts';
import type { Offer } from '../offers/model.ts';
import type { Terms } from '../payments/model.ts';
import { costOf, sharesBetween } from '../payments/service.ts';
import { findSplit } from '../receivers/service.ts';
import { openToken, type PresentedCard } from './card.ts';
import type { Hold, PurchaseCall } from './stages.ts';

/** Cents that each card pays at least. */
const LEAST = 100;

interface Divided {
  offer: Offer;
  /** Cents charged, interest included. */
  amount: number;
  installments: number;
  /** The first card, which pays what the second does not. */
  card: PresentedCard;
  attemptId: string;
  getShown(): Promise<Connection>;
}

/** Returns null where one card pays. Throws TWO_CARDS_NOT_OFFERED, SECOND_CARD_AMOUNT and the errors of a card. */
export async function prepareHolds(
  app: FastifyInstance,
  { platform, input, upsell, renewal }: PurchaseCall,
  { offer, amount, installments, card, attemptId, getShown }: Divided,
): Promise<Hold[] | null> {
  const { secondCard } = input;
  if (!secondCard) return null;
  if (offer.type !== 'ONE_TIME' || upsell || renewal || card.binding.kind === 'stored')
    throw new AppError('TWO_CARDS_NOT_OFFERED', { fields: ['secondCard'] });
  const amounts = [amount - secondCard.amount, secondCard.amount];
  const least = leastOf(offer, platform, installments);
  if (amounts.some((part) => part < least)) throw new AppError('SECOND_CARD_AMOUNT', { fields: ['secondCard.amount'] });
  const second = await openToken(app, offer, secondCard.token, getShown, 'secondCard.token');
  return [
    { attemptId, amount: amounts[0] as number, card },
    { attemptId: newId(), amount: secondCard.amount, card: second },
  ];
}

/** Each card pays the same number of installments, and each of them at least what an installment has to be. */
function leastOf(
  offer: Offer,
  { settings }: { settings: Pick<PlatformSettings, 'currency' | 'installments'> },
  installments: number,
): number {
  if (installments === 1) return LEAST;
  const each = offer.installments?.minimumInstallment ?? minimumInstallmentIn(offer.coin, settings);
  return Math.max(LEAST, installments * each);
}

/** Returns the terms of the whole price, with the cost and the split of each card's part. */
export async function divideTerms(
  app: FastifyInstance,
  platform: PurchaseCall['platform'],
  connection: Connection,
  { sold, rates, holds }: { sold: Terms; rates: Rates; holds: Hold[] },
): Promise<Terms> {
  const costs: Record<string, number> = {};
  const splits: NonNullable<Terms['splits']> = {};
  let from = 0;
  for (const { attemptId, amount } of holds) {
    const cost = costOf(rates, amount);
    costs[attemptId] = cost;
    const shares = sharesBetween(sold, from, from + amount);
    const split = await findSplit(app, platform, connection, { shares, cost });
    if (split) splits[attemptId] = { ...split, ...(from > 0 && { from }) };
    from += amount;
  }
  const cost = Object.values(costs).reduce((sum, cents) => sum + cents, 0);
  return { ...sold, cost, costs, ...(Object.keys(splits).length > 0 && { splits }) };
}
