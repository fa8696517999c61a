import type { Locale } from '@feira/schemas/common';
import type { Role } from '@feira/schemas/procedure';
import type { Statement } from '../../plugins/database.ts';
import {
  FRESH_MINUTES,
  type Identity,
  ROLE_COLUMNS,
  SESSION_HOURS,
  type SessionState,
  type SessionStrength,
} from '../../plugins/sessions.ts';

export interface Device {
  userAgent: string | null;
  ip: string;
}

/** A person who is about to get a session. */
export interface Candidate extends Identity {
  status: 'ACTIVE' | 'DISABLED';
  passwordHash: string | null;
  locale: Locale | null;
  heldRoles: Role[];
  hasSecondFactor: boolean;
  /** True if the person signed in lately with this browser from this network. */
  isKnownDevice: boolean;
}

/** A device is recognised by its browser without version numbers and by its network, because versions and addresses change often. */
const browserOf = (column: string) => `regexp_replace(${column}, '[0-9._]+', '', 'g')`;
const networkOf = (column: string) =>
  `network(set_masklen(${column}, CASE family(${column}) WHEN 4 THEN 16 ELSE 32 END))`;
const KNOWN_DAYS = 30;

const HAS_FACTOR = `EXISTS (SELECT 1 FROM second_factor f
  WHERE f.platform_id = p.platform_id AND f.person_id = p.id AND f.confirmed_at IS NOT NULL)`;

const selectBy = (platformId: string, column: 'id' | 'email', value: string, device: Device): Statement<Candidate> => ({
  text: `SELECT p.id, p.name, p.email, p.status, p.password_hash, p.locale,
      ${HAS_FACTOR} AS has_second_factor, EXISTS (
        SELECT 1 FROM session s WHERE s.platform_id = p.platform_id AND s.person_id = p.id
          AND s.impersonator_session_id IS NULL AND s.created_at > now() - interval '${KNOWN_DAYS} days'
          AND ${browserOf('s.user_agent')} IS NOT DISTINCT FROM ${browserOf('$3::text')}
          AND ${networkOf('s.ip')} = ${networkOf('$4::inet')}
      ) AS is_known_device, ${ROLE_COLUMNS}
    FROM person p WHERE p.platform_id = $1 AND p.${column} = $2`,
  values: [platformId, value, device.userAgent, device.ip],
});

export const selectByEmail = (platformId: string, email: string, device: Device) =>
  selectBy(platformId, 'email', email, device);
export const selectById = (platformId: string, id: string, device: Device) => selectBy(platformId, 'id', id, device);

export interface NewSession extends Device {
  id: string;
  tokenHash: Buffer;
  state: SessionState;
  strength: SessionStrength;
  impersonatorSessionId: string | null;
}

/** A half-open session lasts long enough to type a code or to set up a second factor; afterwards the password has to be typed again. */
const lifetime = (state: string) =>
  `CASE WHEN ${state} = 'ACTIVE' THEN interval '${SESSION_HOURS} hours' ELSE interval '${FRESH_MINUTES} minutes' END`;

/**
 * Returns no row when the person was disabled or got another password or factor since the check. The statement locks the person: a
 * concurrent change of password either comes first and is seen here, or comes next and ends this session.
 */
export const insertSession = (
  platformId: string,
  candidate: Pick<Candidate, 'id' | 'passwordHash' | 'hasSecondFactor'>,
  session: NewSession,
): Statement => ({
  text: `INSERT INTO session (platform_id, id, person_id, token_hash, expires_at, user_agent, ip, state, strength,
      impersonator_session_id, confirmed_at)
    SELECT p.platform_id, $4, p.id, $5, least(now() + ${lifetime('$8::text')}, origin.expires_at), $6, $7, $8, $9,
      $10, CASE WHEN $10::uuid IS NULL THEN now() ELSE to_timestamp(0) END
    FROM person p LEFT JOIN session origin ON origin.platform_id = p.platform_id AND origin.id = $10::uuid
    WHERE p.platform_id = $1 AND p.id = $2 AND p.password_hash IS NOT DISTINCT FROM $3 AND p.status = 'ACTIVE'
      AND ${HAS_FACTOR} = $11
    FOR SHARE OF p
    RETURNING id`,
  values: [
    ...[platformId, candidate.id, candidate.passwordHash, session.id, session.tokenHash],
    ...[session.userAgent, session.ip, session.state, session.strength],
    ...[session.impersonatorSessionId, candidate.hasSecondFactor],
  ],
});

export interface SessionProof {
  sessionId: string;
  /** The token of this request, so that only one of two concurrent requests raises the session. */
  formerTokenHash: Buffer | null;
  tokenHash: Buffer;
  strength: SessionStrength;
}

/** Raises a session after a proof and gives it another token, so that a copy of the former token does not get the new rights. */
export const raiseSession = (platformId: string, rise: SessionProof): Statement => ({
  text: `UPDATE session SET token_hash = $4, strength = $5, state = 'ACTIVE', confirmed_at = now(),
      expires_at = CASE WHEN state = 'ACTIVE' THEN expires_at ELSE now() + ${lifetime(`'ACTIVE'`)} END
    WHERE platform_id = $1 AND id = $2 AND token_hash = $3 AND revoked_at IS NULL AND expires_at > now() RETURNING id`,
  values: [platformId, rise.sessionId, rise.formerTokenHash, rise.tokenHash, rise.strength],
});

/** Gives a session another token and leaves the rest unchanged. */
export const rotateToken = (platformId: string, id: string, tokenHash: Buffer): Statement => ({
  text: `UPDATE session SET token_hash = $3, last_seen_at = now()
    WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > now() RETURNING id`,
  values: [platformId, id, tokenHash],
});

/** Also ends the administrator's session behind an impersonated one. */
export const revokeByToken = (platformId: string, tokenHash: Buffer): Statement => ({
  text: `UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND revoked_at IS NULL AND (token_hash = $2
    OR id = (SELECT impersonator_session_id FROM session WHERE platform_id = $1 AND token_hash = $2))`,
  values: [platformId, tokenHash],
});

export const revokeById = (platformId: string, id: string): Statement => ({
  text: 'UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL',
  values: [platformId, id],
});

export const revokeByPerson = (platformId: string, personId: string, exceptId: string | null = null): Statement => ({
  text: `UPDATE session SET revoked_at = now()
    WHERE platform_id = $1 AND person_id = $2 AND revoked_at IS NULL AND id IS DISTINCT FROM $3::uuid`,
  values: [platformId, personId, exceptId],
});

/** Inserts a person whose mailbox was just proved. Returns no row when the e-mail belongs to a person already. */
export const insertPerson = (
  platformId: string,
  person: Identity & { phone: string | null; locale: Locale | null; passwordHash: string | null },
): Statement => ({
  text: `INSERT INTO person (platform_id, id, name, email, phone, locale, password_hash, email_verified_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, now()) ON CONFLICT (platform_id, email) DO NOTHING RETURNING id`,
  values: [platformId, person.id, person.name, person.email, person.phone, person.locale, person.passwordHash],
});

/** Returns no row when the person was disabled or got another password meanwhile. */
export const updatePassword = (
  platformId: string,
  personId: string,
  passwordHash: string,
  formerHash: string | null,
): Statement => ({
  text: `UPDATE person SET password_hash = $3 WHERE platform_id = $1 AND id = $2 AND status = 'ACTIVE'
    AND password_hash IS NOT DISTINCT FROM $4 RETURNING id`,
  values: [platformId, personId, passwordHash, formerHash],
});

export const markEmailProven = (platformId: string, personId: string): Statement => ({
  text: `UPDATE person SET email_verified_at = coalesce(email_verified_at, now())
    WHERE platform_id = $1 AND id = $2 AND status = 'ACTIVE' RETURNING id`,
  values: [platformId, personId],
});

export const grantRole = (platformId: string, personId: string, role: Role): Statement => ({
  text: `INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
  values: [platformId, personId, role],
});

/** Selects the name that a buyer with this e-mail gave in a paid purchase. */
export const selectBuyerName = (platformId: string, email: string): Statement<{ name: string }> => ({
  text: `SELECT s.buyer_name AS name FROM sale s
    JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id AND p.approved_at IS NOT NULL
    WHERE s.platform_id = $1 AND s.buyer_email_lower = $2 ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
  values: [platformId, email],
});
