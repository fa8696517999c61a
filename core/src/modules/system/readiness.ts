/** Finds out whether a node can sell: whether it can write what a purchase writes, soon enough for a buyer. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { readOldestWork } from './oldest-work.ts';

/** The finding of a probe: `ok`, or the kind of failure. */
export type Finding = 'ok' | 'no-answer' | 'read-only' | 'disk-full' | 'locked' | 'no-connection' | 'failed';

export interface Probe {
  database: Finding;
  /** The seconds for which the oldest work has been due; null where they could not be read. */
  oldestWorkSeconds: number | null;
}

/** A probe is not repeated within this time, in ms, however often callers ask. */
const KEPT_MS = 1_500;
/** A caller is answered after this time, in ms, at the latest. */
const LONGEST_MS = 3_000;
/** A buyer would wait as long for a lock on everybody's rows. */
const LOCK_MS = 1_000;

const bare = (text: string): Statement => ({ text, values: [] });

/** Writes the node's own row, takes the locks that a purchase takes, and makes a file of a megabyte where the tables are. */
const write = (nodeId: string): Statement[] => [
  bare(`LOCK TABLE idempotency_key, sale, payment, payment_attempt, payment_evidence, outbox, ledger_transaction, ledger_entry
    IN ROW EXCLUSIVE MODE`),
  { text: 'UPDATE node SET seen_at = now() WHERE id = $1', values: [nodeId] },
  // Rows that are written again, and sorts that fit into the memory, take no space. Columns of a fixed width need no second table for
  // long values, which keeps what this writes to the catalogue small.
  bare(`SET LOCAL temp_tablespaces = ''`),
  bare(`CREATE TEMPORARY TABLE feira_probe ON COMMIT DROP AS
    SELECT n, n AS second, n AS third, n AS fourth FROM generate_series(1::bigint, 16000) n`),
];

const WORDS: Record<string, Finding> = { '25006': 'read-only', '53100': 'disk-full', '55P03': 'locked' };

function toFinding(error: unknown): Finding {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  if (code && WORDS[code]) return WORDS[code];
  return error instanceof AppError ? 'no-connection' : 'failed';
}

/** Returns a function that probes, or returns what was found just now. It never rejects and never probes twice at once. */
export function createProbe(app: Pick<FastifyInstance, 'config' | 'database' | 'nodes'>): () => Promise<Probe> {
  const silent: Probe = { database: 'no-answer', oldestWorkSeconds: null };
  let underWay: Promise<Probe> | null = null;
  let last = { at: Number.NEGATIVE_INFINITY, probe: silent };

  async function probe(): Promise<Probe> {
    const reading = readOldestWork(app);
    const found = await app.database
      .tryWrite(write(app.nodes.id), LOCK_MS)
      .then(([, written]): Finding => (written?.rowCount === 1 ? 'ok' : 'failed'), toFinding);
    const oldest = await reading;
    return { database: found, oldestWorkSeconds: oldest && Math.max(...Object.values(oldest)) };
  }

  return async () => {
    if (performance.now() - last.at < KEPT_MS) return last.probe;
    underWay ??= probe().finally(() => {
      underWay = null;
    });
    const timeout = Promise.withResolvers<Probe>();
    const timer = setTimeout(() => timeout.resolve(silent), LONGEST_MS);
    const found = await Promise.race([underWay, timeout.promise]);
    clearTimeout(timer);
    last = { at: performance.now(), probe: found };
    return found;
  };
}
