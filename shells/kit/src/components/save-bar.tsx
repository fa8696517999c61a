import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { Refusal } from './refusal.tsx';

interface SaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  /** True after a successful save, until the next change. */
  isSaved: boolean;
  /** The number of fields to correct first. */
  problemCount: number;
  error: ApiError | null;
  onDiscard: () => void;
}

/** Stays in sight below a long form while it has unsaved changes. */
export function SaveBar({ isDirty, isBusy, isSaved, problemCount, error, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('kit');
  return (
    <div className={isDirty ? 'save-bar save-bar-dirty' : 'save-bar'}>
      <Refusal error={error} />
      <div className="save-row">
        <p role="status">
          {problemCount > 0 ? t('form.problems', { count: problemCount }) : null}
          {problemCount === 0 && isDirty ? t('form.unsaved') : null}
          {problemCount === 0 && !isDirty && isSaved ? t('form.saved') : null}
        </p>
        {isDirty && (
          <>
            <button type="button" className="button" disabled={isBusy} onClick={onDiscard}>
              {t('form.discard')}
            </button>
            <button type="submit" className="button button-primary" aria-busy={isBusy}>
              {t(isBusy ? 'form.saving' : 'form.save')}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
