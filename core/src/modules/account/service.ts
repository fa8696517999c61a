/** Manages a person's own account: profile, password, e-mail and devices. */
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { DOCUMENT_WRONG, readDocument } from '../../shared/documents.ts';
import { maskEmail } from '../../shared/mask-email.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { revokeByPerson, updatePassword } from '../session/model.ts';
import {
  checkPasswordStrength,
  createToken,
  endTokensOfPerson,
  hashPassword,
  limitLinks,
  limitMails,
  newToken,
  preparePasswordMail,
  type SessionApp,
  selectToken,
  strengthenSession,
  takeToken,
  unusedAddress,
  type Visit,
} from '../session/service.ts';
import {
  type AccountRow,
  type Profile,
  revokeOwnSession,
  selectAccount,
  selectByEmail,
  setDocument,
  updateEmail,
  updateProfile,
} from './model.ts';

export async function getAccountRow(
  app: Pick<SessionApp, 'database'>,
  platformId: string,
  personId: string,
): Promise<AccountRow> {
  const row = await app.database.find(platformId, selectAccount(platformId, personId), true);
  if (!row) throw new AppError('LOGIN_REQUIRED');
  return row;
}

export async function changeProfile(
  app: SessionApp,
  { platform, request }: Visit,
  person: Person,
  { document: typed, ...profile }: Profile & { document?: string | undefined },
): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const document = typed === undefined ? undefined : readDocument(typed);
  if (document === null) throw new AppError('VALIDATION_FAILED', { reasons: { document: DOCUMENT_WRONG } });
  await app.database.transaction(platform.id, async (transaction) => {
    const isSet = document !== undefined && (await takeDocument(transaction, platform.id, person.id, document));
    const fields = [...Object.keys(profile), ...(isSet ? ['document'] : [])];
    if (fields.length === 0) return;
    await transaction.runAll([
      updateProfile(platform.id, person.id, profile),
      recordEvent(platform.id, request, { type: 'account.profileChanged', details: { fields } }),
    ]);
  });
}

/**
 * Returns true if the document is new. A document cannot be replaced here, because money is paid out in its name and an intruder could take
 * it over.
 */
async function takeDocument(
  transaction: Transaction,
  platformId: string,
  personId: string,
  document: string,
): Promise<boolean> {
  const set = await transaction.find(setDocument(platformId, personId, document));
  if (set) return true;
  const present = await transaction.find(selectAccount(platformId, personId));
  if (normalizeDocument(present?.document ?? '') !== document)
    throw new AppError('DOCUMENT_SET', { fields: ['document'] });
  return false;
}

/** Returns a new token for the cookie. */
export async function changePassword(app: SessionApp, visit: Visit, person: Person, password: string): Promise<string> {
  const { platform, request } = visit;
  await checkPasswordStrength(password, { name: person.name, email: person.email, platformName: platform.name });
  const { locale, passwordHash: former } = await getAccountRow(app, platform.id, person.id);
  const [passwordHash, newsMail] = await Promise.all([
    hashPassword(password),
    preparePasswordMail(app, platform, { ...person, locale }),
  ]);
  const token = newToken();
  await app.database.transaction(platform.id, async (transaction) => {
    // The person is locked before sessions, as everywhere.
    const changed = await transaction.find(updatePassword(platform.id, person.id, passwordHash, former));
    if (!changed) throw new AppError('LOGIN_REQUIRED');
    await strengthenSession(app, visit, transaction, person, { token, strength: person.strength });
    await transaction.runAll([
      revokeByPerson(platform.id, person.id, person.sessionId),
      endTokensOfPerson(platform.id, person.id),
      recordEvent(platform.id, request, { type: 'account.passwordChanged', details: { by: 'SESSION' } }),
      ...newsMail,
    ]);
  });
  return token;
}

/** Does the same work when another person has that e-mail, so that the response does not reveal it. */
export async function requestEmailChange(app: SessionApp, visit: Visit, person: Person, typed: string): Promise<void> {
  const { platform, request } = visit;
  const email = typed.toLowerCase();
  await app.attempts.take(platform.id, limitMails(app, { platform, request }, 'CHANGE_EMAIL', email));
  const [result] = await app.database.read(platform.id, [selectByEmail(platform.id, email)], true);
  const isFree = result?.rowCount === 0;
  const { locale } = await getAccountRow(app, platform.id, person.id);
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'CHANGE_EMAIL',
    email: isFree ? email : unusedAddress(),
    personId: person.id,
    payload: { former: person.email },
  });
  const mail = await prepareMail(app, platform.id, {
    to: email,
    locale: locale ?? platform.settings.locale,
    template: 'change-email',
    parameters: { name: person.name, link },
  });
  await app.database.write(platform.id, [...statements, ...(isFree ? [mail] : [])]);
}

export async function confirmEmailChange(app: SessionApp, { platform, request }: Visit, token: string): Promise<void> {
  const limits = limitLinks({ request }, token);
  await app.attempts.take(platform.id, limits);
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, ['CHANGE_EMAIL']), true);
  const former = stored?.payload.former;
  if (!stored?.personId || typeof former !== 'string') throw new AppError('TOKEN_INVALID');
  const { personId, email } = stored;
  const { name, locale } = await getAccountRow(app, platform.id, personId);
  const mail = await prepareMail(app, platform.id, {
    to: former,
    locale: locale ?? platform.settings.locale,
    template: 'email-changed',
    parameters: { name, newEmail: maskEmail(email) },
  });
  await app.database
    .transaction(platform.id, async (transaction) => {
      const taken = await transaction.find(takeToken(platform.id, token, ['CHANGE_EMAIL']));
      if (!taken) throw new AppError('TOKEN_INVALID');
      const changed = await transaction.find(updateEmail(platform.id, personId, former, email));
      if (!changed) throw new AppError('TOKEN_INVALID');
      await transaction.runAll([
        revokeByPerson(platform.id, personId),
        endTokensOfPerson(platform.id, personId),
        recordEvent(platform.id, request, {
          type: 'account.emailChanged',
          actor: { id: personId, name, email },
          details: { from: former, to: email },
        }),
        mail,
      ]);
    })
    .catch((error: { code?: string }) => {
      // Another person took that e-mail since the link was mailed.
      throw error.code === UNIQUE_VIOLATION ? new AppError('TOKEN_INVALID') : error;
    });
  await app.attempts.giveBack(platform.id, limits);
}

const UNIQUE_VIOLATION = '23505';

export async function revokeSession(
  app: SessionApp,
  { platform, request }: Visit,
  person: Person,
  id: string,
): Promise<void> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  await app.database.transaction(platform.id, async (transaction) => {
    const revoke = revokeOwnSession(platform.id, person.id, id);
    const revoked = await transaction.find(revoke);
    if (!revoked) throw new AppError('SESSION_NOT_FOUND');
    const subject = { type: 'session', id, name: revoked.userAgent } as const;
    await transaction.run(recordEvent(platform.id, request, { type: 'session.revoked', subject }));
  });
}
