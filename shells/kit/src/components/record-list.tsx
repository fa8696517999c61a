import Checkbox from 'antd/es/checkbox/Checkbox';
import { type Key, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../host-context.ts';
import '../styles/record-list.css';
import { useListLook } from '../use-list-look.ts';
import { CROWDED, NARROW, useMediaQuery } from '../use-media-query.ts';
import type { Selection } from '../use-selection.ts';
import { ChoiceBox } from './choice-box.tsx';
import { Skeleton } from './figure.tsx';
import { Icon } from './icon.tsx';
import { ListContext } from './list-context.ts';
import { nameOf, nextSort, readOrder, type SortOrder, sortRecords } from './list-order.ts';
import { ListTools } from './list-tools.tsx';

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
  /** The title stays in sight in a compact list, because the value does not say what it is. */
  isNamed?: boolean;
  /** The column holds buttons and links: only screen readers read its title. */
  isAction?: boolean;
  /** The value that records are compared by, where all of them are on the page. */
  sortBy?: (record: R) => string | number | null | undefined;
  /** The name by which the server sorts the whole list. */
  sort?: string;
}

/** Chooses records of a list for what is done with several at once. */
export interface ListSelection<R> extends Selection<R> {
  /** Names a record for its box. */
  labelOf: (record: R) => string;
  /** False for a record with which nothing can be done. */
  mayChoose?: (record: R) => boolean;
}

interface RecordListProps<R> {
  /** Names the listed things. */
  label: string;
  columns: readonly RecordColumn<R>[];
  /** Undefined while the records load: placeholders of about the same height stand in. */
  records: readonly R[] | undefined;
  keyOf: (record: R) => Key;
  skeletonCount?: number;
  /** On phones the facts of a record stand in one line below its head, without titles where the values say by themselves what they are. */
  isCompact?: boolean;
  selection?: ListSelection<R> | undefined;
}

const FEW_COLUMNS = 5;
/** A table that stands alone has tools only where it is long. */
const LONG = 12;

/**
 * Shows records as a table, and as cards where a table does not fit. The table sorts, remembers its columns and the height of its rows,
 * and keeps its head in sight. It is light enough for pages that also bring forms.
 */
export function RecordList<R>(props: RecordListProps<R>) {
  const isNarrow = useMediaQuery(props.columns.length > FEW_COLUMNS ? CROWDED : NARROW);
  return isNarrow ? <Cards {...props} /> : <RecordTable {...props} />;
}

const SKELETONS = 6;

const listRows = <R,>(records: readonly R[] | undefined, count = SKELETONS): readonly (R | undefined)[] =>
  records ?? Array.from({ length: count }, () => undefined);

const cellClass = <R,>({ isNumber, isAction }: RecordColumn<R>) =>
  [isNumber && 'number', isAction && 'record-action'].filter(Boolean).join(' ') || undefined;

/** Sorts the records of a table, or has the server sort the list. */
function useOrder<R>(columns: readonly RecordColumn<R>[], records: readonly R[] | undefined) {
  const frame = useContext(ListContext);
  const { locale } = useHost();
  const [own, setOwn] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const isWhole = frame?.isWhole ?? true;
  const order = readOrder(frame ? frame.sort : own);
  const column = order && columns.find((one) => nameOf(one) === order.name);
  const isSortedHere = column?.sortBy && !column.sort && isWhole;
  const sorted =
    records && order && isSortedHere ? sortRecords(records, column.sortBy!, order.isAscending, locale) : records;
  const press = (pressed: RecordColumn<R>) => {
    const mayNot = !pressed.sort && !isWhole;
    setRefused(mayNot);
    if (!mayNot) (frame?.onSort ?? setOwn)(nextSort(pressed, order));
  };
  const isShown = (one: RecordColumn<R>) => order?.name === nameOf(one) && Boolean(one.sort || isWhole);
  return { frame, sorted, order, refused, press, isShown, set: frame?.onSort ?? setOwn };
}

const isSortable = <R,>({ sort, sortBy, isAction }: RecordColumn<R>) => !isAction && Boolean(sort || sortBy);

/** The class of lists with cards of their own. */
export function RecordTable<R>(props: RecordListProps<R>) {
  const { label, columns, records, keyOf, selection } = props;
  const { t } = useTranslation('kit');
  const { frame, sorted, order, refused, press, isShown } = useOrder(columns, records);
  const [look, changeLook] = useListLook(columns.map(({ key }) => key).join('.'));
  const wrapper = useRef<HTMLDivElement>(null);
  useFit(wrapper);
  const hideable = columns.filter(({ isAction }, index) => index > 0 && !isAction);
  const shown = columns.filter((column) => !hideable.includes(column) || !look.hidden.includes(column.key));
  const hasTools = frame !== null || (records?.length ?? 0) > LONG;
  const choosable = sorted?.filter((record) => selection?.mayChoose?.(record) ?? true) ?? [];
  return (
    <>
      {hasTools && (
        <div className="list-bar">
          {frame?.head}
          <ListTools columns={hideable} look={look} onChange={changeLook} />
        </div>
      )}
      <p role="status" className={refused ? 'notice notice-info list-done' : 'visually-hidden'}>
        {refused && t('list.sortRefused')}
      </p>
      <div ref={wrapper} className={`record-table list-${look.density}`}>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="record-choice">
                  <Checkbox
                    aria-label={t('list.chooseAll')}
                    disabled={choosable.length === 0}
                    checked={choosable.length > 0 && choosable.every(selection.has)}
                    onChange={(event) => selection.set(choosable, event.target.checked)}
                  />
                </th>
              )}
              {shown.map((column) => (
                <Head key={column.key} column={column} order={isShown(column) ? order : null} onPress={press} />
              ))}
            </tr>
          </thead>
          <tbody>
            {listRows(sorted, props.skeletonCount).map((record, index) => (
              <tr
                key={record ? keyOf(record) : `row-${index}`}
                data-chosen={(record && selection?.has(record)) || undefined}
              >
                {selection && (
                  <td className="record-choice">{record && <ChooseBox record={record} selection={selection} />}</td>
                )}
                {shown.map((column) => (
                  <td key={column.key} className={cellClass(column)}>
                    {record ? column.show(record) : <Skeleton height={20} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface HeadProps<R> {
  column: RecordColumn<R>;
  order: SortOrder | null;
  onPress: (column: RecordColumn<R>) => void;
}

function Head<R>({ column, order, onPress }: HeadProps<R>) {
  const { title, isAction } = column;
  if (!isSortable(column))
    return (
      <th scope="col" className={cellClass(column)}>
        {isAction ? <span className="visually-hidden">{title}</span> : title}
      </th>
    );
  const direction = order && (order.isAscending ? 'ascending' : 'descending');
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction ?? 'none'}>
      <button type="button" className="record-sort" onClick={() => onPress(column)}>
        {title}
        <Icon name={order && !order.isAscending ? 'arrowDown' : 'arrowUp'} size={14} />
      </button>
    </th>
  );
}

/** A box that chooses a record, also for lists with cards of their own. */
export function ChooseBox<R>({ record, selection }: { record: R; selection: ListSelection<R> }) {
  if (!(selection.mayChoose?.(record) ?? true)) return null;
  const isChosen = selection.has(record);
  return (
    <Checkbox
      className="record-choose"
      aria-label={selection.labelOf(record)}
      checked={isChosen}
      disabled={selection.isFull && !isChosen}
      onChange={(event) => selection.set([record], event.target.checked)}
    />
  );
}

/** Lets the table scroll sideways only where it does not fit: a box that scrolls would take the head along. */
function useFit(wrapper: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = wrapper.current;
    const table = element?.firstElementChild;
    if (!element || !table) return;
    const fit = () =>
      element.toggleAttribute('data-wide', (table as HTMLElement).offsetWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    observer.observe(table);
    fit();
    return () => observer.disconnect();
  }, [wrapper]);
}

function Cards<R>(props: RecordListProps<R>) {
  const { label, columns, records, keyOf, isCompact = false, skeletonCount, selection } = props;
  const { t } = useTranslation('kit');
  const { frame, sorted, order, set } = useOrder(columns, records);
  const isWhole = frame?.isWhole ?? true;
  const orders = columns.filter((column) => isSortable(column) && (column.sort || isWhole));
  const hasSort = orders.length > 0 && (frame !== null || (records?.length ?? 0) > LONG);
  const current = order && orders.find((column) => nameOf(column) === order.name);
  return (
    <>
      {(frame?.head || hasSort) && (
        <div className="list-bar">
          {frame?.head}
          {hasSort && (
            <ChoiceBox<string>
              className="list-select list-order"
              label={t('list.sort')}
              choices={[
                { value: '', label: t('list.ownOrder') },
                ...orders.flatMap((column) => [
                  {
                    value: nameOf(column),
                    label: t(`list.ascending.${column.isNumber ? 'number' : 'text'}`, { title: column.title }),
                  },
                  {
                    value: `-${nameOf(column)}`,
                    label: t(`list.descending.${column.isNumber ? 'number' : 'text'}`, { title: column.title }),
                  },
                ]),
              ]}
              chosen={[current ? `${order.isAscending ? '' : '-'}${order.name}` : '']}
              onChoose={(sort) => set(sort || null)}
            />
          )}
        </div>
      )}
      <ul className="record-cards" aria-label={label}>
        {listRows(sorted, skeletonCount).map((record, index) => (
          <li key={record ? keyOf(record) : `card-${index}`} className="panel">
            {record ? (
              <Card columns={columns} record={record} isCompact={isCompact} selection={selection} />
            ) : (
              <Skeleton height={isCompact ? 48 : 96} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface CardProps<R> {
  columns: readonly RecordColumn<R>[];
  record: R;
  isCompact: boolean;
  selection: ListSelection<R> | undefined;
}

function Card<R>({ columns, record, isCompact, selection }: CardProps<R>) {
  const id = useId();
  const heads = columns.filter(({ isHead }) => isHead);
  const actions = columns.filter(({ isAction }) => isAction);
  const texts = columns.filter(({ isText }) => isText);
  const facts = columns.filter(({ isHead, isAction, isText }) => !isHead && !isAction && !isText);
  return (
    <article aria-labelledby={id} className={isCompact ? 'record-card record-compact' : 'record-card'}>
      <div className="record-top">
        {selection && <ChooseBox record={record} selection={selection} />}
        <div id={id} className="record-head">
          {heads.map(({ key, show }) => (
            <span key={key}>{show(record)}</span>
          ))}
        </div>
      </div>
      {texts.map(({ key, title, show }) => (
        <div key={key}>
          <span className="visually-hidden">{title}: </span>
          {show(record)}
        </div>
      ))}
      <dl>
        {facts.map(({ key, title, show, isNamed }) => (
          <div key={key}>
            <dt className={isCompact && !isNamed ? 'visually-hidden' : undefined}>{title}</dt>
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
