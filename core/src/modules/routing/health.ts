/** Reads success rates and response times of connections. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { getHealth } from '@feira/schemas/procedures/routing';
import type { FastifyInstance } from 'fastify';
import { selectCircuits } from './model.ts';
import {
  type CallTimes,
  type OutcomeRow,
  selectCallTimes,
  selectConnectionIds,
  selectCountedUntil,
  selectFailedCalls,
  selectOutcomes,
  selectProviders,
} from './statistics.ts';

type Health = Output<typeof getHealth>['connections'][number];

const MINUTE = 60;
const HOUR = 3_600;
/** At most 60 steps for each period. */
const STEP_SECONDS: Record<number, number> = { 1: MINUTE, 24: 30 * MINUTE, 168: 3 * HOUR, 720: 12 * HOUR };

export async function readHealth(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  platformId: string,
  hours: number,
): Promise<Health[]> {
  const stepSeconds = STEP_SECONDS[hours] as number;
  const now = app.clock.now();
  const since = startOfPeriod(now, hours);
  const [counted] = await app.database.read(platformId, [selectCountedUntil(platformId)]);
  const countedUntil = counted.rows[0]?.until ?? null;
  const [connections, circuits, outcomes, times, failures] = await app.database.read(platformId, [
    selectConnectionIds(platformId),
    selectCircuits(platformId),
    selectOutcomes(platformId, since, countedUntil, stepSeconds),
    selectCallTimes(platformId, since),
    selectFailedCalls(platformId, since),
  ]);
  const steps = Array.from({ length: (hours * HOUR) / stepSeconds }, (_, index) => index);
  const startOf = (step: number) => new Date(since.getTime() + step * stepSeconds * 1000).toISOString();
  const ofConnection = <Row extends { connectionId: string }>(rows: Row[], id: string) =>
    rows.filter(({ connectionId }) => connectionId === id);
  return connections.rows.map(({ id }) => {
    const counted = ofConnection(outcomes.rows, id);
    const measured = ofConnection(times.rows, id);
    const circuit = ofConnection(circuits.rows, id)[0];
    return {
      connectionId: id,
      circuit: circuit
        ? {
            openedAt: circuit.openedAt.toISOString(),
            openUntil: circuit.openUntil.toISOString(),
            reason: circuit.reason,
          }
        : null,
      methods: PAYMENT_METHODS.flatMap((method) => summarize(method, counted, measured)),
      errors: ofConnection(failures.rows, id).map(({ connectionId: _, at, ...error }) => ({
        at: at.toISOString(),
        ...error,
      })),
      series: steps.map((step) => {
        const there = counted.filter((row) => Math.min(row.step, steps.length - 1) === step);
        return {
          at: startOf(step),
          attempts: sum(there, 'attempts'),
          approved: sum(there, 'approved'),
          failed: sum(there, 'failed') + sum(there, 'unknown'),
        };
      }),
    };
  });
}

/** Long periods begin at a whole hour, because outcomes are counted by hour. */
function startOfPeriod(now: Date, hours: number): Date {
  const start = now.getTime() - hours * HOUR * 1000;
  return new Date(hours > 24 ? Math.floor(start / (HOUR * 1000)) * HOUR * 1000 : start);
}

const sum = (rows: readonly OutcomeRow[], name: Exclude<keyof OutcomeRow, 'connectionId' | 'method'>) =>
  rows.reduce((total, row) => total + row[name], 0);

/** Leaves out methods without attempts. */
function summarize(method: PaymentMethod, counted: readonly OutcomeRow[], measured: readonly CallTimes[]) {
  const rows = counted.filter((row) => row.method === method);
  if (rows.length === 0) return [];
  const [attempts, failed, unknown] = [sum(rows, 'attempts'), sum(rows, 'failed'), sum(rows, 'unknown')];
  const times = measured.find((row) => row.method === method);
  return [
    {
      method,
      attempts,
      approved: sum(rows, 'approved'),
      waiting: sum(rows, 'waiting'),
      refused: sum(rows, 'refused'),
      failed,
      unknown,
      successRate: attempts > 0 ? Math.round(((attempts - failed - unknown) * 10_000) / attempts) : null,
      medianMs: times?.medianMs ?? null,
      slowMs: times?.slowMs ?? null,
    },
  ];
}

/** Sums up the attempts of the last hours by provider. Those that expired or still wait count only as attempts. */
export async function sumOutcomes(app: Pick<FastifyInstance, 'database' | 'clock'>, platformId: string, hours: number) {
  const since = startOfPeriod(app.clock.now(), hours);
  const [counted, providers] = await app.database.read(platformId, [
    selectCountedUntil(platformId),
    selectProviders(platformId),
  ]);
  const outcomes = selectOutcomes(platformId, since, counted.rows[0]?.until ?? null, hours * HOUR);
  const rows = await app.database.list(platformId, outcomes);
  return [...new Set(providers.rows.map(({ provider }) => provider))]
    .map((provider) => {
      const ids = new Set(providers.rows.filter((row) => row.provider === provider).map(({ id }) => id));
      const own = rows.filter(({ connectionId }) => ids.has(connectionId));
      const failed = sum(own, 'failed') + sum(own, 'unknown');
      return {
        provider,
        attempts: sum(own, 'attempts'),
        approved: sum(own, 'approved'),
        refused: sum(own, 'refused'),
        failed,
      };
    })
    .filter(({ attempts }) => attempts > 0);
}
