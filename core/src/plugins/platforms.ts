/** The request's host chooses the platform; '*' in platform_domain answers for hosts nobody claimed. */
import { DEFAULT_PLATFORM_SETTINGS, type PlatformSettings } from '@feira/schemas/platform';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';

export interface PlatformContext {
  id: string;
  name: string;
  settings: PlatformSettings;
}

declare module 'fastify' {
  interface FastifyInstance {
    findPlatform(platformId: string): Promise<PlatformContext | null>;
    /** Where people reach a platform, without a trailing slash: for links in mails, which must not follow the host of a request. */
    findPlatformUrl(platformId: string): Promise<string>;
  }
  interface FastifyRequest {
    platform: PlatformContext;
  }
  interface FastifyContextConfig {
    /** The route belongs to no platform: health, assets, webhooks. */
    anyHost?: boolean;
  }
}

/** How long a host's platform is remembered; a moved domain is known everywhere after this. */
const HOST_TTL_MS = 30_000;
const MAX_HOSTS = 10_000;

export default fp(
  async (app) => {
    const hosts = new Map<string, { platformId: string | null; until: number }>();

    async function findPlatformId(host: string): Promise<string | null> {
      const known = hosts.get(host);
      const now = app.clock.now().getTime();
      if (known && known.until > now) return known.platformId;
      const rows = await app.database.query<{ platform_id: string }>({
        name: 'platform-of-host',
        text: `SELECT platform_id FROM platform_domain WHERE host IN ($1, '*') ORDER BY host = '*' LIMIT 1`,
        values: [host],
      });
      if (hosts.size >= MAX_HOSTS) hosts.clear();
      const platformId = rows[0]?.platform_id ?? null;
      hosts.set(host, { platformId, until: now + HOST_TTL_MS });
      return platformId;
    }

    const findPlatform = (platformId: string) =>
      app.cache.get(platformId, 'platform', async (): Promise<PlatformContext | null> => {
        // The writer, as for all that is remembered: a lagging replica's answer would stay until the next change.
        const [result] = await app.database.read(
          platformId,
          [
            {
              text: `SELECT name, settings FROM platform WHERE platform_id = $1 AND status = 'ACTIVE'`,
              values: [platformId],
            },
          ],
          true,
        );
        const row = result?.rows[0];
        return row
          ? { id: platformId, name: row.name, settings: { ...DEFAULT_PLATFORM_SETTINGS, ...row.settings } }
          : null;
      });

    app.decorate('findPlatform', findPlatform);
    app.decorate('findPlatformUrl', async (platformId) => {
      const rows = await app.database.query<{ host: string }>({
        name: 'host-of-platform',
        text: `SELECT host FROM platform_domain WHERE platform_id = $1 AND host <> '*' ORDER BY created_at, host LIMIT 1`,
        values: [platformId],
      });
      const host = rows[0]?.host;
      if (!host) return app.config.publicUrl;
      const url = new URL(app.config.publicUrl);
      url.hostname = host;
      return url.origin;
    });
    app.decorateRequest('platform', null as unknown as PlatformContext);
    app.addHook('onRequest', async (request: FastifyRequest) => {
      if (request.is404 || request.routeOptions.config.anyHost) return;
      const platformId = await findPlatformId(request.hostname.toLowerCase());
      const platform = platformId ? await findPlatform(platformId) : null;
      if (!platform) throw new AppError('PLATFORM_NOT_FOUND');
      request.platform = platform;
    });
  },
  { name: 'platforms', dependencies: ['database', 'cache', 'errors', 'clock'] },
);
