/** Cases of refunds: sellers reach their own sales, staff all of the platform, buyers the sale of their mailed link. */
import { newId } from '../../../src/shared/ids.ts';
import { type Outcome, type Outcomes, type ProcedureCase, plain } from '../case.ts';
import { token } from './accounts.ts';

/** An administrator who also sells, signed in only as a seller, counts as another seller. */
const sellersOwn = (missing: Outcome): Outcomes => ({ rest: 'ok', 'admin-password': missing });
/** A caller with access gets the error that the payment is smaller, so no money has to move. */
const TOO_MUCH = { amount: 9_999_999 };
const refused = (payment: Outcome): Outcomes => ({ rest: 'REFUND_TOO_LARGE', 'admin-password': payment });

/** No provider ever confirmed the stranger's payment, so nothing of it can be refunded. */
const payment = (own: Outcomes, other: Outcomes, extra: object = {}): ProcedureCase => ({
  ids: ['paymentId'],
  variants: {
    own: { input: ({ ownSale: { paymentId } }) => ({ paymentId, ...extra }), outcome: own },
    other: { input: ({ other: { paymentId } }) => ({ paymentId, ...extra }), outcome: other },
    foreign: { input: ({ foreign: { paymentId } }) => ({ paymentId, ...extra }), outcome: 'PAYMENT_NOT_FOUND' },
    operated: { input: ({ operated: { paymentId } }) => ({ paymentId, ...extra }), outcome: 'PAYMENT_NOT_FOUND' },
  },
});

const WISH = { reason: 'REGRET' };

export const REFUNDS: Record<string, ProcedureCase> = {
  'refunds.getRefundable': payment(sellersOwn('PAYMENT_NOT_FOUND'), { rest: 'PAYMENT_NOT_FOUND', 'admin-with': 'ok' }),
  'refunds.refundSale': payment(refused('PAYMENT_NOT_FOUND'), 'PAYMENT_NOT_FOUND', TOO_MUCH),
  'refunds.refundPayment': payment('REFUND_TOO_LARGE', 'REFUND_TOO_LARGE', TOO_MUCH),
  'refunds.listRefunds': plain(),
  'refunds.listPlatformRefunds': plain(),
  'refunds.listPlatformRequests': plain(),
  'refunds.settleRefund': {
    ids: ['refundId'],
    variants: {
      own: {
        input: ({ other: { refundId } }) => ({ refundId, outcome: 'DONE', note: 'Extrato.' }),
        outcome: 'REFUND_NOT_OVERDUE',
      },
      foreign: {
        input: ({ foreign: { refundId } }) => ({ refundId, outcome: 'DONE', note: 'Extrato.' }),
        outcome: 'REFUND_NOT_FOUND',
      },
      operated: {
        input: ({ operated: { refundId } }) => ({ refundId, outcome: 'DONE', note: 'Extrato.' }),
        outcome: 'REFUND_NOT_FOUND',
      },
    },
  },
  'refunds.repeatRefund': {
    ids: ['refundId'],
    variants: {
      own: { input: ({ other: { refundId } }) => ({ refundId }), outcome: 'REFUND_UNAVAILABLE' },
      foreign: { input: ({ foreign: { refundId } }) => ({ refundId }), outcome: 'REFUND_NOT_FOUND' },
      operated: { input: ({ operated: { refundId } }) => ({ refundId }), outcome: 'REFUND_NOT_FOUND' },
    },
  },
  'refunds.listRequests': {
    ids: ['requestId'],
    variants: {
      own: { input: ({ ownSale: { requestId } }) => ({ requestId }), outcome: sellersOwn('nothing') },
      other: { input: ({ other: { requestId } }) => ({ requestId }), outcome: 'nothing' },
      foreign: { input: ({ foreign: { requestId } }) => ({ requestId }), outcome: 'nothing' },
      operated: { input: ({ operated: { requestId } }) => ({ requestId }), outcome: 'nothing' },
    },
  },
  'refunds.decideRequest': {
    ids: ['requestId'],
    variants: {
      own: {
        input: ({ ownSale: { requestId } }) => ({ requestId, decision: 'DECLINE', answer: 'Fora do prazo.' }),
        outcome: sellersOwn('REQUEST_NOT_FOUND'),
      },
      other: {
        input: ({ other: { requestId } }) => ({ requestId, decision: 'GRANT' }),
        outcome: 'REQUEST_NOT_FOUND',
      },
      foreign: {
        input: ({ foreign: { requestId } }) => ({ requestId, decision: 'GRANT' }),
        outcome: 'REQUEST_NOT_FOUND',
      },
      operated: {
        input: ({ operated: { requestId } }) => ({ requestId, decision: 'GRANT' }),
        outcome: 'REQUEST_NOT_FOUND',
      },
    },
  },
  'refunds.grantRequest': {
    ids: ['requestId'],
    variants: {
      own: { input: ({ other: { requestId } }) => ({ requestId }), outcome: 'ok' },
      foreign: { input: ({ foreign: { requestId } }) => ({ requestId }), outcome: 'REQUEST_NOT_FOUND' },
      operated: { input: ({ operated: { requestId } }) => ({ requestId }), outcome: 'REQUEST_NOT_FOUND' },
    },
  },
  'refunds.sendRefundLink': plain(() => ({ email: `${newId()}@example.com` })),
  'refunds.openRefundPage': { ...plain(), isPersonal: true },
  'refunds.listRefundable': token('REFUND', {}),
  'refunds.requestRefund': {
    ...token('REFUND', { ...WISH, paymentId: 'strangerstrangerstrang' }, 'PAYMENT_NOT_FOUND'),
    ids: ['token', 'paymentId'],
  },
};
