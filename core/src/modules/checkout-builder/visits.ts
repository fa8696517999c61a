/** Counts the visitors of tests in memory and writes them together, so that no visit waits for the database. */
import type { TestVariant } from '@feira/schemas/procedures/checkout-builder';
import type { FastifyInstance } from 'fastify';
import { addVisits } from './model.ts';

/** The time between two writes. A node that dies loses the visits of this time, of both versions alike. */
const WRITE_MS = 5_000;

type App = Pick<FastifyInstance, 'database' | 'log'>;

export class CheckoutVisits {
  readonly #app: App;
  /** Visits by platform, and by test and variant. */
  #counts = new Map<string, Map<string, number>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  add(platformId: string, testId: string, variant: TestVariant, visits = 1): void {
    const counts = this.#counts.get(platformId) ?? new Map<string, number>();
    this.#counts.set(platformId, counts);
    const key = `${testId}${variant}`;
    counts.set(key, (counts.get(key) ?? 0) + visits);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /** Writes what was counted. Counts that cannot be written are kept for the next time. */
  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const all = this.#counts;
    this.#counts = new Map();
    for (const [platformId, counts] of all) {
      const rows = [...counts].map(([key, visits]) => ({
        testId: key.slice(0, -1),
        variant: key.slice(-1) as TestVariant,
        visits,
      }));
      try {
        await this.#app.database.write(platformId, [addVisits(platformId, rows)]);
      } catch (error) {
        this.#app.log.warn({ err: error }, 'Visits of checkout tests could not be written');
        for (const { testId, variant, visits } of rows) this.add(platformId, testId, variant, visits);
      }
    }
  }

  async close(): Promise<void> {
    await this.write();
    if (this.#timer) clearTimeout(this.#timer);
  }
}
