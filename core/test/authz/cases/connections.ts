/** Cases of connections of the own platform and of operated ones. */
import type { Context, Outcomes, ProcedureCase } from '../case.ts';
import { MASTER_ONLY, onPlatform } from './platforms.ts';

const SECRETS = { secretKey: 'sk_test_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef0123' };

const ofPlatform = (input: (context: Context) => Record<string, unknown>): ProcedureCase => ({
  ids: ['platformId'],
  variants: {
    own: { input: (context) => ({ platformId: context.here.platformId, ...input(context) }), outcome: 'ok' },
    operated: {
      input: (context) => ({ platformId: context.operated.platformId, ...input(context) }),
      outcome: MASTER_ONLY,
    },
    foreign: {
      input: (context) => ({ platformId: context.foreign.platformId, ...input(context) }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
  },
});

/** One connection by its id, with its own platform and with another one. */
export const onConnection = (
  extra: Record<string, unknown>,
  outcome: Outcomes = 'ok',
  key: 'connectionId' | 'spareConnectionId' = 'connectionId',
): ProcedureCase => ({
  ids: ['platformId', 'connectionId'],
  variants: {
    own: { input: ({ other }) => ({ connectionId: other[key], ...extra }), outcome },
    operated: {
      input: ({ operated }) => ({ platformId: operated.platformId, connectionId: operated[key], ...extra }),
      outcome: typeof outcome === 'string' ? { ...MASTER_ONLY, master: outcome } : outcome,
    },
    foreign: {
      input: ({ foreign }) => ({ platformId: foreign.platformId, connectionId: foreign[key], ...extra }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
    'foreign connection': {
      input: ({ foreign }) => ({ connectionId: foreign[key], ...extra }),
      outcome: 'CONNECTION_NOT_FOUND',
    },
    'operated connection': {
      input: ({ operated }) => ({ connectionId: operated[key], ...extra }),
      outcome: 'CONNECTION_NOT_FOUND',
    },
    'own connection there': {
      input: ({ operated, other }) => ({ platformId: operated.platformId, connectionId: other[key], ...extra }),
      outcome: { ...MASTER_ONLY, master: 'CONNECTION_NOT_FOUND' },
    },
  },
});

const sandbox = ({ node }: Context) => node.app.providers.list().find(({ id }) => id === 'sandbox')?.version;

export const CONNECTIONS: Record<string, ProcedureCase> = {
  'connections.listConnections': onPlatform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: MASTER_ONLY,
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'connections.getConnection': onConnection({}),
  'connections.createConnection': ofPlatform((context) => ({
    provider: 'sandbox',
    version: sandbox(context),
    environment: 'simulator',
    name: 'Nova conexão',
    methods: ['PIX'],
    settings: { publicKey: 'pk_test_0123456789' },
    secrets: SECRETS,
  })),
  'connections.updateConnection': onConnection({ name: 'Outro nome' }),
  'connections.removeConnection': {
    ...onConnection({}, 'ok', 'spareConnectionId'),
    variants: {
      ...onConnection({}, 'ok', 'spareConnectionId').variants,
      used: { input: ({ other }) => ({ connectionId: other.connectionId }), outcome: 'CONNECTION_IN_USE' },
    },
  },
  'connections.testConnection': onConnection({}),
  'connections.rotateKey': ofPlatform(() => ({})),
};
