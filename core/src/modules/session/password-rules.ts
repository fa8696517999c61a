/** Rejects passwords that are easy to guess: words, names, dates, patterns and known passwords. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
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
/** The check takes more than linear time, and a password that begins weakly is not judged by its end. */
const JUDGED_LENGTH = 40;
/** Shorter names are part of too many words. */
const NAME_LENGTH = 4;

let judge: ZxcvbnFactory | null = null;

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
const toWords = (text: string) => fold(text).split(/[^a-z0-9]+/);

/** Throws PASSWORD_WEAK. `name`, `email` and `platformName` are words that a guesser would try. */
export function checkPasswordStrength(
  password: string,
  { name, email, platformName }: { name: string; email: string; platformName: string },
): void {
  const local = email.split('@')[0] ?? '';
  const names = [name, local, platformName].flatMap((text) => [toWords(text).join(''), ...toWords(text)]);
  const telling = [...new Set(names)].filter((word) => word.length >= NAME_LENGTH);
  const squeezed = toWords(password).join('');
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const isWeak =
    telling.some((word) => squeezed.includes(word)) ||
    judge.check(fold(password).slice(0, JUDGED_LENGTH), [...telling, ...LOCAL_WORDS]).score < LEAST_SCORE;
  if (isWeak) throw new AppError('PASSWORD_WEAK', { fields: ['password'] });
}
