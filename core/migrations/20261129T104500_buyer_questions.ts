import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates what buyers ask sellers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with the forms that buyers send, which limits hold back. questions.purge deletes it after 365 days.
    CREATE TABLE buyer_question (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- Null where it was asked before anything was bought.
      sale_id uuid,
      -- The offer's title at that time.
      title text NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      text text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    CREATE INDEX buyer_question_seller ON buyer_question (seller_id, created_at, id, platform_id);
    CREATE INDEX buyer_question_email ON buyer_question (lower(email), created_at, platform_id);
    CREATE INDEX buyer_question_sale ON buyer_question (sale_id, platform_id) WHERE sale_id IS NOT NULL;
    CREATE INDEX buyer_question_age ON buyer_question (created_at);
    ${tenancy('buyer_question', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE buyer_question IS 'One for each form that a buyer sent to a seller'`);
}
