/** Lists, checks, changes and tries out the wordings of mails to buyers. */
import { LOCALES, type Locale } from '@feira/schemas/common';
import type { MailTextFields } from '@feira/schemas/entities/mail-text';
import {
  BUYER_MAILS,
  type BuyerMail,
  findUnknownPlaceholder,
  PLACEHOLDERS,
  type Wording,
} from '@feira/schemas/rules/buyer-mails';
import { cleanText } from '@feira/schemas/rules/text';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { recordEvent } from '../audit/service.ts';
import type { NewMail } from '../mail/model.ts';
import { prepareMail, renderUnsent, standardWordingOf } from '../mail/service.ts';
import { wordingIdOf } from '../mail/wording-model.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { MailText, selectWordings } from './model.ts';
import { sampleOf } from './samples.ts';

interface Chosen {
  mail: BuyerMail;
  locale: Locale;
}

export async function listMailTexts(app: Pick<FastifyInstance, 'database'>, platformId: string) {
  const rows = await app.database.list(platformId, selectWordings(platformId), true);
  const mails = BUYER_MAILS.flatMap((mail) =>
    LOCALES.map((locale) => {
      const row = rows.find(({ id }) => id === wordingIdOf(platformId, mail, locale));
      const standard = standardWordingOf(mail, locale);
      const [subject, intro] = [row?.subject ?? standard.subject, row?.intro ?? standard.intro];
      return { mail, locale, subject, intro, standard, version: row?.version ?? 0 };
    }),
  );
  return { mails };
}

/** Throws EDIT_CONFLICT with the parts that changed since the form was read. */
export function updateMailText(
  app: Pick<FastifyInstance, 'database'>,
  { platform, request }: PersonCall,
  { mail, locale, version, ...typed }: Chosen & { version: number } & Partial<MailTextFields>,
): Promise<{ version: number }> {
  const wanted = readTyped({ mail, locale }, typed);
  const id = wordingIdOf(platform.id, mail, locale);
  return app.database.transaction(platform.id, async (transaction) => {
    // The first change of a text finds a row without one.
    const empty = { platformId: platform.id, id, mail, locale };
    await queryIn(transaction, MailText).insert(empty).onConflict().ignore();
    const row = (await queryIn(transaction, MailText).findById(id).forUpdate())!;
    checkVersion(row, version);
    const change = findChange<MailTextFields>(row.values(), wanted);
    if (!change) return { version: row.version };
    const next = await writeVersion(transaction, row, change.after);
    await transaction.run(
      recordEvent(platform.id, request, { type: 'mail.textChanged', details: { mail, locale, ...change } }),
    );
    return { version: next };
  });
}

/** Returns the text of the parts that were typed. One that says what the standard says is the standard, and changes with it. */
function readTyped({ mail, locale }: Chosen, typed: Partial<MailTextFields>): Partial<MailTextFields> {
  const parts = (['subject', 'intro'] as const).flatMap((part) => {
    const text = typed[part];
    if (text === undefined || text === null) return text === null ? [[part, null]] : [];
    const clean = checkText(part, text, locale);
    return [[part, clean === standardWordingOf(mail, locale)[part] ? null : clean]];
  });
  return Object.fromEntries(parts) as Partial<MailTextFields>;
}

/** Throws MAIL_TEXT_EMPTY, and MAIL_PLACEHOLDER_UNKNOWN with a message that names the placeholder. */
function checkText(part: keyof Wording, text: string, locale: Locale): string {
  const clean = cleanText(text);
  if (!clean) throw new AppError('MAIL_TEXT_EMPTY', { fields: [part] });
  const unknown = findUnknownPlaceholder(clean, locale);
  if (!unknown) return clean;
  const known = Object.values(PLACEHOLDERS[locale])
    .map((name) => `{${name}}`)
    .join(', ');
  throw new AppError('MAIL_PLACEHOLDER_UNKNOWN', {
    reasons: {
      [part]: {
        'pt-BR': `${unknown} não é um campo que possamos preencher. Use ${known}.`,
        en: `${unknown} is not a variable. Use ${known}.`,
      },
    },
  });
}

const cleanWording = ({ locale, subject, intro }: Chosen & Wording): Wording => ({
  subject: checkText('subject', subject, locale),
  intro: checkText('intro', intro, locale),
});

/** Renders a wording with sample values. */
export async function previewMailText(
  app: Pick<FastifyInstance, 'findPlatform' | 'findPlatformUrl' | 'clock'>,
  platformId: string,
  input: Chosen & Wording,
) {
  const wording = cleanWording(input);
  const sample = sampleOf(input.mail, await app.findPlatformUrl(platformId), app.clock.now());
  const mail = await renderUnsent(app, platformId, { ...sample, locale: input.locale }, wording);
  if (!mail) throw new AppError('PLATFORM_NOT_FOUND');
  return mail;
}

/** Mails the caller what a buyer would get, with sample values. */
export async function sendTestMail(
  app: Pick<FastifyInstance, 'database' | 'dataKeys' | 'findPlatformUrl' | 'clock'>,
  { platform, person }: PersonCall,
  input: Chosen & Wording,
): Promise<void> {
  const trial = cleanWording(input);
  const { template, parameters } = sampleOf(input.mail, await app.findPlatformUrl(platform.id), app.clock.now());
  const mail = { to: person.email, locale: input.locale, template, parameters: { ...parameters, trial } } as NewMail;
  await app.database.write(platform.id, [await prepareMail(app, platform.id, mail)]);
}
