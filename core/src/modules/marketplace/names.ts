/** Compares provider names to detect imitations. */

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  з: '3',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ӏ: 'l',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  γ: 'y',
  ı: 'i',
  ɡ: 'g',
  ɑ: 'a',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ո: 'n',
  օ: 'o',
  ս: 'u',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** Returns only letters and digits, in lower case and without accents. */
const toLetters = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the same text for names that look alike. */
export const toSkeleton = (name: string): string =>
  toLetters(name)
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/(.)\1+/gu, '$1');

/** Shorter names are within one edit of too many words. */
const EDITABLE_LENGTH = 5;

/** Returns true if one name could be mistaken for the other: they look alike, or differ by one typing error. */
export function isImitation(name: string, other: string): boolean {
  const [one, two] = [toSkeleton(name), toSkeleton(other)];
  if (one === two) return one !== '';
  const isLong = [name, other].every((text) => toLetters(text).length >= EDITABLE_LENGTH);
  return isLong && (isWithinOneEdit(one, two) || isWithinOneEdit(toLetters(name), toLetters(other)));
}

/** Returns true if one letter was added, removed or replaced, or two neighbours were swapped. */
export function isWithinOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [left, right] = [short.slice(start), long.slice(start)];
  if (long.length > short.length) return left === right.slice(1);
  if (left.slice(1) === right.slice(1)) return true;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}
