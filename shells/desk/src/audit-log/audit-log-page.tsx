import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { PageFrame } from '../page-frame.tsx';
import './add-texts.ts';
import type { ToPage } from './event-words.tsx';
import { EventsList } from './events-list.tsx';
import { LOG_FILTER } from './log-filter.ts';
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
  const { filter, input, onChange, ...list } = useListFilter(LOG_FILTER);
  const query = useEvents(input);
  const narrowed = filter.personId ? t('ofPerson') : filter.subjectId ? t('ofSubject') : undefined;
  return (
    <PageFrame
      title={t('title')}
      filters={
        <LogFilters
          filter={filter}
          platforms={choosePlatform?.(filter.platformId, (platform) => onChange({ platform }))}
          onChange={onChange}
        />
      }
    >
      {narrowed && (
        <p>
          {narrowed}{' '}
          <button type="button" className="text-button" onClick={() => onChange({ person: null, subject: null })}>
            {t('showAll')}
          </button>
        </p>
      )}
      <PagedList
        {...list}
        query={query}
        count={query.data?.events.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="history" title={t('emptyTitle')} text={t('emptyText')} />}
        exports={<ExportLinks label={t('export')} path="/exports/audit-log" input={input} />}
        pagerLabel={t('pages')}
      >
        <EventsList log={query.data} toPage={toPage} />
      </PagedList>
    </PageFrame>
  );
}
