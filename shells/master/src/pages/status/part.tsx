import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { type Key, type ReactNode, useId } from 'react';

interface PartProps<T> {
  title: string;
  hint?: string;
  records: T[] | undefined;
  columns: RecordColumn<T>[];
  keyOf: (record: T) => Key;
  /** The words where there are none. */
  empty: string;
}

/** One table of the page. */
export function Part<T>({ title, hint, records, columns, keyOf, empty }: PartProps<T>) {
  const id = useId();
  return (
    <section className="page" aria-labelledby={id} aria-busy={!records}>
      <h2 id={id}>{title}</h2>
      {hint && records?.length !== 0 && <p className="muted status-note">{hint}</p>}
      {records?.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <RecordList label={title} columns={columns} records={records} keyOf={keyOf} skeletonCount={3} />
      )}
    </section>
  );
}

export const StateBadge = ({ isWell, label }: { isWell: boolean; label: string }): ReactNode => (
  <StatusBadge tone={isWell ? 'approved' : 'rejected'} icon={isWell ? 'check' : 'alert'} label={label} />
);

/** A date and a time. */
export function useMoment(): (at: string) => string {
  const { locale } = useHost();
  return (at) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
}
