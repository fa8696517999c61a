/** Signs customers in by a mailed link. A buyer has proved a mailbox and needs no password. */
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { type Candidate, grantRole, insertPerson, markEmailProven, selectBuyerName } from './model.ts';
import { openSession, prepareDeviceMail } from './open-session.ts';
import { unusedAddress } from './registration.ts';
import { findByEmail } from './sign-in.ts';
import { limitLinks, limitMails } from './throttle.ts';
import { createToken, type StoredToken, selectToken, takeToken } from './tokens.ts';
import type { SessionApp, Visit } from './visit.ts';

/** Does the same work for an unknown e-mail, even sealing a mail that is not written, so that response times tell nothing. */
export async function requestMagicLink(app: SessionApp, visit: Visit, typed: string): Promise<void> {
  const { platform, request } = visit;
  const email = typed.toLowerCase();
  await app.attempts.take(platform.id, limitMails(app, { platform, request }, 'MAGIC_LINK', email));
  const person = await findByEmail(app, visit, email);
  const buyer = await app.database.find(platform.id, selectBuyerName(platform.id, email), true);
  const isWelcome = person ? person.status === 'ACTIVE' : buyer !== undefined;
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'MAGIC_LINK',
    email: isWelcome ? email : unusedAddress(),
    personId: isWelcome ? (person?.id ?? null) : null,
    payload: isWelcome && buyer ? { name: buyer.name } : {},
  });
  const mail = await prepareMail(app, platform.id, {
    to: email,
    locale: person?.locale ?? platform.settings.locale,
    template: 'magic-link',
    parameters: { link },
  });
  await app.database.write(platform.id, [...statements, ...(isWelcome ? [mail] : [])]);
}

/** Returns the token for the cookie. */
export async function useMagicLink(app: SessionApp, visit: Visit, token: string): Promise<string> {
  const { platform, request } = visit;
  const limits = limitLinks({ request }, token);
  await app.attempts.take(platform.id, limits);
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, ['MAGIC_LINK']), true);
  if (!stored) throw new AppError('TOKEN_INVALID');
  const known = await findByEmail(app, visit, stored.email);
  // The person of this link may have another e-mail by now, and another person this one.
  if (known && stored.personId !== null && known.id !== stored.personId) throw new AppError('TOKEN_INVALID');
  const newsMail = known ? await prepareDeviceMail(app, visit, known) : [];
  const session = await app.database.transaction(platform.id, async (transaction) => {
    const taken = await transaction.find(takeToken(platform.id, token, ['MAGIC_LINK']));
    if (!taken) throw new AppError('TOKEN_INVALID');
    const candidate = known ?? (await insertCustomer(transaction, visit, stored));
    const proven = await transaction.find(markEmailProven(platform.id, candidate.id));
    if (!proven) throw new AppError('TOKEN_INVALID');
    await transaction.run(grantRole(platform.id, candidate.id, 'customer'));
    if (!known) {
      const event = { type: 'account.registered', actor: candidate, details: { role: 'customer' } } as const;
      await transaction.run(recordEvent(platform.id, request, event));
    }
    return openSession(app, visit, transaction, {
      candidate,
      // A person with a second factor must type a code for this sign-in, too.
      state: candidate.hasSecondFactor ? 'CODE_REQUIRED' : 'ACTIVE',
      strength: 'LINK',
      details: {},
      refusal: 'TOKEN_INVALID',
      newsMail,
    });
  });
  await app.attempts.giveBack(platform.id, limits);
  return session;
}

async function insertCustomer(
  transaction: Transaction,
  { platform }: Visit,
  { email, personId, payload }: StoredToken,
) {
  // A link for a person who was deleted opens no new account.
  if (personId !== null) throw new AppError('TOKEN_INVALID');
  const name = typeof payload.name === 'string' ? payload.name : (email.split('@')[0] as string);
  const person = { id: newId(), name, email };
  const inserted = await transaction.find(
    insertPerson(platform.id, { ...person, phone: null, locale: null, passwordHash: null }),
  );
  if (!inserted) throw new AppError('TOKEN_INVALID');
  return { ...person, passwordHash: null, hasSecondFactor: false } satisfies Partial<Candidate>;
}
