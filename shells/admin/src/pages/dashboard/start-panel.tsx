import type { ApiError } from '@feira/shell-kit/client';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type ReactNode, useId } from 'react';

interface StartPanelProps {
  title: string;
  link?: { to: string; label: string };
  query: { data: unknown; error: ApiError | null; refetch: () => unknown };
  children: ReactNode;
}

/** A panel of the start page, which loads and fails without the others. */
export function StartPanel({ title, link, query, children }: StartPanelProps) {
  const id = useId();
  const { data, error, refetch } = query;
  return (
    <section className="panel start-panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {link && <PageLink to={link.to}>{link.label}</PageLink>}
      </div>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="start-list" aria-busy="true">
          {['first', 'second', 'third'].map((name) => (
            <Skeleton key={name} height={40} />
          ))}
        </div>
      )}
      {data ? children : null}
    </section>
  );
}
