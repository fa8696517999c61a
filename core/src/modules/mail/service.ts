/** Writes a mail in the transaction of its change. A job sends it. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { idOf, newId } from '../../shared/ids.ts';
import { type Brand, type RenderedMail, renderMail } from './layout.ts';
import { insertMail, type MailParameters, type MailRow, type NewMail, parametersPlace } from './model.ts';
import { writeMailText } from './texts.ts';

/** A platform that is being created passes its new data key. */
export interface MailApp {
  dataKeys: Pick<FastifyInstance['dataKeys'], 'seal'>;
}

/**
 * Returns a statement for the write() or transaction of the change. A job sends the mail after the commit. A mail with a `source` is
 * written once as long as mails are kept, however often its cause is reported.
 */
export async function prepareMail(
  app: MailApp,
  platformId: string,
  mail: NewMail,
  source?: string,
): Promise<Statement> {
  const id = source ? idOf(`mail|${source}`) : newId();
  const { keyVersion, sealed } = await app.dataKeys.seal(
    platformId,
    JSON.stringify(mail.parameters),
    parametersPlace(platformId, id),
  );
  const { to: recipient, template, locale } = mail;
  return insertMail({ platformId, id, recipient, template, locale, keyVersion, sealed });
}

type RenderApp = Pick<FastifyInstance, 'dataKeys' | 'findPlatform' | 'findPlatformUrl'>;

export interface OpenedMail extends RenderedMail {
  brand: Brand;
}

/** Returns the rendered mail; null when its parameters or its platform are gone. */
export async function openMail(app: RenderApp, row: MailRow): Promise<OpenedMail | null> {
  const { platformId, id, template, locale, keyVersion, sealedParameters } = row;
  const platformBrand = await readBrand(app, platformId);
  if (!sealedParameters || !platformBrand) return null;
  const opened = await app.dataKeys.open(platformId, keyVersion, sealedParameters, parametersPlace(platformId, id));
  const parameters = JSON.parse(opened.toString()) as MailParameters[typeof template];
  // Buyers write to whoever answers for the product, where the seller says who does.
  const supportEmail = 'supportEmail' in parameters && parameters.supportEmail;
  const brand = supportEmail ? { ...platformBrand, supportEmail } : platformBrand;
  return { ...renderMail(writeMailText(template, locale, parameters, brand.name), brand, locale), brand };
}

async function readBrand(app: RenderApp, platformId: string): Promise<Brand | null> {
  const platform = await app.findPlatform(platformId);
  if (!platform) return null;
  const { account, visuals } = platform.settings.customization;
  return {
    name: platform.name,
    url: await app.findPlatformUrl(platformId),
    logoUrl: visuals?.logoUrl ?? '',
    colour: visuals?.colorPrimary,
    legalName: account?.legalName ?? '',
    supportEmail: account?.supportEmail ?? '',
  };
}
