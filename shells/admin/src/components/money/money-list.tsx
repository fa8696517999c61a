import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type ListSelection, type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import type { usePages } from '@feira/shell-kit/use-pages';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type Key, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './money.css';

interface MoneyListProps<T> {
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list?: ReturnType<typeof useListQuery>['list'];
    data: { items: T[]; next: string | null } | undefined;
  };
  label: string;
  columns: RecordColumn<T>[];
  keyOf: (record: T) => Key;
  pages: ReturnType<typeof usePages>;
  isFiltered: boolean;
  onClear: () => void;
  empty: { icon: IconName; title: string; text: string };
  selection?: ListSelection<T> | undefined;
  isCompact?: boolean;
}

/** Lists records by pages, and says what to do where there are none. */
export function MoneyList<T>(props: MoneyListProps<T>) {
  const { query, label, columns, keyOf, pages, isFiltered, onClear, empty, selection, isCompact = false } = props;
  const { t } = useTranslation('adminMoney');
  const items = query.data?.items;
  return (
    <PagedList
      query={query}
      pages={pages}
      count={items?.length}
      pagerLabel={t('pages', { list: label })}
      empty={
        isFiltered ? (
          <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
            <button type="button" className="button" onClick={onClear}>
              {t('clearFilters')}
            </button>
          </EmptyState>
        ) : (
          <EmptyState {...empty} />
        )
      }
    >
      <RecordList
        isCompact={isCompact}
        label={label}
        columns={columns}
        records={items}
        keyOf={keyOf}
        skeletonCount={8}
        selection={selection}
      />
    </PagedList>
  );
}

interface MoneyActionProps {
  label: string;
  /** Names the person, for those who hear the button alone. */
  name: string;
  isPrimary?: boolean;
  /** Says beside the disabled button why the action is not possible. */
  reason?: string | undefined;
  onClick: () => void;
}

export function MoneyAction({ label, name, isPrimary = false, reason, onClick }: MoneyActionProps) {
  const { t } = useTranslation('adminMoney');
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'button button-primary' : 'button'}
        disabled={reason !== undefined}
        aria-describedby={reason && id}
        onClick={onClick}
      >
        {label}
        <span className="visually-hidden"> {t('of', { name })}</span>
      </button>
      {reason && (
        <span id={id} className="form-hint list-reason">
          {reason}
        </span>
      )}
    </>
  );
}
