/** Signs people in by password, confirms codes and reauthenticates. */
import type { Role } from '@feira/schemas/procedure';
import type { Entrance } from '@feira/schemas/procedures/session';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { hashToken, type Person, type SessionState, type SessionStrength } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { withCode } from './codes.ts';
import { readDevice } from './devices.ts';
import { type Candidate, raiseSession, selectByEmail, selectById } from './model.ts';
import { newToken, openSession, prepareDeviceMail } from './open-session.ts';
import { type Proof as PasskeyProof, withPasskey } from './passkeys.ts';
import { verifyPassword } from './passwords.ts';
import { limitReauthentication, limitSignIn } from './throttle.ts';
import type { SessionApp, Visit } from './visit.ts';

/** The roles that each login page admits. */
const ENTRANCE_ROLES: Record<Entrance, readonly Role[]> = {
  platform: ['seller', 'affiliate', 'co-producer', 'customer'],
  manager: ['manager'],
  admin: ['admin'],
  master: ['master'],
};
const STAFF_DOORS: readonly Entrance[] = ['admin', 'master'];

/** Returns the login page with the fewest rights that admits these roles. */
export const findEntrance = (roles: readonly Role[]): Entrance =>
  (Object.keys(ENTRANCE_ROLES) as Entrance[]).find((door) =>
    ENTRANCE_ROLES[door].some((role) => roles.includes(role)),
  ) ?? 'platform';

export async function findByEmail(app: SessionApp, { platform, request }: Visit, email: string) {
  const statement = selectByEmail(platform.id, email.toLowerCase(), readDevice(request));
  return (await app.database.find(platform.id, statement, true)) ?? null;
}

interface SignIn {
  email: string;
  password: string;
  entrance: Entrance;
}

/** Returns the token for the cookie. Every refusal looks alike and takes as long, whatever the reason. */
export async function signIn(app: SessionApp, visit: Visit, { email, password, entrance }: SignIn): Promise<string> {
  const { platform, request } = visit;
  const { shared, own } = limitSignIn(app, visit, email.toLowerCase());
  await app.attempts.take(platform.id, [...shared, ...own]);
  const candidate = await findByEmail(app, visit, email);
  const isRight = await verifyPassword(password, candidate?.passwordHash ?? null);
  const isWelcome =
    candidate?.status === 'ACTIVE' && candidate.heldRoles.some((role) => ENTRANCE_ROLES[entrance].includes(role));
  if (!candidate || !isRight || !isWelcome) {
    // The typed e-mail is only stored when it belongs to a person, because people type passwords into this field.
    const event = { type: 'session.refused', actor: candidate, details: { reason: 'PASSWORD', entrance } } as const;
    await app.database.run(platform.id, recordEvent(platform.id, request, event));
    throw new AppError('SIGN_IN_REFUSED');
  }
  const opening = {
    candidate,
    state: firstState(candidate, entrance, app.config.isFactorRequired),
    strength: 'PASSWORD',
    details: { entrance },
    refusal: 'SIGN_IN_REFUSED',
    // Also when a code is still required, because the password was right.
    newsMail: await prepareDeviceMail(app, visit, candidate),
  } as const;
  const token = await app.database.transaction(platform.id, (transaction) =>
    openSession(app, visit, transaction, opening),
  );
  // The right password resets the counters of its account. An address only gets this attempt back: others may guess behind it.
  await Promise.all([app.attempts.giveBack(platform.id, shared), app.attempts.forget(platform.id, own)]);
  return token;
}

function firstState(candidate: Candidate, entrance: Entrance, isFactorRequired: boolean): SessionState {
  if (candidate.hasSecondFactor) return 'CODE_REQUIRED';
  return isFactorRequired && STAFF_DOORS.includes(entrance) ? 'ENROLLMENT_REQUIRED' : 'ACTIVE';
}

/** Returns a new token for the cookie. */
export async function confirmCode(app: SessionApp, visit: Visit, person: Person, code: string): Promise<string> {
  if (person.state !== 'CODE_REQUIRED') throw new AppError('CODE_REFUSED', { fields: ['code'] });
  const token = newToken();
  // A mailed link and a code are two proofs, but neither is the password, so the session keeps the strength of a link.
  const strength = person.strength === 'LINK' ? 'LINK' : 'SECOND_FACTOR';
  await withCode(app, visit, person, code, async (transaction) => {
    await strengthenSession(app, visit, transaction, person, { token, strength });
    const event = { type: 'session.signedIn', details: { state: 'ACTIVE', strength } } as const;
    await transaction.run(recordEvent(visit.platform.id, visit.request, event));
  });
  return token;
}

/**
 * Completes a sign-in with a passkey in place of the code, or confirms the identity of who is signed in. The authenticator has verified its
 * owner, so possession and a finger or a PIN are proved at once. Returns a new token for the cookie.
 */
export async function confirmPasskey(
  app: SessionApp,
  visit: Visit,
  person: Person,
  proof: PasskeyProof,
): Promise<string> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  if (person.state === 'ENROLLMENT_REQUIRED') throw new AppError('PASSKEY_REFUSED');
  const isRepeated = person.state === 'ACTIVE';
  const token = newToken();
  // Until the password or a passkey has proved it again, a session that a mailed link opened keeps the strength of a link.
  const strength = !isRepeated && person.strength === 'LINK' ? 'LINK' : 'SECOND_FACTOR';
  await withPasskey(app, visit, person, proof, async (transaction) => {
    await strengthenSession(app, visit, transaction, person, { token, strength });
    const details = { state: 'ACTIVE', strength, factor: 'PASSKEY', ...(isRepeated && { isRepeated }) };
    await transaction.run(recordEvent(visit.platform.id, visit.request, { type: 'session.signedIn', details }));
  });
  return token;
}

/** Gives the session of this request a new token and the strength just proved. */
export async function strengthenSession(
  app: Pick<SessionApp, 'sessions'>,
  { platform, request }: Visit,
  transaction: Transaction,
  person: Person,
  { token, strength }: { token: string; strength: SessionStrength },
): Promise<void> {
  const rise = {
    sessionId: person.sessionId,
    formerTokenHash: app.sessions.readTokenHash(request),
    tokenHash: hashToken(token),
    strength,
  };
  const row = await transaction.find(raiseSession(platform.id, rise));
  if (!row) throw new AppError('LOGIN_REQUIRED');
}

interface Proof {
  password: string;
  code?: string | undefined;
}

/** Returns a new token for the cookie. Requires the password, and a code when there is a second factor. */
export async function reauthenticate(
  app: SessionApp,
  visit: Visit,
  person: Person,
  { password, code }: Proof,
): Promise<string> {
  const { platform, request } = visit;
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const limits = limitReauthentication(person);
  await app.attempts.take(platform.id, limits);
  const candidate = await app.database.find(platform.id, selectById(platform.id, person.id, readDevice(request)), true);
  if (!candidate || !(await verifyPassword(password, candidate.passwordHash))) {
    const event = { type: 'session.refused', details: { reason: 'PASSWORD' } } as const;
    await app.database.run(platform.id, recordEvent(platform.id, request, event));
    throw new AppError('SIGN_IN_REFUSED', { fields: ['password'] });
  }
  const token = newToken();
  const prove = async (transaction: Transaction, strength: SessionStrength) => {
    await strengthenSession(app, visit, transaction, person, { token, strength });
    const event = { type: 'session.signedIn', details: { state: 'ACTIVE', strength, isRepeated: true } } as const;
    await transaction.run(recordEvent(platform.id, request, event));
  };
  if (candidate.hasSecondFactor) {
    if (!code) throw new AppError('CODE_REFUSED', { fields: ['code'] });
    await withCode(app, visit, person, code, (transaction) => prove(transaction, 'SECOND_FACTOR'));
  } else await app.database.transaction(platform.id, (transaction) => prove(transaction, 'PASSWORD'));
  await app.attempts.forget(platform.id, limits);
  return token;
}
