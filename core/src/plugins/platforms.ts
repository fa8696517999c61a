/**
 * Finds the platform of a request by its host. A '*' in platform_domain serves PUBLIC_URL and this machine where no platform has claimed
 * them, and with ANY_HOST every other host.
 */
import { type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLocalHost } from '../shared/local-host.ts';
import type { Config } from './config.ts';
import type { Database, Statement } from './database.ts';
import { AppError } from './errors.ts';

export interface PlatformContext {
  id: string;
  name: string;
  settings: PlatformSettings;
}

/** The platform that a host leads to. */
interface HostOwner {
  platformId: string | null;
  /** The host is named itself, not only answered for by '*'. */
  isNamed: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null when the platform does not exist or is disabled. */
    findPlatform(platformId: string): Promise<PlatformContext | null>;
    findHostOwner(host: string): Promise<HostOwner>;
    /** Returns a platform's address without a trailing slash, for links in mails, which must not depend on the host of a request. */
    findPlatformUrl(platformId: string): Promise<string>;
    /** Returns the address of another host with the scheme and port of PUBLIC_URL: all hosts lead to the same server. */
    toHostUrl(host: string): string;
    /** The host of PUBLIC_URL. */
    publicHost: string;
  }
  interface FastifyRequest {
    platform: PlatformContext;
  }
  interface FastifyContextConfig {
    /** Set on routes that belong to no platform: health, assets, webhooks. */
    anyHost?: boolean;
  }
}

/** The cache key of data that belongs to no single platform. Every change of a host announces it. */
export const HOSTS = 'hosts';

/** Every visitor of a trial knows the password of the demo's people, so a public node does not serve them. */
export async function findPublicDemo(
  { jobs }: Pick<Database, 'jobs'>,
  { isPublic, publicUrl }: Pick<Config, 'isPublic' | 'publicUrl'>,
): Promise<string | null> {
  if (!isPublic) return null;
  const demo = await jobs.find<{ name: string }>({
    text: 'SELECT name FROM platform WHERE is_demo LIMIT 1',
    values: [],
  });
  return demo
    ? `DATABASE_URL holds the demo platform "${demo.name}", and PUBLIC_URL ${publicUrl} is public: use an empty database (see docs/production.md).`
    : null;
}

const NOBODY: HostOwner = { platformId: null, isNamed: false };

/** Returns the host without the dot that may end a DNS name. */
export const toHost = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/**
 * Returns the platform that a call is about: the caller's own one, or one that it operates, if the caller is a master. The work then runs
 * with the returned id, so that the database enforces it. Any other platform is reported as not found.
 */
export async function resolveOperated(
  app: Pick<FastifyInstance, 'database'>,
  request: Pick<FastifyRequest, 'platform' | 'person'>,
  platformId: string | undefined,
): Promise<string> {
  const own = request.platform.id;
  if (platformId === undefined || platformId === own) return own;
  if (!request.person?.roles.includes('master')) throw new AppError('PLATFORM_NOT_FOUND');
  const [result] = await app.database.read(own, [selectOperated(own, platformId)], true);
  if (result?.rowCount !== 1) throw new AppError('PLATFORM_NOT_FOUND');
  return platformId;
}

/** Returns a row if the first platform operates the second, whatever the second one's status. */
const selectOperated = (operatorId: string, platformId: string): Statement => ({
  text: 'SELECT 1 FROM platform WHERE platform_id = $2 AND operator_id = $1',
  values: [operatorId, platformId],
});

/** Returns the hosts that serve a frame for all platforms and nothing else, each with the setting that names it. */
export const listFrameHosts = ({ cardFrameOrigin, captcha }: Pick<Config, 'cardFrameOrigin' | 'captcha'>) =>
  Object.entries({ CARD_FRAME_ORIGIN: cardFrameOrigin, CAPTCHA_ORIGIN: captcha?.origin })
    .filter(([, origin]) => origin)
    .map(([setting, origin]) => ({ setting, host: new URL(origin as string).hostname }));

export default fp(
  async (app) => {
    const { publicUrl, isAnyHost } = app.config;
    const publicHost = new URL(publicUrl).hostname;
    const frameHosts = listFrameHosts(app.config);

    // A frame keeps its origin. On the host of a page or of another frame, it would share that one's origin.
    for (const [index, { setting, host }] of frameHosts.entries()) {
      const other = [{ setting: 'PUBLIC_URL', host: publicHost }, ...frameHosts.slice(0, index)].find(
        (one) => one.host === host,
      );
      if (other) throw new Error(`${setting} is wrong: expected another host than the one of ${other.setting}.`);
    }

    // The cache is filled from the primary, because a stale answer of a replica would stay until the next change.
    const findHostOwner = (host: string): Promise<HostOwner> =>
      app.cache.get(HOSTS, `host:${host}`, async () => {
        const [row] = await app.database.query<{ platformId: string; isNamed: boolean }>({
          name: 'platform-of-host',
          text: `SELECT platform_id, host <> '*' AS is_named FROM platform_domain
            WHERE host IN ($1, '*') ORDER BY host = '*' LIMIT 1`,
          values: [host],
        });
        return row ?? NOBODY;
      });

    const findPlatform = (platformId: string) =>
      app.cache.get(platformId, 'platform', async (): Promise<PlatformContext | null> => {
        const statement = {
          text: `SELECT name, settings FROM platform WHERE platform_id = $1 AND status = 'ACTIVE'`,
          values: [platformId],
        };
        const row = await app.database.find<Pick<PlatformContext, 'name' | 'settings'>>(platformId, statement, true);
        return row ? { id: platformId, name: row.name, settings: withDefaultSettings(row.settings) } : null;
      });

    const toHostUrl = (host: string): string => {
      const url = new URL(publicUrl);
      url.hostname = host;
      return url.origin;
    };

    const findPlatformUrl = (platformId: string): Promise<string> =>
      app.cache.get(HOSTS, `url:${platformId}`, async () => {
        // PUBLIC_URL where it leads to this platform, otherwise the oldest host name.
        if ((await findHostOwner(publicHost)).platformId === platformId) return publicUrl;
        const [row] = await app.database.query<{ host: string }>({
          text: `SELECT host FROM platform_domain WHERE platform_id = $1 AND host <> '*' ORDER BY created_at, host LIMIT 1`,
          values: [platformId],
        });
        return row ? toHostUrl(row.host) : publicUrl;
      });

    app.decorate('findPlatform', findPlatform);
    app.decorate('findHostOwner', findHostOwner);
    app.decorate('findPlatformUrl', findPlatformUrl);
    app.decorate('toHostUrl', toHostUrl);
    app.decorate('publicHost', publicHost);
    app.addHook('onReady', async () => {
      const problem = await findPublicDemo(app.database, app.config);
      if (problem) throw new Error(problem);
    });
    app.decorateRequest('platform', null as unknown as PlatformContext);
    app.addHook('onRequest', async (request: FastifyRequest) => {
      if (request.is404 || request.routeOptions.config.anyHost) return;
      const host = toHost(request.hostname);
      // A host of frames serves nothing else, even where '*' would match it.
      const isOfFrames = frameHosts.some((one) => one.host === host);
      const { platformId, isNamed } = isOfFrames ? NOBODY : await findHostOwner(host);
      // '*' answers for hosts that this installation is known by, not for every name that a stranger lets lead here.
      const isServed = isNamed || isAnyHost || host === publicHost || isLocalHost(host);
      const platform = platformId && isServed ? await findPlatform(platformId) : null;
      if (!platform) throw new AppError('PLATFORM_NOT_FOUND');
      request.platform = platform;
    });
  },
  { name: 'platforms', dependencies: ['config', 'database', 'cache', 'errors', 'admission'] },
);
