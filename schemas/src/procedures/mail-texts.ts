/** Subjects and introductions of the mails to buyers, as a platform words them. */

import { BUYER_MAILS } from '../../rules/buyer-mails.ts';
import { versionSchema } from '../catalogue.ts';
import { LOCALES } from '../common.ts';
import { givenSchemasOf, schemasOf } from '../entities/entity.ts';
import { mailText } from '../entities/mail-text.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING, SENDING_TESTS } from '../limits.ts';
import { nothingSchema, optional, REFUSALS, record, recordWith } from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';

const KEEPER = adminWith('isNotificationsAvailable');

const mailSchema = { type: 'string', enum: BUYER_MAILS } as const;
const chosen = { mail: mailSchema, locale: { type: 'string', enum: LOCALES } } as const;
const wording = givenSchemasOf(mailText);
const ERRORS = [...REFUSALS, 'MAIL_TEXT_EMPTY', 'MAIL_PLACEHOLDER_UNKNOWN'] as const;

export const listMailTexts = {
  name: 'mailTexts.listMailTexts',
  kind: 'query',
  summary: 'Lists the mails to buyers whose subject and introduction the platform may word, in each language.',
  access: KEEPER,
  limit: READING,
  input: optional({}),
  output: record({
    mails: {
      type: 'array',
      items: record({
        ...chosen,
        /** The texts that are sent now. */
        ...wording,
        standard: record(wording),
        /** 0 before the first change. */
        version: { type: 'integer', minimum: 0 },
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const updateMailText = {
  name: 'mailTexts.updateMailText',
  kind: 'mutation',
  summary: 'Changes the subject and the introduction of a mail to buyers. Null restores the standard text.',
  access: KEEPER,
  limit: CHANGING,
  input: recordWith({ ...chosen, version: { ...versionSchema, minimum: 0 } }, schemasOf(mailText)),
  output: record({ version: versionSchema }),
  errors: [...ERRORS, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const previewMailText = {
  name: 'mailTexts.previewMailText',
  kind: 'query',
  summary: 'Renders a mail to buyers with sample values, as HTML and as plain text. Nothing is stored or sent.',
  access: KEEPER,
  limit: READING,
  input: record({ ...chosen, ...wording }),
  output: record({ subject: { type: 'string' }, html: { type: 'string' }, text: { type: 'string' } }),
  errors: ERRORS,
} as const satisfies Procedure;

export const sendTestMail = {
  name: 'mailTexts.sendTestMail',
  kind: 'mutation',
  summary: 'Mails a text with sample values to the signed-in administrator. The text need not be saved.',
  access: KEEPER,
  limit: SENDING_TESTS,
  input: record({ ...chosen, ...wording }),
  output: nothingSchema,
  errors: ERRORS,
} as const satisfies Procedure;

export const mailTextsErrors = {
  MAIL_TEXT_EMPTY: {
    status: 422,
    'pt-BR': 'Escreva um texto, ou restaure o texto padrão.',
    en: 'Write a text, or restore the standard one.',
  },
  MAIL_PLACEHOLDER_UNKNOWN: {
    status: 422,
    'pt-BR': 'O texto usa entre chaves um nome que não existe. Confira os campos indicados.',
    en: 'The text has a name between braces that does not exist. Check the fields named below.',
  },
} as const satisfies ErrorTexts;
