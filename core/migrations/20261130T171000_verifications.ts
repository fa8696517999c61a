import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Lets platforms verify who people are. ADR 88 says why files are stored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with people who were asked for documents, one row each. Kept, unless the person is erased.
    CREATE TABLE person_verification (
      platform_id uuid NOT NULL REFERENCES platform,
      person_id uuid NOT NULL,
      status text NOT NULL CHECK (status IN ('ASKED', 'IN_REVIEW', 'VERIFIED', 'REFUSED', 'EXPIRED')),
      -- Rises with each time that documents are handed in.
      version integer NOT NULL DEFAULT 0,
      -- The files that were sent since the last decision.
      files integer NOT NULL DEFAULT 0,
      -- The team's words to the person.
      note text,
      -- Those of the team who agree, where one is not enough: [{personId, at}].
      approvals jsonb NOT NULL DEFAULT '[]',
      decided_by uuid,
      submitted_at timestamptz,
      decided_at timestamptz,
      expires_at timestamptz,
      -- The time of the last change of status.
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (person_id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX person_verification_review ON person_verification (submitted_at, person_id) WHERE status = 'IN_REVIEW';
    CREATE INDEX person_verification_page ON person_verification (changed_at, person_id);
    CREATE INDEX person_verification_end ON person_verification (expires_at) WHERE status = 'VERIFIED';
    ${tenancy('person_verification', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}
    COMMENT ON TABLE person_verification IS 'Whether a platform knows who a person is';

    -- Grows with the documents of those people, five at most. verifications.purge deletes them after the platform's time.
    CREATE TABLE verification_document (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('photoDocument', 'photoPersonWithDocument', 'photoDocumentSocialContract', 'addressProof',
        'balanceSheet')),
      media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
      byte_count integer NOT NULL,
      -- A key of the file's own, sealed with the platform's data key: a rotation seals the keys again, and not the files.
      key_version integer NOT NULL,
      sealed_key bytea NOT NULL,
      sealed_content bytea NOT NULL,
      -- Why it has to be sent again.
      refusal text,
      sent_at timestamptz NOT NULL,
      PRIMARY KEY (id, platform_id),
      UNIQUE (person_id, kind, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person_verification (person_id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX verification_document_sent ON verification_document (sent_at);
    ${tenancy('verification_document', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT' })}
    -- Sealed bytes do not compress.
    ALTER TABLE verification_document ALTER COLUMN sealed_content SET STORAGE EXTERNAL;
    COMMENT ON TABLE verification_document IS 'Documents by which people prove who they are, sealed';

    ${['person_verification', 'verification_document']
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT, DELETE ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
  `);
}
