/**
 * Browsers in which an account was opened before. A signed cookie names them, so that they have counters of their own and a stranger's
 * wrong passwords do not lock an owner out. It opens nothing by itself.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeCookie } from '../../plugins/sessions.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import type { SessionApp } from './visit.ts';

type DevicesApp = Pick<SessionApp, 'config'>;

const PURPOSE = 'known-device';
const DAYS = 180;
/** The accounts that one browser is remembered for; the latest come first. */
const MOST_ACCOUNTS = 5;
const SEPARATOR = '~';
const ACCOUNT_LENGTH = 22;

const accountOf = (platformId: string, email: string) =>
  createHash('sha256').update(`${platformId}|${email.toLowerCase()}`).digest('base64url').slice(0, ACCOUNT_LENGTH);

const cookieOf = ({ config }: DevicesApp) => describeCookie(config.publicUrl, 'feira-devices');

/** Returns the signed tokens of the request's cookie with what they say: whose account, and which device. */
function readAll(app: DevicesApp, request: FastifyRequest) {
  const { encryptionKey, previousEncryptionKeys } = app.config;
  const text = request.cookies[cookieOf(app).name] ?? '';
  return text
    .split(SEPARATOR, MOST_ACCOUNTS)
    .map((token) => ({ token, subject: readToken([encryptionKey, ...previousEncryptionKeys], PURPOSE, token) }))
    .flatMap(({ token, subject }) =>
      subject ? [{ token, account: subject.slice(0, ACCOUNT_LENGTH), device: subject }] : [],
    );
}

/** Returns the id of this browser for this account; null where the account was never opened in it. */
export function findKnownDevice(
  app: DevicesApp,
  request: FastifyRequest,
  platformId: string,
  email: string,
): string | null {
  const account = accountOf(platformId, email);
  return readAll(app, request).find((item) => item.account === account)?.device ?? null;
}

/** Remembers that the user of this browser has proved to own the account. */
export function rememberDevice(
  app: DevicesApp,
  { platform, request, reply }: { platform: { id: string }; request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const account = accountOf(platform.id, email);
  const known = readAll(app, request);
  const { encryptionKey } = app.config;
  // The device keeps its id, so that signing in again brings no new attempts.
  const device =
    known.find((item) => item.account === account)?.device ?? `${account}${randomBytes(12).toString('base64url')}`;
  const others = known.filter((item) => item.account !== account).map(({ token }) => token);
  const tokens = [signToken(encryptionKey, PURPOSE, device), ...others].slice(0, MOST_ACCOUNTS);
  const { name, secure } = cookieOf(app);
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: DAYS * 86_400 } as const;
  reply.setCookie(name, tokens.join(SEPARATOR), attributes);
}
