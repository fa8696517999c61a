/** Declares the limits of attempts at passwords, codes, mails and links. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AttemptLimit } from '../../plugins/attempts.ts';
import type { Person } from '../../plugins/sessions.ts';
import { networkOf } from '../../shared/networks.ts';
import { findKnownDevice } from './known-devices.ts';
import type { SessionApp, Visit } from './visit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The longest wait and the memory of guesses at secrets, in seconds. */
const GUESSES = { longestWait: 10 * MINUTE, memory: 15 * MINUTE };
const CODES = { longestWait: 15 * MINUTE, memory: HOUR };
/**
 * For mails. Every mailed link works longer than this wait, so that at any time the newest one in a mailbox works or another can be had,
 * however many strangers ask.
 */
const MAILS = { longestWait: 10 * MINUTE, memory: HOUR };

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
const networkOfCaller = ({ ip }: Pick<FastifyRequest, 'ip'>) => networkOf(ip);

/**
 * A browser in which this account was opened before has a counter of its own, which strangers cannot use up. Otherwise one address is
 * limited soon for one account and late for many accounts, because a carrier puts hundreds of people behind one address.
 */
export function limitSignIn(
  app: Pick<SessionApp, 'config'>,
  { platform, request }: Visit,
  email: string,
): { shared: AttemptLimit[]; own: AttemptLimit[] } {
  const device = findKnownDevice(app, request, platform.id, email);
  if (device) return { shared: [], own: [{ key: digest('device', device), free: 10, ...GUESSES }] };
  const network = networkOfCaller(request);
  return {
    shared: [{ key: digest('address', network), free: 300, ...GUESSES }],
    own: [
      { key: digest('pair', network, email), free: 10, ...GUESSES },
      { key: digest('account', email), free: 100, ...GUESSES },
    ],
  };
}

/** Only who is signed in already can use these up. */
export const limitReauthentication = ({ sessionId }: Pick<Person, 'sessionId'>): AttemptLimit[] => [
  { key: digest('session', sessionId), free: 10, ...GUESSES },
];

/** A signature cannot be guessed. The limit bounds the cost of checking, and only who is signed in or knows the password reaches it. */
export const limitPasskeys = ({ sessionId }: Pick<Person, 'sessionId'>): AttemptLimit[] => [
  { key: digest('passkey', sessionId), free: 10, ...GUESSES },
];

/**
 * A code has a million values, of which three are valid at a time: five tries, and then one in fifteen minutes, have a chance of one in
 * three thousand a day. Who has learned a person's password uses up neither the tries of that person's own browsers nor those of their
 * open sessions.
 */
export function limitCodes(
  app: Pick<SessionApp, 'config'>,
  { platform, request }: Visit,
  person: Pick<Person, 'id' | 'email' | 'sessionId' | 'state'>,
): AttemptLimit[] {
  if (person.state !== 'CODE_REQUIRED') return [{ key: digest('code-session', person.sessionId), free: 5, ...CODES }];
  const device = findKnownDevice(app, request, platform.id, person.email);
  return [{ key: device ? digest('code-device', device) : digest('code', person.id), free: 5, ...CODES }];
}

/** 80 random bits cannot be guessed. The limit bounds the cost of trying, and leaves the owner of a lost phone this way in. */
export const limitRecoveryCodes = ({ request }: Pick<Visit, 'request'>): AttemptLimit[] => [
  { key: digest('recovery-code', networkOfCaller(request)), free: 30, ...GUESSES },
];

/** Keeps strangers from flooding a mailbox. Known and unknown e-mails count alike, so that the limit does not reveal accounts. */
export function limitMails(
  app: Pick<SessionApp, 'config'>,
  { platform, request }: Visit,
  purpose: string,
  email: string,
): [perCaller: AttemptLimit, ...perEmail: AttemptLimit[]] {
  const device = findKnownDevice(app, request, platform.id, email);
  if (device) return [{ key: digest('mail-device', purpose, device), free: 3, ...MAILS }];
  return [
    { key: digest('mail-address', networkOfCaller(request)), free: 20, ...MAILS },
    { key: digest('mail', purpose, email), free: 3, ...MAILS },
  ];
}

/** 256 random bits cannot be guessed. The limit bounds the cost of trying, and guesses at the password that belongs to a link. */
export const limitLinks = ({ request }: Pick<Visit, 'request'>, token: string): AttemptLimit[] => [
  { key: digest('link-address', networkOfCaller(request)), free: 30, ...GUESSES },
  { key: digest('link', token), free: 10, ...GUESSES },
];
