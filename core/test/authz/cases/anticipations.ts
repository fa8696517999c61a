/** Cases of anticipations: everybody's own, and those that wait for a decision on the own platform. */
import { type Context, type ProcedureCase, plain } from '../case.ts';

const naming =
  (side: 'caller' | 'other' | 'foreign' | 'operated', extra: Record<string, unknown> = {}) =>
  (context: Context) => ({ anticipationId: context[side].anticipationId, ...extra });

const REFUSAL = { decision: 'REFUSE', reason: 'Vendas recentes demais' };
const UNKNOWN = 'ANTICIPATION_NOT_FOUND';

export const ANTICIPATIONS: Record<string, ProcedureCase> = {
  'anticipations.quoteAnticipation': plain(),
  // The callers have no holds, and the input names none, only an amount.
  'anticipations.requestAnticipation': plain(() => ({ amount: 100, expectedFee: 100 }), 'ANTICIPATION_UNAVAILABLE'),
  'anticipations.listAnticipations': plain(),
  'anticipations.cancelAnticipation': {
    ids: ['anticipationId'],
    variants: {
      own: { input: naming('caller'), outcome: 'ok' },
      other: { input: naming('other'), outcome: UNKNOWN },
      foreign: { input: naming('foreign'), outcome: UNKNOWN },
      operated: { input: naming('operated'), outcome: UNKNOWN },
    },
  },
  'anticipations.listRequested': plain(() => ({ view: 'ALL' })),
  'anticipations.decideAnticipation': {
    ids: ['anticipationId'],
    variants: {
      // The only person who runs a platform may approve the own request.
      own: { input: naming('caller', REFUSAL), outcome: 'ok' },
      other: { input: naming('other', REFUSAL), outcome: 'ok' },
      foreign: { input: naming('foreign', REFUSAL), outcome: UNKNOWN },
      operated: { input: naming('operated', REFUSAL), outcome: UNKNOWN },
    },
  },
};
