/** Counts the visitors of tests. A node that dies loses a few visits, of both versions alike. */
import type { TestVariant } from '@feira/schemas/procedures/checkout-builder';
import type { FastifyInstance } from 'fastify';
import { BatchedCounts } from '../../shared/batched-counts.ts';
import { addVisits } from './model.ts';

export class CheckoutVisits {
  readonly #counts: BatchedCounts;

  constructor(app: Pick<FastifyInstance, 'database' | 'log'>) {
    this.#counts = new BatchedCounts({
      write: (platformId, counts) => {
        const rows = [...counts].map(([name, visits]) => ({
          testId: name.slice(0, -1),
          variant: name.slice(-1) as TestVariant,
          visits,
        }));
        return app.database.write(platformId, [addVisits(platformId, rows)]);
      },
      onError: (error) => app.log.warn({ err: error }, 'Visits of checkout tests could not be written'),
    });
  }

  add(platformId: string, testId: string, variant: TestVariant, visits = 1): void {
    this.#counts.add(platformId, `${testId}${variant}`, visits);
  }

  write(): Promise<void> {
    return this.#counts.write();
  }

  close(): Promise<void> {
    return this.#counts.close();
  }
}
