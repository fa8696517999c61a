/** Cases of the wordings of mails: a platform has one set, and no input names a row. */
import { type ProcedureCase, plain } from '../case.ts';
import { onPlatform } from './platforms.ts';

const CHOSEN = { mail: 'pix-created', locale: 'en' };
const WORDING = { subject: 'Pay', intro: 'Hello, {name}!' };

export const MAIL_TEXTS: Record<string, ProcedureCase> = {
  'mail.listMails': onPlatform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'mailTexts.listMailTexts': plain(),
  'mailTexts.updateMailText': plain(() => ({ ...CHOSEN, version: 0, subject: null })),
  'mailTexts.previewMailText': plain(() => ({ ...CHOSEN, ...WORDING })),
  'mailTexts.sendTestMail': plain(() => ({ ...CHOSEN, ...WORDING })),
};
