import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the table that says whose a piece of waiting work is, and the time since which a product waits for its review. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE work_assignment (
      platform_id uuid NOT NULL,
      -- The kind of work, and the id of the row that waits: a withdrawal, a dispute, a product.
      kind text NOT NULL CHECK (kind ~ '^[A-Z_]{1,40}$'),
      item_id uuid NOT NULL,
      person_id uuid NOT NULL,
      taken_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (item_id, kind, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX work_assignment_age ON work_assignment (taken_at);
    ${tenancy('work_assignment', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT (platform_id, item_id, kind, taken_at), DELETE' })}
    COMMENT ON TABLE work_assignment IS 'One for each piece of waiting work that a member of the team took';

    -- Nodes of the version before leave it empty; such a product waits since it was created.
    ALTER TABLE product ADD COLUMN submitted_at timestamptz`);
}
