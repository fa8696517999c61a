/** Counts the versions of rows that people edit. */

/** Returns the SQL that makes the next version of a row; `fields` is the placeholder of the names of the fields that changed. */
export const nextVersion = (alias: string, fields: string): string => `version = ${alias}.version + 1,
        changed_in = ${alias}.changed_in
          || (SELECT coalesce(jsonb_object_agg(field, ${alias}.version + 1), '{}') FROM unnest(${fields}::text[]) AS field)`;
