import type { Knex } from 'knex';

/**
 * Lets an erasure replace words within JSON without touching its form: literals, keys and numbers stay what they are, except a number that is
 * one of the words as a whole, such as a phone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION replace_words(value jsonb, pattern text, word text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    BEGIN
      RETURN CASE jsonb_typeof(value)
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, replace_words(item, pattern, word)), '{}') FROM jsonb_each(value) AS pair (key, item))
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(replace_words(item, pattern, word) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS one (item, place))
        WHEN 'string' THEN to_jsonb(regexp_replace(value #>> '{}', pattern, word, 'gi'))
        WHEN 'number' THEN CASE WHEN regexp_replace(value #>> '{}', pattern, '', 'gi') = '' THEN '0'::jsonb ELSE value END
        ELSE value
      END;
    END $$;`);
}
