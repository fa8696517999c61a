import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates counters of tries. `count_velocity` counts one try in several counters, or refuses it where one has reached its limit; `end_velocity`
 * adds the result. A try without a result counts as refused, so that tries at the same time are limited as well. The caller names kinds, windows and
 * limits: a new counter needs no change here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with cards, buyers and offers that were tried within a window, at most a day. system.housekeeping deletes it once the window is over.
    CREATE TABLE velocity_counter (
      platform_id uuid NOT NULL REFERENCES platform,
      kind text NOT NULL,
      -- An HMAC of what is counted, never the thing itself.
      subject bytea NOT NULL,
      -- A subject that many buyers share is counted in several rows, so that they do not wait for each other.
      slot smallint NOT NULL DEFAULT 0,
      ends_at timestamptz NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      answers integer NOT NULL DEFAULT 0,
      refusals integer NOT NULL DEFAULT 0,
      -- Refusals because of the security code.
      code_refusals integer NOT NULL DEFAULT 0,
      -- Tries that were refused because of the limit.
      blocked integer NOT NULL DEFAULT 0,
      -- HMACs of the different things that came together with the subject, such as the cards of a buyer.
      members bytea[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (subject, kind, slot, platform_id)
    );
    CREATE INDEX velocity_counter_end ON velocity_counter (ends_at);
    ${tenancy('velocity_counter', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE velocity_counter IS 'One for each card, buyer, offer or other subject whose tries are limited';

    -- Returns null where the try may be made, and otherwise the kind of the counter that has reached its limit, with the number of tries it refused.
    CREATE FUNCTION count_velocity(platform uuid, counters jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
    DECLARE
      c record;
      seen velocity_counter;
      waiting integer;
      is_over boolean;
      passed jsonb := '[]';
    BEGIN
      FOR c IN
        SELECT one.*, decode(one.subject_hex, 'hex') AS subject, decode(one.member_hex, 'hex') AS member
        FROM (SELECT item, item->>'kind' AS kind, item->>'subject' AS subject_hex, item->>'member' AS member_hex,
            (item->>'slot')::smallint AS slot, (item->>'seconds')::integer AS seconds, (item->>'mostMembers')::integer AS most_members,
            (item->>'mostRefusals')::integer AS most_refusals, (item->>'mostCodeRefusals')::integer AS most_code_refusals,
            (item->>'leastRefusedPercent')::integer AS least_refused_percent
          FROM jsonb_array_elements(counters) AS item) AS one
      LOOP
        DELETE FROM velocity_counter v
        WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform AND v.ends_at <= now();
        -- A shared subject is counted with its result alone, and only read here.
        IF c.slot IS NOT NULL THEN
          SELECT coalesce(sum(v.refusals), 0), coalesce(sum(v.answers), 0), coalesce(max(v.blocked), 0)
          INTO seen.refusals, seen.answers, seen.blocked
          FROM velocity_counter v
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.platform_id = platform AND v.ends_at > now();
          is_over := seen.refusals >= c.most_refusals AND seen.refusals * 100 >= seen.answers * c.least_refused_percent;
        ELSE
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, ends_at, tries, members)
          VALUES (platform, c.kind, c.subject, now() + make_interval(secs => c.seconds), 1, array_remove(ARRAY[c.member], NULL))
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET tries = v.tries + 1,
            members = CASE WHEN c.member IS NULL OR c.member = ANY (v.members) THEN v.members ELSE v.members || c.member END
          RETURNING * INTO seen;
          waiting := greatest(0, seen.tries - 1 - seen.answers);
          is_over := coalesce(seen.refusals + waiting >= c.most_refusals, false)
            OR coalesce(seen.code_refusals + waiting >= c.most_code_refusals, false)
            OR coalesce(cardinality(seen.members) > c.most_members, false);
        END IF;
        IF is_over THEN
          -- What counted before in this call was not tried either.
          PERFORM end_velocity(platform, passed);
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, ends_at, blocked)
          VALUES (platform, c.kind, c.subject, now() + make_interval(secs => c.seconds), 1)
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET blocked = v.blocked + 1, tries = v.tries - (c.slot IS NULL)::integer,
            members = CASE WHEN cardinality(v.members) > c.most_members THEN trim_array(v.members, 1) ELSE v.members END;
          RETURN jsonb_build_object('kind', c.kind, 'blocked', seen.blocked + 1);
        END IF;
        IF c.slot IS NULL THEN passed := passed || c.item; END IF;
      END LOOP;
      RETURN NULL;
    END $$;

    -- Adds the results of tries that count_velocity has counted.
    CREATE FUNCTION end_velocity(platform uuid, counters jsonb) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      c record;
    BEGIN
      FOR c IN
        SELECT item->>'kind' AS kind, decode(item->>'subject', 'hex') AS subject, (item->>'slot')::smallint AS slot,
          (item->>'seconds')::integer AS seconds, coalesce((item->>'isRefused')::boolean, false)::integer AS refused,
          coalesce((item->>'isCodeRefused')::boolean, false)::integer AS code_refused, decode(item->>'forgotten', 'hex') AS forgotten
        FROM jsonb_array_elements(counters) AS item
      LOOP
        IF c.slot IS NULL THEN
          UPDATE velocity_counter v SET answers = least(v.tries, v.answers + 1), refusals = v.refusals + c.refused,
            code_refusals = v.code_refusals + c.code_refused, members = array_remove(v.members, c.forgotten)
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform;
        ELSE
          DELETE FROM velocity_counter v
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = c.slot AND v.platform_id = platform AND v.ends_at <= now();
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, slot, ends_at, tries, answers, refusals)
          VALUES (platform, c.kind, c.subject, c.slot, now() + make_interval(secs => c.seconds), 1, 1, c.refused)
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET tries = v.tries + 1, answers = v.answers + 1,
            refusals = v.refusals + c.refused;
        END IF;
      END LOOP;
    END $$;
    GRANT EXECUTE ON FUNCTION count_velocity(uuid, jsonb), end_velocity(uuid, jsonb) TO feira_app;
  `);
}
