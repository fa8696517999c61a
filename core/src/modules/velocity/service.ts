/**
 * Limits how often cards are tried, so that nobody finds out by purchases which stolen cards work. Tries are counted by card, by buyer and by what
 * many buyers share: offer, first digits, network, seller and platform. Neither numbers nor addresses are stored. Many refusals of what is shared
 * turn a challenge on, which ends by itself with the window of its counter.
 */
import { createHmac } from 'node:crypto';
import type { DeclineReason } from '@feira/schemas/declines';
import type { PlatformSettings } from '@feira/schemas/platform';
import { isIrreversible } from '@feira/schemas/rules/declines';
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { neighbourhoodOf } from '../../shared/networks.ts';
import { type CardProof, createChallenge } from './challenge.ts';
import {
  type Blocked,
  type ChallengeLimit,
  type Counter,
  type CounterEnd,
  countVelocity,
  endVelocity,
  noteCardTest,
} from './model.ts';

export { type CardProof, captchaFrameUrl, createChallenge, readProof } from './challenge.ts';
export type { Blocked, Counter, CounterEnd } from './model.ts';
export { createPageView, readPageSeconds } from './page-view.ts';
export { CardsUnderWay } from './under-way.ts';

const TEN_MINUTES_SECONDS = 600;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Longer than a sealed card and a challenge can be used. */
const SEAL_SECONDS = 1_800;
/** Rows among which the tries of one offer, seller, platform, network or first digits are counted. */
const SLOTS = 16;
const SAMPLE = 4;
/** Buyers and cards that come with one view of a page before the next is asked for a challenge: more than a person types at one page. */
const BUYERS_PER_VIEW = 10;
/** Below this share of refusals an offer is popular and not under attack. */
const ATTACK_PERCENT = 80;

/**
 * Subjects that many buyers share. Their refusals ask for a challenge from the platform's limit of an offer times `factor` on, where at least
 * `refusedPercent` of the results are refusals.
 */
const SHARED = {
  offer: { seconds: HOUR_SECONDS, factor: 1, refusedPercent: 40 },
  /** The first eight digits of the cards of one offer: a list of cards often comes from one bank. */
  bin: { seconds: HOUR_SECONDS, factor: 0.5, refusedPercent: ATTACK_PERCENT },
  /** Many honest buyers share the address of their carrier, so that it alone refuses nobody. */
  network: { seconds: HOUR_SECONDS, factor: 0.5, refusedPercent: ATTACK_PERCENT },
  seller: { seconds: TEN_MINUTES_SECONDS, factor: 2, refusedPercent: 40 },
  platform: { seconds: TEN_MINUTES_SECONDS, factor: 3, refusedPercent: 40 },
} as const;
type SharedKind = keyof typeof SHARED;
const SHARED_KINDS: readonly string[] = Object.keys(SHARED);
/** Times the limit, the tries of an offer under way at one node that ask for a challenge: a burst is over before its first result is known. */
const BURST_FACTOR = 1.5;
/** Calls without a valid view of the page are asked for a challenge after this share of the refusals that others are. */
const UNVIEWED_FACTOR = 0.25;

type CountingApp = Pick<FastifyInstance, 'config' | 'cardsUnderWay'>;
type VelocityApp = CountingApp & Pick<FastifyInstance, 'database' | 'log' | 'clock'>;

/** Returns the name of something under the installation's key, for which the thing itself need not be stored. */
export const hashSubject = ({ config }: Pick<FastifyInstance, 'config'>, ...parts: string[]): string =>
  createHmac('sha256', config.encryptionKey)
    .update(JSON.stringify(['velocity', ...parts]))
    .digest('hex')
    .slice(0, 32);

/** Returns the name of the first digits of a card. */
export const hashBin = (app: Pick<FastifyInstance, 'config'>, number: string): string =>
  hashSubject(app, 'card-bin', number.slice(0, 8));

/** One card that a buyer wants to send to a provider. */
export interface CardTry {
  /** The hash of its number, or of what stands for it. */
  card: string;
  /** The hash of its first digits; null where they were not seen. */
  bin: string | null;
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
  platformId: string;
  sellerId: string;
  offerId: string;
  customerIp: string;
  limits: PlatformSettings['cardLimits'];
  /**
   * The challenge that the buyer's machine has solved, if any. EXEMPT: none is asked for, because the limits of the buyer bound the tries: they
   * follow a purchase that was paid.
   */
  proof: CardProof | 'EXEMPT' | null;
  /** The HMAC of the valid view of a page of the offer that the call brought; null where it brought none. */
  view: string | null;
}

/** Addresses that differ after a plus lead to one mailbox. */
export const normalizeEmail = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');

/** Calls lock counters in this order, and so never wait for each other in a circle. What is shared is locked with a result alone. */
const LOCK_ORDER = ['email', 'document', 'card', 'seal', 'proof', 'view'];

const inLockOrder = <C extends Pick<Counter, 'kind' | 'subject'>>(counters: readonly C[]): C[] =>
  counters.toSorted(
    (a, b) =>
      LOCK_ORDER.indexOf(a.kind) - LOCK_ORDER.indexOf(b.kind) ||
      Number(a.subject > b.subject) - Number(a.subject < b.subject),
  );

const slotOf = (card: string): number => Number.parseInt(card.slice(0, 2), 16) % SLOTS;

/** Lists the counters of the tries. The first that has reached its limit refuses all of them. */
export function listCounters(app: CountingApp, tries: CardTries): Counter[] {
  const { cards, buyer, offerId, limits, proof } = tries;
  const { refusalsPerCard, codeRefusalsPerCard, cardsPerBuyer, refusalsPerOffer } = limits;
  const subjectsOfBuyer = listBuyer(app, buyer);
  const proven = proof !== 'EXEMPT' && proof?.offerId === offerId ? proof : null;
  const isChallenged = proof !== 'EXEMPT' && !proven;
  const underWay = app.cardsUnderWay.count(offerId);
  const shared = listShared(app, tries)
    .filter(({ kind }) => kind === 'offer' || isChallenged)
    .map(
      (counter): Counter => ({
        ...counter,
        ...(counter.kind === 'offer' && {
          underWay,
          mostRefusals: refusalsPerOffer,
          leastRefusedPercent: ATTACK_PERCENT,
        }),
        ...(isChallenged && { challenge: toChallengeLimit(counter.kind, tries) }),
      }),
    );
  const others = cards.flatMap(({ card, isKept, seal }): Counter[] => [
    ...subjectsOfBuyer.map((counter) => ({
      ...counter,
      ...(!isKept && { member: card, mostMembers: cardsPerBuyer }),
    })),
    { ...ofCard(card), mostRefusals: refusalsPerCard, mostCodeRefusals: codeRefusalsPerCard },
    ...(seal ? [{ ...ofSeal(seal.hash), member: seal.order, mostMembers: 1 }] : []),
  ]);
  const spent = proven ? [ofProof(app, proven, tries)] : [];
  const viewed = isChallenged && tries.view ? [ofView(app, tries.view, tries)] : [];
  return [...shared, ...inLockOrder([...others, ...spent, ...viewed])];
}

function toChallengeLimit(kind: SharedKind, { limits, view }: Pick<CardTries, 'limits' | 'view'>): ChallengeLimit {
  const { factor, refusedPercent } = SHARED[kind];
  const refusals = limits.refusalsBeforeChallenge * factor;
  return {
    refusals: Math.max(1, Math.ceil(refusals)),
    refusedPercent,
    ...(kind === 'offer' && { underWay: Math.ceil(refusals * BURST_FACTOR * (view ? 1 : UNVIEWED_FACTOR)) }),
    ...(!view && { refusalsAlone: Math.max(1, Math.ceil(refusals * UNVIEWED_FACTOR)) }),
  };
}

/** Names what the order of a purchase is recognised by when it is sent again. */
const nameOrder = (app: Pick<FastifyInstance, 'config'>, { cards, buyer }: CardTries): string =>
  hashSubject(app, 'proven', buyer.email, ...cards.map(({ card }) => card));

/** A solved challenge serves one order, which names the same offer. */
const ofProof = (app: Pick<FastifyInstance, 'config'>, { id }: CardProof, tries: CardTries): Counter => ({
  kind: 'proof',
  subject: hashSubject(app, 'proof', id),
  seconds: SEAL_SECONDS,
  member: nameOrder(app, tries),
  mostMembers: 1,
});

/** A view serves a few orders; whoever brings it again and again has a machine do it, which can do the work of a challenge. */
const ofView = (app: Pick<FastifyInstance, 'config'>, subject: string, tries: CardTries): Counter => ({
  kind: 'view',
  subject,
  seconds: DAY_SECONDS,
  member: nameOrder(app, tries),
  mostMembers: BUYERS_PER_VIEW,
});

const ofCard = (subject: string) => ({ kind: 'card', subject, seconds: DAY_SECONDS });
const ofSeal = (subject: string) => ({ kind: 'seal', subject, seconds: SEAL_SECONDS });

/** Lists the counters that the tries share with those of other buyers. */
function listShared(
  app: Pick<FastifyInstance, 'config'>,
  { cards, offerId, sellerId, platformId, customerIp }: CardTries,
) {
  return cards.flatMap(({ card, bin }) => {
    const slot = slotOf(card);
    const of = (kind: SharedKind, ...subject: string[]) => ({
      kind,
      subject: hashSubject(app, kind, ...subject),
      seconds: SHARED[kind].seconds,
      slot,
    });
    return [
      of('offer', offerId),
      ...(bin ? [{ ...of('bin', offerId, bin), warned: of('offer', offerId) }] : []),
      of('network', neighbourhoodOf(customerIp)),
      of('seller', sellerId),
      of('platform', platformId),
    ];
  });
}

const listBuyer = (app: Pick<FastifyInstance, 'config'>, { email, document }: CardTries['buyer']) => [
  { kind: 'email', subject: hashSubject(app, 'email', normalizeEmail(email)), seconds: HOUR_SECONDS },
  ...(document
    ? [{ kind: 'document', subject: hashSubject(app, 'document', normalizeDocument(document)), seconds: HOUR_SECONDS }]
    : []),
];

/**
 * Refusals and the results of an offer are counted one by one. Of the others, which only say how many refusals are usual, one of four is, and stands
 * for four: a card that is approved writes half as many rows.
 */
const toSharedEnd = (
  { kind, subject, seconds, slot }: ReturnType<typeof listShared>[number],
  end: Pick<CounterEnd, 'isRefused' | 'isCodeRefused'>,
): CounterEnd[] => {
  const counter = { kind, subject, seconds, slot, ...end };
  if (kind === 'offer' || end.isRefused) return [counter];
  return slot % SAMPLE === 0 ? [{ ...counter, weight: SAMPLE }] : [];
};

/** The result of a card: refused by its bank with a reason, approved or held, never sent, or unknown. */
export type CardResult = { refused: DeclineReason } | 'APPROVED' | 'UNTRIED' | 'OTHER';

/** Returns for how long nobody may send the card again, whatever the platform's limits are. */
function barOf(reason: DeclineReason | null): Pick<CounterEnd, 'keepsSeconds'> {
  if (reason === 'lost_or_stolen') return { keepsSeconds: YEAR_SECONDS };
  return reason && isIrreversible(reason) ? { keepsSeconds: DAY_SECONDS } : {};
}

/** Lists what the results add to the counters of the tries. */
export function listEnds(
  app: Pick<FastifyInstance, 'config'>,
  tries: CardTries,
  resultOf: (card: CardTry) => CardResult,
): CounterEnd[] {
  const { cards, buyer } = tries;
  return cards.flatMap((one): CounterEnd[] => {
    const result = resultOf(one);
    const reason = typeof result === 'object' ? result.refused : null;
    // A bank that did not answer says nothing about the card.
    const isRefused = reason !== null && reason !== 'issuer_unavailable';
    const end = { isRefused, isCodeRefused: reason === 'wrong_security_code' };
    // The next purchase of the buyer with an approved card brings another token of it.
    const isForgotten = result === 'UNTRIED' || (!one.isNumberKnown && result === 'APPROVED');
    const forgotten = isForgotten ? { forgotten: one.card } : {};
    const shared = listShared(app, { ...tries, cards: [one] });
    return [
      { ...ofCard(one.card), ...end, ...barOf(reason) },
      ...(result === 'UNTRIED' ? [] : shared.flatMap((counter) => toSharedEnd(counter, end))),
      ...listBuyer(app, buyer).map((counter) => ({ ...counter, ...end, ...forgotten })),
    ];
  });
}

const OF_PAGES: readonly string[] = ['unviewed', 'view'];

/** Returns the error for a try that a counter refuses, and tells the team. It tells nobody else which limit was reached. */
export async function refuseTry(
  app: Pick<FastifyInstance, 'log' | 'config' | 'clock' | 'database'>,
  { kind, blocked, challengeAfter }: Blocked,
  { platformId, offerId, fields }: { platformId: string; offerId: string; fields: { card: string; seal: string } },
): Promise<AppError> {
  if (kind === 'seal') return new AppError('CARD_TOKEN_INVALID', { fields: [fields.seal] });
  const isChallenged = challengeAfter !== undefined || kind === 'proof' || kind === 'view';
  // Said again for each ten times as many. A few honest pages stand open for days.
  if (kind !== 'proof' && /^10*$/.test(String(blocked)) && !(OF_PAGES.includes(kind) && blocked < 10)) {
    const message = isChallenged ? 'Card tries need a solved challenge' : 'Card tries over a limit are refused';
    app.log.error({ alert: 'card-testing', limit: kind, isChallenged, offerId, blocked }, message);
    // One buyer or one card over its limit is a test only where it goes on.
    if (SHARED_KINDS.includes(kind) || blocked > 1)
      await app.database.run(platformId, noteCardTest(platformId, { id: newId(), offerId, kind, blocked }));
  }
  return isChallenged
    ? new AppError('CHALLENGE_REQUIRED', { challenge: createChallenge(app, offerId, challengeAfter ?? 0) })
    : new AppError('CARD_UNAVAILABLE', { fields: [fields.card] });
}

/** Counts the tries of cards around work that sends them to a provider, for what is no purchase. */
export async function withCardTries<T>(
  app: VelocityApp,
  tries: CardTries,
  { field, work }: { field: string; work: () => Promise<{ value: T; result: CardResult }> },
): Promise<T> {
  const { platformId, offerId } = tries;
  const leave = app.cardsUnderWay.enter(offerId);
  try {
    const [counted] = await app.database.write(platformId, [countVelocity(platformId, listCounters(app, tries))]);
    const blocked = counted.rows[0]?.blocked;
    if (blocked) throw await refuseTry(app, blocked, { platformId, offerId, fields: { card: field, seal: field } });
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
  } finally {
    leave();
  }
}
