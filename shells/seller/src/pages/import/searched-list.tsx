import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { defineFilter, words } from '@feira/shell-kit/filter';
import type { ChangeFilter, ListState } from '@feira/shell-kit/use-list-filter';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

export const SEARCH_FILTER = defineFilter({ search: words() }, null);

interface SearchedListProps<T extends { id: string }> extends Omit<ListState, 'onClear'> {
  /** The part of the texts with the words of the list. */
  name: 'customers' | 'sales' | 'subscribers';
  /** Stands for an empty list. */
  icon: IconName;
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list: ReturnType<typeof useListQuery>['list'];
    data: { items: T[]; next: string | null } | undefined;
  };
  filter: { search: string };
  onChange: ChangeFilter;
  columns: RecordColumn<T>[];
}

/** Lists what imports have brought, with a search. */
export function SearchedList<T extends { id: string }>(props: SearchedListProps<T>) {
  const { name, icon, query, filter, onChange, pages, isFiltered, columns } = props;
  const { t } = useTranslation('imports');
  const items = query.data?.items;
  return (
    <>
      <SearchInput
        label={t(`${name}.search`)}
        hint={t(`${name}.search`)}
        value={filter.search}
        onSearch={(search) => onChange({ search }, true)}
      />
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        pagerLabel={t(`${name}.pages`)}
        empty={
          <EmptyState
            icon={isFiltered ? 'search' : icon}
            title={t(isFiltered ? `${name}.noMatch` : `${name}.empty`)}
            text={t(`${name}.emptyText`)}
          />
        }
      >
        <RecordList label={t(`tabs.${name}`)} columns={columns} records={items} keyOf={({ id }) => id} />
      </PagedList>
    </>
  );
}
