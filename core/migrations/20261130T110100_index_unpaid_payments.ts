import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds purchases that ended without a payment and still name their buyer, see privacy/unpaid-model.ts. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'payment_unpaid',
    `ON payment (updated_at)
      WHERE status IN ('REJECTED', 'CANCELED') AND paid_amount = 0 AND NOT is_provisional AND buyer_erased_at IS NULL`,
  );
