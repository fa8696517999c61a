import { formatCurrency } from '@feira/schemas/rules/currency';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Pager } from '@feira/shell-kit/components/pager';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { useFunnels } from './use-funnels.ts';

export function FunnelList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('funnels');
  const { locale } = useHost();
  const { after, isBackUnknown, goForward, goBack } = usePages();
  const { data, error, refetch } = useFunnels(after);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return null;
  if (data.items.length === 0 && !after)
    return <EmptyState icon="join" title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <>
      <ul className="funnel-list">
        {data.items.map((funnel) => (
          <li key={funnel.id} className="panel funnel-row">
            <button type="button" className="funnel-open" onClick={() => onOpen(funnel.id)}>
              <strong>{funnel.name}</strong>
              <span className="muted">{t('behind', { offer: funnel.offerTitle })}</span>
            </button>
            <span>{t(funnel.isEnabled ? 'enabled' : 'disabled')}</span>
            <span>{t('steps', { count: funnel.steps })}</span>
            <span>{t('acceptedOf', { accepted: funnel.accepted, count: funnel.shown })}</span>
            <strong>{formatCurrency(funnel.revenue, funnel.currency, locale)}</strong>
          </li>
        ))}
      </ul>
      {(after || data.next) && (
        <Pager
          label={t('pages')}
          isPreviousFirst={isBackUnknown}
          onPrevious={after ? goBack : undefined}
          onNext={data.next ? () => goForward(data.next as string) : undefined}
        />
      )}
    </>
  );
}
