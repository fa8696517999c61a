/**
 * Opens accounts. A person is only created when the mailed link is used together with the password typed at registration, so nobody can
 * open an account for another mailbox in advance.
 */
import type { Locale } from '@feira/schemas/common';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import type { NewMail } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import { type Candidate, grantRole, insertPerson, markEmailProven, updatePassword } from './model.ts';
import { openSession } from './open-session.ts';
import { checkPasswordStrength } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findByEmail } from './sign-in.ts';
import { limitLinks, limitMails } from './throttle.ts';
import { createToken, endTokensOfPerson, selectToken, takeToken } from './tokens.ts';
import type { SessionApp, Visit } from './visit.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
  phone?: string | undefined;
  locale?: Locale | undefined;
}

/** Does the same work for every e-mail: one hash, one link, one mail. */
export async function register(app: SessionApp, visit: Visit, input: Registration): Promise<void> {
  const { platform } = visit;
  if (!platform.settings.isRegistrationOpen) throw new AppError('ACCESS_DENIED');
  const email = input.email.toLowerCase();
  const { name } = input;
  const [perCaller, ...perEmail] = limitMails(app, visit, 'REGISTER', email);
  await app.attempts.take(platform.id, [perCaller]);
  // Checked before the limit of mails, because correcting a password requests no further mail.
  await checkPasswordStrength(input.password, { name, email, platformName: platform.name });
  await app.attempts.take(platform.id, perEmail);
  const passwordHash = await hashPassword(input.password);
  const known = await findByEmail(app, visit, email);
  // The owner of an existing account is notified by mail. An account without a password was created by a purchase or an invitation.
  const isOpen = !known || (known.status === 'ACTIVE' && known.passwordHash === null);
  const locale = known?.locale ?? input.locale ?? platform.settings.locale;
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'REGISTER',
    email: isOpen ? email : unusedAddress(),
    personId: null,
    payload: isOpen ? { name, phone: input.phone ?? null, locale, passwordHash } : {},
  });
  const mail: NewMail = isOpen
    ? { to: email, locale, template: 'verify-email', parameters: { name, link } }
    : { to: email, locale, template: 'account-exists', parameters: { name: known.name, link: toLogin(link) } };
  await app.database.write(platform.id, [...statements, await prepareMail(app, platform.id, mail)]);
}

/** An address that receives no link, so that the same number of rows is written. */
export const unusedAddress = (): string => `${newId()}@invalid`;
const toLogin = (link: string) => new URL('/login', link).href;

interface Opened {
  name: string;
  phone: string | null;
  locale: Locale;
  passwordHash: string;
}

/** Returns the token for the cookie. */
export async function verifyEmail(
  app: SessionApp,
  visit: Visit,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { platform, request } = visit;
  const limits = limitLinks({ request }, token);
  await app.attempts.take(platform.id, limits);
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, ['REGISTER']), true);
  const payload = stored?.payload as Opened | undefined;
  const isRight = await verifyPassword(password, payload?.passwordHash ?? null);
  if (!stored || !payload) throw new AppError('TOKEN_INVALID');
  if (!isRight) throw new AppError('SIGN_IN_REFUSED', { fields: ['password'] });
  const known = await findByEmail(app, visit, stored.email);
  const session = await app.database.transaction(platform.id, async (transaction) => {
    const taken = await transaction.find(takeToken(platform.id, token, ['REGISTER']));
    if (!taken) throw new AppError('TOKEN_INVALID');
    const person = await openAccount(transaction, platform.id, stored.email, payload, known);
    const event = { type: 'account.registered', actor: person, details: { role: 'seller' } } as const;
    await transaction.run(recordEvent(platform.id, request, event));
    return openSession(app, visit, transaction, {
      candidate: { ...person, passwordHash: payload.passwordHash, hasSecondFactor: false },
      state: 'ACTIVE',
      strength: 'PASSWORD',
      details: { entrance: 'platform' },
      refusal: 'TOKEN_INVALID',
      newsMail: [],
    });
  });
  await app.attempts.giveBack(platform.id, limits);
  return session;
}

/** Creates a person, or completes the one that a purchase or an invitation created. An existing password stays. */
async function openAccount(
  transaction: Transaction,
  platformId: string,
  email: string,
  { name, phone, locale, passwordHash }: Opened,
  known: Candidate | null,
) {
  const person = { id: known?.id ?? newId(), name: known?.name ?? name, email };
  if (known) {
    if (known.passwordHash !== null || known.hasSecondFactor) throw new AppError('TOKEN_INVALID');
    const proven = await transaction.find(markEmailProven(platformId, known.id));
    const updated = await transaction.find(updatePassword(platformId, known.id, passwordHash, null));
    if (!proven || !updated) throw new AppError('TOKEN_INVALID');
  } else {
    const inserted = await transaction.find(insertPerson(platformId, { ...person, phone, locale, passwordHash }));
    if (!inserted) throw new AppError('TOKEN_INVALID');
  }
  // Open invitations end, because their link could set another password.
  await transaction.runAll([grantRole(platformId, person.id, 'seller'), endTokensOfPerson(platformId, person.id)]);
  return person;
}
