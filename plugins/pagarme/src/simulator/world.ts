/** Holds the parts that the whole simulated Pagar.me shares: the book, and Pagar.me's events and refusals. */
import {
  type Book,
  type BookedRefund,
  type BookRule,
  type ChargeState,
  createBook,
  createTurns,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { type Charge, type ChargeData, statusOf, toWireCharge, toWireOrder } from './order-wire.ts';
import { invalid, notFound, refuse, toTime } from './wire.ts';
import { type MovementData, toWireMovement } from './withdrawal-wire.ts';

const PAYABLE: ChargeState[] = ['WAITING', 'PROCESSING', 'PAID', 'PARTLY_REFUNDED'];
const FAILED = ['charge.payment_failed', 'order.payment_failed'];

export interface World extends SimulatorContext {
  book: Book<ChargeData, MovementData>;
  inTurn: ReturnType<typeof createTurns>;
  /** Sends one event in the provider's envelope with the Basic pair that stands in its panel. */
  sendEvent(type: string, data: unknown): Promise<void>;
  notifyCharge(state: ChargeState, charge: Charge, about?: { refund?: BookedRefund }): Promise<void>;
}

function showSubject(event: string, charge: Charge): unknown {
  if (event.startsWith('order.')) return toWireOrder(charge);
  const shown = toWireCharge(charge);
  if (!event.startsWith('chargeback.')) return shown;
  return { id: `chb_${shown.id.slice('ch_'.length)}`, status: 'received', amount: charge.amount, charge: shown };
}

/** Returns the names of the events that Pagar.me sends about a change of a charge. */
function listEvents(state: ChargeState, charge: Charge, refund?: BookedRefund): string[] {
  switch (state) {
    case 'PAID':
      if (refund) return [];
      if (charge.paidAmount < charge.amount) return ['charge.underpaid'];
      return [charge.paidAmount > charge.amount ? 'charge.overpaid' : 'charge.paid', 'order.paid'];
    case 'PARTLY_REFUNDED':
      return ['charge.partial_canceled'];
    case 'REFUNDED':
      return ['charge.refunded'];
    case 'CHARGED_BACK':
      return ['chargeback.received', 'charge.chargedback'];
    case 'EXPIRED':
      return charge.method === 'PIX' ? FAILED : ['order.canceled'];
    case 'CANCELED':
      return ['order.canceled'];
    default:
      return FAILED;
  }
}

function explain(rule: BookRule, charge?: Charge): Error {
  switch (rule) {
    case 'MISSING':
      return refuse(404, 'Order not found.');
    case 'NOT_PAYABLE':
      return refuse(412, `A charge that is ${charge && statusOf(charge)} can no longer be paid.`);
    case 'NOT_PAID':
      return refuse(412, 'This charge can not be canceled.');
    case 'BEYOND_PAID':
      return invalid('amount', 'The amount must be above 0 and at most what was not yet canceled.');
    case 'BEYOND_BALANCE':
      return refuse(412, 'The recipient has not enough balance.');
    default:
      return refuse(412, `A charge that is ${charge && statusOf(charge)} cannot do this: ${rule}.`);
  }
}

export function createWorld(context: SimulatorContext): World {
  const book: World['book'] = createBook<ChargeData, MovementData>(context, {
    notifyCharge: (state, charge, about) => notifyCharge(state, charge, about),
    notifyWithdrawal: (movement) =>
      sendEvent(movement.status === 'DONE' ? 'transfer.paid' : 'transfer.failed', toWireMovement(movement)),
    refuse: explain,
    // The first answer under a key is the answer, see answerOnce.
    keyOf: () => undefined,
    isPayable: ({ status }) => PAYABLE.includes(status),
    newPaymentId: ({ method }) => (method === 'PIX' ? book.ids.endToEnd('16501555') : book.ids.next('pay_')),
    wordOf: statusOf,
  });

  async function sendEvent(type: string, data: unknown): Promise<void> {
    const { webhookUser, webhookPassword } = context.credentials;
    const pair = Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64');
    await context.sendWebhook({
      // The address stands in the panel too; without one the event goes nowhere, but is still logged by the host.
      url: context.webhookUrl ?? `${context.publicUrl}/webhook-address-not-set`,
      headers: { 'content-type': 'application/json', authorization: `Basic ${pair}` },
      body: JSON.stringify({
        id: book.ids.next('hook_'),
        account: { id: 'acc_simulator', name: 'Simulator' },
        type,
        created_at: toTime(context.clock.now().toISOString()),
        data,
      }),
    });
  }

  async function notifyCharge(state: ChargeState, charge: Charge, about?: { refund?: BookedRefund }): Promise<void> {
    for (const event of listEvents(state, charge, about?.refund)) {
      await sendEvent(event, showSubject(event, charge));
    }
  }

  return { ...context, book, inTurn: createTurns(), sendEvent, notifyCharge };
}

/** `ids` are the values of the path. */
export type Handler = (world: World, request: SimulatorRequest, ...ids: string[]) => Promise<SimulatorResponse>;

/** Returns what is stored under the key; answers 404 where nothing is. */
export async function load<T>({ store }: World, key: string, what: string): Promise<T> {
  const value = await store.get<T>(key);
  if (!value) throw notFound(what);
  return value;
}
