import { type Key, type ReactNode, useContext } from 'react';
import '../styles/line-list.css';
import { Skeleton } from './figure.tsx';
import { ListContext } from './list-context.ts';
import { PageLink } from './page-link.tsx';

export interface Line {
  to: string;
  /** Stands before the link and is no part of it, such as a box to choose the record. */
  choice?: ReactNode;
  /** A picture before the words. */
  start?: ReactNode;
  first: ReactNode;
  second: ReactNode;
  /** Stands at the end of both lines. */
  end?: ReactNode;
}

interface LineListProps<R> {
  /** Names the listed things. */
  label: string;
  /** Undefined while the records load. */
  records: readonly R[] | undefined;
  keyOf: (record: R) => Key;
  lineOf: (record: R) => Line;
}

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Lists records on a phone in two lines each, below the head of the list; one tap anywhere opens the record. */
export function LineList<R>(props: LineListProps<R>) {
  const frame = useContext(ListContext);
  return (
    <>
      {frame && <div className="list-bar">{frame.head}</div>}
      <Lines {...props} />
    </>
  );
}

function Lines<R>({ label, records, keyOf, lineOf }: LineListProps<R>) {
  return (
    <ul className="line-list" aria-label={label} aria-busy={!records}>
      {records
        ? records.map((record) => {
            const { to, choice, start, first, second, end } = lineOf(record);
            return (
              <li key={keyOf(record)} className={choice ? 'line-choosable' : undefined}>
                {choice}
                <PageLink to={to} className="line">
                  {start}
                  <span className="line-words">
                    <span className="line-first">{first}</span>
                    <span className="muted">{second}</span>
                  </span>
                  {end && <span className="line-end">{end}</span>}
                </PageLink>
              </li>
            );
          })
        : SKELETONS.map((name) => (
            <li key={name} className="line">
              <Skeleton height={44} />
            </li>
          ))}
    </ul>
  );
}
