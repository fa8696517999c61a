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
  /** How many records this page of the list has; undefined while it loads. */
  count: number | undefined;
  /** Stands where there is nothing to list, and says what to do about it. */
  empty: ReactNode;
  pagerLabel: string;
  children: ReactNode;
}

/** Everything around a list that comes by pages: what failed, what is empty, what is old, and the way on. */
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
