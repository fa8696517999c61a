/** Cases of reports: the own ones, and those of the whole own platform. */
import { newId } from '../../../src/shared/ids.ts';
import { type ProcedureCase, plain } from '../case.ts';

const DAYS = { from: '2026-01-01', to: '2026-01-31' };
/** Nobody here has a debt, so every caller with access gets an error. */
const DEBT = { amount: 1, reason: 'not worth it' };

export const REPORTS: Record<string, ProcedureCase> = {
  'reports.getEarnings': plain(() => DAYS),
  'reports.getOverview': plain(() => DAYS),
  'reports.listSellerRevenue': plain(() => DAYS),
  'reports.listSellerProfit': plain(() => DAYS),
  'reports.listReleased': plain(() => DAYS),
  'reports.listNegativeSellers': plain(),
  'reports.writeOffDebt': {
    ids: ['personId'],
    variants: {
      own: { input: ({ caller }) => ({ personId: caller.personId, ...DEBT }), outcome: 'OWN_DEBT_FIXED' },
      other: { input: ({ other }) => ({ personId: other.personId, ...DEBT }), outcome: 'DEBT_TOO_SMALL' },
      foreign: { input: ({ foreign }) => ({ personId: foreign.personId, ...DEBT }), outcome: 'PERSON_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ personId: operated.personId, ...DEBT }), outcome: 'PERSON_NOT_FOUND' },
      nobody: { input: () => ({ personId: newId(), ...DEBT }), outcome: 'PERSON_NOT_FOUND' },
    },
  },
};
