import { DASHBOARDS } from '../../shells/host/src/dashboards.ts';

/**
 * Addresses that were promised and have no screen yet, as it was agreed. The list only ever gets shorter: `npm run check`
 * refuses a page that was given up, and wants a name taken off once its page is built.
 */
export const AGREED_UNBUILT: Record<string, readonly string[]> = {
  seller: [],
  admin: [],
  master: [],
  manager: [],
  customer: [],
};

type RoutesByRemote = Record<string, readonly string[]>;

/** One sentence for each name that stands in only one of the two lists. */
export function findRouteProblems(unbuilt: RoutesByRemote, agreed: RoutesByRemote = AGREED_UNBUILT): string[] {
  const remotes = [...new Set([...Object.keys(unbuilt), ...Object.keys(agreed)])];
  return remotes.flatMap((remote) => {
    const [now, before] = [unbuilt[remote] ?? [], agreed[remote] ?? []];
    return [
      ...now
        .filter((route) => !before.includes(route))
        .map((route) => `${remote}: "${route}" has no screen; every new route comes with its page.`),
      ...before
        .filter((route) => !now.includes(route))
        .map((route) => `${remote}: "${route}" is built; take it off AGREED_UNBUILT in tools/src/unbuilt-routes.ts.`),
    ];
  });
}

/** Returns the routes that are left to build, as readable lines. */
export const describeUnbuilt = (unbuilt: RoutesByRemote): string[] => [
  `${Object.values(unbuilt).flat().length} routes have no screen yet:`,
  ...Object.entries(unbuilt)
    .filter(([, routes]) => routes.length > 0)
    .map(
      ([remote, routes]) => `  ${remote} (${routes.length}): ${routes.map((route) => route || '(start)').join(' ')}`,
    ),
];

/** The list that each dashboard keeps, and its own test keeps honest. */
export async function listUnbuiltRoutes(): Promise<RoutesByRemote> {
  const lists = DASHBOARDS.map(async ({ remote }) => {
    const { UNBUILT_ROUTES } = (await import(`../../shells/${remote}/src/unbuilt-routes.ts`)) as {
      UNBUILT_ROUTES: readonly string[];
    };
    return [remote, UNBUILT_ROUTES] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
