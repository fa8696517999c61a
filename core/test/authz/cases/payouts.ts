/** Where people are paid: their own destinations, and what waits to be confirmed on the own platform. */
import { type ProcedureCase, plain } from '../case.ts';

const ACCOUNT = {
  bankCode: '341',
  branchNumber: '0001',
  accountNumber: '98765',
  accountDigit: '4',
  accountType: 'CHECKING',
};

/** None of the callers has told a document: what they add is refused behind the door, and only there. */
const NO_DOCUMENT = 'DOCUMENT_REQUIRED';

export const PAYOUTS: Record<string, ProcedureCase> = {
  'payouts.listDestinations': plain(),
  'payouts.addPixKey': plain(() => ({ pixKey: 'caller@example.com' }), NO_DOCUMENT),
  'payouts.addBankAccount': plain(() => ACCOUNT, NO_DOCUMENT),
  'payouts.removeDestination': {
    ids: ['destinationId'],
    variants: {
      own: { input: ({ caller }) => ({ destinationId: caller.destinationId }), outcome: 'ok' },
      other: { input: ({ other }) => ({ destinationId: other.destinationId }), outcome: 'DESTINATION_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ destinationId: foreign.destinationId }), outcome: 'DESTINATION_NOT_FOUND' },
      operated: {
        input: ({ operated }) => ({ destinationId: operated.destinationId }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
    },
  },
  'payouts.listBankAccounts': plain(),
  'payouts.decideBankAccount': {
    ids: ['destinationId'],
    variants: {
      // Where one person runs the whole platform, nobody else could.
      own: { input: ({ caller }) => ({ destinationId: caller.destinationId, decision: 'CONFIRM' }), outcome: 'ok' },
      other: { input: ({ other }) => ({ destinationId: other.destinationId, decision: 'CONFIRM' }), outcome: 'ok' },
      foreign: {
        input: ({ foreign }) => ({ destinationId: foreign.destinationId, decision: 'CONFIRM' }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
      operated: {
        input: ({ operated }) => ({ destinationId: operated.destinationId, decision: 'CONFIRM' }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
    },
  },
};
