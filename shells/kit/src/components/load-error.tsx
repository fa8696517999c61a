import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { Icon } from './icon.tsx';

/** Shows the server's message where it sent one, and offers to try again. */
export function LoadError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation('kit');
  const isSilent = error.status === 0 || !error.message;
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="alert" />
      <p>
        <strong>{t('loadFailed')}</strong>
        <span>{isSilent ? t(error.code === 'TIMED_OUT' ? 'timedOut' : 'noAnswer') : error.message}</span>
      </p>
      <button type="button" className="button" onClick={onRetry}>
        <Icon name="retry" size={18} />
        {t('retry')}
      </button>
    </div>
  );
}
