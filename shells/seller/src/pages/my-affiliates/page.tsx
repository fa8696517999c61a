import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './my-affiliates.css';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
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
        <ul className="affiliations" aria-label={seller('myAffiliates.title')}>
          {query.data?.items.map((affiliation) => (
            <AffiliationPanel key={affiliation.id} affiliation={affiliation} onEnd={() => setOpen(affiliation)} />
          )) ?? (
            <li className="panel">
              <Skeleton height={160} />
            </li>
          )}
        </ul>
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

interface AffiliationPanelProps {
  affiliation: OwnAffiliation;
  onEnd: () => void;
}

/** One product with what it brought, and a row for each of its links: offer, price, copy. */
function AffiliationPanel({ affiliation, onEnd }: AffiliationPanelProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const id = useId();
  const { product, sellerName, status, basisPoints, windowDays, createdAt, earned } = affiliation;
  const isActive = status === 'ACTIVE';
  return (
    <li className="panel affiliation" aria-labelledby={id}>
      <div className="affiliation-head">
        <ProductName image={product.image} name={<strong id={id}>{product.name}</strong>} second={sellerName} />
        <PartnerStatus status={status} />
      </div>
      <FactList
        facts={[
          [
            t('earned.title'),
            <TwoLines
              key="earned"
              first={<strong>{formatCurrency(earned.commission, earned.currency, locale)}</strong>}
              second={t('earned.sales', { count: earned.sales })}
            />,
          ],
          [
            t('share'),
            <TwoLines
              key="share"
              first={formatBasisPoints(basisPoints, locale)}
              second={t('windowDays', { count: windowDays })}
            />,
          ],
          [t('since'), formatDate(createdAt, locale)],
        ]}
      />
      {isActive && <Links affiliation={affiliation} />}
      {(isActive || status === 'REQUESTED') && (
        <div className="affiliation-end">
          <button
            type="button"
            className="button"
            aria-label={t(isActive ? 'endOf' : 'mine.withdrawOf', { name: product.name })}
            onClick={onEnd}
          >
            {t(isActive ? 'end' : 'mine.withdraw')}
          </button>
        </div>
      )}
    </li>
  );
}

/** The address of a checkout ends in the id of its offer. */
const offerIdOf = (url: string): string => new URL(url).pathname.split('/').at(-1)!;

function Links({ affiliation: { links, product } }: { affiliation: OwnAffiliation }) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const labels = labelOffers(
    links.map((link) => ({ ...link, id: offerIdOf(link.url) })),
    locale,
  );
  if (links.length === 0) return <p className="muted">{t('mine.noLinks')}</p>;
  return (
    <ul className="affiliation-links" aria-label={t('mine.linksOf', { name: product.name })}>
      {links.map(({ url }) => {
        const title = labels.get(offerIdOf(url))!;
        return (
          <li key={url}>
            <span>{title}</span>
            <CopyButton text={url} label={t('mine.copy')} description={t('mine.copyOf', { title })} />
          </li>
        );
      })}
    </ul>
  );
}
