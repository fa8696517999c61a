import { Skeleton } from '@feira/shell-kit/components/figure';
import { lazy, Suspense } from 'react';
import type { PlatformDetails } from './use-platform.ts';

const Proposals = lazy(() => import(/* webpackChunkName: "proposals" */ '@feira/shell-desk/money-rules/proposals.tsx'));

/** Lists the changes of the platform's money rules: those that wait for a second person or their day, and the history. */
export function RulesPart({ platform: { id, settings } }: { platform: PlatformDetails }) {
  return (
    <div className="panel">
      <Suspense fallback={<Skeleton height={240} />}>
        <Proposals platformId={id} currency={settings.currency ?? 'BRL'} />
      </Suspense>
    </div>
  );
}
