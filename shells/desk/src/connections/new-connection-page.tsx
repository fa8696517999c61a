import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageFrame } from '../page-frame.tsx';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './connections.css';
import { AccountForm } from './account-form.tsx';
import type { ConnectionPlace } from './connection-place.ts';
import { type PackageSummary, usePackages } from './use-packages.ts';
import './new-connection.css';
import { ProviderChoice } from './provider-choice.tsx';

/** Creates a connection in two steps: first the provider, then its form. The address holds the choice. */
export function NewConnectionPage({ place }: { place: ConnectionPlace }) {
  const { t } = useTranslation('connections');
  const { data, error, refetch } = usePackages();
  return (
    <PageFrame title={t('new.title')} filters={<BackLink to={place.list}>{place.listName}</BackLink>}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="provider-grid" aria-busy="true">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height={92} />
          ))}
        </div>
      )}
      {data && <Steps place={place} packages={data.packages} />}
    </PageFrame>
  );
}

function Steps({ place, packages }: { place: ConnectionPlace; packages: readonly PackageSummary[] }) {
  const { t } = useTranslation('connections');
  const { search } = useAddress();
  const provider = search.get('provider');
  const chosen = packages.find((candidate) => candidate.provider === provider);
  if (!provider) return <ProviderChoice packages={packages} marketplace={place.marketplace} />;
  if (!chosen)
    return (
      <EmptyState icon="search" title={t('new.missingTitle')} text={t('new.missingText')}>
        <LinkButton to={location.pathname}>{t('new.otherProvider')}</LinkButton>
      </EmptyState>
    );
  return <AccountForm key={chosen.provider} place={place} chosen={chosen} />;
}
