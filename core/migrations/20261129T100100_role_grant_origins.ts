import type { Knex } from 'knex';

/** Notes who granted a role and each permission, and when, so that nobody approves what the person proposed who let them in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE role_grant
      -- Null where no person granted it, or a node of the version before wrote it.
      ADD COLUMN granted_by uuid,
      -- For each permission the person who granted it ("by") and the time ("at"); the same where it is left out.
      ADD COLUMN permission_grants jsonb NOT NULL DEFAULT '{}';
  `);
}
