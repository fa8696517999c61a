/**
 * Reads the wordings that platforms save. A part that is null is the standard one, and a row stays once there is one: its version counts
 * on.
 */
import type { Locale } from '@feira/schemas/common';
import type { BuyerMail, Wording } from '@feira/schemas/rules/buyer-mails';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { idOf } from '../../shared/ids.ts';

export const wordingIdOf = (platformId: string, mail: BuyerMail, locale: Locale): string =>
  idOf(`mail-text|${platformId}|${mail}|${locale}`);

const selectWording = (
  platformId: string,
  id: string,
): Statement<{ [Part in keyof Wording]: Wording[Part] | null }> => ({
  name: 'mail-wording',
  text: 'SELECT subject, intro FROM mail_text WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

/** Returns the parts that the platform worded itself. */
export async function findWording(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  mail: BuyerMail,
  locale: Locale,
): Promise<Partial<Wording>> {
  const row = await app.database.find(platformId, selectWording(platformId, wordingIdOf(platformId, mail, locale)));
  return { ...(row?.subject && { subject: row.subject }), ...(row?.intro && { intro: row.intro }) };
}
