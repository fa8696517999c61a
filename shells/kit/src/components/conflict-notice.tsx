import { useTranslation } from 'react-i18next';
import type { Conflict } from '../use-versioned-draft.ts';
import { Icon } from './icon.tsx';

interface ConflictNoticeProps {
  conflict: Conflict | null;
  /** Returns the label of a field. */
  labelOf: (name: string) => string;
}

/** Returns the label of a field with who changed it and when, where the refusal says so. */
export function nameConflict(conflict: Conflict | null, name: string, label: string): string {
  const message = conflict?.error.details.find(({ field }) => field === name)?.message;
  return message ? `${label}. ${message}` : label;
}

/** Says that another person saved meanwhile and what they changed, and goes on without losing what was typed. */
export function ConflictNotice({ conflict, labelOf }: ConflictNoticeProps) {
  const { t } = useTranslation('kit');
  if (!conflict) return null;
  const { error, changes, keep, discard } = conflict;
  return (
    <div className="notice notice-error conflict" role="alert">
      <Icon name="alert" />
      <div>
        <p>{error.message}</p>
        {changes && changes.length > 0 && (
          <ul>
            {changes.map(({ name, shown, isOwnToo }) => (
              <li key={name}>
                <strong>{labelOf(name)}</strong>
                {typeof shown === 'string' && `: ${shown || t('conflict.empty')}`}
                {isOwnToo && ` (${t('conflict.both')})`}
              </li>
            ))}
          </ul>
        )}
        {changes?.length === 0 && <p>{t('conflict.elsewhere')}</p>}
        <div className="conflict-acts">
          <button type="button" className="button button-primary" disabled={!changes} onClick={keep}>
            {t('conflict.keep')}
          </button>
          <button type="button" className="button" disabled={!changes} onClick={discard}>
            {t('conflict.discard')}
          </button>
        </div>
      </div>
    </div>
  );
}
