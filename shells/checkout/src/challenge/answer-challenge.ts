/** Sends a request again with what a challenge asks for: the response of a widget where the installation has one, and otherwise work. */
import type { Locale } from '@feira/schemas/common';
import type { ErrorBody } from '@feira/schemas/procedure';
import { CHALLENGE_HEADER, solveChallenge } from '@feira/shell-kit/solve-challenge';
import type { ApiAnswer } from '../api-answer.ts';
import { askCaptcha } from './ask-captcha.ts';

type Challenge = NonNullable<ErrorBody['challenge']>;

/** A third party that is down costs no sale: work is done where its widget does not come, or its response is not taken. */
export async function answerChallenge<T>(
  send: (proof: Record<string, string>) => Promise<ApiAnswer<T>>,
  challenge: Challenge,
  locale: Locale,
): Promise<ApiAnswer<T>> {
  let asked = challenge;
  const response = asked.captchaUrl ? await askCaptcha(asked.captchaUrl, locale) : null;
  if (response) {
    const answer = await send({ [CHALLENGE_HEADER]: `${asked.token}:captcha:${response}` });
    if (answer.ok || !answer.error.challenge) return answer;
    asked = answer.error.challenge;
  }
  return send({ [CHALLENGE_HEADER]: await solveChallenge(asked) });
}
