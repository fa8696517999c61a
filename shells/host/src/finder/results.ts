/** Turns what was found into the options of the search. The functions are pure, so that every case has a test. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { type find, LOOKUP_DASHBOARDS } from '@feira/schemas/procedures/lookup';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { Session } from '@feira/shell-kit/dashboard';
import { formatDate } from '@feira/shell-kit/format';
import { foldText } from '@feira/shell-kit/search-text';

export type Found = Output<typeof find>;
export type LookupDashboard = (typeof LOOKUP_DASHBOARDS)[number];

export interface Option {
  group: 'people' | 'sales' | 'pages';
  to: string;
  first: string;
  second: string;
}

/** The pages of the dashboards where people and sales are looked at. */
const PERSON_PATHS: Partial<Record<LookupDashboard, string>> = {
  admin: `${DASHBOARD_PATHS.admin}/manage-users`,
  manager: `${DASHBOARD_PATHS.manager}/manager-users`,
};
const SALE_PATHS: Partial<Record<LookupDashboard, string>> = {
  admin: `${DASHBOARD_PATHS.admin}/manage-sales`,
  seller: `${DASHBOARD_PATHS.seller}/my-sales`,
};

/** Returns the dashboard whose people and sales the server finds; null where it has none, or the person no part in it. */
export const lookupOf = (remote: string, { roles }: Pick<Session, 'roles'>): LookupDashboard | null =>
  LOOKUP_DASHBOARDS.find((dashboard) => dashboard === remote && roles.includes(dashboard)) ?? null;

export interface Page {
  title: string;
  /** The title of its group in the menu. */
  group: string;
  to: string;
}

/** The pages whose title or group has every word; all of them where nothing was typed. */
export function findPages(pages: readonly Page[], search: string): Option[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return pages
    .filter(({ title, group }) => words.every((word) => foldText(`${title} ${group}`).includes(word)))
    .map(({ title, group, to }) => ({ group: 'pages', to, first: title, second: group }));
}

export function toOptions({ people, sales }: Found, dashboard: LookupDashboard, locale: Locale): Option[] {
  return [
    ...people.map(({ id, name, email }) => ({
      group: 'people' as const,
      to: `${PERSON_PATHS[dashboard]}/${id}`,
      first: name,
      second: email,
    })),
    ...sales.map(({ id, title, buyerName, createdAt, amount, currency }) => ({
      group: 'sales' as const,
      to: `${SALE_PATHS[dashboard]}/${id}`,
      first: `${buyerName}, ${formatCurrency(amount, currency, locale)}`,
      second: `${title}, ${formatDate(createdAt, locale)}, ${orderCodeOf(id)}`,
    })),
  ];
}
