/**
 * Asks Cloudflare Turnstile or hCaptcha whether a buyer's response is good. Nothing of the buyer goes there: no address, no name and no order.
 * A service that does not answer refuses nobody, because the buyer's machine can do the work of a challenge instead.
 */
import fp from 'fastify-plugin';
import { createPoster } from '../shared/outside.ts';
import type { CaptchaService, CaptchaSettings, Config } from './config.ts';

/** The action that responses of Turnstile are bound to. */
export const CAPTCHA_ACTION = 'card-purchase';
/** A buyer waits meanwhile, and has another way. */
const TIMEOUT_MS = 4_000;
const MOST_BYTES = 16_384;

/** UNAVAILABLE: the service gave no verdict. */
export type CaptchaVerdict = 'GOOD' | 'BAD' | 'UNAVAILABLE';

export interface Captcha extends CaptchaSettings {
  /** Says whether a response was made for this challenge, in our frame, and never used. */
  verify(challengeId: string, response: string): Promise<CaptchaVerdict>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null where no service is configured. */
    captcha: Captcha | null;
  }
}

/** The fields of an answer that are read. Turnstile alone binds a response to an action and to a text of ours. */
interface Answer {
  success?: boolean;
  hostname?: string;
  action?: string;
  cdata?: string;
  'error-codes'?: string[];
}

/** The errors that are about our own settings or the service itself, and not about the buyer. */
const OWN_MISTAKES: Record<CaptchaService, readonly string[]> = {
  // https://developers.cloudflare.com/turnstile/get-started/server-side-validation/#error-codes
  turnstile: ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'],
  // https://docs.hcaptcha.com/#siteverify-error-codes-table
  hcaptcha: [
    'missing-input-secret',
    'invalid-input-secret',
    'bad-request',
    'sitekey-secret-mismatch',
    'internal-error',
  ],
};

const toUuid = (challengeId: string): string =>
  Buffer.from(challengeId, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the fields of the question. The same challenge may be asked about again, as where an answer to the buyer was lost. */
export const toQuestion = ({ service, siteKey, secret }: CaptchaSettings, challengeId: string, response: string) =>
  new URLSearchParams({
    secret,
    response,
    ...(service === 'turnstile' ? { idempotency_key: toUuid(challengeId) } : { sitekey: siteKey }),
  });

/** Returns what the service says; null where it says nothing about the buyer. */
export function judge({ service, origin }: CaptchaSettings, challengeId: string, text: string | null): boolean | null {
  let answer: Answer;
  try {
    answer = JSON.parse(text ?? '');
  } catch {
    return null;
  }
  if (answer?.success !== true) {
    const codes = answer?.['error-codes'];
    if (!Array.isArray(codes) || codes.length === 0) return null;
    return codes.some((code) => OWN_MISTAKES[service].includes(code)) ? null : false;
  }
  const isOfFrame = answer.hostname === new URL(origin).hostname;
  const isOfChallenge = service === 'hcaptcha' || (answer.action === CAPTCHA_ACTION && answer.cdata === challengeId);
  return isOfFrame && isOfChallenge;
}

function createCaptcha(settings: NonNullable<Config['captcha']>, onSilence: (problem: string) => void) {
  const { verifyUrl, isOwnVerifyUrl } = settings;
  const poster = createPoster({ allowPrivateHosts: isOwnVerifyUrl, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const captcha: Captcha = {
    ...settings,
    async verify(challengeId, response) {
      const posted = await poster
        .post(verifyUrl, headers, toQuestion(settings, challengeId, response).toString())
        .catch(() => null);
      const isGood = posted && posted.status < 500 ? judge(settings, challengeId, posted.text) : null;
      if (isGood !== null) return isGood ? 'GOOD' : 'BAD';
      onSilence(posted ? `status ${posted.status}` : 'no answer');
      return 'UNAVAILABLE';
    },
  };
  return { captcha, close: () => poster.close() };
}

export default fp(
  async (app) => {
    const settings = app.config.captcha;
    if (!settings) {
      app.decorate('captcha', null);
      return;
    }
    const { captcha, close } = createCaptcha(settings, (problem) => {
      const leftOut = app.leaveOutAlert('captcha-unavailable', settings.service);
      if (leftOut === null) return;
      const { service } = settings;
      app.log.error(
        { alert: 'captcha-unavailable', service, problem, leftOut },
        'The CAPTCHA service gives no verdict',
      );
    });
    app.decorate('captcha', captcha);
    app.addHook('onClose', close);
  },
  { name: 'captcha', dependencies: ['config', 'seldom-alerts'] },
);
