import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the shipments of physical goods. A paid sale without a row waits to be shipped. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE shipment (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      state text NOT NULL CHECK (state IN ('SHIPPED', 'DELIVERED', 'RETURNED')),
      carrier text NOT NULL,
      tracking_code text,
      tracking_url text,
      -- Counts changes: of two tabs that change the same shipment, the later one is told.
      version integer NOT NULL DEFAULT 1,
      shipped_at timestamptz NOT NULL,
      delivered_at timestamptz,
      returned_at timestamptz,
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    ${tenancy('shipment', { app: 'SELECT, INSERT, UPDATE' })}
  `);
}
