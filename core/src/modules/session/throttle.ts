/**
 * Limits sign-in attempts, codes and mails. The counters are in PostgreSQL, so they hold for all nodes together. An attempt counts before
 * it is checked and is given back when it was right; otherwise concurrent guesses would all pass the limit.
 */
import { createHash } from 'node:crypto';
import type { Database, Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { networkOf } from '../../shared/networks.ts';

/** The key is a digest, so that neither e-mails nor addresses are stored. */
export interface Limit {
  key: Buffer;
  most: number;
  minutes: number;
}

const SIGN_IN_MINUTES = 15;
const MAIL_MINUTES = 60;

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * One address is limited soon for one account and later for many accounts. The limit of an account in total is high, so that a stranger's
 * ten wrong passwords do not lock its owner out.
 */
export function limitSignIn(email: string, ip: string): Limit[] {
  const network = networkOf(ip);
  return [
    { key: digest('address', network), most: 30, minutes: SIGN_IN_MINUTES },
    { key: digest('pair', network, email), most: 10, minutes: SIGN_IN_MINUTES },
    { key: digest('account', email), most: 100, minutes: SIGN_IN_MINUTES },
  ];
}

/** A code has a million values, of which three are valid at a time: five tries have a chance of one in 60,000 every quarter of an hour. */
export const limitCodes = (personId: string): Limit[] => [
  { key: digest('code', personId), most: 5, minutes: SIGN_IN_MINUTES },
];

/** Keeps strangers from flooding a mailbox. Known and unknown e-mails count alike, so that the limit does not reveal accounts. */
export const limitMails = (purpose: string, email: string, ip: string): [perAddress: Limit, perEmail: Limit] => [
  { key: digest('mail-address', networkOf(ip)), most: 20, minutes: MAIL_MINUTES },
  { key: digest('mail', purpose, email), most: 3, minutes: MAIL_MINUTES },
];

/** 256 random bits cannot be guessed. The limit bounds the cost of trying, and guesses at the password that belongs to a link. */
export const limitLinks = (token: string, ip: string): Limit[] => [
  { key: digest('link-address', networkOf(ip)), most: 30, minutes: SIGN_IN_MINUTES },
  { key: digest('link', token), most: 10, minutes: SIGN_IN_MINUTES },
];

/** Counts an attempt for each limit. Throws TOO_MANY_REQUESTS with the time to wait. */
export async function takeAttempt(database: Database, platformId: string, limits: Limit[]): Promise<void> {
  const waitSeconds = await database.transaction(platformId, async (transaction) => {
    // All callers lock in this order. The account is only counted when the address is below its limit, so that one address cannot block an
    // account.
    for (const { key, most, minutes } of limits) {
      const { failures, seconds } = await count(transaction, platformId, key, minutes);
      if (failures > most) return seconds;
    }
    return null;
  });
  if (waitSeconds !== null) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}

/** The window begins with the first attempt and is never extended. */
async function count(transaction: Transaction, platformId: string, key: Buffer, minutes: number) {
  const { rows } = await transaction.raw<{ rows: [{ failures: number; seconds: number }] }>(
    `INSERT INTO sign_in_attempt AS a (platform_id, key, failures, window_ends_at)
     VALUES (?, ?, 1, now() + make_interval(mins => ?))
     ON CONFLICT (platform_id, key) DO UPDATE SET
       failures = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.failures + 1 END,
       window_ends_at = CASE WHEN a.window_ends_at <= now() THEN excluded.window_ends_at ELSE a.window_ends_at END
     RETURNING failures, greatest(ceil(extract(epoch FROM window_ends_at - now())), 1)::int AS seconds`,
    [platformId, key, minutes],
  );
  return rows[0];
}

/** Gives back an attempt that was right, in the order of locks above. */
export const returnAttempts = (platformId: string, limits: Limit[]): Statement[] =>
  limits.map(({ key }) => ({
    text: 'UPDATE sign_in_attempt SET failures = failures - 1 WHERE platform_id = $1 AND key = $2 AND failures > 0',
    values: [platformId, key],
  }));

/** After the right password, the account's counter is reset and the address gets this attempt back. */
export const resetSignInAttempts = (platformId: string, [address, ...account]: Limit[]): Statement[] => [
  ...returnAttempts(platformId, address ? [address] : []),
  ...account.map(({ key }) => ({
    text: 'DELETE FROM sign_in_attempt WHERE platform_id = $1 AND key = $2',
    values: [platformId, key],
  })),
];
