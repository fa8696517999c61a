/** Sets a new password by a mailed link, for people who forgot theirs or were invited. A second factor stays. */
import type { Role } from '@feira/schemas/procedure';
import type { Entrance } from '@feira/schemas/procedures/session';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { readDevice } from './devices.ts';
import { markEmailProven, revokeByPerson, selectByEmail, updatePassword } from './model.ts';
import { preparePasswordMail } from './password-mail.ts';
import { checkPasswordStrength } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { unusedAddress } from './registration.ts';
import { findByEmail, findEntrance } from './sign-in.ts';
import { limitLinks, limitMails } from './throttle.ts';
import { createToken, endTokensOfPerson, selectToken, takeToken } from './tokens.ts';
import type { SessionApp, Visit } from './visit.ts';

/** Does the same work for an unknown e-mail, even sealing a mail that is not written, so that response times tell nothing. */
export async function requestRecovery(app: SessionApp, visit: Visit, typed: string): Promise<void> {
  const { platform, request } = visit;
  const email = typed.toLowerCase();
  await app.attempts.take(platform.id, limitMails(app, { platform, request }, 'RECOVER', email));
  const found = await findByEmail(app, visit, email);
  const person = found?.status === 'ACTIVE' ? found : null;
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'RECOVER',
    email: person?.email ?? unusedAddress(),
    personId: person?.id ?? null,
  });
  const mail = await prepareMail(app, platform.id, {
    to: email,
    locale: person?.locale ?? platform.settings.locale,
    template: 'recover-password',
    parameters: { name: person?.name ?? '', link },
  });
  const event = recordEvent(platform.id, request, { type: 'account.recoveryRequested', actor: found });
  await app.database.write(platform.id, [...statements, event, ...(person ? [mail] : [])]);
}

const PURPOSES = ['RECOVER', 'INVITE'] as const;
/** An invitation leads to the login page of its role. The first match counts. */
const INVITED: readonly [Role, Entrance][] = [
  ['master', 'master'],
  ['admin', 'admin'],
  ['manager', 'manager'],
];

export async function choosePassword(
  app: SessionApp,
  visit: Visit,
  { token, password }: { token: string; password: string },
): Promise<{ email: string; entrance: Entrance }> {
  const { platform, request } = visit;
  const limits = limitLinks({ request }, token);
  await app.attempts.take(platform.id, limits);
  const { purpose, person } = await findOwner(app, visit, token);
  await checkPasswordStrength(password, { name: person.name, email: person.email, platformName: platform.name });
  const passwordHash = await hashPassword(password);
  // A person without a former password needs no warning.
  const newsMail = person.passwordHash === null ? [] : await preparePasswordMail(app, platform, person);
  await app.database.transaction(platform.id, async (transaction) => {
    const taken = await transaction.find(takeToken(platform.id, token, PURPOSES));
    if (!taken) throw new AppError('TOKEN_INVALID');
    const change = updatePassword(platform.id, person.id, passwordHash, person.passwordHash);
    const changed = await transaction.find(change);
    if (!changed) throw new AppError('TOKEN_INVALID');
    await transaction.runAll([
      markEmailProven(platform.id, person.id),
      revokeByPerson(platform.id, person.id),
      endTokensOfPerson(platform.id, person.id),
      recordEvent(platform.id, request, {
        type: 'account.passwordChanged',
        actor: person,
        details: { by: purpose },
      }),
      ...newsMail,
    ]);
  });
  await app.attempts.giveBack(platform.id, limits);
  const invited = purpose === 'INVITE' && INVITED.find(([role]) => person.heldRoles.includes(role))?.[1];
  return { email: person.email, entrance: invited || findEntrance(person.heldRoles) };
}

/** Returns the person of the link. The link is invalid when the e-mail has changed since. */
async function findOwner(app: SessionApp, { platform, request }: Visit, token: string) {
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, PURPOSES), true);
  if (!stored) throw new AppError('TOKEN_INVALID');
  const statement = selectByEmail(platform.id, stored.email, readDevice(request));
  const person = await app.database.find(platform.id, statement, true);
  if (person?.id !== stored.personId || person?.status !== 'ACTIVE') throw new AppError('TOKEN_INVALID');
  return { purpose: stored.purpose, person };
}
