/** Cases of destinations and withdrawals: the own ones, and those that wait for a decision on the own platform. */
import { newId } from '../../../src/shared/ids.ts';
import { type Context, type Outcomes, type ProcedureCase, plain, type Variant } from '../case.ts';

const ACCOUNT = {
  bankCode: '341',
  branchNumber: '0001',
  accountNumber: '98765',
  accountDigit: '4',
  accountType: 'CHECKING',
};

/** No caller has a document, so every caller with access gets this error. */
const NO_DOCUMENT = 'DOCUMENT_REQUIRED';

const onWithdrawals = (
  extra: Record<string, unknown>,
  { own, other }: { own: Outcomes; other: Outcomes },
): ProcedureCase => {
  const variant = (idOf: (context: Context) => string, outcome: Outcomes): Variant => ({
    input: (context) => ({ withdrawalId: idOf(context), ...extra }),
    outcome,
  });
  return {
    ids: ['withdrawalId'],
    variants: {
      own: variant(({ caller }) => caller.withdrawalId, own),
      other: variant((context) => context.other.withdrawalId, other),
      foreign: variant(({ foreign }) => foreign.withdrawalId, 'WITHDRAWAL_NOT_FOUND'),
      operated: variant(({ operated }) => operated.withdrawalId, 'WITHDRAWAL_NOT_FOUND'),
    },
  };
};

/** Callers with the first of the required permissions manage sellers' withdrawals. */
const listPayouts: ProcedureCase = {
  ids: ['withdrawalId'],
  variants: {
    sellers: { input: () => ({ role: 'seller', view: 'OPEN' }), outcome: 'ok' },
    own: {
      input: ({ caller }) => ({ role: 'seller', view: 'OPEN', withdrawalId: caller.withdrawalId }),
      outcome: 'ok',
    },
    foreign: {
      input: ({ foreign }) => ({ role: 'seller', view: 'OPEN', withdrawalId: foreign.withdrawalId }),
      outcome: 'ok',
    },
    'paid to sellers': { input: () => ({ role: 'seller', view: 'PAID' }), outcome: 'ACCESS_DENIED' },
    managers: { input: () => ({ role: 'manager', view: 'OPEN' }), outcome: 'ACCESS_DENIED' },
  },
};

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
      own: {
        input: ({ caller }) => ({ destinationId: caller.destinationId, decision: 'CONFIRM' }),
        outcome: 'DESTINATION_OWN',
      },
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
  'payouts.getWithdrawalTerms': plain(),
  'payouts.listWithdrawals': plain(),
  'payouts.requestWithdrawal': {
    ids: ['destinationId', 'receiverId'],
    variants: {
      // A bank account that waits to be confirmed.
      own: {
        input: ({ caller }) => ({ amount: 5_000, destinationId: caller.destinationId }),
        outcome: 'DESTINATION_UNCONFIRMED',
      },
      other: {
        input: ({ other }) => ({ amount: 5_000, destinationId: other.destinationId }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
      foreign: {
        input: ({ foreign }) => ({ amount: 5_000, destinationId: foreign.destinationId }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
      operated: {
        input: ({ operated }) => ({ amount: 5_000, destinationId: operated.destinationId }),
        outcome: 'DESTINATION_NOT_FOUND',
      },
      receiver: { input: () => ({ amount: 5_000, receiverId: newId() }), outcome: 'RECEIVER_NOT_FOUND' },
    },
  },
  'payouts.cancelWithdrawal': onWithdrawals({}, { own: 'ok', other: 'WITHDRAWAL_NOT_FOUND' }),
  'payouts.listPayouts': listPayouts,
  'payouts.decideWithdrawal': onWithdrawals({ decision: 'APPROVE' }, { own: 'APPROVER_SAME', other: 'ok' }),
  'payouts.settleWithdrawal': onWithdrawals(
    { outcome: 'FAILED', reason: 'Não saiu do provedor.' },
    { own: 'APPROVER_SAME', other: 'WITHDRAWAL_DECIDED' },
  ),
};
