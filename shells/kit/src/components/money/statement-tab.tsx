import type { Currency } from '@feira/schemas/common';
import { POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host-context.ts';
import { writePeriod } from '../../period.ts';
import type { AddressChange } from '../../use-address.ts';
import { usePages } from '../../use-pages.ts';
import { EmptyState } from '../empty-state.tsx';
import { PagedList } from '../paged-list.tsx';
import { PeriodFilter } from '../period-filter.tsx';
import { type RecordColumn, RecordList } from '../record-list.tsx';
import { TwoLines } from '../two-lines.tsx';
import { Moment } from './moment.tsx';
import { isStatementFiltered, type MoneyShown, NO_FILTER } from './money-address.ts';
import { StatementExports } from './statement-exports.tsx';
import { type StatementLine, useStatement } from './use-money.ts';

const PARTS = ['available', 'pending', 'reserved', 'owed'] as const;

interface StatementTabProps {
  shown: MoneyShown;
  /** Of the balance; undefined while that loads. */
  currency: Currency | undefined;
  onChange: (changes: AddressChange) => void;
}

/** Every movement of the balance, newest first. */
export function StatementTab({ shown, currency, onChange }: StatementTabProps) {
  const { t } = useTranslation('money');
  const pages = usePages();
  const query = useStatement(shown, pages.after);
  const columns: RecordColumn<StatementLine>[] = [
    { key: 'at', title: t('statement.date'), show: ({ occurredAt }) => <Moment at={occurredAt} /> },
    { key: 'kind', title: t('statement.kind'), isHead: true, show: (line) => <LineName line={line} /> },
    {
      key: 'change',
      title: t('statement.change'),
      isNumber: true,
      show: (line) => <Changes line={line} currency={currency ?? 'BRL'} />,
    },
  ];
  const empty = isStatementFiltered(shown) ? (
    <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <button type="button" className="button" onClick={() => onChange(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="history" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />
  );
  return (
    <>
      <search className="list-filters">
        <PeriodFilter hasAll choice={shown.period} onChange={(next) => onChange(writePeriod(next))} />
        <Select
          className="list-select money-select"
          popupMatchSelectWidth={false}
          aria-label={t('statement.kind')}
          value={shown.kind ?? 'ALL'}
          onChange={(kind) => onChange({ kind: kind === 'ALL' ? null : kind })}
          options={(['ALL', ...POSTING_KINDS] as const).map((kind) => ({
            value: kind,
            label: kind === 'ALL' ? t('statement.allKinds') : t(`postings.${kind}`),
          }))}
        />
        <StatementExports period={shown.period} currency={shown.currency} kind={shown.kind} />
      </search>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={empty}
        pagerLabel={t('statement.pages')}
      >
        <RecordList
          label={t('tabs.statement')}
          columns={columns}
          records={currency && query.data?.items}
          keyOf={({ id }) => id}
          skeletonCount={8}
        />
      </PagedList>
    </>
  );
}

function LineName({ line: { kind, payment } }: { line: StatementLine }) {
  const { t } = useTranslation('money');
  const name = <strong className="money-name">{t(`postings.${kind}`)}</strong>;
  return payment?.title ? <TwoLines first={name} second={payment.title} /> : name;
}

/** Signs and words say which way money went; colour only helps. */
function Changes({ line, currency }: { line: StatementLine; currency: Currency }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  return (
    <span className="money-changes">
      {PARTS.filter((part) => line[part] !== 0).map((part) => (
        <span key={part}>
          <span className={part === 'available' && line[part] > 0 ? 'money-more' : undefined}>
            {line[part] > 0 ? '+' : '−'}
            {formatCurrency(Math.abs(line[part]), currency, locale)}
          </span>{' '}
          <span className="muted">{t(`parts.${part}`)}</span>
        </span>
      ))}
    </span>
  );
}
