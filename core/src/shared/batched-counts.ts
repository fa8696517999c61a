/** Counts in memory and writes the counts together, so that what is counted never waits for the database. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../plugins/database.ts';

/** The time between two writes. A node that dies loses the counts of this time. */
const WRITE_MS = 5_000;

type App = Pick<FastifyInstance, 'database' | 'log'>;

export class BatchedCounts {
  readonly #app: App;
  readonly #toStatement: (platformId: string, counts: ReadonlyMap<string, number>) => Statement;
  /** Counts by platform, and by the name of what is counted. */
  #counts = new Map<string, Map<string, number>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(app: App, toStatement: (platformId: string, counts: ReadonlyMap<string, number>) => Statement) {
    this.#app = app;
    this.#toStatement = toStatement;
  }

  add(platformId: string, name: string, count = 1): void {
    const counts = this.#counts.get(platformId) ?? new Map<string, number>();
    this.#counts.set(platformId, counts);
    counts.set(name, (counts.get(name) ?? 0) + count);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /** Writes what was counted. Counts that cannot be written are kept for the next time. */
  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const all = this.#counts;
    this.#counts = new Map();
    for (const [platformId, counts] of all) {
      try {
        await this.#app.database.write(platformId, [this.#toStatement(platformId, counts)]);
      } catch (error) {
        this.#app.log.warn({ err: error }, 'Counts could not be written');
        for (const [name, count] of counts) this.add(platformId, name, count);
      }
    }
  }

  async close(): Promise<void> {
    await this.write();
    if (this.#timer) clearTimeout(this.#timer);
  }
}
