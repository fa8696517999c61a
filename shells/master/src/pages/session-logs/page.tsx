import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { EventsList } from '../../components/events-list.tsx';
import { useEvents } from '../../components/use-events.ts';
import { isFiltered, NO_FILTER, readFilter, toListInput } from './logs-filter.ts';
import { LogsFilters } from './logs-filters.tsx';

export default function SessionLogsPage() {
  const { t } = useTranslation('master');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useEvents(toListInput(filter, pages.after));
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const empty = isFiltered(filter) ? (
    <EmptyState icon="search" title={t('logs.noMatchTitle')} text={t('logs.noMatchText')}>
      <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
        {t('logs.clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="history" title={t('logs.emptyTitle')} text={t('logs.emptyText')} />
  );
  return (
    <PageFrame title={t('logs.title')} filters={<LogsFilters filter={filter} onChange={changeFilter} />}>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.events.length}
        empty={empty}
        pagerLabel={t('logs.pages')}
      >
        <EventsList events={query.data?.events} />
      </PagedList>
    </PageFrame>
  );
}
