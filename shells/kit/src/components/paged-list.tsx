import { EXPORTED_LISTS } from '@feira/schemas/exported-lists';
import type { Procedure } from '@feira/schemas/procedure';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import '../styles/record-list.css';
import { useAddress } from '../use-address.ts';
import type { usePages } from '../use-pages.ts';
import { ListContext } from './list-context.ts';
import { ListExports } from './list-exports.tsx';
import { LoadError } from './load-error.tsx';
import { NoMatch } from './no-match.tsx';
import { Pager, RangeText } from './pager.tsx';

interface PagedListProps {
  query: {
    data: { next: string | null; count?: number | null } | undefined;
    error: ApiError | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
    /** The state of a query by useListQuery. */
    list?: { procedure: Procedure; input: object; sort: string | undefined };
  };
  pages: ReturnType<typeof usePages>;
  /** The number of records on this page; undefined while it loads. */
  count: number | undefined;
  /** Replaces an empty list, and offers the next step. */
  empty: ReactNode;
  /** Replaces a list that its filters emptied. */
  noMatch?: { title: string; text: string };
  /** The state of the filters by useListFilter. */
  isFiltered?: boolean;
  onClear?: () => void;
  pagerLabel: string;
  /** Stand above the list in place of the rows of this page, and of the files of a list that any procedure exports. */
  range?: ReactNode;
  exports?: ReactNode;
  children: ReactNode;
}

/** The code of a list that is too long for the order that was asked for. */
const TOO_LONG = 'LIST_TOO_LONG';

/** The frame of a list that loads by pages: failure, emptiness, stale data, order, files, and the pager. */
export function PagedList({ query, pages, count, empty, noMatch, pagerLabel, children, ...props }: PagedListProps) {
  const { t } = useTranslation('kit');
  const { search, change } = useAddress();
  const { data, error, isPlaceholderData, refetch } = query;
  const onSort = (sort: string | null) => change({ sort, after: null });
  if (error && (!data || isPlaceholderData))
    return error.code === TOO_LONG ? (
      <div className="notice notice-error" role="alert">
        <p>{error.message}</p>
        <button type="button" className="button" onClick={() => onSort(null)}>
          {t('list.ownOrder')}
        </button>
      </div>
    ) : (
      <LoadError error={error} onRetry={refetch} />
    );
  if (count === 0 && !isPlaceholderData && !pages.after)
    return props.isFiltered && noMatch && props.onClear ? <NoMatch {...noMatch} onClear={props.onClear} /> : empty;
  const isWhole = data !== undefined && !pages.after && !data.next;
  const total = pages.after ? pages.total : (data?.count ?? (isWhole ? count : data?.count));
  const range =
    count !== undefined && count > 0 && pages.offset !== null
      ? { from: pages.offset + 1, to: pages.offset + count, total: data?.next || pages.after ? total : count }
      : null;
  const hasPager = data && (pages.after || data.next);
  const head = (
    <>
      <p className="list-range" role="status">
        {props.range ?? (range && !hasPager && <RangeText range={range} />)}
      </p>
      {props.exports ??
        (query.list && EXPORTED_LISTS.includes(query.list.procedure.name) && <ListExports {...query.list} />)}
    </>
  );
  return (
    <ListContext value={{ isWhole, head, sort: search.get('sort'), onSort }}>
      <div aria-busy={!data || isPlaceholderData} className={isPlaceholderData ? 'record-old' : 'record-new'}>
        {children}
      </div>
      {hasPager && (
        <Pager
          label={pagerLabel}
          range={range}
          isPreviousFirst={pages.isBackUnknown}
          onPrevious={pages.after ? pages.goBack : undefined}
          onNext={data.next && !isPlaceholderData ? () => pages.goForward(data.next!, count, total) : undefined}
        />
      )}
    </ListContext>
  );
}
