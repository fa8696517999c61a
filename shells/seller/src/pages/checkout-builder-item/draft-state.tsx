import { Icon } from '@feira/shell-kit/components/icon';
import { formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Builder, BuilderData } from './use-builder.ts';

interface DraftStateProps {
  builder: Builder;
  refetch: () => Promise<{ data: BuilderData | undefined }>;
}

/** Says whether the draft is saved, and what to do where somebody else has saved another one. */
export function DraftState({ builder, refetch }: DraftStateProps) {
  const { t } = useTranslation('builder');
  const { locale } = useHost();
  const { conflict, error, hasProblem, isDirty, isSaving, saved, keepMine, takeTheirs, retry } = builder;
  const withTheirs = async (go: (draft: BuilderData['draft']) => void) => {
    const { data } = await refetch();
    if (data) go(data.draft);
  };
  if (conflict)
    return (
      <div className="notice notice-error builder-conflict" role="alert">
        <Icon name="alert" />
        <div>
          <p>
            {t('conflict.text')} {conflict.details[0]?.message}
          </p>
          <div className="builder-acts">
            <button type="button" className="button button-primary" onClick={() => withTheirs(takeTheirs)}>
              {t('conflict.take')}
            </button>
            <button type="button" className="button" onClick={() => withTheirs(keepMine)}>
              {t('conflict.keep')}
            </button>
          </div>
        </div>
      </div>
    );
  if (error)
    return (
      <div className="notice notice-error builder-conflict" role="alert">
        <Icon name="alert" />
        <p>{error.message || t('state.failed')}</p>
        <button type="button" className="button" onClick={retry}>
          {t('state.retry')}
        </button>
      </div>
    );
  const text = hasProblem
    ? t('state.problem')
    : isDirty || isSaving
      ? t('state.saving')
      : saved.savedAt
        ? t('state.saved', { time: formatTime(saved.savedAt, locale) })
        : t('state.untouched');
  return (
    <span role="status" className="builder-state">
      {text}
    </span>
  );
}
