/**
 * Identifies the caller. Every call that needs a session reads it from the database, so that a revoked session, a disabled person or a
 * changed role takes effect with the next request on every node.
 */
import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { ApiKeyKind, ApiScope, ApiVersion } from '@feira/schemas/api';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { SESSION_STATES } from '@feira/schemas/procedures/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Statement } from './database.ts';

export interface Identity {
  id: string;
  name: string;
  email: string;
}

export interface Person extends Identity {
  /** The roles that this session may use: none until it is ACTIVE, and only those that its strength allows. */
  roles: Role[];
  heldRoles: Role[];
  /** Only an administrator has permissions. */
  permissions: AdminPermission[];
  sessionId: string;
  state: SessionState;
  strength: SessionStrength;
  /**
   * True if the person has confirmed their identity within the last minutes with every factor they have. A mailed link alone never counts.
   */
  isFresh: boolean;
  /** The administrator who is signed in as this person. */
  impersonator: (Identity & { sessionId: string }) | null;
  /** The key with which a program calls for the person. Its session is the key. */
  apiKey?: ApiKey;
}

export interface ApiKey {
  id: string;
  name: string;
  kind: ApiKeyKind;
  scopes: ApiScope[];
  version: ApiVersion;
}

export type SessionState = (typeof SESSION_STATES)[number];
/** The proof with which the person signed in: a mailed link, a password, or a password and a code. */
export type SessionStrength = 'LINK' | 'PASSWORD' | 'SECOND_FACTOR';

/** The age in minutes up to which a confirmed identity allows changes to money, credentials and permissions. */
export const FRESH_MINUTES = 10;

interface Sessions {
  /** Returns the hash of the request's cookie, as the database stores it; null without a cookie. */
  readTokenHash(request: FastifyRequest): Buffer | null;
  /** Returns the person whose session has this cookie. */
  findPerson(platformId: string, tokenHash: Buffer): Promise<Person | null>;
  setCookie(reply: FastifyReply, token: string): void;
  clearCookie(reply: FastifyReply): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
  interface FastifyRequest {
    /** Null on public routes, which do not read the session. */
    person: Person | null;
  }
}

export const SESSION_HOURS = 12;
export const IDLE_HOURS = 2;
/** The precision in seconds of the last use of a session; a more exact one would need a write for every request. */
const SEEN_SECONDS = 60;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Selects all roles of a person "p", and the permissions of an administrator. */
export const ROLE_COLUMNS = `
  (SELECT coalesce(array_agg(g.role ORDER BY g.role), '{}') FROM role_grant g
    WHERE g.platform_id = p.platform_id AND g.person_id = p.id) AS held_roles,
  (SELECT coalesce(array_agg(permission), '{}') FROM role_grant g, unnest(g.permissions) AS permission
    WHERE g.platform_id = p.platform_id AND g.person_id = p.id AND g.role = 'admin') AS permissions`;

interface PersonRow extends Omit<Person, 'roles'> {
  /** True if the session behind an impersonated one has ended, or its administrator has lost the permission for it. */
  isOrphaned: boolean;
}

const STAFF: readonly Role[] = ['admin', 'master'];

/** Returns the roles that a session may use. An impersonated session never gets the roles of staff. */
export function activeRoles(
  { heldRoles, state, strength, impersonator }: Pick<Person, 'heldRoles' | 'state' | 'strength' | 'impersonator'>,
  isFactorRequired: boolean,
): Role[] {
  if (state !== 'ACTIVE') return [];
  if (strength === 'LINK') return heldRoles.filter((role) => role === 'customer');
  const isStaffOpen = !impersonator && (strength === 'SECOND_FACTOR' || !isFactorRequired);
  return isStaffOpen ? heldRoles : heldRoles.filter((role) => !STAFF.includes(role));
}

const selectPerson = (platformId: string, tokenHash: Buffer): Statement<PersonRow> => ({
  name: 'session-person',
  text: `
    WITH found AS (
      SELECT s.platform_id, s.id, s.person_id, s.last_seen_at, s.state, s.strength, s.impersonator_session_id,
        s.confirmed_at > now() - interval '${FRESH_MINUTES} minutes' AND (s.strength = 'SECOND_FACTOR' OR s.strength = 'PASSWORD'
          AND NOT EXISTS (SELECT 1 FROM second_factor f WHERE f.platform_id = s.platform_id AND f.person_id = s.person_id
            AND f.confirmed_at IS NOT NULL)) AS is_fresh
      FROM session s
      WHERE s.platform_id = $1 AND s.token_hash = $2 AND s.revoked_at IS NULL AND s.expires_at > now()
        AND s.last_seen_at > now() - interval '${IDLE_HOURS} hours'
    ), seen AS (
      UPDATE session s SET last_seen_at = now() FROM found
      WHERE s.platform_id = found.platform_id AND s.id = found.id
        AND found.last_seen_at < now() - interval '${SEEN_SECONDS} seconds'
    )
    SELECT p.id, p.name, p.email, found.id AS session_id, found.state, found.strength, found.is_fresh,
      found.impersonator_session_id IS NOT NULL AND origin.id IS NULL AS is_orphaned,
      CASE WHEN origin.id IS NOT NULL
        THEN jsonb_build_object('id', actor.id, 'name', actor.name, 'email', actor.email, 'sessionId', origin.id)
      END AS impersonator, ${ROLE_COLUMNS}
    FROM found JOIN person p ON p.platform_id = found.platform_id AND p.id = found.person_id AND p.status = 'ACTIVE'
    LEFT JOIN (
      session origin
      JOIN person actor ON actor.platform_id = origin.platform_id AND actor.id = origin.person_id AND actor.status = 'ACTIVE'
      JOIN role_grant g ON g.platform_id = actor.platform_id AND g.person_id = actor.id AND g.role = 'admin'
        AND 'isUsersLoginAvailable' = ANY(g.permissions)
    ) ON origin.platform_id = found.platform_id AND origin.id = found.impersonator_session_id
      AND origin.revoked_at IS NULL AND origin.expires_at > now()`,
  values: [platformId, tokenHash],
});

/** Browsers store Secure cookies of http://localhost, but of no other plain http address. */
export function describeCookie(publicUrl: string, name = 'feira') {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
  const secure = protocol === 'https:' || isLocal;
  // Over plain http, browsers drop a Secure cookie, and people could not sign in. The __Host- prefix requires Secure.
  return { name: secure ? `__Host-${name}` : name, secure };
}

export default fp(
  async (app) => {
    await app.register(cookie);
    const { name, secure } = describeCookie(app.config.publicUrl);
    const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;

    async function findPerson(platformId: string, tokenHash: Buffer): Promise<Person | null> {
      const [people] = await app.database.write(platformId, [selectPerson(platformId, tokenHash)]);
      const [row] = people.rows;
      if (!row || row.isOrphaned) return null;
      const { isOrphaned: _, ...person } = row;
      return { ...person, roles: activeRoles(person, app.config.isFactorRequired) };
    }

    app.decorate('sessions', {
      findPerson,
      readTokenHash(request) {
        const token = request.cookies[name];
        return token && TOKEN.test(token) ? hashToken(token) : null;
      },
      setCookie: (reply, token) => void reply.setCookie(name, token, { ...attributes, maxAge: SESSION_HOURS * 3600 }),
      clearCookie: (reply) => void reply.clearCookie(name, attributes),
    });
    app.decorateRequest('person', null);
    app.addHook('onRequest', async (request) => {
      if (request.is404 || request.routeOptions.config.access?.kind === 'public') return;
      // Cookies of a browser never open the public API.
      if (request.routeOptions.config.api) return;
      const tokenHash = app.sessions.readTokenHash(request);
      if (tokenHash) request.person = await findPerson(request.platform.id, tokenHash);
    });
  },
  { name: 'sessions', dependencies: ['config', 'database', 'platforms'] },
);
