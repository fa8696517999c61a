/** Remembers how well connections approve, so that a decision need not ask the database. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { selectCountedUntil, selectOutcomes } from './statistics.ts';

/** The charges that a bank decided about, and those of them that it approved. */
export interface Approval {
  approved: number;
  decided: number;
}
/** By connection. */
export type Approvals = ReadonlyMap<string, Approval>;

type App = Pick<FastifyInstance, 'database' | 'clock'>;

const HOUR = 3_600;
const LOOKED_BACK_HOURS = 168;
const FRESH_MS = 10 * 60_000;
const NONE: Approvals = new Map();

type ByMethod = ReadonlyMap<PaymentMethod, Approvals>;

interface Kept {
  at: number;
  /** The figures of the last read that succeeded; null before the first. */
  methods: ByMethod | null;
  /** The read that is under way. It never fails. */
  reading: Promise<void> | null;
}

const kept = new WeakMap<object, Map<string, Kept>>();

/**
 * Returns the approvals of the last 7 days. They are read again every ten minutes, and no decision waits for that but those before the first
 * read has ended. Figures that cannot be read stop no sale: those of before hold, and the next decision asks again.
 */
export async function findApprovals(app: App, platformId: string, method: PaymentMethod): Promise<Approvals> {
  const platforms = kept.get(app.database) ?? new Map<string, Kept>();
  kept.set(app.database, platforms);
  const known = platforms.get(platformId) ?? { at: Number.NEGATIVE_INFINITY, methods: null, reading: null };
  platforms.set(platformId, known);
  const now = app.clock.now().getTime();
  if (Math.abs(now - known.at) >= FRESH_MS)
    known.reading ??= readApprovals(app, platformId)
      .then(
        (methods) => Object.assign(known, { at: now, methods }),
        () => {},
      )
      .then(() => {
        known.reading = null;
      });
  if (known.methods === null) await known.reading;
  return known.methods?.get(method) ?? NONE;
}

async function readApprovals(app: App, platformId: string): Promise<Map<PaymentMethod, Map<string, Approval>>> {
  const since = new Date(Math.floor(app.clock.now().getTime() / (HOUR * 1000) - LOOKED_BACK_HOURS) * HOUR * 1000);
  const { rows: counted } = await app.database.readShared(platformId, selectCountedUntil(platformId));
  const outcomes = selectOutcomes(platformId, since, counted[0]?.until ?? null, LOOKED_BACK_HOURS * HOUR);
  const { rows } = await app.database.readShared(platformId, outcomes);
  const methods = new Map<PaymentMethod, Map<string, Approval>>();
  for (const { connectionId, method, approved, refused } of rows) {
    const connections = methods.get(method) ?? new Map<string, Approval>();
    const { approved: before, decided } = connections.get(connectionId) ?? { approved: 0, decided: 0 };
    connections.set(connectionId, { approved: before + approved, decided: decided + approved + refused });
    methods.set(method, connections);
  }
  return methods;
}
