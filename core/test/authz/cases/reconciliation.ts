/** Cases of differences between providers and the ledger, on the own platform only. */
import { type Context, type ProcedureCase, plain } from '../case.ts';

const naming = (side: 'other' | 'foreign' | 'operated') => (context: Context) => ({
  caseId: context[side].caseId,
  note: 'Conferido com o extrato',
});
const listing = (side: 'other' | 'foreign' | 'operated') => (context: Context) => ({
  state: 'OPEN',
  connectionId: context[side].connectionId,
});

export const RECONCILIATION: Record<string, ProcedureCase> = {
  'reconciliation.listRuns': plain(),
  'reconciliation.startRun': plain(() => ({ day: '2020-01-01' }), 'PERIOD_INVALID'),
  'reconciliation.listCases': {
    ids: ['connectionId'],
    variants: {
      own: { input: listing('other'), outcome: 'ok' },
      foreign: { input: listing('foreign'), outcome: 'nothing' },
      operated: { input: listing('operated'), outcome: 'nothing' },
    },
  },
  'reconciliation.resolveCase': {
    ids: ['caseId'],
    variants: {
      own: { input: naming('other'), outcome: 'ok' },
      foreign: { input: naming('foreign'), outcome: 'RECONCILIATION_CASE_NOT_FOUND' },
      operated: { input: naming('operated'), outcome: 'RECONCILIATION_CASE_NOT_FOUND' },
    },
  },
};
