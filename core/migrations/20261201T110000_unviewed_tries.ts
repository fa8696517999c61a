import type { Knex } from 'knex';

/**
 * Lets a call without a view of the page be asked for a challenge after fewer refusals than others, for itself alone. Nodes of the version before
 * send no such limit, and are served as before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Returns null where the try may be made. Otherwise it returns the kind of the counter that is over its limit, the number of tries it refused, and,
    -- where a solved challenge lets the try pass, the refusals that it has counted.
    CREATE OR REPLACE FUNCTION count_velocity(platform uuid, counters jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
    DECLARE
      c record;
      seen velocity_counter;
      waiting integer;
      is_over boolean;
      is_challenged boolean;
      is_burst boolean;
      is_alone boolean;
      passed jsonb := '[]';
    BEGIN
      FOR c IN
        SELECT one.*, decode(one.subject_hex, 'hex') AS subject, decode(one.member_hex, 'hex') AS member,
          coalesce(sums.refusals, 0) AS refusals, coalesce(sums.answers, 0) AS answers, coalesce(sums.blocked, 0) AS blocked
        FROM (SELECT item, item->>'kind' AS kind, item->>'subject' AS subject_hex, item->>'member' AS member_hex,
            (item->>'slot')::smallint AS slot, (item->>'seconds')::integer AS seconds, (item->>'mostMembers')::integer AS most_members,
            (item->>'mostRefusals')::integer AS most_refusals, (item->>'mostCodeRefusals')::integer AS most_code_refusals,
            (item->>'leastRefusedPercent')::integer AS least_refused_percent, (item->>'underWay')::integer AS under_way,
            (item->'challenge'->>'refusals')::integer AS challenge_refusals, (item->'challenge'->>'refusedPercent')::integer AS challenge_percent,
            (item->'challenge'->>'underWay')::integer AS challenge_under_way,
            (item->'challenge'->>'refusalsAlone')::integer AS challenge_alone
          FROM jsonb_array_elements(counters) AS item) AS one
        LEFT JOIN LATERAL (
          SELECT sum(v.refusals) AS refusals, sum(v.answers) AS answers, max(v.blocked) AS blocked FROM velocity_counter v
          WHERE one.slot IS NOT NULL AND v.subject = decode(one.subject_hex, 'hex') AND v.kind = one.kind AND v.platform_id = platform
            AND v.ends_at > now()) AS sums ON true
      LOOP
        is_challenged := false;
        is_burst := false;
        is_alone := false;
        -- A shared subject is counted with its result alone, and only read here. Tries under way count as refused once some were.
        IF c.slot IS NOT NULL THEN
          seen.refusals := c.refusals;
          seen.answers := c.answers;
          seen.blocked := c.blocked;
          is_over := coalesce(seen.refusals + CASE WHEN seen.refusals * 2 >= c.most_refusals THEN coalesce(c.under_way, 0) ELSE 0 END
              >= c.most_refusals AND seen.refusals * 100 >= seen.answers * c.least_refused_percent, false);
          IF NOT is_over AND c.challenge_refusals IS NOT NULL THEN
            -- Once it is asked for, it is until the window ends: buyers who solve it must not open the door for those who do not.
            is_challenged := seen.blocked > 0
              OR (seen.refusals * 4 >= c.challenge_refusals AND seen.refusals + coalesce(c.under_way, 0) >= c.challenge_refusals
                AND seen.refusals * 100 >= seen.answers * c.challenge_percent);
            -- Many tries at once may be a launch that sells well: those beyond the limit wait a moment, and nobody is told.
            is_burst := NOT is_challenged AND coalesce(c.under_way >= c.challenge_under_way, false);
            -- A call without a view of the page is asked sooner, and the challenge of the others does not begin by it.
            is_alone := NOT is_challenged AND NOT is_burst AND coalesce(seen.refusals >= c.challenge_alone, false)
              AND seen.refusals * 100 >= seen.answers * c.challenge_percent;
          END IF;
        ELSE
          DELETE FROM velocity_counter v
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform AND v.ends_at <= now();
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
        IF is_burst THEN
          PERFORM end_velocity(platform, passed);
          RETURN jsonb_build_object('kind', c.kind, 'blocked', 0, 'challengeAfter', seen.refusals);
        END IF;
        IF is_alone THEN
          PERFORM end_velocity(platform, passed);
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, ends_at, blocked)
          VALUES (platform, 'unviewed', c.subject, now() + make_interval(secs => c.seconds), 1)
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET
            blocked = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.blocked END + 1,
            ends_at = CASE WHEN v.ends_at <= now() THEN excluded.ends_at ELSE v.ends_at END
          RETURNING v.blocked INTO seen.blocked;
          RETURN jsonb_build_object('kind', 'unviewed', 'blocked', seen.blocked, 'challengeAfter', seen.refusals);
        END IF;
        IF is_over OR is_challenged THEN
          -- The counters before this one in the call counted a try that is not made either.
          PERFORM end_velocity(platform, passed);
          DELETE FROM velocity_counter v
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform AND v.ends_at <= now();
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, ends_at, blocked)
          VALUES (platform, c.kind, c.subject, now() + make_interval(secs => c.seconds), 1)
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET blocked = v.blocked + 1, tries = v.tries - (c.slot IS NULL)::integer,
            members = CASE WHEN cardinality(v.members) > c.most_members THEN trim_array(v.members, 1) ELSE v.members END
          RETURNING v.blocked INTO seen.blocked;
          -- A test of an offer's first digits is one of the whole offer: its other cards need a challenge as well.
          IF c.item->'warned' IS NOT NULL AND seen.blocked = 1 THEN
            INSERT INTO velocity_counter AS v (platform_id, kind, subject, ends_at, blocked)
            VALUES (platform, c.item->'warned'->>'kind', decode(c.item->'warned'->>'subject', 'hex'), now() + make_interval(secs => c.seconds), 1)
            ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET
              blocked = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.blocked END + 1, ends_at = greatest(v.ends_at, excluded.ends_at);
          END IF;
          RETURN jsonb_build_object('kind', c.kind, 'blocked', seen.blocked)
            || CASE WHEN is_challenged THEN jsonb_build_object('challengeAfter', seen.refusals) ELSE '{}' END;
        END IF;
        IF c.slot IS NULL THEN passed := passed || c.item; END IF;
      END LOOP;
      RETURN NULL;
    END $$;
  `);
}
