/** No route exists without saying who may call it, and nobody else gets through. */
import { type Access, type Protected, permissionsOf } from '@feira/schemas/procedure';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';
import type { Person } from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    protects?: Protected | undefined;
  }
}

const READING = new Set(['GET', 'HEAD']);

/** A permission is an administrator's alone: whoever may call by another role needs none. */
export function isAllowed({ roles, permissions }: Pick<Person, 'roles' | 'permissions'>, access: Access): boolean {
  if (access.kind !== 'role') return true;
  const held = roles.filter((role) => access.roles.includes(role));
  const wanted = permissionsOf(access);
  const isFlagged = wanted.length === 0 || wanted.some((permission) => permissions.includes(permission));
  return held.some((role) => role !== 'admin' || isFlagged);
}

/** Whose page sent this. Browsers tell, and pages cannot make them lie; programs need not tell. */
export function findSender(request: Pick<FastifyRequest, 'headers' | 'host'>): 'own' | 'foreign' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site) return site === 'same-origin' ? 'own' : 'foreign';
  // Plain http outside localhost: there browsers send the origin alone. A proxy may have changed the scheme, so the host decides.
  if (origin) return URL.canParse(origin) && new URL(origin).host === request.host ? 'own' : 'foreign';
  return 'unknown';
}

export default fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.config?.access) {
        throw new Error(`The route ${route.method} ${route.url} does not say who may call it: set config.access.`);
      }
    });
    app.addHook('onRequest', async (request, reply) => {
      const { access } = request.routeOptions.config;
      // Unknown addresses go on to the 404 handler.
      if (request.is404 || access?.kind === 'public') return;
      reply.header('cache-control', 'no-store');
      if (!request.person) throw new AppError('LOGIN_REQUIRED');
      const { person } = request;
      // Half signed in is not signed in: it opens what belongs to signing in, and nothing else.
      if (person.state !== 'ACTIVE' && access?.kind !== 'signingIn') throw new AppError('LOGIN_REQUIRED');
      if (!access || !isAllowed(person, access)) throw new AppError('ACCESS_DENIED');
      if (READING.has(request.method)) return;
      // The cookie comes along from any page: what changes something must come from ours, in a form that no other page can send.
      if (findSender(request) !== 'own') throw new AppError('SENDER_FOREIGN');
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
        throw new AppError('MEDIA_TYPE_UNSUPPORTED');
      const { protects } = request.routeOptions.config;
      if (!protects) return;
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      if (!person.isFresh) throw new AppError('REAUTHENTICATION_REQUIRED');
    });
  },
  { name: 'access', dependencies: ['errors', 'openapi', 'sessions'] },
);
