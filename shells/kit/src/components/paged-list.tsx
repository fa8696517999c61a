import type { ReactNode } from 'react';
import type { ApiError } from '../client.ts';
import '../styles/record-list.css';
import type { usePages } from '../use-pages.ts';
import { LoadError } from './load-error.tsx';
import { Pager } from './pager.tsx';

interface PagedListProps {
  query: {
    data: { next: string | null } | undefined;
    error: ApiError | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  pages: ReturnType<typeof usePages>;
  /** The number of records on this page; undefined while it loads. */
  count: number | undefined;
  /** Replaces an empty list, and offers the next step. */
  empty: ReactNode;
  pagerLabel: string;
  children: ReactNode;
}

/** The frame of a list that loads by pages: failure, emptiness, stale data, and the pager. */
export function PagedList({ query, pages, count, empty, pagerLabel, children }: PagedListProps) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (error && (!data || isPlaceholderData)) return <LoadError error={error} onRetry={refetch} />;
  if (count === 0 && !isPlaceholderData && !pages.after) return empty;
  return (
    <>
      <div aria-busy={!data || isPlaceholderData} className={isPlaceholderData ? 'record-old' : undefined}>
        {children}
      </div>
      {data && (pages.after || data.next) && (
        <Pager
          label={pagerLabel}
          isPreviousFirst={pages.isBackUnknown}
          onPrevious={pages.after ? pages.goBack : undefined}
          onNext={data.next && !isPlaceholderData ? () => pages.goOn(data.next!) : undefined}
        />
      )}
    </>
  );
}
