/**
 * How often sign-in may fail, counted in PostgreSQL and so for all nodes together. An attempt counts before the password is
 * checked and is given back when it was right: otherwise a thousand guesses at once would all pass the check.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Knex } from 'knex';
import type { Database, Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';

/**
 * One address guessing at one account stops early, one guessing at many soon after. An account as a whole takes many
 * addresses to block: ten wrong passwords from a stranger must not lock its owner out.
 */
const LIMITS = { address: 30, pair: 10, account: 100 } as const;
const WINDOW_MINUTES = 15;

type Counter = keyof typeof LIMITS;

export interface SignInKeys extends Record<Counter, Buffer> {}

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Whoever has one IPv6 address has the 2^64 around it. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}

export function toKeys(email: string, ip: string): SignInKeys {
  const network = networkOf(ip);
  return {
    address: digest('address', network),
    pair: digest('pair', network, email),
    account: digest('account', email),
  };
}

/** Counts an attempt, or throws how long to wait. */
export async function takeAttempt(database: Database, platformId: string, keys: SignInKeys): Promise<void> {
  const waitSeconds = await database.transaction(platformId, async (transaction) => {
    // Everybody locks in this order. An account is counted only for addresses that may still try, so that one alone cannot block it.
    for (const counter of ['address', 'pair', 'account'] as const) {
      const { failures, seconds } = await count(transaction, platformId, keys[counter]);
      if (failures > LIMITS[counter]) return seconds;
    }
    return null;
  });
  if (waitSeconds !== null) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
}

/** The window begins with the first failure and is never made longer: who waits gets in. */
async function count(transaction: Knex.Transaction, platformId: string, key: Buffer) {
  const { rows } = await transaction.raw<{ rows: [{ failures: number; seconds: number }] }>(
    `INSERT INTO sign_in_attempt AS a (platform_id, key, failures, window_ends_at)
     VALUES (?, ?, 1, now() + interval '${WINDOW_MINUTES} minutes')
     ON CONFLICT (platform_id, key) DO UPDATE SET
       failures = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.failures + 1 END,
       window_ends_at = CASE WHEN a.window_ends_at <= now() THEN excluded.window_ends_at ELSE a.window_ends_at END
     RETURNING failures, greatest(ceil(extract(epoch FROM window_ends_at - now())), 1)::int AS seconds`,
    [platformId, key],
  );
  return rows[0];
}

/** The right password: the account starts anew, the address gets back what this attempt took. Same order of locks as above. */
export const forgiveAttempt = (platformId: string, keys: SignInKeys): Statement[] => [
  {
    text: 'UPDATE sign_in_attempt SET failures = failures - 1 WHERE platform_id = $1 AND key = $2 AND failures > 0',
    values: [platformId, keys.address],
  },
  { text: 'DELETE FROM sign_in_attempt WHERE platform_id = $1 AND key = $2', values: [platformId, keys.pair] },
  { text: 'DELETE FROM sign_in_attempt WHERE platform_id = $1 AND key = $2', values: [platformId, keys.account] },
];
