/**
 * Who is asking. The session behind the cookie is read from the database on every call that needs one, so that a revoked
 * session, a disabled person or a changed role counts from the next request on, on every node.
 */
import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Statement } from './database.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  /** Only an administrator has any. */
  permissions: AdminPermission[];
  sessionId: string;
}

interface Sessions {
  /** The cookie of this request, as stored; null where there is none. */
  readTokenHash(request: FastifyRequest): Buffer | null;
  setCookie(reply: FastifyReply, token: string): void;
  clearCookie(reply: FastifyReply): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
  interface FastifyRequest {
    /** Null on public routes, which ask nothing of the database for it. */
    person: Person | null;
  }
}

export const SESSION_HOURS = 12;
const IDLE_HOURS = 2;
/** When a session was last seen is known this exactly: a write for every request would say no more. */
const SEEN_SECONDS = 60;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Roles of a person "p", and the permissions of the admin among them. */
export const ROLE_COLUMNS = `
  (SELECT coalesce(array_agg(g.role ORDER BY g.role), '{}') FROM role_grant g
    WHERE g.platform_id = p.platform_id AND g.person_id = p.id) AS roles,
  (SELECT coalesce(array_agg(permission), '{}') FROM role_grant g, unnest(g.permissions) AS permission
    WHERE g.platform_id = p.platform_id AND g.person_id = p.id AND g.role = 'admin') AS permissions`;

const selectPerson = (platformId: string, tokenHash: Buffer): Statement => ({
  name: 'session-person',
  text: `
    WITH found AS (
      SELECT s.platform_id, s.id, s.person_id, s.last_seen_at FROM session s
      WHERE s.platform_id = $1 AND s.token_hash = $2 AND s.revoked_at IS NULL AND s.expires_at > now()
        AND s.last_seen_at > now() - interval '${IDLE_HOURS} hours'
    ), seen AS (
      UPDATE session s SET last_seen_at = now() FROM found
      WHERE s.platform_id = found.platform_id AND s.id = found.id
        AND found.last_seen_at < now() - interval '${SEEN_SECONDS} seconds'
    )
    SELECT p.id, p.name, p.email, found.id AS "sessionId", ${ROLE_COLUMNS}
    FROM found JOIN person p ON p.platform_id = found.platform_id AND p.id = found.person_id AND p.status = 'ACTIVE'`,
  values: [platformId, tokenHash],
});

/** Browsers keep Secure cookies of http://localhost, and of no other plain http address. */
function describeCookie(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
  const secure = protocol === 'https:' || isLocal;
  // Over plain http a browser would throw a Secure cookie away and nobody could sign in; the prefix demands Secure.
  return { name: secure ? '__Host-feira' : 'feira', secure };
}

export default fp(
  async (app) => {
    await app.register(cookie);
    const { name, secure } = describeCookie(app.config.publicUrl);
    const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const;

    app.decorate('sessions', {
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
      const tokenHash = app.sessions.readTokenHash(request);
      if (!tokenHash) return;
      const [result] = await app.database.write(request.platform.id, [selectPerson(request.platform.id, tokenHash)]);
      request.person = (result?.rows[0] as Person | undefined) ?? null;
    });
  },
  { name: 'sessions', dependencies: ['config', 'database', 'platforms'] },
);
