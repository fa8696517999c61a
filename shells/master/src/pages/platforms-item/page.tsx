import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTranslation } from 'react-i18next';
import { PlatformParts } from './platform-parts.tsx';
import './platforms-item.css';
import { type PlatformDetails, usePlatform } from './use-platform.ts';

const LIST = '/master-root/platforms';

export default function PlatformPage({ params }: PageProps) {
  const { t } = useTranslation('master');
  const { data: platform, error, refetch } = usePlatform(params.id!);
  if (error && !platform) {
    // The server refuses a cut address for its form; the page reports it as not found.
    const isMissing = error.code === 'PLATFORM_NOT_FOUND' || error.code === 'VALIDATION_FAILED';
    return (
      <PageFrame title={t('platform.title')}>
        {isMissing ? (
          <EmptyState icon="search" title={t('platform.missingTitle')} text={t('platform.missingText')}>
            <LinkButton to={LIST}>{t('platform.back')}</LinkButton>
          </EmptyState>
        ) : (
          <LoadError error={error} onRetry={refetch} />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title={platform?.name ?? t('platform.title')}
      filters={<BackLink to={LIST}>{t('platform.back')}</BackLink>}
      action={platform && <Links platform={platform} />}
    >
      {platform ? (
        <PlatformParts key={platform.id} platform={platform} />
      ) : (
        <div className="platform-panels" aria-busy="true">
          <Skeleton height={420} />
          <Skeleton height={420} />
        </div>
      )}
    </PageFrame>
  );
}

function Links({ platform: { id } }: { platform: PlatformDetails }) {
  const { t } = useTranslation('master');
  return (
    <span className="list-actions">
      <PageLink className="button" to={`/master-root/administrators?platform=${id}`}>
        {t('administrators.title')}
      </PageLink>
      <PageLink className="button" to={`/master-root/session-logs?platform=${id}`}>
        {t('sessionLogs.title')}
      </PageLink>
    </span>
  );
}
