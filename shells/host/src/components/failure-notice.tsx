import { Icon } from '@feira/shell-kit/components/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './use-submit.ts';

const MINUTE_SECONDS = 60;

/**
 * Shows the server's message, and the waiting time where it names one. The element always exists, so that screen readers
 * announce its text.
 */
export function FailureNotice({ failure, children }: { failure: Failure | null; children?: ReactNode }) {
  const { t } = useTranslation();
  const minutes = failure?.waitSeconds && Math.ceil(failure.waitSeconds / MINUTE_SECONDS);
  return (
    <div role="alert">
      {failure && (
        <div className="notice notice-error">
          <Icon name="alert" />
          <p>
            <span>{failure.message ?? t('unanswered')}</span>
            {minutes && <span>{t('waitMinutes', { count: minutes })}</span>}
            {children}
          </p>
        </div>
      )}
    </div>
  );
}
