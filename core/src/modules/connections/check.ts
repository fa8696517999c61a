/** Tests a connection by looking up a charge that does not exist, and remembers the verdict. Nothing is charged. */
import { isProviderError, type ProviderError, redactNumbers } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { testConnection } from '@feira/schemas/procedures/connections';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { ConnectionsApp } from './app.ts';
import { recordTest, selectConnection } from './model.ts';
import { type Connection, callProvider, findConnection } from './service.ts';

type Verdict = Omit<Output<typeof testConnection>, 'durationMs'>;

const WORKING: Verdict = { isWorking: true, code: null, message: null };
const LONGEST_MESSAGE = 500;

export async function checkConnection(
  app: ConnectionsApp,
  platformId: string,
  id: string,
): Promise<Output<typeof testConnection>> {
  const startedMs = performance.now();
  const connection = await findConnection(app, platformId, id);
  const { revision, verdict } = connection
    ? { revision: connection.credentialsRevision, verdict: await ask(connection) }
    : await explainClosed(app, platformId, id);
  await app.database.run(platformId, recordTest(platformId, id, { revision, code: verdict.code }));
  return { ...verdict, durationMs: Math.round(performance.now() - startedMs) };
}

async function ask(connection: Connection): Promise<Verdict> {
  const { capabilities, lookup } = connection.manifest;
  const { byReference } = lookup;
  const [paymentMethod = 'PIX'] = [
    ...connection.methods,
    ...(Object.keys(capabilities.methods ?? {}) as PaymentMethod[]),
  ];
  const nobody = newId();
  // Providers that cannot find a charge by our reference are asked for a transaction id that does not exist.
  const wanted = { reference: nobody, paymentMethod, ...(!byReference && { transactionId: nobody }) };
  try {
    const found = await callProvider(connection, 'getTransaction', wanted, null);
    if (found === null) return WORKING;
    const message = 'The provider answered with a charge that was never made.';
    return { isWorking: false, code: 'INVALID_ANSWER', message };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return isUnknownCharge(error, byReference) ? WORKING : toVerdict(connection, error);
  }
}

/** The provider accepted the credentials and reported that the charge does not exist, so the connection works. */
const isUnknownCharge = ({ code, status }: ProviderError, byReference: boolean): boolean =>
  code === 'INVALID_REQUEST' && (status === 404 || (!byReference && (status === 400 || status === 422)));

function toVerdict({ secrets, webhookUrl }: Connection, { code, message }: ProviderError): Verdict {
  const secretWords = [...secrets.values(), webhookUrl].filter((word) => word !== '');
  const clean = secretWords.reduce((text, word) => text.replaceAll(word, '[secret]'), message);
  return { isWorking: false, code, message: redactNumbers(clean).slice(0, LONGEST_MESSAGE) };
}

/** The connection exists, but this node could not open it. The log names the reason; the page shows the remedy. */
async function explainClosed(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  id: string,
): Promise<{ revision: number; verdict: Verdict }> {
  const stored = await app.database.find(platformId, selectConnection(platformId, id), true);
  if (!stored) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  const message = 'The connection cannot be opened: its package is missing or its credentials cannot be used.';
  return { revision: stored.revision, verdict: { isWorking: false, code: 'UNSUPPORTED', message } };
}

const WINDOW_MS = 60_000;
const MOST_TRIES = 6;
/** Beyond this number, the connection that has been remembered longest is forgotten. */
const MOST_REMEMBERED = 1_000;

/** Limits the tests per minute of each connection on this node, because providers count wrong keys and may lock the account. */
export function createTestLimit(now: () => Date): (connectionId: string) => void {
  const tries = new Map<string, number[]>();
  return (connectionId) => {
    const time = now().getTime();
    const recent = (tries.get(connectionId) ?? []).filter((at) => at > time - WINDOW_MS);
    const [oldest = time] = recent;
    if (recent.length >= MOST_TRIES) {
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((oldest + WINDOW_MS - time) / 1000) });
    }
    tries.delete(connectionId);
    tries.set(connectionId, [...recent, time]);
    const [first] = tries.keys();
    if (tries.size > MOST_REMEMBERED && first !== undefined) tries.delete(first);
  };
}
