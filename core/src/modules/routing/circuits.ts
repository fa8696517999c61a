/**
 * Breaks the circuits of connections that fail. The node that counts the failures opens a circuit for all nodes; probes that pass close
 * it.
 */
import { isProviderError, ProviderError } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { type Connection, callDeadlineMs } from '../connections/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { type Breaker, type CallRoom, isFailure, restMs, slowAfterMs, watchSlow } from './breaker.ts';
import { claimProbe, closeCircuit, countFailed, countPassed, openCircuit, selectConnectionStaff } from './model.ts';

declare module 'fastify' {
  interface FastifyInstance {
    breaker: Breaker;
    callRoom: CallRoom;
    circuits: Circuits;
  }
}

type App = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'breaker' | 'cache'>;

const RESTS = Array.from({ length: 10 }, (_, index) => restMs(index + 1));

/** Lets a payment probe a connection whose rest is over, where not too many of all nodes do. */
export async function takeProbe(app: App, connection: Connection): Promise<boolean> {
  const now = app.clock.now();
  const until = new Date(now.getTime() + callDeadlineMs(connection));
  const { platformId, id } = connection;
  const { rowCount } = await app.database.writeShared(platformId, claimProbe(platformId, id, now, until));
  return rowCount === 1;
}

/** The circuit breakers as other modules use them. */
export interface Circuits {
  /** Returns whether the circuit keeps payments from calling the connection now. */
  isResting(connection: Connection): Promise<boolean>;
  countCall<Answer>(connection: Connection, counted: Counted, call: () => Promise<Answer>): Promise<Answer>;
}

/** The kind of a counted call: lookups that work say nothing about charges that fail, so each kind has its own row of failures. */
interface Counted {
  kind: 'charge' | 'lookup';
  isProbe?: boolean;
}

const requestTimeoutMs = ({ manifest }: Connection): number => manifest.timeoutMs ?? 30_000;
const SLOW = new ProviderError('UNAVAILABLE', 'UNKNOWN', 'The provider is slow.');

/**
 * Runs a call to a provider and counts its result for the connection. One that is slow counts as failed while it still runs, so that a
 * provider that hangs is noticed long before its calls end.
 */
export async function countCall<Answer>(
  app: App,
  connection: Connection,
  { kind, isProbe = false }: Counted,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let isSlow = false;
  const onSlow = () => {
    isSlow = true;
    void recordCallResult(app, connection, SLOW, { kind });
  };
  const ms = isProbe ? callDeadlineMs(connection) : slowAfterMs(requestTimeoutMs(connection));
  try {
    const answer = await watchSlow(call, ms, onSlow);
    await recordCallResult(app, connection, null, { kind, isProbe });
    return answer;
  } catch (cause) {
    const error = isProviderError(cause) ? cause : new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'It failed.');
    if (!isSlow) await recordCallResult(app, connection, error, { kind, isProbe });
    throw cause;
  }
}

/** `error` is null when the provider answered. Never rejects, because the result of the call is known already and must not be lost. */
async function recordCallResult(
  app: App,
  connection: Connection,
  error: ProviderError | null,
  { kind, isProbe = false }: Counted,
): Promise<void> {
  const hasFailed = error !== null && isFailure(error);
  const now = app.clock.now();
  const { id, platformId } = connection;
  // Failures of a canary version are judged by its roll-out. They must not open the circuit of the stable version.
  if (!isProbe && connection.rollout?.toVersion === connection.version) return;
  try {
    if (isProbe && !hasFailed) {
      const [closed] = await app.database.write(platformId, [
        closeCircuit(platformId, id),
        countPassed(platformId, id),
      ]);
      if (closed?.rowCount !== 1) return;
      app.breaker.forget(id);
      app.log.info({ connectionId: id, provider: connection.providerId }, 'A connection serves again');
    } else if (isProbe && error) {
      await app.database.writeShared(platformId, countFailed(platformId, id, now, error.code, RESTS));
    } else if (app.breaker.note(kind === 'charge' ? id : `${id}:${kind}`, hasFailed, now) && error) {
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
  text: `SELECT c.name, p.operator_id FROM provider_connection c JOIN platform p ON p.platform_id = c.platform_id
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
