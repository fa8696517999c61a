import { join } from 'node:path';
import autoload from '@fastify/autoload';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Clock } from './plugins/clock.ts';
import type { Config } from './plugins/config.ts';
import type { FindTexts } from './plugins/dns.ts';
import type { SiteChecks } from './plugins/site-checks.ts';

export interface AppOptions {
  config: Config;
  /** Tests set the time. */
  clock?: Clock;
  /** Tests set the machine's clock. */
  systemClock?: Clock;
  /** Tests answer for DNS. */
  findTexts?: FindTexts;
  /** Tests answer for the hosts of platforms. */
  siteChecks?: SiteChecks;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every address that is answered, with who may call it. */
    routes: readonly RouteOptions[];
  }
}

/** Everything a node is: what cuts across domains first, then each domain's procedures, routes and jobs. */
export async function registerApp(app: FastifyInstance, options: AppOptions): Promise<void> {
  const routes: RouteOptions[] = [];
  app.decorate('routes', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  const common = { options, encapsulate: false, forceESM: true };
  await app.register(autoload, { ...common, dir: join(import.meta.dirname, 'plugins'), ignorePattern: /\.test\.ts$/ });
  const matchFilter = (path: string) => /\/(procedures|routes|jobs)\.ts$/.test(path);
  await app.register(autoload, {
    ...common,
    dir: join(import.meta.dirname, 'modules'),
    matchFilter,
    dirNameRoutePrefix: false,
  });
}
