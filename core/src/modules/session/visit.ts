import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';

/** Where and from where somebody signs in. */
export interface Visit {
  platform: PlatformContext;
  request: FastifyRequest;
}

export type SessionApp = Pick<
  FastifyInstance,
  'database' | 'config' | 'clock' | 'dataKeys' | 'findPlatformUrl' | 'sessions'
>;
