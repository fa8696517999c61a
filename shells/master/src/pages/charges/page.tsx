import { PAYMENT_METHODS } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { listCharges } from '@feira/schemas/procedures/figures';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { SaleMethod, SaleStatus } from '@feira/shell-desk/sale/sale-words.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import '@feira/shell-kit/styles/lists.css';
import { days, defineFilter, id, oneOf, words } from '@feira/shell-kit/filter';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { usePlatforms } from '../../components/use-platforms.ts';

type Charge = Output<typeof listCharges>['items'][number];

const CHARGE_FILTER = defineFilter(
  { platformId: id('platform'), method: oneOf('method', PAYMENT_METHODS), search: words(), period: days() },
  25,
);

/** Lists what was charged at providers on every platform that the master runs. */
export default function ChargesPage() {
  const { t } = useTranslation(['master', 'kit']);
  const { filter, input, onChange, ...list } = useListFilter(CHARGE_FILTER);
  const platforms = usePlatforms().data?.platforms ?? [];
  const query = useListQuery(listCharges, input);
  const charges = query.data?.items;
  return (
    <PageFrame
      title={t('charges.title')}
      filters={
        <search className="list-filters">
          <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
          {platforms.length > 1 && (
            <SelectBox
              label={t('platforms.choose')}
              options={platforms}
              getValue={({ id }) => id}
              displayValue={({ name }) => name}
              value={filter.platformId}
              onChange={(platform) => onChange({ platform })}
              allLabel={t('charges.allPlatforms')}
              isSearchable
            />
          )}
          <FilterSelect
            name="method"
            label={t('charges.method')}
            all={t('charges.allMethods')}
            choices={PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) }))}
            value={filter.method}
            onChange={onChange}
          />
          <SearchInput
            value={filter.search}
            label={t('charges.search')}
            hint={t('charges.searchHint')}
            onSearch={(text) => onChange({ search: text || null }, true)}
          />
        </search>
      }
    >
      <PagedList
        {...list}
        query={query}
        count={charges?.length}
        pagerLabel={t('charges.pages')}
        noMatch={{ title: t('charges.noMatchTitle'), text: t('charges.noMatchText') }}
        empty={<EmptyState icon="card" title={t('charges.emptyTitle')} text={t('charges.emptyText')} />}
      >
        <ChargeList charges={charges} hasPlatforms={platforms.length > 1} />
      </PagedList>
    </PageFrame>
  );
}

/** Returns the log of what the provider of a charge reported about it. */
const toReports = ({ platform, paymentId }: Charge) =>
  `/master-root/webhook-logs?${new URLSearchParams({ platform: platform.id, search: paymentId })}`;

function ChargeList({ charges, hasPlatforms }: { charges: Charge[] | undefined; hasPlatforms: boolean }) {
  const { t } = useTranslation(['master', 'kit']);
  const { locale } = useHost();
  const columns: RecordColumn<Charge>[] = [
    {
      key: 'payment',
      title: t('charges.payment'),
      isHead: true,
      show: (charge) => (
        <TwoLines
          first={
            <PageLink to={toReports(charge)} className="list-name">
              {charge.paymentId}
            </PageLink>
          }
          second={charge.transactionId}
        />
      ),
    },
    ...(hasPlatforms
      ? [{ key: 'platform', title: t('platforms.choose'), show: ({ platform }: Charge) => platform.name }]
      : []),
    {
      key: 'amount',
      title: t('charges.amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, currency }) => <strong>{formatCurrency(amount, currency, locale)}</strong>,
    },
    { key: 'method', title: t('charges.method'), show: ({ method }) => <SaleMethod method={method} /> },
    {
      key: 'connection',
      title: t('charges.connection'),
      show: ({ connectionName, provider }) => <TwoLines first={connectionName} second={provider} />,
    },
    {
      key: 'status',
      title: t('charges.status'),
      show: ({ status, state, reason }) => (
        <TwoLines
          first={<SaleStatus status={status} />}
          second={
            state === 'UNKNOWN' || state === 'PARKED' || state === 'NOT_SENT' || state === 'REFUSED'
              ? t(`charges.states.${state}`)
              : reason
          }
        />
      ),
    },
    {
      key: 'at',
      title: t('charges.at'),
      show: ({ createdAt }) => (
        <time dateTime={createdAt}>
          <TwoLines first={formatDate(createdAt, locale)} second={formatTime(createdAt, locale)} />
        </time>
      ),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('charges.title')}
      columns={columns}
      records={charges}
      keyOf={({ id }) => id}
      skeletonCount={8}
    />
  );
}
