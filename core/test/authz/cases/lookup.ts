/** Cases of the search of the dashboards: who has no part in a dashboard finds nothing there. */
import { type ProcedureCase, plain } from '../case.ts';

export const LOOKUP: Record<string, ProcedureCase> = {
  'lookup.find': plain(() => ({ dashboard: 'admin', search: 'ninguém mesmo' }), {
    rest: 'nothing',
    seller: 'ACCESS_DENIED',
    impersonated: 'ACCESS_DENIED',
    'admin-password': 'ACCESS_DENIED',
    manager: 'ACCESS_DENIED',
  }),
};
