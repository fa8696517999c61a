import { useAddress } from '@feira/shell-kit/use-address';
import { lazy, type ReactNode, Suspense } from 'react';

const NextItem = lazy(() =>
  import(/* webpackChunkName: "next-item" */ './inbox/next-item.tsx').then((module) => ({ default: module.NextItem })),
);

interface PageFrameProps {
  title: string;
  /** The main action of the page. */
  action?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of a dashboard. A page that the inbox has opened leads on to the next item. */
export function PageFrame({ title, action, filters, children }: PageFrameProps) {
  const { search } = useAddress();
  const kind = search.get('inbox');
  const itemId = search.get('item');
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {action}
      </div>
      {kind && itemId && (
        <Suspense fallback={null}>
          <NextItem kind={kind} itemId={itemId} />
        </Suspense>
      )}
      {filters && <div className="page-filters">{filters}</div>}
      {children}
    </div>
  );
}
