import { type SimulatorContext, toSaoPauloDate } from '@feira/plugin-kit';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { type StoredCard, showCard, spendToken } from './cards.ts';
import { settleCharge } from './charges.ts';
import { answerWith, type StoredCharge, type StoredOrder, saveOrder, showOrder } from './order-state.ts';
import type { SplitRule } from './recipients.ts';
import { type Handler, invalid, load, newId, randomText, timestamp } from './wire.ts';

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
  };
}

const MAX_DESCRIPTOR = 13;

export const createOrder: Handler = async (call) => {
  const { context, body } = call;
  const payment = readPayment(body);
  const method = payment.payment_method as StoredCharge['payment_method'];
  const amount = payment.amount as number;
  const customer = await readCustomer(context, body);
  const card = method === 'credit_card' ? await readCard(context, payment, String(body.customer_id ?? '')) : undefined;
  const now = timestamp(context);
  const code = String(body.code);
  const id = newId(context, 'or');
  const order: StoredOrder = {
    id,
    code,
    amount,
    customer,
    currency: 'BRL',
    closed: true,
    status: 'pending',
    created_at: now,
    updated_at: now,
    metadata: body.metadata ?? {},
    charge: {
      id: newId(context, 'ch'),
      code,
      amount,
      status: 'pending',
      currency: 'BRL',
      payment_method: method,
      created_at: now,
      updated_at: now,
      last_transaction: {
        id: newId(context, 'tran'),
        transaction_type: method,
        amount,
        status: 'waiting_payment',
        success: true,
        ...describePayment(context, method, payment, amount, card),
      },
    },
    split: payment.split ?? [],
    behaviour: card?.behaviour,
    lie: 0,
  };
  await context.store.set(`charge:${order.charge.id}`, order.id);
  const known = (await context.store.get<string[]>(`code:${code}`)) ?? [];
  await context.store.set(`code:${code}`, [order.id, ...known]);
  await saveOrder(context, order);
  if (card) await playCard(context, order);
  return answerWith(call, order, showOrder);
};

function readPayment(body: Record<string, unknown>): WirePayment {
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

async function readCustomer(context: SimulatorContext, body: Record<string, unknown>): Promise<unknown> {
  if (body.customer_id) return load(context, `customer:${body.customer_id}`, 'Customer');
  const customer = body.customer as { name?: string; email?: string; document?: string; phones?: object } | undefined;
  for (const field of ['name', 'email', 'document', 'phones'] as const) {
    if (!customer?.[field]) throw invalid(`order.customer.${field}`, `The ${field} field is required.`);
  }
  return { ...customer, id: newId(context, 'cus') };
}

async function readCard(context: SimulatorContext, payment: WirePayment, customerId: string): Promise<StoredCard> {
  const { installments = 0, card_id, card_token, card, statement_descriptor = '' } = payment.credit_card ?? {};
  const field = 'order.payments[0].credit_card';
  if (installments < 1 || installments > 12) throw invalid(`${field}.installments`, 'Between 1 and 12 installments.');
  if (statement_descriptor.length > MAX_DESCRIPTOR) {
    throw invalid(`${field}.statement_descriptor`, `At most ${MAX_DESCRIPTOR} characters.`);
  }
  if (card_id) {
    const stored = await load<StoredCard>(context, `card:${card_id}`, 'Card');
    if (stored.customerId !== customerId) throw invalid(`${field}.card_id`, 'The card is of another customer.');
    return stored;
  }
  if (!card_token) throw invalid(`${field}.card_token`, 'A card_token or card_id is required.');
  if (!card?.billing_address) throw invalid(`${field}.card.billing_address`, 'The billing_address field is required.');
  return spendToken(context, card_token);
}

/** What the last transaction tells about its method. */
function describePayment(
  context: SimulatorContext,
  method: StoredCharge['payment_method'],
  payment: WirePayment,
  amount: number,
  card: StoredCard | undefined,
): Record<string, unknown> {
  if (method === 'pix') return describePix(context, payment, amount);
  if (method === 'boleto') return describeBoleto(context, payment, amount);
  const { installments, statement_descriptor } = payment.credit_card ?? {};
  return { installments, statement_descriptor, operation_type: 'auth_and_capture', card: card && showCard(card) };
}

function describePix(context: SimulatorContext, { pix }: WirePayment, amount: number): Record<string, unknown> {
  const inSeconds = new Date(context.clock.now().getTime() + (pix?.expires_in ?? 0) * 1000).toISOString();
  if (!pix?.expires_at && !pix?.expires_in)
    throw invalid('order.payments[0].pix', 'expires_in or expires_at is required.');
  const qrCode = buildBrCode({
    key: 'pix@simulator.example',
    amount,
    merchantName: 'PAGARME SIMULADOR',
    merchantCity: 'SAO PAULO',
    txid: randomText(context, 25),
  });
  const url = `${context.publicUrl}/transactions/qrcode.png`;
  return { qr_code: qrCode, qr_code_url: url, expires_at: pix.expires_at ?? inSeconds };
}

function describeBoleto(context: SimulatorContext, { boleto }: WirePayment, amount: number): Record<string, unknown> {
  const dueAt = boleto?.due_at;
  if (!dueAt || Number.isNaN(Date.parse(dueAt))) {
    throw invalid('order.payments[0].boleto.due_at', 'The due_at field must be a time.');
  }
  const nossoNumero = randomText(context, 8, '0123456789');
  const barcode = buildBarcode({
    bankCode: '197',
    dueDate: toSaoPauloDate(new Date(dueAt)),
    amount,
    freeField: randomText(context, 25, '0123456789'),
  });
  const url = `${context.publicUrl}/transactions/boleto`;
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

async function playCard(context: SimulatorContext, order: StoredOrder): Promise<void> {
  if (order.behaviour === 'approve' || order.behaviour === 'refuse') {
    const notify = await settleCharge(context, order, order.behaviour === 'approve' ? 'paid' : 'failed');
    // The answer does not wait for the event's delivery, as the provider's does not.
    void notify();
    return;
  }
  order.charge.status = 'processing';
  order.charge.last_transaction.status = 'authorized_pending_capture';
  await saveOrder(context, order);
}

export const getOrder: Handler = async (call) => {
  const order = await load<StoredOrder>(call.context, `order:${call.parts[0]}`, 'Order');
  return answerWith(call, order, showOrder);
};

export const listOrders: Handler = async ({ context, request }) => {
  const { code } = request.query;
  const size = Math.min(Number(request.query.size ?? 10), 30);
  const found = code
    ? await Promise.all(
        ((await context.store.get<string[]>(`code:${code}`)) ?? []).map((id) =>
          load<StoredOrder>(context, `order:${id}`, 'Order'),
        ),
      )
    : await context.store.list<StoredOrder>('order:', size);
  // The list leaves the charges out; whoever wants them reads the order.
  const data = found.slice(0, size).map((order) => ({ ...showOrder(order), charges: undefined }));
  return { status: 200, body: { data, paging: { total: data.length } } };
};
