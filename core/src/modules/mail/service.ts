/** Writes a mail in the transaction of its change. A job sends it. */
import { createHash } from 'node:crypto';
import type { Locale } from '@feira/schemas/common';
import type { BuyerMail, Wording } from '@feira/schemas/rules/buyer-mails';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { idOf, newId } from '../../shared/ids.ts';
import { type Counter, normalizeEmail } from '../velocity/service.ts';
import { type Brand, type RenderedMail, renderMail } from './layout.ts';
import { insertMail, type MailParameters, type MailRow, type NewMail, parametersPlace } from './model.ts';
import { findBuyerMail, OPENINGS } from './openings.ts';
import { FRAMES, writeMailText } from './texts.ts';
import { findWording } from './wording-model.ts';

/** A platform that is being created passes its new data key. */
export interface MailApp {
  dataKeys: Pick<FastifyInstance['dataKeys'], 'seal'>;
}

export { firstName } from './mail-text.ts';
export { NOTICES } from './notice-texts.ts';
export { addUnsubscribePage, type UnsubscribeTexts } from './unsubscribe-page.ts';

/** Mails that a stranger can have sent to any address by filling in a form. Those of one group share the limit of an address. */
const GROUPS: Partial<Record<NewMail['template'], string>> = {
  'pix-created': 'codes',
  'billet-created': 'codes',
  'payment-expiring': 'reminders',
  'cart-reminder': 'reminders',
  'payment-refused': 'ends',
  'payment-expired': 'ends',
};
const MOST_AN_HOUR = 3;

/** Returns the counter that limits a mail; null where it is owed, or its form has limits of its own. */
function findLimit(mail: NewMail): Counter | null {
  const isTrial = mail.template === 'subscription-news' && mail.parameters.step === 'TRIAL_BEGUN';
  const group = isTrial ? 'trials' : GROUPS[mail.template];
  if (!group) return null;
  const subject = createHash('sha256')
    .update(JSON.stringify([group, normalizeEmail(mail.to)]))
    .digest('hex');
  return { kind: 'mail', subject, seconds: 3_600, mostRefusals: MOST_AN_HOUR };
}

/** Returns the id of the mail that is written of a source. */
export const mailIdOf = (source: string): string => idOf(`mail|${source}`);

/**
 * Returns a statement for the write() or transaction of the change. A job sends the mail after the commit. A mail with a `source` is
 * written once as long as mails are kept, however often its cause is reported. Of what anonymous forms cause, an address gets three mails
 * of a group in an hour, and the others are not written.
 */
export async function prepareMail(
  app: MailApp,
  platformId: string,
  mail: NewMail,
  source?: string,
): Promise<Statement> {
  const id = source ? mailIdOf(source) : newId();
  const { keyVersion, sealed } = await app.dataKeys.seal(
    platformId,
    JSON.stringify(mail.parameters),
    parametersPlace(platformId, id),
  );
  const { to: recipient, template, locale } = mail;
  const written = { id, recipient, template, locale, keyVersion, sealed: sealed.toString('base64') };
  return insertMail(platformId, { ...written, counter: findLimit(mail) });
}

type BrandApp = Pick<FastifyInstance, 'findPlatform' | 'findPlatformUrl'>;
type RenderApp = BrandApp & Pick<FastifyInstance, 'dataKeys' | 'database'>;

export interface OpenedMail extends RenderedMail {
  brand: Brand;
  /** The person who reads a reply, where it is not the platform or the seller. */
  replyTo?: string | undefined;
  unsubscribeLink?: string | undefined;
}

/** Returns the rendered mail; null when its parameters or its platform are gone. */
export async function openMail(app: RenderApp, row: MailRow): Promise<OpenedMail | null> {
  const { platformId, id, template, locale, keyVersion, sealedParameters } = row;
  const platformBrand = await readBrand(app, platformId);
  if (!sealedParameters || !platformBrand) return null;
  const opened = await app.dataKeys.open(platformId, keyVersion, sealedParameters, parametersPlace(platformId, id));
  const parameters = JSON.parse(opened.toString()) as MailParameters[typeof template];
  const mail = findBuyerMail(template, parameters);
  const wording = 'trial' in parameters ? parameters.trial : mail && (await findWording(app, platformId, mail, locale));
  return render(platformBrand, { template, locale, parameters } as UnsentMail, wording ?? {});
}

type UnsentMail = { [M in NewMail as M['template']]: Omit<M, 'to'> }[NewMail['template']];

/** Renders a mail that is not stored; null where the platform is gone. */
export async function renderUnsent(
  app: BrandApp,
  platformId: string,
  mail: UnsentMail,
  wording: Wording,
): Promise<RenderedMail | null> {
  const brand = await readBrand(app, platformId);
  return brand && render(brand, mail, wording);
}

function render(platformBrand: Brand, mail: UnsentMail, wording: Partial<Wording>): OpenedMail {
  const { template, locale, parameters } = mail;
  // Replies of buyers go to the product's support address where the seller gave one.
  const supportEmail = 'supportEmail' in parameters && parameters.supportEmail;
  const replyTo = 'replyTo' in parameters ? parameters.replyTo : undefined;
  const brand = supportEmail ? { ...platformBrand, supportEmail } : platformBrand;
  const text = writeMailText(template, locale, parameters, brand.name, wording);
  const subject = 'trial' in parameters ? FRAMES[locale].trial(text.subject) : text.subject;
  return { ...renderMail({ ...text, subject }, brand, locale), brand, replyTo, unsubscribeLink: text.unsubscribeLink };
}

/** Returns the text of a mail that no platform has worded. */
export const standardWordingOf = (mail: BuyerMail, locale: Locale): Wording => OPENINGS[locale][mail];

async function readBrand(app: BrandApp, platformId: string): Promise<Brand | null> {
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
