/** Enforces the access that every route declares; the server does not boot with a route that declares none. */
import type { ApiCall, ApiKeyKind, ApiScope } from '@feira/schemas/api';
import { type Access, type Protected, permissionsOf } from '@feira/schemas/procedure';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';
import type { Person } from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    protects?: Protected | undefined;
    /** Set where programs call with a key. */
    api?: ApiRoute;
  }
}

/** A procedure's place in the public API. */
export interface ApiRoute extends ApiCall {
  scope: ApiScope;
}

const READING = new Set(['GET', 'HEAD']);

/** Returns whether the person may call. Only administrators need permissions; a person allowed by another role needs none. */
export function isAllowed({ roles, permissions }: Pick<Person, 'roles' | 'permissions'>, access: Access): boolean {
  if (access.kind !== 'role') return true;
  const held = roles.filter((role) => access.roles.includes(role));
  const wanted = permissionsOf(access);
  const isFlagged = wanted.length === 0 || wanted.some((permission) => permissions.includes(permission));
  return held.some((role) => role !== 'admin' || isFlagged);
}

const ACTING: Record<ApiKeyKind, Access> = {
  SELLER: { kind: 'role', roles: ['seller'] },
  PLATFORM: { kind: 'role', roles: ['admin'], permission: 'isConfigAvailable' },
};

/** Returns whether the person may act for their own sales, or for the whole platform. */
export const mayActAs = (person: Pick<Person, 'roles' | 'permissions'>, kind: ApiKeyKind): boolean =>
  isAllowed(person, ACTING[kind]);

/**
 * Returns the seller for whom the person acts; null for the whole platform. A key says itself for whom it acts, a person by `kind`.
 * Throws ACCESS_DENIED where the person may not.
 */
export function ownerOf(person: Person, kind: ApiKeyKind = 'SELLER'): string | null {
  const acting = person.apiKey?.kind ?? kind;
  if (!mayActAs(person, acting)) throw new AppError('ACCESS_DENIED');
  return acting === 'SELLER' ? person.id : null;
}

/** Returns ACCESS_DENIED, which names the missing permission to administrators whom it would let in. */
function refuse({ roles }: Pick<Person, 'roles'>, access: Access | undefined): AppError {
  const isLacking = access?.kind === 'role' && access.roles.includes('admin') && roles.includes('admin');
  const wanted = isLacking ? permissionsOf(access) : [];
  if (wanted.length === 0) return new AppError('ACCESS_DENIED');
  return new AppError('ACCESS_DENIED', {
    reasons: {
      permission: {
        'pt-BR': `Peça a permissão ${wanted.join(' ou ')}.`,
        en: `Ask for the permission ${wanted.join(' or ')}.`,
      },
    },
  });
}

/**
 * Checks the key of a program. Its owner confirmed their identity when the key was made, and browsers send no key by themselves, so that
 * neither is asked here.
 */
function checkKey(person: Person, access: Access | undefined, { scope }: ApiRoute): void {
  if (!access || !isAllowed(person, access)) throw refuse(person, access);
  if (person.apiKey?.scopes.includes(scope)) return;
  throw new AppError('API_SCOPE_MISSING', {
    reasons: { authorization: { 'pt-BR': `Dê à chave o escopo ${scope}.`, en: `Give the key the scope ${scope}.` } },
  });
}

/**
 * Returns which site's page sent the request. A browser says so in headers that no page can change; a program may leave them out,
 * which gives `unknown`.
 */
function findRequestSite(request: Pick<FastifyRequest, 'headers' | 'host'>): 'own' | 'cross-site' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site) return site === 'same-origin' ? 'own' : 'cross-site';
  // Over plain http outside localhost, browsers send the origin alone. A proxy may have changed the scheme, so only the host is compared.
  if (origin) return URL.canParse(origin) && new URL(origin).host === request.host ? 'own' : 'cross-site';
  return 'unknown';
}

/** Throws CROSS_SITE_REQUEST where a page of another site sent the request. Requests of programs, which name no site, pass. */
export function refuseCrossSite(request: Pick<FastifyRequest, 'headers' | 'host'>): void {
  if (findRequestSite(request) === 'cross-site') throw new AppError('CROSS_SITE_REQUEST');
}

export default fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.config?.access) {
        throw new Error(`The route ${route.method} ${route.url} does not say who may call it: set config.access.`);
      }
    });
    app.addHook('onRequest', async (request, reply) => {
      const { access, api } = request.routeOptions.config;
      // The 404 handler answers requests to unknown addresses.
      if (request.is404 || access?.kind === 'public') return;
      reply.header('cache-control', 'no-store');
      if (!request.person) throw new AppError('LOGIN_REQUIRED');
      const { person } = request;
      if (api) return checkKey(person, access, api);
      // An incomplete session opens only the routes that complete it.
      if (person.state !== 'ACTIVE' && access?.kind !== 'signingIn') throw new AppError('LOGIN_REQUIRED');
      if (!access || !isAllowed(person, access)) throw refuse(person, access);
      if (READING.has(request.method)) return;
      // Browsers send the cookie with requests of any page. A request that changes something must therefore come from our own page, as
      // JSON, which a page of another site cannot send.
      if (findRequestSite(request) !== 'own') throw new AppError('CROSS_SITE_REQUEST');
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
        throw new AppError('MEDIA_TYPE_UNSUPPORTED');
      const { protects } = request.routeOptions.config;
      if (!protects) return;
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      if (!person.isFresh) throw new AppError('REAUTHENTICATION_REQUIRED');
    });
  },
  { name: 'access', dependencies: ['errors', 'openapi', 'sessions', 'api-keys'] },
);
