import * as declared from '@feira/schemas/procedures/webhooks';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import { recordOperated } from '../audit/service.ts';
import { coverFields, coverText } from './covered-text.ts';
import { EXCHANGES, holdWebhook, renewWebhook, selectWebhook, WEBHOOKS, type WholeWebhookRow } from './log-model.ts';
import { WEBHOOK_ANSWER } from './model.ts';

/** Returns null when the body is no text. */
function readText(body: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}

function toWhole({ headers, query, body, ...row }: WholeWebhookRow) {
  const text = readText(body);
  return {
    ...row,
    headers: coverFields(headers),
    query: coverFields(query),
    body: text === null ? null : coverText(text),
    answer: { status: 200, body: JSON.stringify(WEBHOOK_ANSWER) },
  };
}

export default fp(
  async (app) => {
    app.procedure(declared.listWebhooks, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next } = await readPage(app, target, WEBHOOKS, input);
      return { webhooks: rows, next };
    });

    app.procedure(declared.getWebhook, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const row = await app.database.find(target, selectWebhook(target, input.webhookId), true);
      if (!row) throw new AppError('WEBHOOK_NOT_FOUND', { fields: ['webhookId'] });
      return toWhole(row);
    });

    app.procedure(declared.replayWebhook, async ({ input: { platformId, webhookId }, request }) => {
      const target = await resolveOperated(app, request, platformId);
      await app.database.transaction(target, async (transaction) => {
        const held = await transaction.find(holdWebhook(target, webhookId));
        if (!held) throw new AppError('WEBHOOK_NOT_FOUND', { fields: ['webhookId'] });
        if (held.isBusy) throw new AppError('WEBHOOK_BUSY');
        const { state, reason, connectionName, provider } = held;
        await transaction.run(renewWebhook(target, webhookId));
        await transaction.runAll(
          recordOperated(request, target, {
            type: 'webhook.replayed',
            subject: { type: 'webhook', id: webhookId, name: connectionName },
            details: { provider, state, ...(reason && { reason }) },
          }),
        );
      });
      // Other nodes find the event at their next poll.
      app.webhooks.wake();
    });

    app.procedure(declared.listExchanges, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next } = await readPage(app, target, EXCHANGES, input);
      return { exchanges: rows, next };
    });
  },
  { name: 'webhooks-procedures', dependencies: ['procedures', 'database', 'platforms', 'webhooks-jobs'] },
);
