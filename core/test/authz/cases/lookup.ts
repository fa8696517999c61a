/** Cases of the search of the dashboards: everybody asks from a dashboard of their own, and finds nothing by these words. */
import { LOOKUP_DASHBOARDS } from '@feira/schemas/procedures/lookup';
import { type ProcedureCase, plain } from '../case.ts';

export const LOOKUP: Record<string, ProcedureCase> = {
  'lookup.find': plain(
    ({ caller }) => ({
      dashboard: LOOKUP_DASHBOARDS.find((role) => caller.roles.includes(role)) ?? 'admin',
      search: 'ninguém mesmo',
    }),
    'nothing',
  ),
};
