/** Cases of disputes: sellers reach their own, administrators of charges those of the whole platform. */
import type { Outcome, Outcomes, ProcedureCase } from '../case.ts';
import { plain } from '../case.ts';
import type { Side } from '../sides.ts';

type Named = Pick<Side, 'disputeId' | 'disputeFileId'>;

const dispute = (
  input: (named: Named) => Record<string, unknown>,
  {
    own = 'ok',
    other: reached = 'ok',
    isPersonal = false,
    ids = ['disputeId'],
  }: { own?: Outcomes; other?: Outcome; isPersonal?: boolean; ids?: string[] } = {},
): ProcedureCase => ({
  ...(isPersonal && { isPersonal: true as const }),
  ids,
  variants: {
    own: { input: ({ caller }) => input(caller), outcome: own },
    other: {
      input: ({ other }) => input(other),
      outcome: { rest: 'DISPUTE_NOT_FOUND', 'admin-with': reached },
    },
    foreign: { input: ({ foreign }) => input(foreign), outcome: 'DISPUTE_NOT_FOUND' },
    operated: { input: ({ operated }) => input(operated), outcome: 'DISPUTE_NOT_FOUND' },
  },
});

const PDF = Buffer.from('%PDF-1.7').toString('base64');

export const DISPUTES: Record<string, ProcedureCase> = {
  'disputes.listDisputes': plain(),
  'disputes.listCases': plain(),
  'disputes.getDispute': dispute(({ disputeId }) => ({ disputeId })),
  'disputes.getDisputeFile': dispute(({ disputeId, disputeFileId }) => ({ disputeId, fileId: disputeFileId }), {
    ids: ['disputeId', 'fileId'],
  }),
  'disputes.addDisputeFile': dispute(({ disputeId }) => ({ disputeId, name: 'nota.pdf', content: PDF }), {
    isPersonal: true,
  }),
  'disputes.removeDisputeFile': dispute(({ disputeId, disputeFileId }) => ({ disputeId, fileId: disputeFileId }), {
    isPersonal: true,
    ids: ['disputeId', 'fileId'],
  }),
  'disputes.answerDispute': dispute(({ disputeId }) => ({ disputeId, defence: 'O produto foi entregue no prazo.' })),
  'disputes.acceptDispute': dispute(({ disputeId }) => ({ disputeId })),
  'disputes.closeDispute': dispute(({ disputeId }) => ({ disputeId, outcome: 'WON' })),
  // The dispute is open; callers who may see it are told so.
  'disputes.correctDispute': dispute(({ disputeId }) => ({ disputeId, outcome: 'WON', note: 'Carta do banco' }), {
    own: 'DISPUTE_OPEN',
    other: 'DISPUTE_OPEN',
  }),
  'disputes.openDispute': {
    ids: ['paymentId'],
    variants: {
      // Sellers cannot open a dispute. The sale may belong to anybody on the own platform.
      own: {
        input: ({ other }) => ({ paymentId: other.paymentId, kind: 'MED', reason: 'Ofício do banco' }),
        outcome: 'ok',
      },
      foreign: {
        input: ({ foreign }) => ({ paymentId: foreign.paymentId, kind: 'MED', reason: 'Ofício do banco' }),
        outcome: 'PAYMENT_NOT_FOUND',
      },
      operated: {
        input: ({ operated }) => ({ paymentId: operated.paymentId, kind: 'MED', reason: 'Ofício do banco' }),
        outcome: 'PAYMENT_NOT_FOUND',
      },
    },
  },
};
