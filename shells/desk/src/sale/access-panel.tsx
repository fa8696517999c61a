import type { Output } from '@feira/schemas/procedure';
import type { getSaleAccess } from '@feira/schemas/procedures/deliverables';
import { Skeleton } from '@feira/shell-kit/components/figure';
import type { IconName } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { Resend } from './resend.tsx';
import { SalePanel } from './sale-panel.tsx';
import { type Sale, useSaleAccess } from './use-sale.ts';

type Access = Output<typeof getSaleAccess>;

const LOOKS: Record<Access['state'], { tone: StatusTone; icon: IconName }> = {
  PENDING: { tone: 'pending', icon: 'clock' },
  OPEN: { tone: 'approved', icon: 'check' },
  ENDED: { tone: 'canceled', icon: 'lock' },
};

/** Shows what the buyer was given, and when it was opened. Sellers send it again from here. */
export function AccessPanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const { data, error, refetch } = useSaleAccess(sale.id);
  return (
    <SalePanel title={t('access.title')}>
      {data ? (
        <Content access={data} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={96} />
      )}
      {sale.viewer === 'SELLER' && sale.status === 'APPROVED' && (
        <div className="sale-acts">
          <Resend saleId={sale.id} />
        </div>
      )}
    </SalePanel>
  );
}

function Content({ access: { state, opens, lastOpenedAt, items } }: { access: Access }) {
  const { t } = useTranslation('sale');
  const { locale } = useHost();
  const moment = (iso: string) => t('at', { date: formatDate(iso, locale), time: formatTime(iso, locale) });
  return (
    <>
      <p className="sale-state" role="status">
        <StatusBadge {...LOOKS[state]} label={t(`access.states.${state}`)} />
      </p>
      <p className="muted">
        {items.length === 0
          ? t('access.empty')
          : lastOpenedAt
            ? `${t('access.opens', { count: opens })}, ${t('access.last', { moment: moment(lastOpenedAt) })}.`
            : t('access.unopened')}
      </p>
      {items.length > 0 && (
        <dl className="sale-sums">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two things that a sale opens may have the same title.
            <div key={index}>
              <dt>
                {item.title}
                <span className="muted sale-note">{t(`access.kinds.${item.kind}`)}</span>
              </dt>
              <dd className="muted sale-use">
                <Use item={item} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Says what is counted of a thing: downloads of files, and keys that were given. */
function Use({ item: { kind, downloads, mostDownloads, hasKey } }: { item: Access['items'][number] }) {
  const { t } = useTranslation('sale');
  if (kind === 'FILE') return t('access.downloads', { count: downloads, most: mostDownloads });
  return kind === 'KEY' ? t(hasKey ? 'access.keyGiven' : 'access.keyMissing') : null;
}
