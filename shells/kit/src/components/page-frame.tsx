import type { ReactNode } from 'react';

interface PageFrameProps {
  title: string;
  /** The main action of the page. */
  action?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of a dashboard. */
export function PageFrame({ title, action, filters, children }: PageFrameProps) {
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {action}
      </div>
      {filters && <div className="page-filters">{filters}</div>}
      {children}
    </div>
  );
}
