import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the table of card tests that the team is told of. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with offers at which cards are tested, one row a day for each. system.housekeeping deletes it after 90 days.
    CREATE TABLE card_test (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      day date NOT NULL DEFAULT current_date,
      -- The counter that reached its limit first.
      kind text NOT NULL,
      -- Tries that were refused or asked for work; told at the first, the tenth, the hundredth.
      blocked integer NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (offer_id, day, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id) ON DELETE CASCADE
    );
    -- The inbox looks for the newest.
    CREATE INDEX card_test_last ON card_test (last_at);
    ${tenancy('card_test', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE card_test IS 'One for each offer and day on which cards were tested there';
  `);
}
