import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the tables of imports: files of other platforms, their lines, and the customers, sales and subscriptions that come with them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with the files that sellers send. imports.purge deletes its lines seven days after it was begun, and itself after a year.
    CREATE TABLE import (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      file_name text NOT NULL,
      bytes bigint NOT NULL CHECK (bytes > 0),
      format text,
      source text,
      kind text,
      headers jsonb NOT NULL DEFAULT '[]',
      -- The number of the column by the name of the field that it fills.
      mapping jsonb NOT NULL DEFAULT '{}',
      -- Phones and documents that are none are left out, and their lines stay.
      is_lenient boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'UPLOADING',
      problem text,
      row_count integer NOT NULL DEFAULT 0,
      -- The lines that the work under way has done.
      done_rows integer NOT NULL DEFAULT 0,
      new_rows integer NOT NULL DEFAULT 0,
      changed_rows integer NOT NULL DEFAULT 0,
      same_rows integer NOT NULL DEFAULT 0,
      refused_rows integer NOT NULL DEFAULT 0,
      made_rows integer NOT NULL DEFAULT 0,
      written_rows integer NOT NULL DEFAULT 0,
      removed_rows integer NOT NULL DEFAULT 0,
      kept_rows integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      finished_at timestamptz,
      -- When a node takes the next step; null where none is to be taken.
      work_due_at timestamptz,
      -- The steps that failed in a row.
      failures integer NOT NULL DEFAULT 0,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX import_page ON import (seller_id, created_at DESC, id DESC);
    CREATE INDEX import_due ON import (work_due_at) WHERE work_due_at IS NOT NULL;
    CREATE INDEX import_age ON import (created_at);
    COMMENT ON TABLE import IS 'Files that sellers bring from other platforms';
    ${tenancy('import', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, UPDATE (work_due_at, failures, state, problem), DELETE' })}

    -- The bytes of a file until its lines are read.
    CREATE TABLE import_part (
      platform_id uuid NOT NULL,
      import_id uuid NOT NULL,
      number integer NOT NULL CHECK (number >= 0),
      content bytea NOT NULL,
      PRIMARY KEY (import_id, number, platform_id),
      FOREIGN KEY (import_id, platform_id) REFERENCES import (id, platform_id) ON DELETE CASCADE
    );
    COMMENT ON TABLE import_part IS 'The bytes of a file until its lines are read';
    ${tenancy('import_part', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, DELETE' })}

    -- Grows by the lines of each file, at most 200,000. imports.purge deletes them after seven days.
    CREATE TABLE import_row (
      platform_id uuid NOT NULL,
      import_id uuid NOT NULL,
      -- The line of the file; the header is line 1.
      number integer NOT NULL,
      cells jsonb NOT NULL,
      -- The values, and what they are known by, once the line was checked.
      data jsonb,
      key text,
      outcome text CHECK (outcome IN ('NEW', 'CHANGED', 'SAME', 'REFUSED')),
      -- Why it was refused, or why an undo has kept what it made.
      problems jsonb,
      -- The row that it made or changed.
      target_id uuid,
      is_made boolean NOT NULL DEFAULT false,
      -- The product that it made, where it made an offer of it as well.
      made_product_id uuid,
      PRIMARY KEY (import_id, number, platform_id),
      FOREIGN KEY (import_id, platform_id) REFERENCES import (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX import_row_key ON import_row (import_id, key) WHERE key IS NOT NULL;
    CREATE INDEX import_row_problem ON import_row (import_id, number) WHERE problems IS NOT NULL;
    COMMENT ON TABLE import_row IS 'The lines of an imported file, for a week';
    ${tenancy('import_row', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, DELETE' })}

    -- What products and offers were called where they came from.
    CREATE TABLE import_key (
      platform_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('PRODUCT', 'OFFER')),
      source text NOT NULL,
      external_id text NOT NULL,
      target_id uuid NOT NULL,
      PRIMARY KEY (seller_id, external_id, kind, source, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX import_key_target ON import_key (target_id);
    COMMENT ON TABLE import_key IS 'What imported products and offers are called at their source; deleted with them';
    ${tenancy('import_key', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    CREATE TABLE imported_customer (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      -- The address in lower case, by which the customer is known.
      key text NOT NULL,
      source text NOT NULL,
      -- The import that made it.
      import_id uuid NOT NULL,
      name text,
      email text NOT NULL,
      phone text,
      document text,
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX imported_customer_key ON imported_customer (seller_id, key, platform_id);
    CREATE INDEX imported_customer_page ON imported_customer (seller_id, created_at DESC, id DESC);
    CREATE INDEX imported_customer_email ON imported_customer (email);
    COMMENT ON TABLE imported_customer IS 'Customers that sellers bring from other platforms; kept until they are erased or the import is undone';
    ${tenancy('imported_customer', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- History without money: nothing of it is in the ledger, in a balance or in a report.
    CREATE TABLE imported_sale (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      key text NOT NULL,
      source text NOT NULL,
      import_id uuid NOT NULL,
      external_id text,
      sold_at timestamptz NOT NULL,
      product_name text NOT NULL,
      offer_title text,
      amount bigint NOT NULL CHECK (amount >= 0),
      net_amount bigint,
      currency text NOT NULL,
      status text NOT NULL,
      method text,
      installment_count integer,
      coupon text,
      origin text,
      name text,
      email text NOT NULL,
      phone text,
      document text,
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE UNIQUE INDEX imported_sale_key ON imported_sale (seller_id, key, platform_id);
    CREATE INDEX imported_sale_page ON imported_sale (seller_id, sold_at DESC, id DESC);
    CREATE INDEX imported_sale_email ON imported_sale (email);
    COMMENT ON TABLE imported_sale IS 'Sales of other platforms, as history without money; kept with the seller';
    ${tenancy('imported_sale', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    CREATE TABLE imported_subscription (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      key text NOT NULL,
      source text NOT NULL,
      import_id uuid NOT NULL,
      external_id text,
      -- The offer of this platform by whose terms it goes on.
      offer_id uuid NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL,
      next_due_at timestamptz NOT NULL,
      started_at timestamptz,
      name text,
      email text NOT NULL,
      phone text,
      document text,
      -- 128 random bits, which the link in the buyer's mail names.
      public_id text NOT NULL,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'INVITED', 'AGREED')),
      invites integer NOT NULL DEFAULT 0,
      invited_at timestamptz,
      agreed_at timestamptz,
      -- The subscription that its buyer began here.
      subscription_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id)
    );
    CREATE UNIQUE INDEX imported_subscription_key ON imported_subscription (seller_id, key, platform_id);
    CREATE UNIQUE INDEX imported_subscription_public_id ON imported_subscription (public_id, platform_id);
    CREATE INDEX imported_subscription_page ON imported_subscription (seller_id, created_at DESC, id DESC);
    CREATE INDEX imported_subscription_email ON imported_subscription (email);
    CREATE INDEX imported_subscription_offer ON imported_subscription (offer_id);
    COMMENT ON TABLE imported_subscription IS 'Subscriptions of other platforms that wait for their buyers; kept until they are erased or the import is undone';
    ${tenancy('imported_subscription', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    ${['import', 'import_row', 'imported_customer', 'imported_sale', 'imported_subscription']
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
    GRANT DELETE ON import_row, imported_customer, imported_subscription TO feira_privacy;
    GRANT UPDATE (file_name) ON import TO feira_privacy;
    GRANT UPDATE (name, email, phone, document, origin) ON imported_sale TO feira_privacy;
  `);
}
