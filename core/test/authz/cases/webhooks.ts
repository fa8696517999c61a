/** Cases of webhooks and exchanges: on the own platform and on operated ones. */
import type { ProcedureCase } from '../case.ts';
import { onPlatform } from './platforms.ts';

const list = (): ProcedureCase => ({
  ids: ['platformId', 'connectionId'],
  variants: {
    ...onPlatform((platformId) => ({ platformId }), { own: 'ok', operated: 'ok', foreign: 'PLATFORM_NOT_FOUND' })
      .variants,
    'foreign connection': { input: ({ foreign }) => ({ connectionId: foreign.connectionId }), outcome: 'nothing' },
    'operated connection': { input: ({ operated }) => ({ connectionId: operated.connectionId }), outcome: 'nothing' },
  },
});

const one = (): ProcedureCase => ({
  ids: ['platformId', 'webhookId'],
  variants: {
    own: { input: ({ other }) => ({ webhookId: other.webhookId }), outcome: 'ok' },
    operated: {
      input: ({ operated: { platformId, webhookId } }) => ({ platformId, webhookId }),
      outcome: 'ok',
    },
    foreign: {
      input: ({ foreign: { platformId, webhookId } }) => ({ platformId, webhookId }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
    'foreign event': { input: ({ foreign }) => ({ webhookId: foreign.webhookId }), outcome: 'WEBHOOK_NOT_FOUND' },
    'operated event': { input: ({ operated }) => ({ webhookId: operated.webhookId }), outcome: 'WEBHOOK_NOT_FOUND' },
    'own event there': {
      input: ({ operated, other }) => ({ platformId: operated.platformId, webhookId: other.webhookId }),
      outcome: 'WEBHOOK_NOT_FOUND',
    },
  },
});

export const WEBHOOKS: Record<string, ProcedureCase> = {
  'webhooks.listWebhooks': list(),
  'webhooks.getWebhook': one(),
  'webhooks.replayWebhook': one(),
  'webhooks.listExchanges': list(),
};
