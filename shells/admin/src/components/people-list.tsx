import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PeopleListProps<T extends { id: string }> extends ListState {
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list?: ReturnType<typeof useListQuery>['list'];
    data: { people: T[]; next: string | null } | undefined;
  };
  label: string;
  columns: RecordColumn<T>[];
  empty: { icon: IconName; title: string; text: string; action?: ReactNode };
  /** Stands above the list, as in PagedList. */
  exports?: ReactNode;
}

/** Lists people by pages, and says what to do where there are none. */
export function PeopleList<T extends { id: string }>({ label, columns, empty, ...list }: PeopleListProps<T>) {
  const { t } = useTranslation('admin');
  const people = list.query.data?.people;
  const { action, ...nobody } = empty;
  return (
    <PagedList
      {...list}
      count={people?.length}
      pagerLabel={t('people.pages', { list: label })}
      noMatch={{ title: t('people.noMatchTitle'), text: t('people.noMatchText') }}
      empty={<EmptyState {...nobody}>{action}</EmptyState>}
    >
      <RecordList label={label} columns={columns} records={people} keyOf={({ id }) => id} skeletonCount={8} />
    </PagedList>
  );
}
