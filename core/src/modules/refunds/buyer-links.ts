/**
 * Mails and checks the links by which buyers request refunds without an account. A link goes to the e-mail address of the purchase, which
 * proves the buyer.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import { prepareMail } from '../mail/service.ts';
import { createToken, limitLinks, limitMails, selectToken, unusedAddress } from '../session/service.ts';
import { selectHasBought, selectProvenEmail } from './purchase-model.ts';

export interface Visit {
  platform: PlatformContext;
  request: FastifyRequest;
}

/** Mails a link. An e-mail that bought nothing here causes the same work, down to the sealing of a mail that is not written. */
export async function mailLink(app: FastifyInstance, { platform, request }: Visit, typed: string): Promise<void> {
  const email = typed.toLowerCase();
  await app.attempts.take(platform.id, limitMails(app, { platform, request }, 'REFUND', email));
  const bought = await app.database.find(platform.id, selectHasBought(platform.id, email), true);
  const hasBought = bought?.hasBought === true;
  const { link, statements } = await createToken(app, platform.id, {
    purpose: 'REFUND',
    email: hasBought ? email : unusedAddress(),
    personId: null,
  });
  const mail = await prepareMail(app, platform.id, {
    to: email,
    locale: platform.settings.locale,
    template: 'refund-link',
    parameters: { link },
  });
  await app.database.write(platform.id, [...statements, ...(hasBought ? [mail] : [])]);
}

/** Returns the token of a link to a person who is signed in with a proven e-mail, without a mail. It ends with the person's session. */
export async function createLink(app: FastifyInstance, platform: PlatformContext, person: Person): Promise<string> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const proven = await app.database.find(platform.id, selectProvenEmail(platform.id, person.id), true);
  if (!proven) throw new AppError('ACCESS_DENIED');
  const { token, statements } = await createToken(app, platform.id, {
    purpose: 'REFUND',
    email: proven.email,
    personId: person.id,
    payload: { sessionId: person.sessionId },
  });
  await app.database.write(platform.id, statements);
  return token;
}

/** Returns the e-mail a link stands for. A link works more than once, because one mailbox may have bought more than one thing. */
export async function readLink(app: FastifyInstance, { platform, request }: Visit, token: string): Promise<string> {
  const limits = limitLinks({ request }, token);
  await app.attempts.take(platform.id, limits);
  const stored = await app.database.find(platform.id, selectToken(platform.id, token, ['REFUND']), true);
  if (!stored) throw new AppError('TOKEN_INVALID');
  await app.attempts.giveBack(platform.id, limits);
  return stored.email;
}
