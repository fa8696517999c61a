/**
 * Stores the requests to providers and their outcomes. It writes in batches, because the log only explains and no decision depends on it.
 */
import type { Exchange } from '@feira/plugin-kit/broker';
import fp from 'fastify-plugin';
import { newId } from '../shared/ids.ts';

/** An exchange with the operation of the contract that it served. */
type Made = Exchange & { operation?: string | null };

interface Row extends Made {
  connectionId: string;
  paymentId: string | null;
}

const FLUSH_MS = 250;
/** Beyond this number further exchanges are dropped, because memory matters more than a complete log. */
const MAX_WAITING = 10_000;

export interface Exchanges {
  add(platformId: string, connectionId: string, paymentId: string | null, exchange: Made): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    exchanges: Exchanges;
  }
}

export default fp(
  async (app) => {
    let waiting = new Map<string, Row[]>();
    let count = 0;
    let timer: NodeJS.Timeout | null = null;
    let flushing: Promise<void> = Promise.resolve();

    async function flush(): Promise<void> {
      timer = null;
      const batch = waiting;
      waiting = new Map();
      count = 0;
      for (const [platformId, rows] of batch) {
        try {
          await app.database.write(platformId, [insert(platformId, rows)]);
        } catch (error) {
          app.log.warn({ err: error, lost: rows.length }, 'Provider exchanges could not be stored');
        }
      }
    }

    app.decorate('exchanges', {
      add(platformId, connectionId, paymentId, exchange) {
        if (count >= MAX_WAITING) return;
        const rows = waiting.get(platformId) ?? [];
        rows.push({ ...exchange, connectionId, paymentId });
        waiting.set(platformId, rows);
        count += 1;
        timer ??= setTimeout(() => {
          flushing = flushing.then(flush);
        }, FLUSH_MS);
      },
    });
    app.addHook('onClose', async () => {
      if (timer) clearTimeout(timer);
      await flushing;
      await flush();
    });
  },
  { name: 'exchanges', dependencies: ['database'] },
);

const insert = (platformId: string, rows: Row[]) => ({
  name: 'exchanges-insert',
  text: `
    INSERT INTO provider_exchange (platform_id, id, connection_id, payment_id, method, host, path, status, outcome, error_code,
      duration_ms, started_at, operation, reason)
    SELECT $1, * FROM jsonb_to_recordset($2::jsonb) AS x(id uuid, "connectionId" uuid, "paymentId" uuid, method text, host text, path text,
      status smallint, outcome text, "errorCode" text, "durationMs" integer, "startedAt" timestamptz, operation text, reason text)`,
  values: [
    platformId,
    JSON.stringify(rows.map((row) => ({ ...row, id: newId(), durationMs: Math.round(row.durationMs) }))),
  ],
});
