/** Circuit breakers of connections. The node that counts the failures opens a circuit for all nodes; the first answered call closes it. */
import type { ProviderError } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { type Connection, callDeadlineMs } from '../connections/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { type Breaker, isFailure, restMs } from './breaker.ts';
import { claimProbe, deleteCircuit, openCircuit, restAgain, selectConnectionStaff } from './model.ts';

declare module 'fastify' {
  interface FastifyInstance {
    breaker: Breaker;
  }
}

type App = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'breaker' | 'cache'>;

const RESTS = Array.from({ length: 10 }, (_, index) => restMs(index + 1));

/** Lets one payment of all nodes probe a connection whose rest is over. */
export async function takeProbe(app: App, connection: Connection): Promise<boolean> {
  const now = app.clock.now();
  const until = new Date(now.getTime() + callDeadlineMs(connection));
  const { platformId, id } = connection;
  const { rowCount } = await app.database.writeShared(platformId, claimProbe(platformId, id, now, until));
  return rowCount === 1;
}

/**
 * Counts the result of a charge's call for its connection; `error` is null when the provider answered. Never rejects, because the payment's
 * result is known already and must not be lost.
 */
export async function recordCallResult(
  app: App,
  connection: Connection,
  error: ProviderError | null,
  isProbe: boolean,
): Promise<void> {
  const hasFailed = error !== null && isFailure(error);
  const now = app.clock.now();
  const { id, platformId } = connection;
  // Failures of a canary version are judged by its roll-out. They must not open the circuit of the stable version.
  if (!isProbe && connection.rollout?.toVersion === connection.version) return;
  try {
    if (isProbe && !hasFailed) {
      app.breaker.forget(id);
      await app.database.writeShared(platformId, deleteCircuit(platformId, id));
      app.log.info({ connectionId: id, provider: connection.providerId }, 'A connection serves again');
    } else if (isProbe && error) {
      await app.database.writeShared(platformId, restAgain(platformId, id, now, error.code, RESTS));
    } else if (app.breaker.note(id, hasFailed, now) && error) {
      await open(app, connection, error.code, now);
    }
  } catch (cause) {
    app.log.error({ err: cause, connectionId: id }, 'The state of a connection could not be shared');
  }
}

async function open(app: App, connection: Connection, reason: string, now: Date): Promise<void> {
  const { id: connectionId, platformId } = connection;
  const openUntil = new Date(now.getTime() + restMs(1));
  const { rowCount } = await app.database.writeShared(
    platformId,
    openCircuit(platformId, { connectionId, reason, now, openUntil }),
  );
  // This node need not wait for its own notification.
  app.cache.forget(platformId);
  if (rowCount !== 1) return;
  app.log.error(
    { alert: 'circuit-open', connectionId, provider: connection.providerId, reason },
    'A connection failed too often and rests',
  );
  await notifyConnectionStaff(app, connection, now);
}

const selectNameAndOperator = (
  platformId: string,
  connectionId: string,
): Statement<{ name: string; operatorId: string | null }> => ({
  text: `SELECT c.name, p.operator_id AS "operatorId" FROM provider_connection c JOIN platform p ON p.platform_id = c.platform_id
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, connectionId],
});

/** Notifies the masters and administrators of the connection's platform and the masters of its operator. */
async function notifyConnectionStaff(app: App, { id, platformId }: Connection, openedAt: Date): Promise<void> {
  const row = await app.database.find(platformId, selectNameAndOperator(platformId, id), true);
  if (!row) return;
  const { name, operatorId } = row;
  for (const place of operatorId ? [platformId, operatorId] : [platformId]) {
    const isOperator = place !== platformId;
    const staff = await app.database.list(place, selectConnectionStaff(place, isOperator), true);
    const notification = {
      type: 'connection.circuitOpened' as const,
      parameters: { connection: name },
      source: `circuit:${id}:${openedAt.toISOString()}`,
    };
    if (staff.length === 0) continue;
    await app.database.write(
      place,
      staff.map((person) =>
        prepareNotification(place, person.id, {
          ...notification,
          href: person.isMaster
            ? `${DASHBOARD_PATHS.master}/platforms/${platformId}`
            : `${DASHBOARD_PATHS.admin}/platform-settings/acquirings`,
        }),
      ),
    );
  }
}
