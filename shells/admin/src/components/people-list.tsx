import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import type { AddressChange } from '@feira/shell-kit/use-address';
import type { usePages } from '@feira/shell-kit/use-pages';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_PEOPLE_FILTER } from './people-filter.ts';

interface PeopleListProps<T extends { id: string }> {
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list?: ReturnType<typeof useListQuery>['list'];
    data: { people: T[]; next: string | null } | undefined;
  };
  label: string;
  columns: RecordColumn<T>[];
  pages: ReturnType<typeof usePages>;
  isFiltered: boolean;
  onFilter: (changes: AddressChange) => void;
  empty: { icon: IconName; title: string; text: string; action?: ReactNode };
  /** Stands above the list, as in PagedList. */
  exports?: ReactNode;
}

/** Lists people by pages, and says what to do where there are none. */
export function PeopleList<T extends { id: string }>(props: PeopleListProps<T>) {
  const { query, label, columns, pages, isFiltered, onFilter, empty, exports } = props;
  const { t } = useTranslation('admin');
  const people = query.data?.people;
  return (
    <PagedList
      query={query}
      pages={pages}
      count={people?.length}
      exports={exports}
      pagerLabel={t('people.pages', { list: label })}
      empty={
        isFiltered ? (
          <EmptyState icon="search" title={t('people.noMatchTitle')} text={t('people.noMatchText')}>
            <button type="button" className="button" onClick={() => onFilter(NO_PEOPLE_FILTER)}>
              {t('people.clearFilters')}
            </button>
          </EmptyState>
        ) : (
          <EmptyState icon={empty.icon} title={empty.title} text={empty.text}>
            {empty.action}
          </EmptyState>
        )
      }
    >
      <RecordList label={label} columns={columns} records={people} keyOf={({ id }) => id} skeletonCount={8} />
    </PagedList>
  );
}
