import { HOLD_REASONS, listHolds } from '@feira/schemas/procedures/balances';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from './choice-filter.tsx';
import { HOLD_FILTER } from './money-address.ts';
import { ReleaseDays } from './release-days.tsx';
import { SaleLink, type SaleTo } from './sale-link.tsx';
import { useHoldWords } from './use-hold-words.ts';
import type { Balance, Hold } from './use-money.ts';

interface HoldsTabProps {
  saleTo: SaleTo | undefined;
  balance: Balance | undefined;
}

/** Lists the held money with the reason and the end of each hold. */
export function HoldsTab({ saleTo, balance }: HoldsTabProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const words = useHoldWords();
  const { filter, input, onChange, ...list } = useListFilter(HOLD_FILTER);
  const query = useListQuery(listHolds, input);
  const columns: RecordColumn<Hold>[] = [
    {
      key: 'title',
      title: t('holds.sale'),
      isHead: true,
      show: ({ saleId, title, createdAt }) => (
        <TwoLines
          first={
            <strong className="money-name">
              <SaleLink sale={{ saleId, title }} saleTo={saleTo} />
            </strong>
          }
          second={t('holds.since', { date: formatDate(createdAt, locale) })}
        />
      ),
    },
    {
      key: 'reason',
      title: t('holds.reason'),
      show: (hold) => <TwoLines first={words.reason(hold)} second={words.rule(hold)} />,
    },
    { key: 'until', title: t('holds.until'), isNamed: true, show: words.until },
    {
      key: 'amount',
      title: t('holds.amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, currency }) => <strong>{formatCurrency(amount, currency, locale)}</strong>,
    },
  ];
  return (
    <>
      {balance && balance.releases.length > 0 && <ReleaseDays balance={balance} />}
      <search className="list-filters">
        <ChoiceFilter
          label={t('holds.reason')}
          all={t('holds.allReasons')}
          choices={HOLD_REASONS}
          nameOf={(reason) => t(`holds.reasons.${reason}`)}
          value={filter.reason}
          onChange={(reason) => onChange({ reason })}
        />
      </search>
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('holds.noMatchText') }}
        empty={<EmptyState icon="clock" title={t('holds.emptyTitle')} text={t('holds.emptyText')} />}
        pagerLabel={t('holds.pages')}
      >
        <RecordList
          isCompact
          label={t('tabs.releases')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
          skeletonCount={6}
        />
      </PagedList>
    </>
  );
}
