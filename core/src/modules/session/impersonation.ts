/**
 * Lets an administrator use the platform as one of its users. The administrator's own session stays under a token that nobody has; only the
 * impersonated session leads back to it, and both end together.
 */
import type { Role } from '@feira/schemas/procedure';
import { AppError } from '../../plugins/errors.ts';
import { hashToken, type Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { readDevice } from './devices.ts';
import { insertSession, revokeById, rotateToken, selectById } from './model.ts';
import { newToken } from './open-session.ts';
import type { SessionApp, Visit } from './visit.ts';

/** Staff cannot be impersonated. */
const OUT_OF_REACH: readonly Role[] = ['admin', 'master'];

/** Returns the token for the cookie. */
export async function signInAs(app: SessionApp, visit: Visit, admin: Person, personId: string): Promise<string> {
  const { platform, request } = visit;
  const statement = selectById(platform.id, personId, readDevice(request));
  const candidate = await app.database.find(platform.id, statement, true);
  if (candidate?.status !== 'ACTIVE') throw new AppError('PERSON_NOT_FOUND');
  if (candidate.heldRoles.some((role) => OUT_OF_REACH.includes(role))) throw new AppError('ACCESS_DENIED');
  const token = newToken();
  const session = {
    id: newId(),
    tokenHash: hashToken(token),
    state: 'ACTIVE',
    strength: 'PASSWORD',
    impersonatorSessionId: admin.sessionId,
    ...readDevice(request),
  } as const;
  await app.database.transaction(platform.id, async (transaction) => {
    const parked = rotateToken(platform.id, admin.sessionId, hashToken(newToken()));
    const waiting = await transaction.find(parked);
    if (!waiting) throw new AppError('LOGIN_REQUIRED');
    const row = await transaction.find(insertSession(platform.id, candidate, session));
    if (!row) throw new AppError('PERSON_NOT_FOUND');
    const subject = { type: 'person', id: candidate.id, name: candidate.name } as const;
    const event = { type: 'session.impersonationStarted', subject } as const;
    await transaction.run(recordEvent(platform.id, request, event));
  });
  return token;
}

/** Ends the impersonation. Returns the token for the cookie. */
export async function stopImpersonation(
  app: SessionApp,
  { platform, request }: Visit,
  person: Person,
): Promise<string> {
  const { impersonator } = person;
  if (!impersonator) throw new AppError('ACCESS_DENIED');
  const token = newToken();
  await app.database.transaction(platform.id, async (transaction) => {
    const back = await transaction.find(rotateToken(platform.id, impersonator.sessionId, hashToken(token)));
    if (!back) throw new AppError('LOGIN_REQUIRED');
    await transaction.runAll([
      revokeById(platform.id, person.sessionId),
      impersonationEndedEvent({ platform, request }, person, impersonator),
    ]);
  });
  return token;
}

/** The audit event has the administrator as actor and the person as subject, as the event of the beginning. */
export const impersonationEndedEvent = ({ platform, request }: Visit, person: Person, actor: Person['impersonator']) =>
  recordEvent(
    platform.id,
    { ip: request.ip, headers: request.headers, person: null },
    {
      type: 'session.impersonationEnded',
      actor,
      subject: { type: 'person', id: person.id, name: person.name },
    },
  );
