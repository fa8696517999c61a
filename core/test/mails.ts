/** Opens the mails that a node would have sent, so that tests can follow their links. */
import type { FastifyInstance } from 'fastify';
import { type MailParameters, type MailTemplate, parametersPlace } from '../src/modules/mail/model.ts';
import type { Inspector } from './inspect.ts';

export interface Letter {
  template: MailTemplate;
  recipient: string;
  locale: string;
  parameters: Record<string, string>;
}

/** Newest last. */
export async function readMails(
  app: FastifyInstance,
  inspector: Inspector,
  platformId: string,
  recipient: string,
): Promise<Letter[]> {
  const rows = await inspector.rows<{
    id: string;
    template: keyof MailParameters;
    locale: string;
    sealed: Buffer;
    keyVersion: number;
  }>(
    `SELECT id, template, locale, sealed_parameters AS sealed, key_version AS "keyVersion" FROM mail
     WHERE platform_id = $1 AND recipient = $2 ORDER BY created_at, id`,
    [platformId, recipient],
  );
  return Promise.all(
    rows.map(async ({ id, template, locale, sealed, keyVersion }) => {
      const opened = await app.dataKeys.open(platformId, keyVersion, sealed, parametersPlace(platformId, id));
      return { template, recipient, locale, parameters: JSON.parse(opened.toString()) };
    }),
  );
}

/** Returns the token behind '#' of the newest mail. */
export async function readLink(
  app: FastifyInstance,
  inspector: Inspector,
  platformId: string,
  recipient: string,
): Promise<{ url: URL; token: string }> {
  const letter = (await readMails(app, inspector, platformId, recipient)).at(-1);
  if (!letter?.parameters.link) throw new Error(`No mail with a link was written for ${recipient}.`);
  const url = new URL(letter.parameters.link);
  return { url, token: url.hash.slice(1) };
}
