import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type ListSelection, type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type Key, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './money.css';

interface MoneyListProps<T> extends Pick<ListState, 'pages'>, Partial<Omit<ListState, 'pages'>> {
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list?: ReturnType<typeof useListQuery>['list'];
    data: { items: T[]; next: string | null } | undefined;
  };
  label: string;
  columns: RecordColumn<T>[];
  keyOf: (record: T) => Key;
  empty: { icon: IconName; title: string; text: string };
  selection?: ListSelection<T> | undefined;
  isCompact?: boolean;
}

/** Lists records by pages, and says what to do where there are none. */
export function MoneyList<T>(props: MoneyListProps<T>) {
  const { label, columns, keyOf, empty, selection, isCompact = false, ...list } = props;
  const { t } = useTranslation('adminMoney');
  const items = list.query.data?.items;
  return (
    <PagedList
      {...list}
      count={items?.length}
      pagerLabel={t('pages', { list: label })}
      noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
      empty={<EmptyState {...empty} />}
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
