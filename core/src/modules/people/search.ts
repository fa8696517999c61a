/**
 * Finds people by a part of their name or e-mail. A text that many have is soon met among the newest people, so that lists read them in order;
 * one that few have is looked up by its pieces of three letters, or as a whole where it has two, in an index.
 */
import type { FastifyInstance } from 'fastify';
import { openValues, patternOf, type Statement } from '../../shared/statement.ts';

/** So many of the newest people are read before the index is asked. */
const LOOKED_AT = 20_000;
/** A text that so many of them have is one that many have. */
const OFTEN = 50;
/** A single letter is one that many have. */
export const SHORTEST = 2;
/** More matches than this are read in order as well. */
export const MOST_FOUND = 2_000;

interface Found {
  /** Null where many have the text. */
  ids: string[] | null;
}

/** It is for the role of jobs alone: row security would let no index serve it. The caller reads the people by their ids as every other row. */
export function selectMatches(platformId: string, words: string): Statement<Found> {
  const { values, bind } = openValues(platformId);
  const [typed, pattern] = [`${bind(words)}::text`, bind(patternOf(words))];
  return {
    text: `
      SELECT CASE WHEN (
          SELECT count(*) FROM (
            SELECT FROM (
              SELECT search_text FROM person WHERE platform_id = $1 AND created_at > '-infinity'
              ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}
            ) newest WHERE search_text LIKE fold_text(${pattern}) LIMIT ${OFTEN}
          ) often
        ) < ${OFTEN} THEN ARRAY(
          SELECT id FROM person WHERE (text_grams(search_text, 2) || text_grams(search_text, 3))
            @> text_grams(fold_text(${typed}), least(3, char_length(fold_text(${typed})))) AND platform_id = $1
            AND search_text LIKE fold_text(${pattern}) LIMIT ${MOST_FOUND + 1}
        ) END AS ids`,
    values,
  };
}

/** Returns the ids of all people who have the text, or undefined where a list finds them by reading in order. */
export async function findMatches(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  search: string | undefined,
): Promise<string[] | undefined> {
  const words = search?.trim() ?? '';
  if ([...words].length < SHORTEST) return undefined;
  const found = await database.jobs.find(selectMatches(platformId, words));
  return found?.ids && found.ids.length <= MOST_FOUND ? found.ids : undefined;
}
