import {
  addDays,
  defineSimulator,
  type SimulatedCharge,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPauloDate,
} from '@feira/plugin-kit';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { fromReais, toReais } from '@feira/schemas/rules/money';
import { createAccounts } from './simulator/accounts.ts';
import { createCharges, createIds, refundPayments } from './simulator/charges.ts';
import { createWebhooks } from './simulator/webhooks.ts';
import {
  asFields,
  type Charge,
  invalid,
  missing,
  WireError,
  type WirePayment,
  type WireTransfer,
} from './simulator/wire.ts';

/** The bank code of Asaas. */
const BANK_CODE = '461';
const PAYABLE = ['PENDING', 'OVERDUE', 'CONFIRMED', 'RECEIVED'];
const METHODS: Record<string, SimulatedCharge['method']> = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BOLETO: 'BILLET' };

const sumOf = (payments: WirePayment[]) => payments.reduce((total, { value }) => total + fromReais(value), 0);

/** What the wire says of a payment: the truth, except where a fault asks for something else. */
function show(payment: WirePayment, fault: Charge['fault']): WirePayment {
  if (fault === 'wrong-amount') return { ...payment, value: toReais(fromReais(payment.value) + 100) };
  if (fault === 'unknown-status') return { ...payment, status: 'SOMETHING_NEW' };
  return payment;
}

function showTransfer({ account, createdAt, ...transfer }: WireTransfer): object {
  return { ...transfer, dateCreated: toSaoPauloDate(new Date(createdAt)) };
}

function toBoleto(payment: WirePayment) {
  const nossoNumero = payment.id.replace(/\D/g, '').padStart(8, '0').slice(0, 8);
  const barCode = buildBarcode({
    bankCode: BANK_CODE,
    dueDate: payment.dueDate,
    amount: fromReais(payment.value),
    freeField: nossoNumero.padStart(25, '0'),
  });
  return { identificationField: barcodeToLine(barCode), nossoNumero, barCode };
}

function toPixQrCode(payment: WirePayment) {
  // Without the image: it would only repeat the text, and a reader draws it better.
  return {
    payload: buildBrCode({
      url: `pix.example/qr/${payment.id}`,
      amount: fromReais(payment.value),
      merchantName: 'Asaas simulado',
      merchantCity: 'Joinville',
    }),
    expirationDate: `${addDays(payment.dueDate, 365)} 23:59:59`,
  };
}

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials, publicUrl, clock } = context;
  const ids = createIds(context.random);
  const charges = createCharges(context, ids);
  const accounts = createAccounts(context, ids);
  const webhooks = createWebhooks(context, ids);
  const today = () => toSaoPauloDate(clock.now());

  const notify = (event: string, charge: Charge, payments: WirePayment[], times = 1) =>
    Promise.all(payments.map((payment) => webhooks.send(event, { payment: show(payment, charge.fault) }, times)));

  async function save(charge: Charge): Promise<void> {
    await accounts.settleCharge(charge);
    await charges.save(charge);
  }

  async function refund(charge: Charge, payments: WirePayment[], body: unknown): Promise<void> {
    const changed = refundPayments(payments, asFields(body), clock.now());
    await save(charge);
    for (const payment of changed) {
      const event = payment.status === 'REFUNDED' ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED';
      // Not awaited: the refund's answer does not wait for our own webhook endpoint.
      void notify(event, charge, [payment]);
    }
  }

  type Handler = (call: { id: string; request: SimulatorRequest; account: string }) => Promise<unknown>;
  const list = (data: unknown[], hasMore = false) => ({ object: 'list', hasMore, totalCount: data.length, data });
  const routes: [route: RegExp, handler: Handler][] = [
    [/^POST \/customers$/, async ({ request }) => charges.createCustomer(asFields(request.body))],
    [/^GET \/customers$/, async ({ request }) => list(await charges.listCustomers(request.query.cpfCnpj))],
    [/^PUT \/customers\/([^/]+)$/, async ({ id, request }) => charges.updateCustomer(id, asFields(request.body))],
    [/^POST \/creditCard\/tokenizeCreditCard$/, async ({ request }) => charges.tokenizeCard(asFields(request.body))],
    [
      /^POST \/payments$/,
      async ({ request }) => {
        const fault = context.fault(request);
        const charge = await charges.create(asFields(request.body), publicUrl, fault);
        await save(charge);
        return show(charge.payments[0]!, fault);
      },
    ],
    [
      /^GET \/payments$/,
      async ({ request }) => {
        const found = await charges.listByReference(request.query.externalReference ?? '');
        return list(found.flatMap(({ payments, fault }) => payments.map((payment) => show(payment, fault))));
      },
    ],
    [
      /^GET \/payments\/([^/]+)$/,
      async ({ id, request }) => {
        const { charge, payment } = await charges.getByPayment(id);
        return show(payment, context.fault(request) ?? charge.fault);
      },
    ],
    [/^GET \/payments\/([^/]+)\/pixQrCode$/, async ({ id }) => toPixQrCode((await charges.getByPayment(id)).payment)],
    [
      /^GET \/payments\/([^/]+)\/identificationField$/,
      async ({ id }) => toBoleto((await charges.getByPayment(id)).payment),
    ],
    [
      /^GET \/payments\/([^/]+)\/refunds$/,
      async ({ id }) => list((await charges.getByPayment(id)).payment.refunds ?? []),
    ],
    [
      /^POST \/payments\/([^/]+)\/refund$/,
      async ({ id, request }) => {
        const { charge, payment } = await charges.getByPayment(id);
        await refund(charge, [payment], request.body);
        return show(payment, charge.fault);
      },
    ],
    [
      /^GET \/installments\/([^/]+)\/payments$/,
      async ({ id, request }) => {
        const { payments, fault } = await charges.get(id);
        return list(payments.map((payment) => show(payment, context.fault(request) ?? fault)));
      },
    ],
    [
      /^POST \/installments\/([^/]+)\/refund$/,
      async ({ id, request }) => {
        const charge = await charges.get(id);
        await refund(charge, charge.payments, request.body);
        return { object: 'installment', id, value: toReais(sumOf(charge.payments)) };
      },
    ],
    [
      /^POST \/transfers$/,
      async ({ request, account }) => showTransfer(await accounts.createTransfer(asFields(request.body), account)),
    ],
    [
      /^GET \/transfers$/,
      async ({ request, account }) => {
        const { offset = '0', limit = '10' } = request.query;
        const { data, hasMore } = await accounts.listTransfers(account, Number(offset), Math.min(Number(limit), 100));
        return list(data.map(showTransfer), hasMore);
      },
    ],
    [/^GET \/transfers\/([^/]+)$/, async ({ id, account }) => showTransfer(await accounts.getTransfer(id, account))],
    [/^POST \/accounts$/, async ({ request }) => accounts.create(asFields(request.body))],
    [/^GET \/myAccount\/status$/, async ({ account }) => accounts.getStatus(account)],
    [/^GET \/myAccount\/documents$/, async ({ account }) => accounts.listDocuments(account)],
    [
      /^POST \/myAccount\/documents\/([^/]+)$/,
      async ({ id, account, request }) => accounts.takeDocument(account, id, asFields(request.body)),
    ],
    [/^GET \/finance\/balance$/, async ({ account }) => ({ balance: toReais(await accounts.readBalance(account)) })],
    [/^GET \/webhooks$/, async () => list(await webhooks.list())],
    [/^POST \/webhooks$/, async ({ request }) => webhooks.register(asFields(request.body))],
    [/^PUT \/webhooks\/([^/]+)$/, async ({ id, request }) => webhooks.register(asFields(request.body), id)],
  ];

  async function answer(request: SimulatorRequest): Promise<SimulatorResponse> {
    const slip = /^\/b\/pdf\/([^/]+)$/.exec(request.path)?.[1];
    if (slip) return showSlip((await charges.getByPayment(slip)).payment);
    const account = await accounts.authenticate(request.headers.access_token, credentials.apiKey ?? '');
    for (const [route, handler] of routes) {
      const match = route.exec(`${request.method} ${request.path}`);
      if (!match) continue;
      return { status: 200, body: await handler({ id: decodeURIComponent(match[1] ?? ''), request, account }) };
    }
    throw missing();
  }

  function showSlip(payment: WirePayment): SimulatorResponse {
    const { identificationField } = toBoleto(payment);
    const text = `Boleto simulado\n${identificationField}\nVencimento ${payment.dueDate}\n`;
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
  }

  async function payCharge(charge: Charge, amount: number | undefined, times: number): Promise<void> {
    const total = sumOf(charge.payments);
    const closed = charge.payments.find(({ status }) => !PAYABLE.includes(status));
    if (closed) throw invalid('id', `A charge that is ${closed.status} can no longer be paid.`);
    for (const payment of charge.payments) {
      if (amount !== undefined && charge.payments.length === 1 && amount !== total) {
        payment.originalValue = payment.value;
        payment.value = toReais(amount);
      }
      payment.status = 'RECEIVED';
      payment.paymentDate = today();
      payment.clientPaymentDate ??= today();
      payment.confirmedDate ??= today();
      if (payment.billingType === 'PIX') payment.pixTransaction ??= ids.uuid();
    }
    await save(charge);
    // A charge of Asaas can be paid only once, so `times` repeats the event instead of the payment.
    await notify('PAYMENT_RECEIVED', charge, charge.payments, times);
  }

  async function turn(transactionId: string, status: string, event: string): Promise<void> {
    const charge = await charges.get(transactionId);
    for (const payment of charge.payments) payment.status = status;
    await save(charge);
    await notify(event, charge, charge.payments);
  }

  const describe = (charge: Charge): SimulatedCharge => {
    const [first] = charge.payments;
    const isPaid = charge.payments.every(({ confirmedDate }) => confirmedDate);
    const amount = charge.payments.reduce(
      (sum, { originalValue, value }) => sum + fromReais(originalValue ?? value),
      0,
    );
    return {
      transactionId: charge.transactionId,
      reference: first?.externalReference ?? '',
      method: METHODS[first?.billingType ?? ''] ?? 'PIX',
      amount,
      paidAmount: isPaid ? sumOf(charge.payments) : 0,
      status: first?.status ?? '',
      createdAt: charge.createdAt,
    };
  };

  return {
    async handle(request) {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof WireError) return error.toResponse();
        throw error;
      }
    },

    async pay(transactionId, { amount, times = 1 } = {}) {
      const charge = await charges.find(transactionId);
      if (charge) return payCharge(charge, amount, times);
      const transfer = await accounts.closeTransfer(transactionId, true);
      await webhooks.send('TRANSFER_DONE', { transfer: showTransfer(transfer) }, times);
    },

    async expire(transactionId) {
      if (await charges.find(transactionId)) return turn(transactionId, 'OVERDUE', 'PAYMENT_OVERDUE');
      const transfer = await accounts.closeTransfer(transactionId, false);
      await webhooks.send('TRANSFER_FAILED', { transfer: showTransfer(transfer) });
    },

    chargeback: (transactionId) => turn(transactionId, 'CHARGEBACK_REQUESTED', 'PAYMENT_CHARGEBACK_REQUESTED'),

    async listCharges(limit) {
      return (await context.store.list<Charge>('charge:', limit)).map(describe);
    },

    async getCharge(transactionId) {
      const charge = await charges.find(transactionId);
      return charge && describe(charge);
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
