import {
  answerRoute,
  defineSimulator,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  toSaoPauloDate,
} from '@feira/plugin-kit';
import { createAccounts } from './simulator/accounts.ts';
import { createCharges } from './simulator/charges.ts';
import { createCustomers } from './simulator/customers.ts';
import { type Charge, toPayments } from './simulator/payments.ts';
import { createTransfers } from './simulator/transfers.ts';
import { asFields, type Call, missing, toList } from './simulator/wire.ts';
import { createWorld, type World } from './simulator/world.ts';

/** Returns false where the charge is not charged back. */
async function winChargeback({ book, webhooks }: World, id: string): Promise<boolean> {
  if ((await book.controls.getCharge(id))?.status.includes('CHARGEBACK') !== true) return false;
  const { charge, notified } = await book.changeCharge(id, (one, happened) => {
    if (one.data.isReversing) {
      one.status = 'PAID';
      happened('PAID');
    }
    one.data.isReversing = !one.data.isReversing;
  });
  await notified;
  if (charge.data.isReversing) {
    for (const payment of toPayments(charge)) await webhooks.send('PAYMENT_AWAITING_CHARGEBACK_REVERSAL', { payment });
  }
  return true;
}

function createSimulator(context: SimulatorContext): Simulator {
  const world = createWorld(context);
  const { book, webhooks } = world;
  const customers = createCustomers(context, book.ids);
  const charges = createCharges(world, customers);
  const accounts = createAccounts(world);
  const transfers = createTransfers(world);

  const calls: Record<string, (call: Call) => Promise<unknown>> = {
    'POST /customers': ({ fields }) => customers.createCustomer(fields),
    'GET /customers': async ({ request }) => toList(await customers.listCustomers(request.query.cpfCnpj)),
    'PUT /customers/*': ({ id, fields }) => customers.updateCustomer(id, fields),
    'POST /creditCard/tokenizeCreditCard': ({ fields }) => customers.tokenizeCard(fields),
    'POST /payments': charges.create,
    'GET /payments': async (call) => toList(await charges.listByReference(call)),
    'GET /payments/*': charges.get,
    'GET /payments/*/pixQrCode': charges.getPixQrCode,
    'GET /payments/*/identificationField': charges.getBoleto,
    'GET /payments/*/refunds': async (call) => toList(await charges.listRefunds(call)),
    'POST /payments/*/refund': charges.refund,
    'GET /installments/*/payments': async (call) => toList(await charges.listPlan(call)),
    'POST /installments/*/refund': charges.refund,
    'POST /transfers': transfers.create,
    'GET /transfers': transfers.list,
    'GET /transfers/*': transfers.get,
    'POST /accounts': accounts.create,
    'GET /myAccount/status': accounts.getStatus,
    'GET /myAccount/documents': accounts.listDocuments,
    'POST /myAccount/documents/*': accounts.takeDocument,
    'GET /finance/balance': accounts.getBalance,
    'GET /webhooks': webhooks.list,
    'POST /webhooks': webhooks.register,
    'PUT /webhooks/*': webhooks.register,
  };
  const routes: Record<string, RouteHandler> = { 'GET /b/pdf/*': charges.showSlip };
  for (const [route, call] of Object.entries(calls)) {
    routes[route] = async (request, id = '') => {
      const account = await accounts.authenticate(request.headers.access_token);
      return { status: 200, body: await call({ id, request, account, fields: asFields(request.body) }) };
    };
  }

  /** Decides the refunds of a charge that wait, which Asaas gives no ids to. Any other id belongs to a transfer. */
  async function decide(id: string, decideOne: (id: string) => Promise<void>): Promise<void> {
    const charge = await book.controls.getCharge(id);
    if (!charge) return decideOne(id);
    const refunds = (charge as Charge).refunds.filter(({ status }) => status === 'PENDING');
    for (const refund of refunds) await decideOne(refund.id);
  }

  const isTransfer = async (id: string) => (await book.findWithdrawal(id)) !== undefined;
  return {
    ...book.controls,
    handle: (request) => answerRoute(routes, request, () => missing().response),

    async pay(id, options) {
      if (await isTransfer(id)) return book.controls.settle!(id);
      // The money of a card arrives long after the sale.
      await book.changeCharge(id, ({ data }) => {
        data.receivedOn ??= toSaoPauloDate(context.clock.now());
      });
      await book.controls.pay(id, options);
    },

    /** Also decides a chargeback for the seller: first the case, then the money comes back. */
    async settle(id) {
      const isOpen = await winChargeback(world, id);
      if (!isOpen) await decide(id, (one) => book.controls.settle!(one));
    },
    fail: (id, reason) => decide(id, (one) => book.controls.fail!(one, reason)),

    async expire(id) {
      if (await isTransfer(id)) return book.controls.fail!(id, 'A conta de destino recusou a transferência.');
      await book.controls.expire(id);
    },
  };
}

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      apiKey: '$aact_hmlg_invented-key-of-conformance',
      webhookAuthToken: 'invented-webhook-token-of-conformance',
      webhookEmail: 'ops@example.com',
    },
    cards: { approved: '4111111111111111', refused: '5184019740373151' },
    receiverData: { monthlyRevenue: 500_000 },
  },
});
