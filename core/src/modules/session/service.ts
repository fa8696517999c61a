/** Exports the functions of sessions that other modules may call. */
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { recordEvent } from '../audit/service.ts';
import { impersonationEndedEvent } from './impersonation.ts';
import { revokeById, revokeByPerson } from './model.ts';
import type { SessionApp, Visit } from './visit.ts';

export {
  createSecret,
  deleteRecoveryCodes,
  describeTotp,
  findStep,
  refuseCode,
  renewRecoveryCodes,
  secretPlace,
} from './codes.ts';
export { newToken } from './open-session.ts';
export { type Addition, checkAddition, startAddition } from './passkeys.ts';
export { preparePasswordMail } from './password-mail.ts';
export { checkPasswordStrength } from './password-rules.ts';
export { hashPassword } from './passwords.ts';
export { unusedAddress } from './registration.ts';
export { strengthenSession } from './sign-in.ts';
export { limitCodes, limitLinks, limitMails } from './throttle.ts';
export {
  createToken,
  endTokensOfPerson,
  type NewToken,
  type StoredToken,
  selectToken,
  takeToken,
} from './tokens.ts';
export type { SessionApp, Visit } from './visit.ts';

/** Signing out during an impersonation also ends the administrator's session, so that the next user of the machine does not find it. */
export async function signOut(
  app: Pick<SessionApp, 'database'>,
  { platform, request }: Visit,
  person: Person,
  isEverywhere: boolean,
): Promise<void> {
  const { impersonator } = person;
  if (isEverywhere && impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const event = { type: 'session.signedOut', details: { isEverywhere } } as const;
  await app.database.write(platform.id, [
    isEverywhere ? revokeByPerson(platform.id, person.id) : revokeById(platform.id, person.sessionId),
    ...(impersonator
      ? [
          revokeById(platform.id, impersonator.sessionId),
          impersonationEndedEvent({ platform, request }, person, impersonator),
        ]
      : []),
    recordEvent(platform.id, request, event),
  ]);
}
