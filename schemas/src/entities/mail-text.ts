/** The texts of a mail to buyers, as a platform words them. Null is the standard text. */
import { field } from '../../rules/audit-field.ts';
import { INTRO_LENGTH, SUBJECT_LENGTH } from '../../rules/buyer-mails.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const mailText = {
  /** One line: a line break would end the header of the mail. */
  subject: {
    schema: nullable({
      type: 'string',
      minLength: 1,
      maxLength: SUBJECT_LENGTH,
      pattern: '^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]*$',
    }),
    audit: field('word', 'Sobre', 'About'),
  },
  intro: {
    schema: nullable({ type: 'string', minLength: 1, maxLength: INTRO_LENGTH }),
    audit: field('text', 'Início do texto', 'Introduction'),
  },
} as const satisfies Entity;
export interface MailTextFields extends ValuesOf<typeof mailText> {}
