/** Cases of routing: on the own platform and on operated ones. */
import type { Context, ProcedureCase, Variant } from '../case.ts';
import { onConnection } from './connections.ts';
import { onPlatform } from './platforms.ts';

const BY_MASTERS = { rest: 'ok', 'admin-with': 'PLATFORM_NOT_FOUND' } as const;

/** Administrators reach their own platform, masters also operated ones. */
const onOwn = (extra: Record<string, unknown> = {}): ProcedureCase =>
  onPlatform((platformId) => ({ platformId, ...extra }), {
    own: 'ok',
    operated: BY_MASTERS,
    foreign: 'PLATFORM_NOT_FOUND',
  });

const closing = onConnection({});

const route = (connectionId: string, offerIds?: string[]) => ({
  connectionId,
  priority: 1,
  weight: 100,
  conditions: offerIds ? { offerIds } : {},
  isEnabled: true,
});

/** Routes name connections and offers, which have to be of the same platform. */
const naming: ProcedureCase = {
  ids: ['platformId', 'routes.connectionId', 'routes.conditions.offerIds'],
  variants: {
    own: { input: ({ other }) => ({ method: 'PIX', routes: [route(other.connectionId)] }), outcome: 'ok' },
    operated: {
      input: ({ operated }: Context) => ({
        platformId: operated.platformId,
        method: 'PIX',
        routes: [route(operated.connectionId)],
      }),
      outcome: BY_MASTERS,
    },
    foreign: {
      input: ({ foreign }) => ({
        platformId: foreign.platformId,
        method: 'PIX',
        routes: [route(foreign.connectionId)],
      }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
    'foreign connection': {
      input: ({ foreign }) => ({ method: 'PIX', routes: [route(foreign.connectionId)] }),
      outcome: 'CONNECTION_NOT_FOUND',
    },
    'operated connection': {
      input: ({ operated }) => ({ method: 'PIX', routes: [route(operated.connectionId)] }),
      outcome: 'CONNECTION_NOT_FOUND',
    },
    'foreign offer': {
      input: ({ foreign, other }) => ({ method: 'PIX', routes: [route(other.connectionId, [foreign.offerId])] }),
      outcome: 'ROUTE_INVALID',
    },
  },
};

export const ROUTING: Record<string, ProcedureCase> = {
  'routing.listRoutes': onOwn(),
  'routing.setRoutes': naming,
  'routing.previewRoutes': naming,
  'routing.getHealth': onOwn(),
  'routing.closeCircuit': {
    ...closing,
    variants: {
      ...closing.variants,
      operated: { ...(closing.variants.operated as Variant), outcome: BY_MASTERS },
      'own connection there': {
        ...(closing.variants['own connection there'] as Variant),
        outcome: { rest: 'CONNECTION_NOT_FOUND', 'admin-with': 'PLATFORM_NOT_FOUND' },
      },
    },
  },
  'routing.listDecisions': {
    ids: ['platformId', 'connectionId'],
    variants: {
      ...onOwn().variants,
      'foreign connection': { input: ({ foreign }) => ({ connectionId: foreign.connectionId }), outcome: 'nothing' },
      'operated connection': { input: ({ operated }) => ({ connectionId: operated.connectionId }), outcome: 'nothing' },
    },
  },
};
