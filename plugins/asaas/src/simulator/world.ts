/** Holds the parts that the whole simulated Asaas shares: the book, and Asaas' events and refusals. */
import {
  type Book,
  type BookedRefund,
  type BookRule,
  type ChargeState,
  createBook,
  type SimulatorContext,
} from '@feira/plugin-kit';
import { type Charge, type ChargeData, toPayments, toRefundedPayments, type WirePayment } from './payments.ts';
import { type TransferData, toTransfer } from './transfer-wire.ts';
import { createWebhooks } from './webhooks.ts';
import { invalid, MAIN, missing, refuse } from './wire.ts';

/** A stand-in account can pay what its platform sold elsewhere. */
const OPENING_CENTS = 100_000_00;
const PAYABLE: ChargeState[] = ['WAITING', 'EXPIRED', 'PAID', 'PARTLY_REFUNDED'];

const EVENTS: Partial<Record<ChargeState, string>> = {
  PAID: 'PAYMENT_RECEIVED',
  EXPIRED: 'PAYMENT_OVERDUE',
  CHARGED_BACK: 'PAYMENT_CHARGEBACK_REQUESTED',
};

const toRefundEvent = ({ status }: BookedRefund, payment: WirePayment) => {
  if (status !== 'DONE') return 'PAYMENT_REFUND_DENIED';
  return payment.status === 'REFUNDED' ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED';
};
const wordOf = (charge: Charge) => toPayments(charge)[0]!.status;

/** Asaas' words for what the book does not allow. */
export function explain(rule: BookRule, charge?: Charge): Error {
  switch (rule) {
    case 'MISSING':
      return missing();
    case 'BEYOND_BALANCE':
      return refuse(400, 'invalid_action', 'Saldo insuficiente.');
    case 'BEYOND_PAID':
      return invalid('value', 'O valor do estorno é maior que o valor disponível.');
    case 'NOT_PAID':
      return refuse(400, 'invalid_action', 'Só cobranças recebidas por PIX ou cartão podem ser estornadas.');
    default:
      return invalid('id', `A charge that is ${charge && wordOf(charge)} cannot do this: ${rule}.`);
  }
}

export type World = SimulatorContext & {
  book: Book<ChargeData, TransferData>;
  webhooks: ReturnType<typeof createWebhooks>;
};

export function createWorld(context: SimulatorContext): World {
  const webhooks = createWebhooks(context);
  const book: World['book'] = createBook<ChargeData, TransferData>(context, {
    async notifyCharge(state, charge, { times, refund }) {
      const payments = refund ? toRefundedPayments(charge, refund.id) : toPayments(charge);
      for (const payment of payments) {
        const event = refund ? toRefundEvent(refund, payment) : EVENTS[state]!;
        await webhooks.send(event, { payment }, { times });
      }
    },
    notifyWithdrawal: (transfer) =>
      webhooks.send(transfer.status === 'DONE' ? 'TRANSFER_DONE' : 'TRANSFER_FAILED', {
        transfer: toTransfer(transfer),
      }),
    refuse: explain,
    wordOf,
    isPayable: ({ status }) => PAYABLE.includes(status),
    isPaidOnce: true,
    newPaymentId: () => book.ids.uuid(),
    mainAccount: MAIN,
    openingBalance: (account) => (account === MAIN ? OPENING_CENTS : 0),
  });
  return { ...context, book, webhooks };
}
