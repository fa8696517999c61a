/** Mails as rows: the table is their queue and, where nothing is sent, the mailbox of the local page. */
import type { Locale } from '@feira/schemas/common';
import type { Role } from '@feira/schemas/procedure';
import type { Statement } from '../../plugins/database.ts';

/** What each mail tells. Links open accounts; times are ISO texts in UTC. */
export interface MailParameters {
  'verify-email': { name: string; link: string };
  /** Somebody registered with an e-mail that has an account: the link goes to the page of signing in. */
  'account-exists': { name: string; link: string };
  'recover-password': { name: string; link: string };
  invitation: { name: string; link: string; platformName: string; role: Role };
  'magic-link': { link: string };
  'change-email': { name: string; link: string };
  /** `newEmail` is masked: this goes to the address that was given up. */
  'email-changed': { name: string; newEmail: string };
  'password-changed': { name: string; link: string };
  'new-device': { name: string; device: string; ip: string; time: string };
  'second-factor-changed': { name: string; isOn: boolean };
}
export type MailTemplate = keyof MailParameters;

interface MailOf<T extends MailTemplate> {
  /** One address, without a name. */
  to: string;
  locale: Locale;
  template: T;
  parameters: MailParameters[T];
}
export type NewMail = { [T in MailTemplate]: MailOf<T> }[MailTemplate];

export interface MailRow {
  platformId: string;
  id: string;
  recipient: string;
  template: MailTemplate;
  locale: Locale;
  /** Null once it was sent or given up. */
  sealedParameters: Buffer | null;
  keyVersion: number;
  attempts: number;
  createdAt: Date;
}

/** Where parameters are sealed to: those of another mail do not open in its row. */
export const parametersPlace = (platformId: string, id: string): string => `mail|${platformId}|${id}`;

export const insertMail = (
  mail: Pick<MailRow, 'platformId' | 'id' | 'recipient' | 'template' | 'locale' | 'keyVersion'> & { sealed: Buffer },
): Statement => ({
  name: 'mail-insert',
  text: `INSERT INTO mail (platform_id, id, recipient, template, locale, sealed_parameters, key_version)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [mail.platformId, mail.id, mail.recipient, mail.template, mail.locale, mail.sealed, mail.keyVersion],
});
