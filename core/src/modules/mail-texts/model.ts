/** Reads and writes the rows of wordings as they are edited. */
import type { Locale } from '@feira/schemas/common';
import type { BuyerMail, Wording } from '@feira/schemas/rules/buyer-mails';
import type { Statement } from '../../plugins/database.ts';
import type { Columns, Versioned } from '../products/versioned-model.ts';
import { VERSIONED } from '../products/versioned-model.ts';

/** Null is the standard text. */
export type EditedWording = { [Part in keyof Wording]: Wording[Part] | null };

export interface WordingRow extends Versioned, EditedWording {}

export const COLUMNS: Columns<EditedWording> = { subject: 'subject', intro: 'intro' };

export const selectWordings = (platformId: string): Statement<WordingRow> => ({
  text: `SELECT t.id, t.subject, t.intro, ${VERSIONED('t')} FROM mail_text t WHERE t.platform_id = $1`,
  values: [platformId],
});

/** The first change of a text finds a row without one. */
export const insertWording = (platformId: string, id: string, mail: BuyerMail, locale: Locale): Statement => ({
  text: 'INSERT INTO mail_text (platform_id, id, mail, locale) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
  values: [platformId, id, mail, locale],
});

export const lockWording = (platformId: string, id: string): Statement<WordingRow> => ({
  text: `SELECT t.id, t.subject, t.intro, ${VERSIONED('t')} FROM mail_text t WHERE t.platform_id = $1 AND t.id = $2 FOR UPDATE`,
  values: [platformId, id],
});
