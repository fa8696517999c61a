import type { Statement } from '../../plugins/database.ts';
import { type Person, ROLE_COLUMNS, SESSION_HOURS } from '../../plugins/sessions.ts';

export interface Candidate extends Pick<Person, 'id' | 'name' | 'email' | 'heldRoles' | 'permissions'> {
  passwordHash: string | null;
}

/** Who may sign in with this e-mail. */
export const selectCandidate = (platformId: string, email: string): Statement => ({
  text: `SELECT p.id, p.name, p.email, p.password_hash AS "passwordHash", ${ROLE_COLUMNS}
    FROM person p WHERE p.platform_id = $1 AND p.email = $2 AND p.status = 'ACTIVE'`,
  values: [platformId, email],
});

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  userAgent: string | null;
  ip: string;
}

/** Answers no row where the person was disabled or given another password while this one was being checked. */
export const insertSession = (platformId: string, candidate: Candidate, session: NewSession): Statement => ({
  text: `INSERT INTO session (platform_id, id, person_id, token_hash, expires_at, user_agent, ip)
    SELECT p.platform_id, $4, p.id, $5, now() + interval '${SESSION_HOURS} hours', $6, $7
    FROM person p WHERE p.platform_id = $1 AND p.id = $2 AND p.password_hash = $3 AND p.status = 'ACTIVE'
    RETURNING id`,
  values: [
    platformId,
    candidate.id,
    candidate.passwordHash,
    session.id,
    session.tokenHash,
    session.userAgent,
    session.ip,
  ],
});

export const revokeByToken = (platformId: string, tokenHash: Buffer): Statement => ({
  text: 'UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND token_hash = $2 AND revoked_at IS NULL',
  values: [platformId, tokenHash],
});

export const revokeById = (platformId: string, id: string): Statement => ({
  text: 'UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL',
  values: [platformId, id],
});

export const revokeByPerson = (platformId: string, personId: string): Statement => ({
  text: 'UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND person_id = $2 AND revoked_at IS NULL',
  values: [platformId, personId],
});
