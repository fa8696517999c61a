/** Writes counters of tries as JSON for the functions of the database that count them. */
import type { Statement } from '../../plugins/database.ts';

/** One subject whose tries are counted, with its limits. Limits that are left out do not apply. */
export interface Counter {
  kind: string;
  /** An HMAC, in hexadecimal digits. */
  subject: string;
  /** The window, counted from the first try on. */
  seconds: number;
  /** Set for a subject that many buyers share: it is counted in several rows, and with the result of a try alone. */
  slot?: number;
  /** An HMAC of what came together with the subject, where the different ones are limited. */
  member?: string;
  mostMembers?: number;
  /** Tries that were refused, or have no result yet. */
  mostRefusals?: number;
  /** The same for refusals because of the security code. */
  mostCodeRefusals?: number;
  /** The limit of refusals applies where at least this share of the results are refusals. */
  leastRefusedPercent?: number;
  /** Tries of a shared subject that this node is making. They count as refused once half as many were refused as may be. */
  underWay?: number;
  /** Left out where the try comes with a solved challenge, which is asked for from here on. */
  challenge?: ChallengeLimit;
  /** The shared subject that asks for a challenge as well once this one does. */
  warned?: Pick<Counter, 'kind' | 'subject'>;
}

/** A challenge is asked for from this number of refusals on, where at least this share of the results are refusals, and while this many tries are under way. */
export interface ChallengeLimit {
  refusals: number;
  refusedPercent: number;
  underWay?: number;
  /** From this number of refusals on, this call alone is asked: others are not, by what it did. */
  refusalsAlone?: number;
}

/** The result of a try in one counter. */
export interface CounterEnd extends Pick<Counter, 'kind' | 'subject' | 'seconds' | 'slot'> {
  isRefused: boolean;
  isCodeRefused: boolean;
  /** The number of results that this one stands for. Default: 1. */
  weight?: number;
  /** The member that the counter no longer counts. */
  forgotten?: string;
  /** The subject may not be tried again for so long, whatever its window is. */
  keepsSeconds?: number;
}

/** Why a try may not be made: the counter that has reached its limit, and how many tries it has refused with this one. */
export interface Blocked {
  kind: string;
  /** 0 where nothing but many tries at once asks for a challenge. */
  blocked: number;
  /** The refusals that were counted, where the try may be made with a solved challenge. */
  challengeAfter?: number;
}

export const countVelocity = (
  platformId: string,
  counters: readonly Counter[],
): Statement<{ blocked: Blocked | null }> => ({
  text: 'SELECT count_velocity($1, $2) AS blocked',
  values: [platformId, JSON.stringify(counters)],
});

export const endVelocity = (platformId: string, ends: readonly CounterEnd[]): Statement => ({
  text: 'SELECT end_velocity($1, $2)',
  values: [platformId, JSON.stringify(ends)],
});

/** Notes that cards are tested at an offer, for the inbox of the team. One row a day says how many tries were blocked. */
export const noteCardTest = (
  platformId: string,
  { id, offerId, kind, blocked }: { id: string; offerId: string } & Pick<Blocked, 'kind' | 'blocked'>,
): Statement => ({
  text: `INSERT INTO card_test AS t (platform_id, id, offer_id, kind, blocked) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (offer_id, day, platform_id) DO UPDATE SET blocked = greatest(t.blocked, excluded.blocked), last_at = now()`,
  values: [platformId, id, offerId, kind, blocked],
});

const CARD_TEST_DAYS = 90;
export const deleteOldCardTests = (limit: number): Statement => ({
  text: `DELETE FROM card_test WHERE (offer_id, day, platform_id) IN (
    SELECT offer_id, day, platform_id FROM card_test WHERE day < current_date - $1::integer LIMIT $2)`,
  values: [CARD_TEST_DAYS, limit],
});

/** Deletes counters whose window is over. */
export const deleteEndedCounters = (limit: number): Statement => ({
  text: `DELETE FROM velocity_counter WHERE (subject, kind, slot, platform_id) IN (
    SELECT subject, kind, slot, platform_id FROM velocity_counter WHERE ends_at < now() LIMIT $1)`,
  values: [limit],
});
