/** Serves the documents of the dashboards. A document holds no personal data, so it is public; its procedures are not. */
import { DASHBOARD_PATHS, HOST_PATHS } from '@feira/schemas/addresses';
import { LOCALES } from '@feira/schemas/common';
import fp from 'fastify-plugin';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { appColourOf, drawIcon, ICON_SIZES, initialOf } from './app-icon.ts';
import { DASHBOARDS, writeManifest } from './app-manifest.ts';

/** Drawn icons that are kept. One takes about 10 kB. */
const MOST_ICONS = 300;
const DAY_SECONDS = 86_400;

const ADDRESSES = [
  ...Object.values(HOST_PATHS),
  ...Object.values(DASHBOARD_PATHS).flatMap((path) => [path, `${path}/*`]),
];

export default fp(
  async (app) => {
    for (const url of ADDRESSES) {
      app.route({
        method: 'GET',
        url,
        config: { access: { kind: 'public' } },
        schema: { hide: true },
        handler: (_request, reply) => app.documents.sendDashboard(reply),
      });
    }
    const brandOf = ({ name, settings }: PlatformContext) => {
      const { colorPrimary: colour, faviconUrl } = settings.customization.visuals ?? {};
      return { name, colour, faviconUrl };
    };
    for (const dashboard of DASHBOARDS) {
      app.route<{ Querystring: { lang?: unknown } }>({
        method: 'GET',
        url: `/dashboards/${dashboard}.webmanifest`,
        config: { access: { kind: 'public' } },
        schema: { hide: true },
        handler: ({ platform, query, locale }, reply) => {
          const language = LOCALES.find((known) => known === query.lang) ?? locale;
          return reply
            .type('application/manifest+json; charset=utf-8')
            .header('cache-control', 'no-cache')
            .send(JSON.stringify(writeManifest(dashboard, language, brandOf(platform))));
        },
      });
    }
    const drawn = new Map<string, Buffer>();
    for (const size of ICON_SIZES) {
      app.route({
        method: 'GET',
        url: `/dashboards/icon-${size}.png`,
        config: { access: { kind: 'public' } },
        schema: { hide: true },
        handler: ({ platform }, reply) => {
          const { name, colour } = brandOf(platform);
          const [letter, ground] = [initialOf(name), appColourOf(colour)];
          const key = `${letter} ${ground} ${size}`;
          const icon = drawn.get(key) ?? drawIcon(letter, ground, size);
          if (drawn.size >= MOST_ICONS) drawn.clear();
          drawn.set(key, icon);
          return reply.type('image/png').header('cache-control', `public, max-age=${DAY_SECONDS}`).send(icon);
        },
      });
    }
    app.route<{ Params: { name: string } }>({
      method: 'GET',
      url: '/own-pages/:name',
      config: { access: { kind: 'public' } },
      schema: { hide: true },
      handler: (request, reply) => app.documents.sendRemoteFrame(request, reply, request.params.name),
    });
  },
  { name: 'dashboards-routes', dependencies: ['documents', 'platforms', 'locale'] },
);
