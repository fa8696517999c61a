/** Rejects passwords that are easy to guess: words, names, dates, patterns and known passwords. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '../../plugins/errors.ts';
import { isMadeOfLocalWords, LOCAL_WORDS } from './local-words.ts';

/** On zxcvbn's scale up to 4: about a hundred million guesses, far more than the throttle allows. */
const LEAST_SCORE = 3;
/** Model passwords that everybody has read. They are long, so the judge takes them for strong. */
const FAMOUS_PHRASES = ['correcthorsebatterystaple', 'cavalocorretobateriagrampo'];
/** No dictionary tells which emojis people choose, and the judge takes each for two random characters. Therefore they count nothing. */
const EMOJIS = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}/gu;
/** The check takes more than linear time, and a password that begins weakly is not judged by its end. */
const JUDGED_LENGTH = 40;
/** Shorter names are part of too many words. */
const NAME_LENGTH = 4;

let judge: Promise<ZxcvbnFactory> | null = null;

/** Loads the dictionaries at the first password: they are megabytes that a starting node does not need. */
async function openJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary: passwords }, { dictionary: words }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...passwords, ...words }, graphs: adjacencyGraphs });
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
const toWords = (text: string) => fold(text).split(/[^a-z0-9]+/);

/** Digits and signs that people write for letters. */
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't', '!': 'i' };
/** A guesser adds years, dates of four digits and the digits of a keyboard to each word; more are not tried in order. */
const MOST_DIGITS = 4;
const KEYBOARD_DIGITS = /0?123(4(5(6(7(8(90?)?)?)?)?)?)?/g;

/** Returns whether the password is words of everybody with a few digits and signs around or between them. */
function isLocalPhrase(folded: string): boolean {
  const core = folded.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = core.replace(/[013457@$!]/g, (sign) => LETTERS[sign]!);
  const digits = folded.replace(/\D/g, '').replace(KEYBOARD_DIGITS, '1');
  return (
    (digits.length <= MOST_DIGITS && isMadeOfLocalWords(folded.replace(/[^a-z]/g, ''))) ||
    (digits.length - core.replace(/\D/g, '').length <= MOST_DIGITS && isMadeOfLocalWords(read.replace(/[^a-z]/g, '')))
  );
}

/** Throws PASSWORD_WEAK. `name`, `email` and `platformName` are words that a guesser would try. */
export async function checkPasswordStrength(
  password: string,
  { name, email, platformName }: { name: string; email: string; platformName: string },
): Promise<void> {
  const local = email.split('@')[0] ?? '';
  const names = [name, local, platformName].flatMap((text) => [toWords(text).join(''), ...toWords(text)]);
  const ownWords = [...new Set(names)].filter((word) => word.length >= NAME_LENGTH);
  const squeezed = toWords(password).join('');
  const judged = fold(password).replace(EMOJIS, '').slice(0, JUDGED_LENGTH);
  judge ??= openJudge();
  const isWeak =
    [...ownWords, ...FAMOUS_PHRASES].some((word) => squeezed.includes(word)) ||
    isLocalPhrase(fold(password)) ||
    (await judge).check(judged, [...ownWords, ...LOCAL_WORDS]).score < LEAST_SCORE;
  if (isWeak) throw new AppError('PASSWORD_WEAK', { fields: ['password'] });
}
