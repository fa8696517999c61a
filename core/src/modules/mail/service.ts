/** A mail is written with the change it tells about, so that neither exists without the other; sending it is a job's work. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { insertMail, type NewMail, parametersPlace } from './model.ts';

export type MailApp = Pick<FastifyInstance, 'dataKeys'>;

/** A statement for the write() or transaction of the change. It is sent by itself once that is committed. */
export async function prepareMail(app: MailApp, platformId: string, mail: NewMail): Promise<Statement> {
  const id = newId();
  const { keyVersion, sealed } = await app.dataKeys.seal(
    platformId,
    JSON.stringify(mail.parameters),
    parametersPlace(platformId, id),
  );
  const { to: recipient, template, locale } = mail;
  return insertMail({ platformId, id, recipient, template, locale, keyVersion, sealed });
}
