/** Reads and changes a person's own account. Every statement names the person. */

import type { Locale } from '@feira/schemas/common';
import type { listSessions } from '@feira/schemas/procedures/account';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

export interface AccountRow {
  name: string;
  email: string;
  phone: string | null;
  document: string | null;
  showsDocument: boolean;
  publicAddress: string | null;
  locale: Locale | null;
  passwordHash: string | null;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  createdAt: Date;
}

export const selectAccount = (platformId: string, personId: string): Statement<AccountRow> => ({
  text: `SELECT p.name, p.email, p.phone, p.document, p.shows_document, p.public_address, p.locale, p.password_hash, p.created_at,
      p.pix_enabled, p.credit_card_enabled, p.billet_enabled,
      f.person_id IS NOT NULL AS has_second_factor,
      (SELECT count(*)::int FROM recovery_code c
        WHERE c.platform_id = p.platform_id AND c.person_id = p.id AND c.used_at IS NULL) AS recovery_codes_left
    FROM person p LEFT JOIN second_factor f
      ON f.platform_id = p.platform_id AND f.person_id = p.id AND f.confirmed_at IS NOT NULL
    WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, personId],
});

export interface Profile {
  name?: string | undefined;
  /** Empty for none. */
  phone?: string | undefined;
  locale?: Locale | undefined;
  showsDocument?: boolean | undefined;
  /** Empty for none. */
  publicAddress?: string | undefined;
}

/** Absent fields stay unchanged. */
export const updateProfile = (
  platformId: string,
  personId: string,
  { name, phone, locale, showsDocument, publicAddress }: Profile,
): Statement => ({
  text: `UPDATE person SET name = coalesce($3, name), locale = coalesce($4, locale),
      phone = CASE WHEN $5::text IS NULL THEN phone ELSE nullif($5::text, '') END, shows_document = coalesce($6, shows_document),
      public_address = CASE WHEN $7::text IS NULL THEN public_address ELSE nullif($7::text, '') END
    WHERE platform_id = $1 AND id = $2`,
  values: [
    platformId,
    personId,
    name ?? null,
    locale ?? null,
    phone ?? null,
    showsDocument ?? null,
    publicAddress ?? null,
  ],
});

/** Returns a row if there was no document yet, so that only the first of two concurrent calls sets one. */
export const setDocument = (platformId: string, personId: string, document: string): Statement => ({
  text: 'UPDATE person SET document = $3 WHERE platform_id = $1 AND id = $2 AND document IS NULL RETURNING id',
  values: [platformId, personId, document],
});

/** Returns no row when the account's e-mail has changed or the account has ended since the link was requested. */
export const updateEmail = (platformId: string, personId: string, former: string, email: string): Statement => ({
  text: `UPDATE person SET email = $4, email_verified_at = now()
    WHERE platform_id = $1 AND id = $2 AND email = $3 AND status = 'ACTIVE' RETURNING id`,
  values: [platformId, personId, former, email],
});

export const selectByEmail = (platformId: string, email: string): Statement => ({
  text: 'SELECT id FROM person WHERE platform_id = $1 AND email = $2',
  values: [platformId, email],
});

export interface SessionRow extends Omit<RowOf<typeof listSessions, 'sessions'>, 'isCurrent'> {}

const MOST_SESSIONS = 100;
/** Leaves out sessions of administrators who impersonate this person, because they are not the person's devices. */
const OWN = 'platform_id = $1 AND person_id = $2 AND impersonator_session_id IS NULL AND revoked_at IS NULL';

export const selectSessions = (platformId: string, personId: string, idleHours: number): Statement<SessionRow> => ({
  text: `SELECT id, created_at, last_seen_at, user_agent, host(ip) AS ip
    FROM session WHERE ${OWN} AND state = 'ACTIVE' AND expires_at > now()
      AND last_seen_at > now() - make_interval(hours => $3)
    ORDER BY last_seen_at DESC, id DESC LIMIT ${MOST_SESSIONS}`,
  values: [platformId, personId, idleHours],
});

export const revokeOwnSession = (
  platformId: string,
  personId: string,
  id: string,
): Statement<{ userAgent: string }> => ({
  text: `UPDATE session SET revoked_at = now() WHERE ${OWN} AND id = $3 AND expires_at > now()
    RETURNING coalesce(user_agent, '') AS user_agent`,
  values: [platformId, personId, id],
});

export interface FactorRow {
  sealedCandidate: Buffer | null;
  candidateKeyVersion: number | null;
}

export const selectCandidateSecret = (platformId: string, personId: string): Statement<FactorRow> => ({
  text: `SELECT sealed_candidate, candidate_key_version
    FROM second_factor WHERE platform_id = $1 AND person_id = $2`,
  values: [platformId, personId],
});

export const putCandidateSecret = (
  platformId: string,
  personId: string,
  { sealed, keyVersion }: { sealed: Buffer; keyVersion: number },
): Statement => ({
  text: `INSERT INTO second_factor (platform_id, person_id, sealed_candidate, candidate_key_version) VALUES ($1, $2, $3, $4)
    ON CONFLICT (platform_id, person_id) DO UPDATE SET
      sealed_candidate = excluded.sealed_candidate, candidate_key_version = excluded.candidate_key_version`,
  values: [platformId, personId, sealed, keyVersion],
});

/** Returns its row to only one caller; none when another secret was started since. */
export const confirmCandidateSecret = (
  platformId: string,
  personId: string,
  { sealed, step }: { sealed: Buffer; step: number },
): Statement => ({
  text: `UPDATE second_factor SET sealed_secret = sealed_candidate, key_version = candidate_key_version,
      sealed_candidate = NULL, candidate_key_version = NULL, confirmed_at = now(), last_step = $4
    WHERE platform_id = $1 AND person_id = $2 AND sealed_candidate = $3 RETURNING person_id`,
  values: [platformId, personId, sealed, step],
});

export const deleteFactor = (platformId: string, personId: string): Statement<{ confirmedAt: Date | null }> => ({
  text: 'DELETE FROM second_factor WHERE platform_id = $1 AND person_id = $2 RETURNING confirmed_at',
  values: [platformId, personId],
});

/** Lowers a session to the strength of a password, because the second factor is gone. */
export const weakenSession = (platformId: string, id: string): Statement => ({
  text: `UPDATE session SET strength = 'PASSWORD' WHERE platform_id = $1 AND id = $2 AND strength = 'SECOND_FACTOR'`,
  values: [platformId, id],
});
