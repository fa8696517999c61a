/** Opens sessions after any kind of proof. */
import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@feira/schemas/error-catalogue';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { hashToken, type SessionState, type SessionStrength } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { nameDevice, readDevice } from './devices.ts';
import { type Candidate, insertSession, revokeByToken } from './model.ts';
import type { SessionApp, Visit } from './visit.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Opening {
  candidate: Pick<Candidate, 'id' | 'name' | 'email' | 'passwordHash' | 'hasSecondFactor'>;
  state: SessionState;
  strength: SessionStrength;
  /** Details of the audit event. */
  details: Record<string, string>;
  /** The error when the person changed in between, as for a wrong password or a used link. */
  refusal: ErrorCode;
  /** The result of prepareDeviceMail(), which runs outside of the transaction. */
  newsMail: Statement[];
}

/** Returns the token for the cookie. */
export async function openSession(
  app: Pick<SessionApp, 'sessions'>,
  { platform, request }: Visit,
  transaction: Transaction,
  { candidate, state, strength, details, refusal, newsMail }: Opening,
): Promise<string> {
  const token = newToken();
  const session = { id: newId(), tokenHash: hashToken(token), state, strength, impersonatorSessionId: null };
  const inserted = insertSession(platform.id, candidate, { ...session, ...readDevice(request) });
  const row = await transaction.find(inserted);
  if (!row) throw new AppError(refusal);
  const formerTokenHash = app.sessions.readTokenHash(request);
  if (formerTokenHash) await transaction.run(revokeByToken(platform.id, formerTokenHash));
  // A session that still needs a code is not a sign-in yet.
  if (state !== 'CODE_REQUIRED') {
    const event = { type: 'session.signedIn', actor: candidate, details: { ...details, state, strength } } as const;
    await transaction.run(recordEvent(platform.id, request, event));
  }
  await transaction.runAll(newsMail);
  return token;
}

/** Notifies a person by mail of a sign-in from a new device. */
export async function prepareDeviceMail(
  app: SessionApp,
  { platform, request }: Visit,
  candidate: Candidate,
): Promise<Statement[]> {
  if (candidate.isKnownDevice) return [];
  const { userAgent, ip } = readDevice(request);
  const locale = candidate.locale ?? platform.settings.locale;
  const device = nameDevice(userAgent, locale);
  const time = app.clock.now().toISOString();
  return [
    await prepareMail(app, platform.id, {
      to: candidate.email,
      locale,
      template: 'new-device',
      parameters: { name: candidate.name, device, ip, time },
    }),
    prepareNotification(platform.id, candidate.id, {
      type: 'account.newDevice',
      parameters: { device, ip },
      href: '/account',
      source: `device:${newId()}`,
    }),
  ];
}
