import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';

/** The platform and the request of a sign-in. */
export interface Visit {
  platform: PlatformContext;
  request: FastifyRequest;
}

export type SessionApp = Pick<
  FastifyInstance,
  'attempts' | 'database' | 'config' | 'clock' | 'dataKeys' | 'findPlatformUrl' | 'sessions'
>;
