import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { NoMatch } from '@feira/shell-kit/components/no-match';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePackages } from '../../marketplace/use-packages.ts';
import { CATALOGUE_FILTER, filterPackages } from './catalogue-filter.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { ProviderCard } from './provider-card.tsx';
import { toView } from './views.ts';

const SKELETONS = 9;

export function Catalogue() {
  const { t } = useTranslation(['marketplace', 'master']);
  const { search } = useAddress();
  const { filter, onChange } = useListFilter(CATALOGUE_FILTER);
  const action = (
    <span className="list-actions">
      <PageLink className="button" to={toView(search, 'trust')}>
        <Icon name="shield" size={18} />
        {t('catalogue.trust')}
      </PageLink>
      <PageLink className="button button-primary" to={toView(search, 'install')}>
        <Icon name="plus" size={18} />
        {t('catalogue.install')}
      </PageLink>
    </span>
  );
  return (
    <PageFrame
      title={t('master:marketplace.title')}
      action={action}
      filters={<CatalogueFilters filter={filter} onChange={onChange} />}
    >
      <Cards />
    </PageFrame>
  );
}

function Cards() {
  const { t } = useTranslation(['marketplace', 'master']);
  const { locale } = useHost();
  const { search } = useAddress();
  const { filter, isFiltered, onClear } = useListFilter(CATALOGUE_FILTER);
  const { data, error, refetch } = usePackages();
  const drawn = useGrowing(data?.packages.length ?? 0);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <CardSkeletons />;
  const shown = filterPackages(data.packages, filter, locale);
  const all = data.packages.length;
  return (
    <>
      <p role="status" className="catalogue-count muted">
        {isFiltered ? t('catalogue.matches', { count: shown.length, all }) : t('catalogue.count', { count: all })}
      </p>
      {shown.length > 0 && (
        <ul className="catalogue" aria-label={t('master:marketplace.title')}>
          {shown.slice(0, drawn).map((item) => (
            <li key={item.provider}>
              <ProviderCard item={item} />
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 && isFiltered && (
        <NoMatch title={t('catalogue.noMatchTitle')} text={t('catalogue.noMatchText')} onClear={onClear} />
      )}
      {all === 0 && !isFiltered && (
        <EmptyState icon="package" title={t('catalogue.emptyTitle')} text={t('catalogue.emptyText')}>
          <PageLink className="button button-primary" to={toView(search, 'install')}>
            {t('catalogue.install')}
          </PageLink>
        </EmptyState>
      )}
    </>
  );
}

/** About what a screen shows. */
const AT_ONCE = 12;

/** Returns how many cards to draw: a screenful at once, and more whenever the browser has nothing else to do. */
function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return;
    const more = () => setDrawn(drawn + AT_ONCE);
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(more);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(more);
    return () => cancelIdleCallback(waiting);
  }, [drawn, count]);
  return drawn;
}

function CardSkeletons() {
  const { t } = useTranslation('marketplace');
  return (
    <>
      <p className="catalogue-count muted">{t('catalogue.loading')}</p>
      <ul className="catalogue" aria-busy="true" aria-hidden="true">
        {Array.from({ length: SKELETONS }, (_, index) => `card-${index}`).map((key) => (
          <li key={key} className="panel provider-card">
            <div className="provider-head">
              <Skeleton width={44} height={44} />
              <Skeleton height={40} />
            </div>
            <Skeleton height={42} />
            <Skeleton height={30} width="80%" />
            <Skeleton height={20} width="90%" />
            <Skeleton height={28} />
          </li>
        ))}
      </ul>
    </>
  );
}
