import type { Locale } from '@feira/schemas/common';
import { useEffect } from 'react';
import { useBrand } from '../brand.ts';
import { findDashboard } from '../dashboards.ts';
import type { Notifications } from './use-notifications.ts';

/** The order in which they are shown: first those for which people wait. */
const DELAY_MS = 3_000;

/** The page works without; the next one that is opened tries again. */
const giveUp = () => undefined;

/**
 * Does what reaches beyond the page, once it stands: offers the dashboard as an app, and signals new notifications of the person. A list of
 * null is no news, as while an administrator looks at the account.
 */
export function useBrowser(path: string, locale: Locale, list: Notifications['list'], reload: () => void): void {
  const dashboard = findDashboard(path);
  const colour = useBrand()?.customization.visuals?.colorPrimary;
  useEffect(() => {
    if (!dashboard) return;
    const timer = setTimeout(() => {
      import(/* webpackChunkName: "browser" */ '../live/offer-app.ts')
        .then(({ offerApp }) => offerApp({ dashboard, locale, colour }))
        .catch(giveUp);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [dashboard, locale, colour]);
  useEffect(() => {
    if (list)
      import(/* webpackChunkName: "browser" */ '../live/signals.ts')
        .then(({ signal }) => signal(list, reload))
        .catch(giveUp);
  }, [list, reload]);
}
