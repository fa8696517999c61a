import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the table of what browsers report that the policies of public pages have blocked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with what is blocked: one row a day for each page, directive and origin, 200 rows a day at most. system.housekeeping deletes it after 90 days.
    CREATE TABLE page_report (
      platform_id uuid NOT NULL REFERENCES platform,
      day date NOT NULL DEFAULT current_date,
      -- The kind of page, without ids.
      page text NOT NULL,
      directive text NOT NULL,
      -- An origin, or a word such as inline or eval.
      blocked text NOT NULL,
      count integer NOT NULL DEFAULT 1,
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (blocked, directive, page, day, platform_id)
    );
    CREATE INDEX page_report_day ON page_report (day, platform_id);
    ${tenancy('page_report', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE page_report IS 'What browsers reported that the policy of a public page has blocked, by day';
  `);
}
