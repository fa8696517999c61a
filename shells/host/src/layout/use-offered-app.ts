import type { Locale } from '@feira/schemas/common';
import { useEffect } from 'react';
import { useBrand } from '../brand.ts';
import { findDashboard } from '../dashboards.ts';

/** What people wait for comes first. */
const DELAY_MS = 3_000;

/** Offers the dashboard of this page as an app, once the page stands. */
export function useOfferedApp(path: string, locale: Locale): void {
  const dashboard = findDashboard(path);
  const colour = useBrand()?.customization.visuals?.colorPrimary;
  useEffect(() => {
    if (!dashboard) return;
    const timer = setTimeout(() => {
      import(/* webpackChunkName: "browser" */ '../installed-app/offer-app.ts')
        .then(({ offerApp }) => offerApp({ dashboard, locale, colour }))
        // The page works without; the next one that is opened tries again.
        .catch(() => undefined);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [dashboard, locale, colour]);
}
