/** The words of one field in the audit log. */
import type { Locale } from '../src/common.ts';

/**
 * The kind of a value. `money` is in cents; `hidden` marks ids that tell a reader nothing; `date` is a day, `moment` a time;
 * `word` is a constant that `AUDIT_VALUES` translates.
 */
export type AuditFieldKind =
  | 'money'
  | 'basisPoints'
  | 'percent'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'bytes'
  | 'count'
  | 'date'
  | 'moment'
  | 'word'
  | 'text'
  | 'hidden';

export interface AuditField extends Record<Locale, string> {
  kind: AuditFieldKind;
}

/*#__NO_SIDE_EFFECTS__*/
export const field = (kind: AuditFieldKind, portuguese: string, english: string): AuditField => ({
  kind,
  'pt-BR': portuguese,
  en: english,
});
export const hidden = field('hidden', '', '');
