import type { Knex } from 'knex';

/**
 * Counts what many buyers share without a limit of its own: over its floor, a try has to come with a solved challenge. The results of tries are added
 * in one order of all counters, so that statements which add many of them never wait for each other in a circle.
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
            (item->'challenge'->>'underWay')::integer AS challenge_under_way
          FROM jsonb_array_elements(counters) AS item) AS one
        LEFT JOIN LATERAL (
          SELECT sum(v.refusals) AS refusals, sum(v.answers) AS answers, max(v.blocked) AS blocked FROM velocity_counter v
          WHERE one.slot IS NOT NULL AND v.subject = decode(one.subject_hex, 'hex') AND v.kind = one.kind AND v.platform_id = platform
            AND v.ends_at > now()) AS sums ON true
      LOOP
        is_challenged := false;
        is_burst := false;
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

    -- Adds the results of tries that count_velocity has counted. Many tries at once are added up, and counters are locked in one order.
    CREATE OR REPLACE FUNCTION end_velocity(platform uuid, counters jsonb) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      c record;
    BEGIN
      FOR c IN
        SELECT item->>'kind' AS kind, decode(item->>'subject', 'hex') AS subject, (item->>'slot')::smallint AS slot,
          max((item->>'seconds')::integer) AS seconds, sum(coalesce((item->>'weight')::integer, 1))::integer AS answered,
          sum(coalesce((item->>'isRefused')::boolean, false)::integer)::integer AS refused,
          sum(coalesce((item->>'isCodeRefused')::boolean, false)::integer)::integer AS code_refused,
          max((item->>'keepsSeconds')::integer) AS keeps_seconds,
          array_remove(array_agg(decode(item->>'forgotten', 'hex')), NULL) AS forgotten
        FROM jsonb_array_elements(counters) AS item
        GROUP BY 1, 2, 3
        ORDER BY (item->>'slot')::smallint IS NOT NULL, array_position(ARRAY['email', 'document', 'card', 'seal', 'proof'], item->>'kind'), 1, 2, 3
      LOOP
        IF c.slot IS NULL THEN
          UPDATE velocity_counter v SET answers = least(v.tries, v.answers + c.answered), refusals = v.refusals + c.refused,
            code_refusals = v.code_refusals + c.code_refused,
            members = CASE WHEN c.forgotten = '{}' THEN v.members
              ELSE ARRAY(SELECT member FROM unnest(v.members) AS member WHERE NOT member = ANY (c.forgotten)) END
          WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform;
          -- A card that its bank never approves again is not tried again.
          IF c.keeps_seconds IS NOT NULL THEN
            UPDATE velocity_counter v SET refusals = greatest(v.refusals, 1000000), ends_at = now() + make_interval(secs => c.keeps_seconds)
            WHERE v.subject = c.subject AND v.kind = c.kind AND v.slot = 0 AND v.platform_id = platform;
          END IF;
        ELSE
          -- A window that is over begins anew.
          INSERT INTO velocity_counter AS v (platform_id, kind, subject, slot, ends_at, tries, answers, refusals)
          VALUES (platform, c.kind, c.subject, c.slot, now() + make_interval(secs => c.seconds), c.answered, c.answered, c.refused)
          ON CONFLICT (subject, kind, slot, platform_id) DO UPDATE SET
            ends_at = CASE WHEN v.ends_at <= now() THEN excluded.ends_at ELSE v.ends_at END,
            tries = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.tries END + c.answered,
            answers = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.answers END + c.answered,
            refusals = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.refusals END + c.refused,
            blocked = CASE WHEN v.ends_at <= now() THEN 0 ELSE v.blocked END;
        END IF;
      END LOOP;
    END $$;
  `);
}
