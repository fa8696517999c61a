/** Rejects passwords that are easy to guess: words, names, dates, patterns and known passwords. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '../../plugins/errors.ts';

/** On zxcvbn's scale up to 4: about a hundred million guesses, far more than the throttle allows. */
const LEAST_SCORE = 3;
/** Words that Brazilian guessers try first and that lists of other countries lack. */
const LOCAL_WORDS = [
  ...[
    'senha',
    'mudar',
    'trocar',
    'acesso',
    'brasil',
    'saopaulo',
    'jesus',
    'deus',
    'familia',
    'amor',
    'teamo',
    'princesa',
  ],
  ...['flamengo', 'corinthians', 'palmeiras', 'santos', 'gremio', 'internacional', 'cruzeiro', 'vasco', 'botafogo'],
];
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
    (await judge).check(judged, [...ownWords, ...LOCAL_WORDS]).score < LEAST_SCORE;
  if (isWeak) throw new AppError('PASSWORD_WEAK', { fields: ['password'] });
}
