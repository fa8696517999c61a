import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import type { ToPage } from './event-words.tsx';
import { EventsList } from './events-list.tsx';
import { isFiltered, type LogFilter, NO_FILTER, readFilter, toListInput } from './log-filter.ts';
import { LogFilters } from './log-filters.tsx';
import { useEvents } from './use-events.ts';

interface AuditLogPageProps {
  toPage?: ToPage;
  /** Chooses the platform, for people who run several. */
  choosePlatform?: (platformId: string | null, onChange: (platformId: string | null) => void) => ReactNode;
}

/** Shows who did what, for administrators of their platform and masters of theirs. */
export function AuditLogPage({ toPage, choosePlatform }: AuditLogPageProps) {
  const { t } = useTranslation('auditLog');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useEvents(toListInput(filter, pages.after));
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const empty = isFiltered(filter) ? (
    <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="history" title={t('emptyTitle')} text={t('emptyText')} />
  );
  const narrowed = filter.personId ? t('ofPerson') : filter.subjectId ? t('ofSubject') : undefined;
  return (
    <PageFrame
      title={t('title')}
      filters={
        <LogFilters
          filter={filter}
          platforms={choosePlatform?.(filter.platformId, (platform) => changeFilter({ platform }))}
          onChange={changeFilter}
        />
      }
    >
      {narrowed && (
        <p>
          {narrowed}{' '}
          <button type="button" className="text-button" onClick={() => changeFilter({ person: null, subject: null })}>
            {t('showAll')}
          </button>
        </p>
      )}
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.events.length}
        empty={empty}
        exports={<Exports filter={filter} />}
        pagerLabel={t('pages')}
      >
        <EventsList log={query.data} toPage={toPage} />
      </PagedList>
    </PageFrame>
  );
}

/** Downloads every event of the filter. */
function Exports({ filter }: { filter: LogFilter }) {
  const { t } = useTranslation('auditLog');
  const { locale: lang } = useHost();
  const { limit: _, ...wanted } = toListInput(filter, null);
  return (
    <ExportLinks
      label={t('export')}
      addressOf={(format) =>
        `/exports/audit-log?${new URLSearchParams({ ...(wanted as Record<string, string>), format, lang })}`
      }
    />
  );
}
