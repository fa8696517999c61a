import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/webhooks';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { recordOperated } from '../audit/service.ts';
import { coverFields, coverText } from './covered-text.ts';
import {
  holdWebhook,
  renewWebhook,
  selectExchanges,
  selectWebhook,
  selectWebhooks,
  type WebhookRow,
  type WholeWebhookRow,
} from './log-model.ts';
import { WEBHOOK_ANSWER } from './model.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

/** Both days included. A search over more would look at everything there is. */
function checkPeriod({ from, to, search }: Period): void {
  if (!from || !to) return;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const most = search?.trim() ? declared.WEBHOOK_SEARCH_DAYS : MAX_PERIOD_DAYS;
  if (days < 1 || days > most) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

const toSummary = ({ microseconds: _, receivedAt, processedAt, ...webhook }: WebhookRow) => ({
  ...webhook,
  receivedAt: receivedAt.toISOString(),
  processedAt: processedAt?.toISOString() ?? null,
});

/** Null where it is no text. */
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
    ...toSummary(row),
    headers: coverFields(headers),
    query: coverFields(query),
    body: text === null ? null : coverText(text),
    answer: { status: 200, body: JSON.stringify(WEBHOOK_ANSWER) },
  };
}

export default fp(
  async (app) => {
    app.procedure(declared.listWebhooks, async ({ input, request }) => {
      const { platformId, after, limit = DEFAULT_LIMIT, ...filter } = input;
      checkPeriod(filter);
      const target = await resolveOperated(app, request, platformId);
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const [result] = await app.database.read(target, [selectWebhooks(target, wanted, limit + 1)]);
      const { page, next } = cutPage(result.rows, limit);
      return { webhooks: page.map(toSummary), next };
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
      // Other nodes find it at their next look.
      app.webhooks.wake();
    });

    app.procedure(declared.listExchanges, async ({ input, request }) => {
      const { platformId, after, limit = DEFAULT_LIMIT, ...filter } = input;
      checkPeriod(filter);
      const target = await resolveOperated(app, request, platformId);
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const [result] = await app.database.read(target, [selectExchanges(target, wanted, limit + 1)]);
      const { page, next } = cutPage(result.rows, limit);
      const exchanges = page.map(({ microseconds: _, startedAt, ...exchange }) => ({
        ...exchange,
        startedAt: startedAt.toISOString(),
      }));
      return { exchanges, next };
    });
  },
  { name: 'webhooks-procedures', dependencies: ['procedures', 'database', 'platforms', 'webhooks-jobs'] },
);
