import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the table of uploaded files. The files themselves are in the storage, see docs/uploads.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE upload (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      kind text NOT NULL,
      -- A part of the keys of its files: 128 random bits in hexadecimal.
      key text NOT NULL CHECK (key ~ '^[0-9a-f]{32}$'),
      content_type text NOT NULL,
      bytes bigint NOT NULL CHECK (bytes > 0),
      -- Of a product's file: the name under which buyers save it.
      file_name text,
      -- Of a picture: the last part of the key of its largest file, from when its files begin to be written.
      picture_name text,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the file was checked and stored; null until then.
      finished_at timestamptz,
      -- Whether a product has ever shown it, so that past sales may.
      is_kept boolean NOT NULL DEFAULT false,
      -- When the clean-up first found that nothing shows it.
      unused_since timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX upload_person ON upload (person_id, created_at);
    CREATE INDEX upload_key ON upload (key);
    CREATE INDEX upload_age ON upload (created_at);
    ${tenancy('upload', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE, DELETE' })}

    -- For tables with a column "image": sales keep what was bought as it was, with its picture.
    CREATE FUNCTION keep_picture() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE upload SET is_kept = true
      WHERE key = substring(NEW.image FROM '/([0-9a-f]{32})/[0-9]+x[0-9]+[.]') AND platform_id = NEW.platform_id AND NOT is_kept;
      RETURN NULL;
    END $$;
    CREATE TRIGGER keep_picture AFTER INSERT OR UPDATE OF image ON product FOR EACH ROW EXECUTE FUNCTION keep_picture();
    CREATE TRIGGER keep_picture AFTER INSERT OR UPDATE OF image ON order_bump FOR EACH ROW EXECUTE FUNCTION keep_picture();
  `);
}
