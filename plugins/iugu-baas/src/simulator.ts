/** Plays iugu's static codes and deposits over its own wire format. */
import {
  answerRoute,
  type Book,
  type BookedCharge,
  type BookedPayment,
  type BookedRefund,
  type ChargeState,
  createBook,
  defineSimulator,
  Fields,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { createFamily, newId, RECEIVER_DATA, refuse, samplePrivateKey } from '../../family-iugu/src/simulator.ts';

type Code = BookedCharge<object>;

const LONGEST_DESCRIPTION = 25;
const MOST_DEPOSITS = 1_000;
/** The time after which a deposit that goes back has gone. */
const REFUND_MS = 2_000;

function createSimulator(context: SimulatorContext): Simulator {
  const family = createFamily(context);
  const makeId = newId(context);
  const book: Book<object> = createBook<object>(context, {
    notifyCharge,
    notifyWithdrawal: (withdrawal) => family.notifyTransfer(withdrawal),
    keyOf: () => undefined,
    newPaymentId: makeId,
    refuse: (rule) => refuse(400, rule === 'MISSING' ? 'Not Found' : 'Não é possivel reembolsar este depósito.'),
  });

  async function findDeposit(request: Parameters<RouteHandler>[0], id: string) {
    const found = await book.findByPayment(request, id);
    if (!found) throw refuse(400, 'Deposit Not Found');
    return { code: found.charge, payment: found.payment };
  }

  const routes: Record<string, RouteHandler> = {
    ...family.toRoutes(book),
    'POST /static_qr_codes': async (request) => {
      const wanted = new Fields(request.body);
      const description = wanted.text('description') ?? '';
      if (description.length > LONGEST_DESCRIPTION) throw refuse(422, { description: ['é muito longa'] });
      const amount = wanted.cents('amount_cents') ?? 0;
      const code = await book.createCharge(request, makeId, {
        reference: description,
        method: 'PIX',
        amount,
        data: {},
      });
      return { status: 200, body: toWire(code) };
    },
    'GET /static_qr_codes/*': async (request, id) => {
      const code = await book.findCharge(request, id!);
      if (!code) throw refuse(404, 'Not Found');
      return { status: 200, body: toWire(code) };
    },
    'GET /deposits': async (request) => {
      const isStrange = context.fault(request) === 'unknown-status';
      const known = await book.controls.listCharges(MOST_DEPOSITS);
      const codes = await Promise.all(known.map(({ transactionId }) => book.findCharge(request, transactionId)));
      const items = codes.flatMap((code) => (code ? toDeposits(code, isStrange) : []));
      return { status: 200, body: { items: items.slice(0, Number(request.query.limit ?? 100)) } };
    },
    'GET /deposits/*': async (request, id) => {
      const { code, payment } = await findDeposit(request, id!);
      return { status: 200, body: toDeposit(code, payment) };
    },
    'PUT /deposits/*/refund': async (request, id) => {
      const { code, payment } = await findDeposit(request, id!);
      if (code.refunds.some(({ of, status }) => of === id && status !== 'FAILED'))
        throw refuse(400, ['Já reembolsado.']);
      const later = { afterMs: REFUND_MS, status: 'DONE' } as const;
      await book.createRefund(code.transactionId, makeId, { amount: payment.amount, of: id, status: 'PENDING', later });
      const now = await findDeposit(request, id!);
      return { status: 200, body: toDeposit(now.code, now.payment) };
    },
  };

  async function notifyCharge(
    state: ChargeState,
    code: Code,
    { times, refund }: { times: number; refund?: BookedRefund },
  ) {
    if (state === 'EXPIRED') return;
    const payment = code.payments.find(({ id }) => id === refund?.of) ?? code.payments.at(-1);
    if (!payment) return;
    const { id, ...data } = toDeposit(code, payment);
    await family.send('deposit.pix_status_changed', { deposit_id: id, ...data }, { times });
  }

  return {
    ...book.controls,
    ...family.toControls(book),
    async handle(request) {
      if (!(await family.isAllowed(request))) return { status: 401, body: { errors: 'Unauthorized' } };
      const missing = (): SimulatorResponse => ({ status: 404, body: { errors: 'Not Found' } });
      return answerRoute(routes, request, missing);
    },
  };
}

const toWire = (code: Code) => ({
  qr_code_id: code.transactionId,
  qr_code_payload: `00020126iugu.invalid/${code.transactionId}`,
  qr_code: `https://faturas.iugu.invalid/static_qr_code/${code.transactionId}`,
  qr_code_amount_cents: code.amount,
  qr_code_description: code.reference,
});

function toDeposit(code: Code, { id, amount, paidAt }: BookedPayment, status = 'accepted') {
  const refund = code.refunds.findLast(({ of, status: state }) => (of === id || of === null) && state !== 'FAILED');
  const word = refund?.status === 'DONE' ? 'refunded' : 'processing_refund';
  return {
    id,
    status: refund ? word : status,
    deposit_type: 'qrcode',
    created_at: paidAt,
    amount_cents: amount,
    qr_code: code.transactionId,
  };
}

/** iugu says nothing of the states before `accepted`: a strange one is shown of a deposit under way, too. */
function toDeposits(code: Code, isStrange: boolean) {
  if (!isStrange) return code.payments.map((payment) => toDeposit(code, payment));
  const underWay = { id: `F${code.transactionId.slice(1)}`, amount: code.amount, paidAt: code.createdAt, sequence: 0 };
  const payments = code.payments.length > 0 ? code.payments : [underWay];
  return payments.map((payment) => toDeposit(code, payment, 'em_quarentena'));
}

export default defineSimulator({
  createSimulator,
  samples: {
    get credentials() {
      return {
        apiToken: 'ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789',
        webhookAuthorization: 'invented-authorization-0001',
        privateKey: samplePrivateKey(),
      };
    },
    receiverData: RECEIVER_DATA,
  },
});
