import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { type ReactNode, useId } from 'react';

interface ProfilePanelProps<Data> {
  title: string;
  /** The query that the panel shows the answer of. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** The list of everything, of which the panel shows the newest. */
  all?: { to: string; name: string } | undefined;
  children: (data: Data) => ReactNode;
}

/** One part of a person's page. It loads and fails by itself, so that the rest of the page stays. */
export function ProfilePanel<Data>({ title, query, all, children }: ProfilePanelProps<Data>) {
  const id = useId();
  const { data, error, refetch } = query;
  return (
    <section className="panel" aria-labelledby={id} aria-busy={!data && !error}>
      <div className="profile-title">
        <h2 id={id}>{title}</h2>
        {all && data !== undefined && <PageLink to={all.to}>{all.name}</PageLink>}
      </div>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadError error={error as never} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  );
}

interface ProfileLinesProps<Item> {
  /** Shown where there is none. */
  none: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  lineOf: (item: Item) => { first: ReactNode; second?: ReactNode; end?: ReactNode };
}

/** The records of a part, in two lines each. */
export function ProfileLines<Item>({ none, items, keyOf, lineOf }: ProfileLinesProps<Item>) {
  if (items.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="profile-lines">
      {items.map((item) => {
        const { first, second, end } = lineOf(item);
        return (
          <li key={keyOf(item)}>
            <TwoLines first={first} second={second} />
            {end && <span className="profile-end">{end}</span>}
          </li>
        );
      })}
    </ul>
  );
}
