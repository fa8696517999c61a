import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { activeRoles, hashToken, type Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { type Candidate, insertSession, revokeById, revokeByPerson, revokeByToken, selectCandidate } from './model.ts';
import { verifyPassword } from './passwords.ts';
import { forgiveAttempt, takeAttempt, toKeys } from './throttle.ts';

export { createToken, endTokensOfPerson, type NewToken } from './tokens.ts';

type App = Pick<FastifyInstance, 'database' | 'config'>;

export interface SignIn {
  email: string;
  password: string;
  ip: string;
  userAgent: string | null;
  /** The session this browser had before; it ends here. */
  formerTokenHash: Buffer | null;
}

const USER_AGENT_LENGTH = 300;

/** Answers the person and the token for the cookie. Every refusal looks and costs the same, whatever was wrong. */
export async function signIn(app: App, platformId: string, input: SignIn): Promise<{ person: Person; token: string }> {
  const email = input.email.toLowerCase();
  const keys = toKeys(email, input.ip);
  await takeAttempt(app.database, platformId, keys);
  const [found] = await app.database.read(platformId, [selectCandidate(platformId, email)], true);
  const candidate = found?.rows[0] as Candidate | undefined;
  const isRight = await verifyPassword(input.password, candidate?.passwordHash ?? null);
  if (!candidate || !isRight) throw new AppError('SIGN_IN_REFUSED');

  const token = randomBytes(32).toString('base64url');
  const session = {
    id: newId(),
    tokenHash: hashToken(token),
    userAgent: input.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    ip: input.ip,
  };
  const results = await app.database.write(platformId, [
    ...forgiveAttempt(platformId, keys),
    ...(input.formerTokenHash ? [revokeByToken(platformId, input.formerTokenHash)] : []),
    insertSession(platformId, candidate, session),
  ]);
  if (results.at(-1)?.rowCount !== 1) throw new AppError('SIGN_IN_REFUSED');
  const { passwordHash: _, ...rest } = candidate;
  const person = {
    ...rest,
    sessionId: session.id,
    state: 'ACTIVE',
    strength: 'PASSWORD',
    isFresh: true,
    impersonator: null,
  } as const;
  return { person: { ...person, roles: activeRoles(person, app.config.isFactorRequired) }, token };
}

export async function signOut(app: App, platformId: string, person: Person, isEverywhere: boolean): Promise<void> {
  await app.database.write(platformId, [
    isEverywhere ? revokeByPerson(platformId, person.id) : revokeById(platformId, person.sessionId),
  ]);
}
