import type { Knex } from 'knex';

/** Announces for whom there are new notifications, once for each person and statement, so that open pages hear of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_notification', platform_id || ':' || person_id)
          FROM (SELECT DISTINCT platform_id, person_id FROM added) AS told;
        RETURN NULL;
      END $$;
    CREATE TRIGGER announce_notifications AFTER INSERT ON notification REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();
  `);
}
