import { HOLD_REASONS } from '@feira/schemas/procedures/balances';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from './choice-filter.tsx';
import type { MoneyShown } from './money-address.ts';
import { NoMatch } from './no-match.tsx';
import { ReleaseDays } from './release-days.tsx';
import { SaleLink, type SaleTo } from './sale-link.tsx';
import { useHoldWords } from './use-hold-words.ts';
import { type Balance, type Hold, useHolds } from './use-money.ts';

interface HoldsTabProps {
  saleTo: SaleTo | undefined;
  shown: MoneyShown;
  balance: Balance | undefined;
  onChange: (changes: AddressChange) => void;
}

/** Lists the held money with the reason and the end of each hold. */
export function HoldsTab({ saleTo, shown, balance, onChange }: HoldsTabProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const words = useHoldWords();
  const pages = usePages();
  const query = useHolds(shown, pages.after);
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
  const empty = shown.reason ? (
    <NoMatch text={t('holds.noMatchText')} onChange={onChange} />
  ) : (
    <EmptyState icon="clock" title={t('holds.emptyTitle')} text={t('holds.emptyText')} />
  );
  return (
    <>
      {balance && balance.releases.length > 0 && <ReleaseDays balance={balance} />}
      <search className="list-filters">
        <ChoiceFilter
          label={t('holds.reason')}
          all={t('holds.allReasons')}
          choices={HOLD_REASONS}
          nameOf={(reason) => t(`holds.reasons.${reason}`)}
          value={shown.reason}
          onChange={(reason) => onChange({ reason })}
        />
      </search>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={empty}
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
