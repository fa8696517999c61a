/**
 * Opening an account. Nobody exists before the mailed link is used together with the password typed at registration: so nobody
 * can open an account for somebody else's mailbox and wait there.
 */
import type { Locale } from '@feira/schemas/common';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import type { NewMail } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import { type Candidate, grantRole, insertPerson, markEmailProven, updatePassword } from './model.ts';
import { openSession } from './opening.ts';
import { checkPasswordStrength } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findByEmail } from './sign-in.ts';
import { giveBack, limitLinks, limitMails, takeAttempt } from './throttle.ts';
import { createToken, endTokensOfPerson, selectToken, takeToken } from './tokens.ts';
import type { SessionApp, Visit } from './visit.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
  phone?: string | undefined;
  locale?: Locale | undefined;
}

/** Does the same work whoever the e-mail belongs to: one hash, one link, one mail. */
export async function register(app: SessionApp, visit: Visit, input: Registration): Promise<void> {
  const { platform, request } = visit;
  if (!platform.settings.isRegistrationOpen) throw new AppError('ACCESS_DENIED');
  const email = input.email.toLowerCase();
  const name = input.name.trim();
  const [perAddress, perEmail] = limitMails('REGISTER', email, request.ip);
  await takeAttempt(app.database, platform.id, [perAddress]);
  // Before the e-mail counts: choosing a third password is not asking for a third mail.
  checkPasswordStrength(input.password, { name, email, platformName: platform.name });
  await takeAttempt(app.database, platform.id, [perEmail]);
  const passwordHash = await hashPassword(input.password);
  const known = await findByEmail(app, visit, email);
  // Who has an account already is told so by mail. Without a password it is one that a purchase or an invitation made.
  const isOpen = !known || (known.status === 'ACTIVE' && known.passwordHash === null);
  const locale = known?.locale ?? input.locale ?? platform.settings.locale;
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'REGISTER',
    email: isOpen ? email : nobody(),
    personId: null,
    payload: isOpen ? { name, phone: input.phone ?? null, locale, passwordHash } : {},
  });
  const mail: NewMail = isOpen
    ? { to: email, locale, template: 'verify-email', parameters: { name, link } }
    : { to: email, locale, template: 'account-exists', parameters: { name: known.name, link: toLogin(link) } };
  await app.database.write(platform.id, [...statements, await prepareMail(app, platform.id, mail)]);
}

/** No address at all: stands in for one that gets no link, so that as much is written. */
export const nobody = (): string => `${newId()}@invalid`;
const toLogin = (link: string) => new URL('/login', link).href;

interface Opened {
  name: string;
  phone: string | null;
  locale: Locale;
  passwordHash: string;
}

/** Answers the token for the cookie. */
export async function verifyEmail(
  app: SessionApp,
  visit: Visit,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { platform, request } = visit;
  const limits = limitLinks(token, request.ip);
  await takeAttempt(app.database, platform.id, limits);
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, ['REGISTER']), true);
  const payload = stored?.payload as Opened | undefined;
  const isRight = await verifyPassword(password, payload?.passwordHash ?? null);
  if (!stored || !payload) throw new AppError('TOKEN_INVALID');
  if (!isRight) throw new AppError('SIGN_IN_REFUSED', { fields: ['password'] });
  const known = await findByEmail(app, visit, stored.email);
  return app.database.transaction(platform.id, async (transaction) => {
    const taken = await transaction.find(takeToken(platform.id, token, ['REGISTER']));
    if (!taken) throw new AppError('TOKEN_INVALID');
    await transaction.runAll(giveBack(platform.id, limits));
    const person = await openAccount(transaction, platform.id, stored.email, payload, known);
    const event = { type: 'account.registered', actor: person, details: { role: 'seller' } } as const;
    await transaction.run(recordEvent(platform.id, request, event));
    return openSession(app, visit, transaction, {
      candidate: { ...person, passwordHash: payload.passwordHash, hasSecondFactor: false },
      state: 'ACTIVE',
      strength: 'PASSWORD',
      details: { entrance: 'platform' },
      refusal: 'TOKEN_INVALID',
      announcement: [],
    });
  });
}

/** A new person, or the one whom a purchase or an invitation made before; whoever has a password by now keeps it. */
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
  // An invitation still on its way would let its finder choose another password.
  await transaction.runAll([grantRole(platformId, person.id, 'seller'), endTokensOfPerson(platformId, person.id)]);
  return person;
}
