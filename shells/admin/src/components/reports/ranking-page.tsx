import type { Currency } from '@feira/schemas/common';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import type { FilterOf } from '@feira/shell-kit/filter';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import '@feira/shell-kit/styles/lists.css';
import type { ChangeFilter, ListState } from '@feira/shell-kit/use-list-filter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../money/money-filters.tsx';
import { MoneyList } from '../money/money-list.tsx';
import { PersonCell } from '../money/person-cell.tsx';
import type { REPORT_FILTER } from './report-filter.ts';

interface Ranked {
  person: { id: string; name: string; email: string };
}

interface RankingPageProps<T extends Ranked> extends ListState {
  filter: FilterOf<typeof REPORT_FILTER>;
  onChange: ChangeFilter;
  title: string;
  /** Says in one sentence where the numbers come from. */
  text: string;
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list?: ReturnType<typeof useListQuery>['list'];
    data: { items: T[]; next: string | null; currency: Currency } | undefined;
  };
  /** The totals of the whole period; a value is undefined while it loads. */
  figures: readonly { label: string; value: string | undefined; note?: string | undefined; isMain?: boolean }[];
  columns: RecordColumn<T>[];
  empty: { title: string; text: string };
  children?: ReactNode;
}

/** Ranks sellers by one of their numbers, and shows the total. */
export function RankingPage<T extends Ranked>(props: RankingPageProps<T>) {
  const { title, text, query, figures, columns, empty, filter, onChange, children, ...list } = props;
  const { t } = useTranslation('adminMoney');
  const person: RecordColumn<T> = {
    key: 'person',
    sortBy: (record) => record.person.name,
    title: t('person'),
    isHead: true,
    show: (record) => <PersonCell person={record.person} />,
  };
  return (
    <PageFrame
      title={title}
      filters={<MoneyFilters filter={filter} onChange={onChange} hasAllDays={false} currency={query.data?.currency} />}
    >
      <p className="muted money-page-note">{text}</p>
      {!query.error && (
        <FigureList label={t('reports.totals')}>
          {figures.map((figure) => (
            <Figure key={figure.label} {...figure} />
          ))}
        </FigureList>
      )}
      {children}
      <MoneyList
        {...list}
        query={query}
        label={title}
        columns={[person, ...columns]}
        keyOf={(record) => record.person.id}
        empty={{ icon: 'chart', ...empty }}
      />
    </PageFrame>
  );
}
