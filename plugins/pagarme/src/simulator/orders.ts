/** Plays the orders of the simulated Pagar.me: their creation, look-ups, and the cancellation of their charge. */
import { type Share, type SimulatorRequest, toSaoPauloDate } from '@feira/plugin-kit';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { allocate } from '@feira/schemas/rules/money';
import { type StoredCard, showCard, spendToken } from './cards.ts';
import type { Behaviour } from './order-wire.ts';
import { type Charge, toWireCharge, toWireOrder } from './order-wire.ts';
import { answer, answerList, type Body, bodyOf, invalid, notFound, refuse, sizeOf } from './wire.ts';
import type { Handler, World } from './world.ts';
import { load } from './world.ts';

const METHODS = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' } as const;
type Method = keyof typeof METHODS;

interface SplitRule {
  type: 'flat' | 'percentage';
  amount: number;
  recipient_id: string;
  options?: { liable?: boolean };
}

interface WirePayment {
  payment_method?: string;
  amount?: number;
  split?: SplitRule[];
  pix?: { expires_at?: string; expires_in?: number };
  boleto?: { due_at?: string; instructions?: string };
  credit_card?: {
    installments?: number;
    card_id?: string;
    card_token?: string;
    card?: { billing_address?: unknown };
    statement_descriptor?: string;
    operation_type?: string;
  };
}

const MAX_DESCRIPTOR = 13;
const CARD_STATES: Record<Behaviour, 'PAID' | 'REFUSED' | 'PROCESSING'> = {
  approve: 'PAID',
  refuse: 'REFUSED',
  'process-then-approve': 'PROCESSING',
  'process-then-refuse': 'PROCESSING',
};

/** A card that is approved holds the amount where the order says so. One that is looked at for longer holds nothing here: it is refused. */
function toState(behaviour: Behaviour, { credit_card }: WirePayment) {
  const state = CARD_STATES[behaviour];
  if (credit_card?.operation_type !== 'auth_only') return state;
  return state === 'PAID' ? ('AUTHORIZED' as const) : ('REFUSED' as const);
}

export const createOrder: Handler = async (world, request) => {
  const body = bodyOf(request);
  const payment = readPayment(body);
  const method = payment.payment_method as Method;
  const amount = payment.amount as number;
  const customer = await readCustomer(world, body);
  const card = method === 'credit_card' ? await readCard(world, payment, String(body.customer_id ?? '')) : undefined;
  const split = payment.split ?? [];
  // Money that was received goes to the recipients of its split at once, for the simulator has no settlement calendar.
  const parts =
    split.length > 0
      ? allocate(
          amount,
          split.map((rule) => rule.amount),
        )
      : [];
  const chargeId = world.book.ids.next('ch_');
  const charge = await world.book.createCharge(request, 'or_', {
    reference: String(body.code),
    method: METHODS[method],
    amount,
    status: card ? toState(card.behaviour, payment) : 'WAITING',
    shares: split.map(({ recipient_id }, index) => ({ account: recipient_id, amount: parts[index]! })),
    aliases: [chargeId],
    data: {
      chargeId,
      customer,
      metadata: body.metadata ?? {},
      behaviour: card?.behaviour,
      details: describePayment(world, method, payment, amount, card),
    },
  });
  // The answer does not wait for the event's delivery, as the provider's does not.
  const decided = card && toState(card.behaviour, payment);
  if (decided === 'PAID' || decided === 'REFUSED') void world.notifyCharge(decided, charge);
  return answer(toWireOrder(charge));
};

function readPayment(body: Body): WirePayment {
  const items = (body.items ?? []) as { amount: number; quantity: number; description?: string }[];
  const payment = ((body.payments ?? []) as WirePayment[])[0];
  if (!body.code) throw invalid('order.code', 'The code field is required.');
  if (items.length === 0) throw invalid('order.items', 'The items field is required.');
  if (items.some(({ description }) => !description)) {
    throw invalid('order.items[0].description', 'The description field is required.');
  }
  if (!payment || !['pix', 'credit_card', 'boleto'].includes(payment.payment_method ?? '')) {
    throw invalid('order.payments[0].payment_method', 'The payment_method is not valid.');
  }
  const total = items.reduce((sum, item) => sum + item.amount * item.quantity, 0);
  if (!Number.isInteger(payment.amount) || payment.amount !== total || total < 1) {
    throw invalid('order.payments[0].amount', 'The amount must be the sum of the items.');
  }
  checkSplit(payment.split ?? [], total);
  return payment;
}

function checkSplit(split: SplitRule[], total: number): void {
  if (split.length === 0) return;
  const sum = split.reduce((so, rule) => so + rule.amount, 0);
  const isWhole = split.every((rule) => Number.isInteger(rule.amount) && rule.type === split[0]?.type);
  if (!isWhole || sum !== (split[0]?.type === 'percentage' ? 100 : total)) {
    throw invalid('order.payments[0].split', 'The split rules must add up to the whole amount.');
  }
  if (!split.some(({ options }) => options?.liable)) {
    throw invalid('order.payments[0].split', 'One of the split rules must be liable.');
  }
}

const isPsp = ({ credentials }: World) => credentials.accountType !== 'GATEWAY';

async function readCustomer(world: World, body: Body): Promise<unknown> {
  if (body.customer_id) return load(world, `customer:${body.customer_id}`, 'Customer');
  const customer = body.customer as
    | { name?: string; email?: string; document?: string; phones?: object; address?: object }
    | undefined;
  // PSP accounts have to know the whole buyer, whatever the method.
  const fields = ['name', 'email', 'document', 'phones', ...(isPsp(world) ? (['address'] as const) : [])] as const;
  for (const field of fields) {
    if (!customer?.[field]) throw invalid(`order.customer.${field}`, `The ${field} field is required.`);
  }
  return { ...customer, id: world.book.ids.next('cus_') };
}

async function readCard(world: World, payment: WirePayment, customerId: string): Promise<StoredCard> {
  const { installments = 0, card_id, card_token, card, statement_descriptor = '' } = payment.credit_card ?? {};
  const field = 'order.payments[0].credit_card';
  if (installments < 1 || installments > 12) throw invalid(`${field}.installments`, 'Between 1 and 12 installments.');
  if (statement_descriptor.length > MAX_DESCRIPTOR) {
    throw invalid(`${field}.statement_descriptor`, `At most ${MAX_DESCRIPTOR} characters.`);
  }
  if (card_id) {
    const stored = await load<StoredCard>(world, `card:${card_id}`, 'Card');
    if (stored.customerId !== customerId) throw invalid(`${field}.card_id`, 'The card is of another customer.');
    return stored;
  }
  if (!card_token) throw invalid(`${field}.card_token`, 'A card_token or card_id is required.');
  if (isPsp(world)) throw invalid(`${field}.card_token`, 'Only Gateway clients may use card_token: use card_id.');
  if (!card?.billing_address) throw invalid(`${field}.card.billing_address`, 'The billing_address field is required.');
  return spendToken(world, card_token);
}

/** Returns the fields about its method that the last transaction shows. */
function describePayment(
  world: World,
  method: Method,
  payment: WirePayment,
  amount: number,
  card: StoredCard | undefined,
): Record<string, unknown> {
  if (method === 'pix') return describePix(world, payment, amount);
  if (method === 'boleto') return describeBoleto(world, payment, amount);
  const { installments, statement_descriptor, operation_type = 'auth_and_capture' } = payment.credit_card ?? {};
  return { installments, statement_descriptor, operation_type, card: card && showCard(card) };
}

function describePix(world: World, { pix }: WirePayment, amount: number): Record<string, unknown> {
  const inSeconds = new Date(world.clock.now().getTime() + (pix?.expires_in ?? 0) * 1000).toISOString();
  if (!pix?.expires_at && !pix?.expires_in)
    throw invalid('order.payments[0].pix', 'expires_in or expires_at is required.');
  const qrCode = buildBrCode({
    key: 'pix@simulator.example',
    amount,
    merchantName: 'PAGARME SIMULADOR',
    merchantCity: 'SAO PAULO',
    txid: world.book.ids.text(25),
  });
  const url = `${world.publicUrl}/transactions/qrcode.png`;
  return { qr_code: qrCode, qr_code_url: url, expires_at: pix.expires_at ?? inSeconds };
}

function describeBoleto(world: World, { boleto }: WirePayment, amount: number): Record<string, unknown> {
  const dueAt = boleto?.due_at;
  if (!dueAt || Number.isNaN(Date.parse(dueAt))) {
    throw invalid('order.payments[0].boleto.due_at', 'The due_at field must be a time.');
  }
  const nossoNumero = world.book.ids.digits(8);
  const barcode = buildBarcode({
    bankCode: '197',
    dueDate: toSaoPauloDate(new Date(dueAt)),
    amount,
    freeField: world.book.ids.digits(25),
  });
  const url = `${world.publicUrl}/transactions/boleto`;
  return {
    status: 'generated',
    line: barcodeToLine(barcode),
    barcode: `${url}.png`,
    url,
    pdf: `${url}.pdf`,
    nosso_numero: nossoNumero,
    due_at: dueAt,
    instructions: boleto.instructions,
  };
}

async function findCharge({ book }: World, request: SimulatorRequest, id: string, what: string): Promise<Charge> {
  const charge = await book.findCharge(request, id);
  if (!charge) throw notFound(what);
  return charge;
}

export const getOrder: Handler = async (world, request, id = '') =>
  answer(toWireOrder(await findCharge(world, request, id, 'Order')));

export const getCharge: Handler = async (world, request, id = '') =>
  answer(toWireCharge(await findCharge(world, request, id, 'Charge')));

/** Lists orders, the newest first. The list leaves the charges out; a read of the order shows them. */
export const listOrders: Handler = async ({ book }, request) => {
  const found = (await book.listByReference(request, request.query.code)).reverse();
  return answerList(found.slice(0, sizeOf(request)).map((one) => ({ ...toWireOrder(one), charges: undefined })));
};

/** Takes what a card holds. */
export const captureCharge: Handler = async (world, request, id = '') => {
  const { transactionId, status, amount } = await findCharge(world, request, id, 'Charge');
  const wanted = bodyOf(request).amount ?? amount;
  if (status !== 'AUTHORIZED') throw refuse(412, 'This charge can not be captured.');
  if (wanted !== amount) throw invalid('amount', 'The simulator captures the whole amount.');
  await world.book.capture(transactionId);
  return answer(toWireCharge(await findCharge(world, request, id, 'Charge')));
};

/** Gives a paid charge back, or ends an unpaid one. */
export const cancelCharge: Handler = async (world, request, id = '') => {
  const { amount, bank_account, split } = bodyOf(request);
  const found = await findCharge(world, request, id, 'Charge');
  const { transactionId, status, method, payments } = found;
  if (amount !== undefined && !Number.isInteger(amount)) throw invalid('amount', 'The amount must be above 0.');
  if (status === 'WAITING' || status === 'PROCESSING' || status === 'AUTHORIZED') {
    const { notified } = await world.book.changeCharge(transactionId, (charge, happened) => {
      charge.status = 'CANCELED';
      happened('CANCELED');
    });
    void notified;
  } else if (payments.length === 0 || status === 'REFUNDED') {
    throw refuse(412, 'This charge can not be canceled.');
  } else {
    if (method === 'BILLET' && !bank_account) throw invalid('bank_account', 'The bank_account field is required.');
    await world.book.createRefund(transactionId, 'tran_', {
      amount: amount as number | undefined,
      shares: readRefundShares(found, amount as number | undefined, split as SplitRule[] | undefined),
    });
  }
  return answer(toWireCharge(await findCharge(world, request, id, 'Charge')));
};

/**
 * Returns what each recipient gives of a refund. A part without rules is taken by those of the charge: of rules in cents the first recipients give
 * theirs until the part is reached.
 */
function readRefundShares(
  { shares, amount: price }: Charge,
  amount: number | undefined,
  split: SplitRule[] | undefined,
): Share[] | undefined {
  if (amount === undefined || amount === price || shares.length === 0) return undefined;
  if (split) {
    checkSplit(split, amount);
    if (split.some(({ recipient_id }) => !shares.some(({ account }) => account === recipient_id)))
      throw invalid('charge.split', 'A recipient has no share of the charge.');
    const parts = allocate(
      amount,
      split.map((rule) => rule.amount),
    );
    return split.map(({ recipient_id }, index) => ({ account: recipient_id, amount: parts[index]! }));
  }
  let missing = amount;
  return shares.map(({ account, amount: own }) => {
    const given = Math.min(own, missing);
    missing -= given;
    return { account, amount: given };
  });
}
