import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates what buyers of digital products get. Whether a sale is open to its buyer is read from its payments and stored nowhere.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE deliverable (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      position integer NOT NULL DEFAULT 0,
      kind text NOT NULL CHECK (kind IN ('FILE', 'ADDRESS', 'KEY', 'TEXT')),
      title text NOT NULL,
      upload_id uuid,
      address text,
      text text,
      -- Of a file: how often the buyer of one sale may download it.
      most_downloads integer NOT NULL DEFAULT 10 CHECK (most_downloads > 0),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Sales approved before keep it.
      removed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (product_id, platform_id) REFERENCES product (id, platform_id),
      FOREIGN KEY (upload_id, platform_id) REFERENCES upload (id, platform_id),
      CHECK ((kind = 'FILE') = (upload_id IS NOT NULL)),
      CHECK ((kind = 'ADDRESS') = (address IS NOT NULL)),
      CHECK (kind <> 'TEXT' OR text IS NOT NULL)
    );
    CREATE INDEX deliverable_product ON deliverable (product_id, position);
    CREATE INDEX deliverable_upload ON deliverable (upload_id);
    ${tenancy('deliverable', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    CREATE TABLE licence_key (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      deliverable_id uuid NOT NULL,
      value text NOT NULL,
      -- The one sale that got it; null while it is free.
      sale_id uuid,
      assigned_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (deliverable_id, value, platform_id),
      FOREIGN KEY (deliverable_id, platform_id) REFERENCES deliverable (id, platform_id) ON DELETE CASCADE,
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    CREATE UNIQUE INDEX licence_key_sale ON licence_key (sale_id, deliverable_id, platform_id) WHERE sale_id IS NOT NULL;
    CREATE INDEX licence_key_free ON licence_key (deliverable_id, id) WHERE sale_id IS NULL;
    ${tenancy('licence_key', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- Sales that have no key yet. A row ends when the sale gets its key.
    CREATE TABLE licence_wait (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      deliverable_id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When it was looked at and no key was free; null for work that is to be done.
      told_at timestamptz,
      PRIMARY KEY (sale_id, deliverable_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (deliverable_id, platform_id) REFERENCES deliverable (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX licence_wait_deliverable ON licence_wait (deliverable_id, created_at);
    CREATE INDEX licence_wait_due ON licence_wait (created_at) WHERE told_at IS NULL;
    ${tenancy('licence_wait', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT' })}

    CREATE TABLE deliverable_download (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      deliverable_id uuid NOT NULL,
      downloads integer NOT NULL DEFAULT 1 CHECK (downloads > 0),
      first_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sale_id, deliverable_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (deliverable_id, platform_id) REFERENCES deliverable (id, platform_id)
    );
    ${tenancy('deliverable_download', { app: 'SELECT, INSERT, UPDATE' })}

    CREATE TABLE sale_access (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      opens integer NOT NULL DEFAULT 1,
      first_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    ${tenancy('sale_access', { app: 'SELECT, INSERT, UPDATE' })}

    -- Notes the keys that a sale should have and has not.
    CREATE FUNCTION await_licence_keys(of_platform uuid, of_sale uuid) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO licence_wait (platform_id, sale_id, deliverable_id)
      SELECT DISTINCT i.platform_id, i.sale_id, d.id
      FROM sale_item i
      JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
      JOIN deliverable d ON d.platform_id = o.platform_id AND d.product_id = o.product_id
      WHERE i.platform_id = of_platform AND i.sale_id = of_sale AND NOT i.is_tangible AND d.kind = 'KEY' AND d.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM licence_key k WHERE k.platform_id = of_platform AND k.sale_id = of_sale AND k.deliverable_id = d.id)
      ON CONFLICT DO NOTHING;
      IF FOUND THEN
        PERFORM pg_notify('feira_licence_keys', '');
      END IF;
    END $$;
  `);
}
