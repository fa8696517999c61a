/** Makes, reads and takes the tokens of mailed links: 256 random bits. The database stores only their SHA-256. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { hashToken } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';

interface Link {
  page: string;
  minutes: number;
}

/** The page that a link opens, and its lifetime. */
const LINKS = {
  REGISTER: { page: 'verify-email', minutes: 24 * 60 },
  INVITE: { page: 'choose-password', minutes: 7 * 24 * 60 },
  RECOVER: { page: 'choose-password', minutes: 30 },
  MAGIC_LINK: { page: 'magic-link', minutes: 15 },
  CHANGE_EMAIL: { page: 'confirm-email', minutes: 60 },
  REFUND: { page: 'request-refund', minutes: 60 },
} as const satisfies Record<string, Link>;
export type TokenPurpose = keyof typeof LINKS;

export interface NewToken {
  purpose: TokenPurpose;
  email: string;
  /** Null when the person does not exist yet. */
  personId: string | null;
  /** Data for the use of the link. A token that a session got without a mail names it as `sessionId`, and ends with it. */
  payload?: Record<string, unknown>;
}

/**
 * Creates a link for a mail, and the statements that activate it; they belong into the transaction that writes the mail. Older links of the
 * same purpose for the same e-mail end. The token stands behind '#', so that it reaches no log and no referrer.
 */
export async function createToken(
  app: Pick<FastifyInstance, 'findPlatformUrl'>,
  platformId: string,
  { purpose, email, personId, payload = {} }: NewToken,
): Promise<{ token: string; link: string; statements: Statement[] }> {
  const token = randomBytes(32).toString('base64url');
  const { page, minutes } = LINKS[purpose];
  const address = email.toLowerCase();
  return {
    token,
    link: `${await app.findPlatformUrl(platformId)}/${page}#${token}`,
    statements: [
      endTokens(platformId, { email: address, purpose }),
      {
        text: `INSERT INTO one_time_token (platform_id, id, purpose, token_hash, email, person_id, payload, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
        values: [platformId, newId(), purpose, hashToken(token), address, personId, JSON.stringify(payload), minutes],
      },
    ],
  };
}

const endTokens = (platformId: string, { email, purpose }: { email: string; purpose: TokenPurpose }): Statement => ({
  text: `UPDATE one_time_token SET used_at = now()
    WHERE platform_id = $1 AND email = $2 AND purpose = $3 AND used_at IS NULL`,
  values: [platformId, email, purpose],
});

/** Ends all links of a person. */
export const endTokensOfPerson = (platformId: string, personId: string): Statement => ({
  text: 'UPDATE one_time_token SET used_at = now() WHERE platform_id = $1 AND person_id = $2 AND used_at IS NULL',
  values: [platformId, personId],
});

export interface StoredToken {
  id: string;
  purpose: TokenPurpose;
  email: string;
  personId: string | null;
  payload: Record<string, unknown>;
}

const OPEN = `platform_id = $1 AND token_hash = $2 AND purpose = ANY($3) AND used_at IS NULL AND expires_at > now()
  AND (payload->>'sessionId' IS NULL OR EXISTS (SELECT 1 FROM session s WHERE s.platform_id = $1
    AND s.id = (payload->>'sessionId')::uuid AND s.revoked_at IS NULL AND s.expires_at > now()))`;
const COLUMNS = 'id, purpose, email, person_id, payload';

/** Selects a token that is valid now. */
export const selectToken = (
  platformId: string,
  token: string,
  purposes: readonly TokenPurpose[],
): Statement<StoredToken> => ({
  text: `SELECT ${COLUMNS} FROM one_time_token WHERE ${OPEN}`,
  values: [platformId, hashToken(token), purposes],
});

/** Returns its row to only one caller when several use the link at once. */
export const takeToken = (platformId: string, token: string, purposes: readonly TokenPurpose[]): Statement => ({
  text: `UPDATE one_time_token SET used_at = now() WHERE ${OPEN} RETURNING ${COLUMNS}`,
  values: [platformId, hashToken(token), purposes],
});
