import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import '../../connections/add-texts.ts';
import '../../connections/connections.css';
import { usePlatform } from '../../connections/use-connections.ts';
import { type PackageSummary, usePackages } from '../../marketplace/use-packages.ts';
import { AccountForm } from './account-form.tsx';
import './platforms-connections-new.css';
import { ProviderChoice } from './provider-choice.tsx';

/** Creates a connection in two steps: first the provider, then its form. The address holds the choice. */
export default function NewConnectionPage({ params }: PageProps) {
  const { t } = useTranslation('connections');
  const platformId = params.id!;
  const { data: platform } = usePlatform(platformId);
  const { data, error, refetch } = usePackages();
  const list = `/master-root/platforms/${platformId}?part=connections`;
  return (
    <PageFrame
      title={t('new.title')}
      filters={<PageLink to={list}>{platform ? t('new.back', { name: platform.name }) : t('list.title')}</PageLink>}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="provider-grid" aria-busy="true">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height={92} />
          ))}
        </div>
      )}
      {data && <Steps platformId={platformId} packages={data.packages} />}
    </PageFrame>
  );
}

function Steps({ platformId, packages }: { platformId: string; packages: readonly PackageSummary[] }) {
  const { t } = useTranslation('connections');
  const { search } = useAddress();
  const provider = search.get('provider');
  const chosen = packages.find((candidate) => candidate.provider === provider);
  if (!provider) return <ProviderChoice packages={packages} />;
  if (!chosen)
    return (
      <EmptyState icon="search" title={t('new.missingTitle')} text={t('new.missingText')}>
        <LinkButton to={location.pathname}>{t('new.otherProvider')}</LinkButton>
      </EmptyState>
    );
  return <AccountForm key={chosen.provider} platformId={platformId} chosen={chosen} />;
}
