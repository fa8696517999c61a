/**
 * Limits how often cards are tried, so that nobody finds out by purchases which stolen cards work. Tries are counted by card, by buyer and by
 * offer, and neither numbers nor addresses are stored.
 */
import { createHmac } from 'node:crypto';
import type { DeclineReason } from '@feira/schemas/declines';
import type { PlatformSettings } from '@feira/schemas/platform';
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type Blocked, type Counter, type CounterEnd, countVelocity, endVelocity } from './model.ts';

export type { Blocked, Counter, CounterEnd } from './model.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Longer than a sealed card can be used. */
const SEAL_SECONDS = 1_800;
/** Rows among which the tries of one offer are counted. */
const SLOTS = 16;
/** Below this share of refusals an offer is popular and not under attack. */
const ATTACK_PERCENT = 80;

type VelocityApp = Pick<FastifyInstance, 'config' | 'database' | 'log'>;

/** Returns the name of something under the installation's key, for which the thing itself need not be stored. */
export const hashSubject = ({ config }: Pick<FastifyInstance, 'config'>, ...parts: string[]): string =>
  createHmac('sha256', config.encryptionKey)
    .update(JSON.stringify(['velocity', ...parts]))
    .digest('hex')
    .slice(0, 32);

/** One card that a buyer wants to send to a provider. */
export interface CardTry {
  /** The hash of its number, or of what stands for it. */
  card: string;
  /** False where a token stands for the number, which is another one each time. */
  isNumberKnown: boolean;
  /** The provider has it since an earlier purchase of the buyer, so that it is no other card of theirs. */
  isKept: boolean;
  /** The attempt that charges this card, where others of the payment charge another one. */
  attemptId: string | null;
  /** A sealed card pays one order. */
  seal: { hash: string; order: string } | null;
}

export interface CardTries {
  cards: CardTry[];
  buyer: { email: string; document: string | null };
  offerId: string;
  limits: PlatformSettings['cardLimits'];
}

/** Addresses that differ after a plus lead to one mailbox. */
export const normalizeEmail = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');

/** Calls lock counters in this order, and so never wait for each other in a circle. The counter of an offer is locked with a result alone. */
const LOCK_ORDER = ['email', 'document', 'card', 'seal', 'offer'];

const inLockOrder = <C extends Pick<Counter, 'kind' | 'subject'>>(counters: readonly C[]): C[] =>
  counters.toSorted(
    (a, b) =>
      LOCK_ORDER.indexOf(a.kind) - LOCK_ORDER.indexOf(b.kind) ||
      Number(a.subject > b.subject) - Number(a.subject < b.subject),
  );

const slotOf = (card: string): number => Number.parseInt(card.slice(0, 2), 16) % SLOTS;

/** Lists the counters of the tries. The first that has reached its limit refuses all of them. */
export function listCounters(
  app: Pick<FastifyInstance, 'config'>,
  { cards, buyer, offerId, limits }: CardTries,
): Counter[] {
  const { refusalsPerCard, codeRefusalsPerCard, cardsPerBuyer, refusalsPerOffer } = limits;
  const subjectsOfBuyer = listBuyer(app, buyer);
  const offers = cards.map(({ card }) => ({
    ...ofOffer(app, offerId, card),
    mostRefusals: refusalsPerOffer,
    leastRefusedPercent: ATTACK_PERCENT,
  }));
  const others = cards.flatMap(({ card, isKept, seal }): Counter[] => [
    ...subjectsOfBuyer.map((counter) => ({
      ...counter,
      ...(!isKept && { member: card, mostMembers: cardsPerBuyer }),
    })),
    { ...ofCard(card), mostRefusals: refusalsPerCard, mostCodeRefusals: codeRefusalsPerCard },
    ...(seal ? [{ ...ofSeal(seal.hash), member: seal.order, mostMembers: 1 }] : []),
  ]);
  return [...offers, ...inLockOrder(others)];
}

const ofCard = (subject: string) => ({ kind: 'card', subject, seconds: DAY_SECONDS });
const ofSeal = (subject: string) => ({ kind: 'seal', subject, seconds: SEAL_SECONDS });
const ofOffer = (app: Pick<FastifyInstance, 'config'>, offerId: string, card: string) => ({
  kind: 'offer',
  subject: hashSubject(app, 'offer', offerId),
  seconds: HOUR_SECONDS,
  slot: slotOf(card),
});

const listBuyer = (app: Pick<FastifyInstance, 'config'>, { email, document }: CardTries['buyer']) => [
  { kind: 'email', subject: hashSubject(app, 'email', normalizeEmail(email)), seconds: HOUR_SECONDS },
  ...(document
    ? [{ kind: 'document', subject: hashSubject(app, 'document', normalizeDocument(document)), seconds: HOUR_SECONDS }]
    : []),
];

/** The result of a card: refused by its bank with a reason, approved or held, never sent, or unknown. */
export type CardResult = { refused: DeclineReason } | 'APPROVED' | 'UNTRIED' | 'OTHER';

/** Lists what the results add to the counters of the tries. */
export function listEnds(
  app: Pick<FastifyInstance, 'config'>,
  { cards, buyer, offerId }: CardTries,
  resultOf: (card: CardTry) => CardResult,
): CounterEnd[] {
  const ends = cards.flatMap((one): CounterEnd[] => {
    const result = resultOf(one);
    const reason = typeof result === 'object' ? result.refused : null;
    // A bank that did not answer says nothing about the card.
    const isRefused = reason !== null && reason !== 'issuer_unavailable';
    const end = { isRefused, isCodeRefused: reason === 'wrong_security_code' };
    // The next purchase of the buyer with an approved card brings another token of it.
    const isForgotten = result === 'UNTRIED' || (!one.isNumberKnown && result === 'APPROVED');
    const forgotten = isForgotten ? { forgotten: one.card } : {};
    return [
      { ...ofCard(one.card), ...end },
      { ...ofOffer(app, offerId, one.card), ...end },
      ...listBuyer(app, buyer).map((counter) => ({ ...counter, ...end, ...forgotten })),
    ];
  });
  return inLockOrder(ends);
}

/** Returns the error for a try that a counter refuses. It tells nobody which limit was reached. */
export function refuseTry(
  { log }: Pick<FastifyInstance, 'log'>,
  { kind, blocked }: Blocked,
  { offerId, fields }: { offerId: string; fields: { card: string; seal: string } },
): AppError {
  if (kind === 'seal') return new AppError('CARD_TOKEN_INVALID', { fields: [fields.seal] });
  // Said again for each ten times as many.
  if (/^10*$/.test(String(blocked)))
    log.error({ alert: 'card-testing', limit: kind, offerId, blocked }, 'Card tries over a limit are refused');
  return new AppError('CARD_UNAVAILABLE', { fields: [fields.card] });
}

/** Counts the tries of cards around work that sends them to a provider, for what is no purchase. */
export async function withCardTries<T>(
  app: VelocityApp,
  platformId: string,
  tries: CardTries,
  { field, work }: { field: string; work: () => Promise<{ value: T; result: CardResult }> },
): Promise<T> {
  const [counted] = await app.database.write(platformId, [countVelocity(platformId, listCounters(app, tries))]);
  const blocked = counted.rows[0]?.blocked;
  if (blocked) throw refuseTry(app, blocked, { offerId: tries.offerId, fields: { card: field, seal: field } });
  let ended: CardResult = 'OTHER';
  try {
    const { value, result } = await work();
    ended = result;
    return value;
  } finally {
    await app.database.run(
      platformId,
      endVelocity(
        platformId,
        listEnds(app, tries, () => ended),
      ),
    );
  }
}
