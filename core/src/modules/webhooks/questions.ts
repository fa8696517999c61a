/** The core answers a provider's question before it pays a withdrawal. It stores nothing, because the answer changes nothing here. */
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import type { WebhookRequest, WithdrawQuestion } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type Connection, callProvider } from '../connections/service.ts';
import { parseBody } from './read-event.ts';

/** The end of the webhook's address at which providers ask. */
export const QUESTION_END = 'authorize-withdraw';

interface Asked extends Pick<WebhookRequest, 'headers' | 'query'> {
  body: Buffer;
}

/** Returns the provider's own words for yes or no. Throws WEBHOOK_UNKNOWN for who does not prove to be the provider. */
export async function answerQuestion(
  app: FastifyInstance,
  connection: Connection,
  { headers, query, body }: Asked,
): Promise<unknown> {
  const { id: connectionId, manifest, secrets, providerId: provider } = connection;
  const { ok } = authenticateWebhook({ manifest, secrets, headers, rawBody: body });
  if (!ok) {
    const leftOut = app.leaveOutAlert('webhook-refused', connectionId);
    if (leftOut !== null)
      app.log.warn(
        { alert: 'webhook-refused', leftOut, connectionId, provider },
        'A question did not prove its sender',
      );
    throw new AppError('WEBHOOK_UNKNOWN');
  }
  const rawBody = body.toString();
  const request = { headers, query, body: parseBody(headers, rawBody), rawBody };
  const question: WithdrawQuestion = await callProvider(connection, 'authorizeWithdraw', request, null);
  return (await app.isWithdrawalAsked(connection, question)) ? question.approve : question.refuse;
}
