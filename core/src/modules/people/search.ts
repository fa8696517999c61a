/**
 * Finds people by a whole e-mail, phone or document, or by a part of their name or e-mail. A whole one is looked up in its own index, which
 * takes the same time among a million: every piece of "@example.com" is met at each of them. A text that many have is soon met among the newest people, so that lists read them in order;
 * one that few have is looked up by its pieces of three letters, or as a whole where it has two, in an index.
 */
import { documentType, normalizeDocument } from '@feira/schemas/rules/document';
import { normalizePhone } from '@feira/schemas/rules/phone';
import type { FastifyInstance } from 'fastify';
import { openValues, patternOf, type Statement } from '../../shared/statement.ts';

/** The number of the newest people that are read before the index is asked. */
const LOOKED_AT = 20_000;
/** A text that this number of them have is one that many have. */
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
  // Names that were folded before accents were composed have them apart.
  const apart = words.normalize('NFD');
  const sought = [{ folded: `fold_text(${bind(words)}::text)`, pattern: `fold_text(${bind(patternOf(words))})` }];
  if (apart !== words.normalize('NFC'))
    sought.push({ folded: `lower(${bind(apart)}::text)`, pattern: `lower(${bind(patternOf(apart))})` });
  const isLike = sought.map(({ pattern }) => `search_text LIKE ${pattern}`).join(' OR ');
  const hasGrams = sought.map(
    ({ folded }) =>
      `(text_grams(search_text, 2) || text_grams(search_text, 3)) @> text_grams(${folded}, least(3, char_length(${folded})))`,
  );
  return {
    text: `
      SELECT CASE WHEN (
          SELECT count(*) FROM (
            SELECT FROM (
              SELECT search_text FROM person WHERE platform_id = $1 AND created_at > '-infinity'
              ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}
            ) newest WHERE ${isLike} LIMIT ${OFTEN}
          ) often
        ) < ${OFTEN} THEN ARRAY(
          SELECT id FROM person WHERE (${hasGrams.join(' OR ')}) AND platform_id = $1
            AND (${isLike}) LIMIT ${MOST_FOUND + 1}
        ) END AS ids`,
    values,
  };
}

/** The part of a list's filter that finds people: their ids where they are few, or the text where a list reads in order. */
export interface Sought {
  search?: string | undefined;
  found?: string[] | undefined;
}

interface Seeker {
  /** Whether people may also be found by their CPF or CNPJ: for callers who may read it. */
  seesDocuments: boolean;
}

const EMAIL = /^\S+@\S+$/;
const DIGITS = /^\+?[\d\s().-]+$/;
/** Mobiles of old accounts may lack their ninth digit. */
const PHONE = /^\d{10,11}$/;

/** Returns the query for those who have exactly this e-mail, phone or document; null where the text is none. */
export function selectExact(
  platformId: string,
  words: string,
  { seesDocuments }: Seeker,
): Statement<{ id: string }> | null {
  const { values, bind } = openValues(platformId);
  const phone = normalizePhone(words);
  const document = normalizeDocument(words);
  const equals: Record<string, string | false> = {
    email: EMAIL.test(words) && words.toLowerCase(),
    phone: DIGITS.test(words) && PHONE.test(phone) && phone,
    document: seesDocuments && documentType(document) !== null && document,
  };
  const parts = Object.entries(equals).flatMap(([column, value]) =>
    value === false ? [] : [`SELECT id FROM person WHERE platform_id = $1 AND ${column} = ${bind(value)}`],
  );
  return parts.length > 0 ? { text: `${parts.join(' UNION ')} LIMIT ${MOST_FOUND}`, values } : null;
}

/** Somebody who has exactly what was typed is found alone, not beside those who have it as a part. */
export async function seekPeople(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  search: string | undefined,
  seeker: Seeker,
): Promise<Sought> {
  const words = search?.trim() ?? '';
  if ([...words].length < SHORTEST) return { search };
  const exact = selectExact(platformId, words, seeker);
  const same = exact ? await database.list(platformId, exact, true) : [];
  if (same.length > 0) return { found: same.map(({ id }) => id) };
  const matches = await database.jobs.find(selectMatches(platformId, words));
  return { search, found: matches?.ids && matches.ids.length <= MOST_FOUND ? matches.ids : undefined };
}
