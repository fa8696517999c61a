import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '../../components/partners/done-note.tsx';
import { useEarnedColumn } from '../../components/partners/earned-column.tsx';
import { EndAffiliationDialog } from '../../components/partners/end-affiliation-dialog.tsx';
import { PartnerStatus } from '../../components/partners/partner-status.tsx';
import { useEarnedPeriod } from '../../components/partners/use-earned-period.ts';
import { type OwnAffiliation, useOwnAffiliations } from '../../components/partners/use-partners.ts';

/** Lists the products that the signed-in person sells for others, with the links that count for the commission. */
export default function MyAffiliatesPage() {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const pages = usePages();
  const { choice, period, choose } = useEarnedPeriod();
  const query = useOwnAffiliations(period, pages.after);
  const [open, setOpen] = useState<OwnAffiliation | null>(null);
  const [done, setDone] = useState('');
  const columns = useColumns(setOpen);
  const isEmpty = query.data?.items.length === 0 && pages.after === null;
  return (
    <PageFrame
      title={seller('myAffiliates.title')}
      filters={!isEmpty && <PeriodFilter choice={choice} onChange={choose} />}
    >
      <DoneNote text={done} />
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={
          <EmptyState icon="link" title={t('mine.empty')} text={t('mine.emptyText')}>
            <LinkButton to="/platform/marketplace">{t('mine.find')}</LinkButton>
          </EmptyState>
        }
        pagerLabel={t('mine.pages')}
      >
        <RecordList
          label={seller('myAffiliates.title')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
      {open && (
        <EndAffiliationDialog
          affiliationId={open.id}
          onDone={(message) => {
            setOpen(null);
            setDone(message);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}

function useColumns(onEnd: (affiliation: OwnAffiliation) => void): RecordColumn<OwnAffiliation>[] {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const earned = useEarnedColumn();
  return [
    {
      key: 'product',
      title: t('product'),
      isHead: true,
      show: ({ product, sellerName }) => <TwoLines first={product.name} second={sellerName} />,
    },
    {
      key: 'share',
      title: t('share'),
      show: ({ basisPoints, windowDays }) => (
        <TwoLines first={formatBasisPoints(basisPoints, locale)} second={t('windowDays', { count: windowDays })} />
      ),
    },
    { key: 'since', title: t('since'), show: ({ createdAt }) => formatDate(createdAt, locale) },
    { key: 'status', title: t('status'), show: ({ status }) => <PartnerStatus status={status} /> },
    earned,
    {
      key: 'links',
      title: t('mine.links'),
      isAction: true,
      show: (affiliation) => <Links affiliation={affiliation} />,
    },
    {
      key: 'end',
      title: t('actions'),
      isAction: true,
      show: (affiliation) =>
        (affiliation.status === 'ACTIVE' || affiliation.status === 'REQUESTED') && (
          <button
            type="button"
            className="button"
            aria-label={t(affiliation.status === 'ACTIVE' ? 'endOf' : 'mine.withdrawOf', {
              name: affiliation.product.name,
            })}
            onClick={() => onEnd(affiliation)}
          >
            {t(affiliation.status === 'ACTIVE' ? 'end' : 'mine.withdraw')}
          </button>
        ),
    },
  ];
}

function Links({ affiliation: { status, links } }: { affiliation: OwnAffiliation }) {
  const { t } = useTranslation('partners');
  if (status !== 'ACTIVE') return null;
  if (links.length === 0) return <span className="muted">{t('mine.noLinks')}</span>;
  return (
    <>
      {links.map(({ url, title }) => (
        <CopyButton
          key={url}
          text={url}
          label={links.length === 1 ? t('mine.copy') : title}
          description={t('mine.copyOf', { title })}
        />
      ))}
    </>
  );
}
