/** Creates people with roles and a password, and the headers that their browser sends. */
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { Entrance } from '@feira/schemas/procedures/session';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../src/modules/session/passwords.ts';
import { newId } from '../src/shared/ids.ts';
import { insertGrants, insertRows } from './rows.ts';

export const PASSWORD = 'pão-de-queijo-2026';
/** Hashes with the least that Argon2 allows: a sign-in costs 41 ms of processor time with a hash of users, and tests sign in for each call. */
export const hashLightly = (password: string): Promise<string> =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 });

/** All people of tests share one. */
let passwordHash: Promise<string> | null = null;

export interface NewPerson {
  id?: string;
  email: string;
  roles?: Role[];
  permissions?: AdminPermission[];
}

/** Gives a person who exists already (by id) a password and roles; otherwise creates one. */
export async function createPerson(
  app: FastifyInstance,
  platformId: string,
  { id = newId(), email, roles = [], permissions = [] }: NewPerson,
): Promise<{ id: string; email: string }> {
  passwordHash ??= hashLightly(PASSWORD);
  const row = { platform_id: platformId, id, name: `Pessoa ${email}`, email, password_hash: await passwordHash };
  await app.database.transaction(platformId, async (transaction) => {
    const { text, values } = insertRows('person', row);
    const onConflict =
      'ON CONFLICT (platform_id, id) DO UPDATE SET email = excluded.email, password_hash = excluded.password_hash';
    await transaction.run({ text: `${text} ${onConflict}`, values });
    await transaction.runAll(insertGrants(platformId, id, roles, permissions));
  });
  return { id, email };
}

export interface SignInOptions {
  password?: string;
  host?: string;
  address?: string;
  headers?: Record<string, string>;
  /** Default: platform. */
  entrance?: Entrance;
}

const ADDRESS = '198.51.100.7';

export const signIn = (
  app: FastifyInstance,
  email: string,
  { password = PASSWORD, host = 'localhost', address = ADDRESS, headers = {}, entrance }: SignInOptions = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/session.signIn',
    remoteAddress: address,
    headers: { host, ...headers },
    payload: { email, password, ...(entrance && { entrance }) },
  });

export const readCookie = (answer: LightMyRequestResponse): string => {
  const found = answer.cookies.find(({ name }) => name.endsWith('feira'));
  return found ? `${found.name}=${found.value}` : '';
};

/** The headers that a browser sends from its own page. */
export type BrowserHeaders = Record<string, string>;

/** The headers of a signed-in browser on its own page. */
export async function openSession(
  app: FastifyInstance,
  email: string,
  options?: SignInOptions,
): Promise<BrowserHeaders> {
  const answer = await signIn(app, email, options);
  if (answer.statusCode !== 200) throw new Error(`Signing in was answered ${answer.statusCode}: ${answer.body}`);
  return { cookie: readCookie(answer), host: options?.host ?? 'localhost', 'sec-fetch-site': 'same-origin' };
}

/** Calls a mutation; a new cookie replaces the old one in the headers. */
export async function post(
  app: FastifyInstance,
  name: string,
  headers: BrowserHeaders,
  payload: object = {},
  address = ADDRESS,
): Promise<LightMyRequestResponse> {
  const answer = await app.inject({ method: 'POST', url: `/api/${name}`, headers, payload, remoteAddress: address });
  const cookie = readCookie(answer);
  if (cookie) headers.cookie = cookie;
  return answer;
}

/** Returns the code of the authenticator app, `steps` away from now, because a code works only once. */
export const showCode = (app: FastifyInstance, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + steps * 30_000,
  });

export interface Enrolled {
  headers: BrowserHeaders;
  /** Base32, for showCode(). */
  secret: string;
  recoveryCodes: string[];
}

/** Sets up a second factor in a fresh session. Uses up the code of now: the next one that works is showCode(…, 1). */
export async function enrol(app: FastifyInstance, headers: BrowserHeaders): Promise<Enrolled> {
  const { secret } = (await post(app, 'account.startSecondFactor', headers)).json();
  const answer = await post(app, 'account.confirmSecondFactor', headers, { code: showCode(app, secret) });
  if (answer.statusCode !== 200) throw new Error(`Enrolling was answered ${answer.statusCode}: ${answer.body}`);
  return { headers, secret, recoveryCodes: answer.json().recoveryCodes };
}

/** Signs in an administrator or master without a second factor, and sets one up. */
export async function signInStaff(
  app: FastifyInstance,
  email: string,
  options: SignInOptions & { entrance: 'admin' | 'master' },
): Promise<Enrolled> {
  return enrol(app, await openSession(app, email, options));
}
