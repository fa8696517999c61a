import { type Key, type ReactNode, useId } from 'react';
import '../styles/record-list.css';
import { CROWDED, NARROW, useMediaQuery } from '../use-media-query.ts';
import { Skeleton } from './figure.tsx';

export interface RecordColumn<R> {
  key: string;
  title: string;
  show: (record: R) => ReactNode;
  /** The head of the card where a table does not fit. */
  isHead?: boolean;
  isNumber?: boolean;
  /**
   * The value is too long for the line of its title on a card: it stands below the head, and only screen readers read its
   * title.
   */
  isText?: boolean;
  /** The column holds buttons and links: only screen readers read its title. */
  isAction?: boolean;
}

interface RecordListProps<R> {
  /** Names the listed things. */
  label: string;
  columns: readonly RecordColumn<R>[];
  /** Undefined while the records load: placeholders of about the same height stand in. */
  records: readonly R[] | undefined;
  keyOf: (record: R) => Key;
  skeletonCount?: number;
  /** On phones the facts of a record stand in one line below its head, without titles: for values that say by themselves what they are. */
  isCompact?: boolean;
}

const FEW_COLUMNS = 5;

/** Shows records as a table, and as cards where a table does not fit. It is light enough for pages that also bring forms. */
export function RecordList<R>(props: RecordListProps<R>) {
  const isNarrow = useMediaQuery(props.columns.length > FEW_COLUMNS ? CROWDED : NARROW);
  return isNarrow ? <Cards {...props} /> : <RecordTable {...props} />;
}

const SKELETONS = 6;

const listRows = <R,>({ records, skeletonCount = SKELETONS }: RecordListProps<R>): readonly (R | undefined)[] =>
  records ?? Array.from({ length: skeletonCount }, () => undefined);

const cellClass = <R,>({ isNumber, isAction }: RecordColumn<R>) =>
  [isNumber && 'number', isAction && 'record-action'].filter(Boolean).join(' ') || undefined;

/** The class of lists with cards of their own. */
export function RecordTable<R>(props: RecordListProps<R>) {
  const { label, columns, keyOf } = props;
  return (
    <div className="record-table">
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)}>
                {column.isAction ? <span className="visually-hidden">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRows(props).map((record, index) => (
            <tr key={record ? keyOf(record) : `row-${index}`}>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column)}>
                  {record ? column.show(record) : <Skeleton height={20} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<R>(props: RecordListProps<R>) {
  const { label, columns, keyOf, isCompact = false } = props;
  return (
    <ul className="record-cards" aria-label={label}>
      {listRows(props).map((record, index) => (
        <li key={record ? keyOf(record) : `card-${index}`} className="panel">
          {record ? (
            <Card columns={columns} record={record} isCompact={isCompact} />
          ) : (
            <Skeleton height={isCompact ? 48 : 96} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface CardProps<R> {
  columns: readonly RecordColumn<R>[];
  record: R;
  isCompact: boolean;
}

function Card<R>({ columns, record, isCompact }: CardProps<R>) {
  const id = useId();
  const heads = columns.filter(({ isHead }) => isHead);
  const actions = columns.filter(({ isAction }) => isAction);
  const texts = columns.filter(({ isText }) => isText);
  const facts = columns.filter(({ isHead, isAction, isText }) => !isHead && !isAction && !isText);
  return (
    <article aria-labelledby={id} className={isCompact ? 'record-card record-compact' : 'record-card'}>
      <div id={id} className="record-head">
        {heads.map(({ key, show }) => (
          <span key={key}>{show(record)}</span>
        ))}
      </div>
      {texts.map(({ key, title, show }) => (
        <div key={key}>
          <span className="visually-hidden">{title}: </span>
          {show(record)}
        </div>
      ))}
      <dl>
        {facts.map(({ key, title, show }) => (
          <div key={key}>
            <dt className={isCompact ? 'visually-hidden' : undefined}>{title}</dt>
            <dd>{show(record)}</dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && (
        <div className="record-actions">
          {actions.map(({ key, show }) => (
            <span key={key}>{show(record)}</span>
          ))}
        </div>
      )}
    </article>
  );
}
