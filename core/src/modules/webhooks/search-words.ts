/** Extracts the words that an event is found by: the ids and names in its body, few enough for an index. */
import { toStorable } from '../../shared/storable.ts';
import { coverText } from './covered-text.ts';

/** Providers send ids at the beginning of a body; reading more would cost more than it finds. */
const READ_BYTES = 16 * 1024;
/** Even with four bytes for each character this fits into one row of an index. */
const LONGEST = 500;
const NAME = /"[^"\\]{1,60}"\s{0,20}:/g;
const WORD = /[\p{L}\d][\p{L}\d._:+-]{3,63}/gu;
const DATE = /^\d{4}-\d\d-\d\d/;

export function listSearchWords(body: Buffer): string {
  const text = coverText(toStorable(body.subarray(0, READ_BYTES).toString()));
  const words = new Set<string>();
  let length = 0;
  for (const [word] of text.replace(NAME, '').matchAll(WORD)) {
    if (!isTelling(word) || words.has(word.toLowerCase())) continue;
    length += word.length + 1;
    if (length > LONGEST) break;
    words.add(word.toLowerCase());
  }
  return [...words].join('\n');
}

/** Ids contain digits, and names of events join words. Prose, amounts and dates would only fill the index. */
const isTelling = (word: string) =>
  !DATE.test(word) && (/\d.*\d|\d{6}/.test(word) ? /[\p{L}_-]|\d{6}/u.test(word) : /\p{L}[._]\p{L}/u.test(word));
