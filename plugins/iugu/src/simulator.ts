/** Plays iugu's invoices, charges and cards over its own wire format. */
import {
  answerRoute,
  type Book,
  type BookedCharge,
  type ChargeState,
  createBook,
  defineSimulator,
  Fields,
  fromSaoPaulo,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { cardBrand } from '@feira/schemas/rules/card';
import { createFamily, newId, RECEIVER_DATA, refuse, samplePrivateKey } from '../../family-iugu/src/simulator.ts';

interface InvoiceData {
  dueDate: string;
  splits: { recipient_account_id: string; cents: number }[];
}
type Invoice = BookedCharge<InvoiceData>;
interface Card {
  number: string;
  test: boolean;
  isUsed: boolean;
}

const METHODS: Record<string, Invoice['method']> = { pix: 'PIX', bank_slip: 'BILLET', credit_card: 'CREDIT_CARD' };
const WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'pending',
  REFUNDED: 'refunded',
  REFUSED: 'canceled',
  CANCELED: 'canceled',
  EXPIRED: 'expired',
  CHARGED_BACK: 'chargeback',
  UNKNOWN: 'em_quarentena',
};
const LOWEST_PRICE = 100;
const REFUSED_CARD = '4012888888881881';

const wordOf = (invoice: Invoice) =>
  WORDS[invoice.status] ?? (invoice.paidAmount < invoice.amount ? 'partially_paid' : 'paid');

function createSimulator(context: SimulatorContext): Simulator {
  const { store, clock, credentials } = context;
  const family = createFamily(context);
  const makeId = newId(context);
  const book: Book<InvoiceData> = createBook<InvoiceData>(context, {
    notifyCharge,
    notifyWithdrawal: (withdrawal) => family.notifyTransfer(withdrawal),
    keyOf: () => undefined,
    isPaidOnce: true,
    wordOf,
    refuse: (rule) => refuse(rule === 'MISSING' ? 404 : 400, rule === 'MISSING' ? 'Invoice Not Found' : rule),
  });

  async function makeInvoice(
    request: SimulatorRequest,
    method: Invoice['method'],
    first: { status?: 'PAID' | 'REFUSED'; reason?: string },
  ): Promise<Invoice> {
    const wanted = new Fields(request.body);
    const items = wanted.requireList('items');
    if (items.some((item) => (item.cents('price_cents') ?? 0) < LOWEST_PRICE))
      throw refuse(422, { 'items.price_cents': ['deve ser maior ou igual a 100'] });
    wanted.requireText('email');
    if (method !== 'CREDIT_CARD' && !(wanted.has('payer.cpf_cnpj') && wanted.has('payer.name')))
      throw refuse(422, { 'payer.cpf_cnpj': ['não pode ficar em branco'] });
    if (method === 'BILLET' && !(wanted.has('payer.address.zip_code') && wanted.has('payer.address.number')))
      throw refuse(422, { 'payer.address.zip_code': ['não pode ficar em branco'] });
    const amount = items.reduce((sum, item) => sum + item.cents('price_cents')! * (item.number('quantity') ?? 1), 0);
    const splits = wanted.list('splits').map((split) => ({
      recipient_account_id: split.requireText('recipient_account_id'),
      cents: split.cents('cents') ?? 0,
    }));
    const dueDate = wanted.text('due_date') ?? clock.now().toISOString().slice(0, 10);
    const expiresAt = wanted.date('pix_qr_code_expires_at') ?? fromSaoPaulo(dueDate);
    return book.createCharge(request, makeId, {
      reference: wanted.text('order_id') ?? '',
      method,
      amount,
      ...first,
      ...(method !== 'CREDIT_CARD' && { expiresAt }),
      shares: splits.map((split) => ({ account: split.recipient_account_id, amount: split.cents })),
      data: { dueDate, splits },
    });
  }

  async function createInvoice(request: SimulatorRequest): Promise<SimulatorResponse> {
    const [payableWith = ''] = new Fields(request.body).texts('payable_with');
    const method = METHODS[payableWith];
    if (!method) throw refuse(422, { payable_with: ['não é válido'] });
    return { status: 200, body: toWire(await makeInvoice(request, method, {})) };
  }

  /** A token works once, and is burnt by a refusal too; a stored card works again and again. */
  async function takeCard(wanted: Fields): Promise<Card> {
    const stored = wanted.text('customer_payment_method_id');
    if (stored) return (await store.get<Card>(`method:${stored}`)) ?? fail('Cartão não encontrado');
    const token = wanted.requireText('token');
    const card = await store.get<Card>(`token:${token}`);
    if (!card || card.isUsed) return fail('Esse token já foi usado.');
    await store.set(`token:${token}`, { ...card, isUsed: true });
    return card;
  }
  const fail = (errors: string): never => {
    throw refuse(400, errors);
  };

  async function createCharge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const months = wanted.number('months');
    if (months !== undefined && (months < 2 || months > 12)) throw refuse(422, { months: ['não é válido'] });
    const invoiceId = wanted.text('invoice_id');
    if (invoiceId && (wanted.has('email') || wanted.has('items'))) throw refuse(400, 'email não é preenchido');
    const card = await takeCard(wanted);
    const isRefused = card.number === REFUSED_CARD;
    const end = isRefused ? ({ status: 'REFUSED', reason: 'LR 51' } as const) : ({ status: 'PAID' } as const);
    const made = invoiceId ? await payInvoice(invoiceId, isRefused) : await makeInvoice(request, 'CREDIT_CARD', end);
    const shown = { brand: cardBrand(card.number), last4: card.number.slice(-4), invoice_id: made };
    const body = isRefused
      ? { ...shown, success: false, status: 'unauthorized', message: 'Não Autorizado', LR: '51' }
      : { ...shown, success: true, status: 'captured', message: 'Autorizado', LR: '00' };
    return { status: 200, body: { ...body, invoice_id: typeof made === 'string' ? made : made.transactionId } };
  }

  /** Money of a card comes into an invoice that waits for it; its own trigger tells of it. */
  async function payInvoice(id: string, isRefused: boolean): Promise<string> {
    const { charge } = await book.changeCharge(id, (invoice, happened) => {
      if (invoice.status !== 'WAITING') throw refuse(400, 'A fatura não está pendente.');
      if (isRefused) return;
      invoice.status = 'PROCESSING';
      happened('PROCESSING');
    });
    if (!isRefused) await book.controls.pay(id);
    return charge.transactionId;
  }

  async function createToken({ body }: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(body);
    const account = credentials.publicKey ?? '';
    if (wanted.text('account_id') !== account.replace('test:', '')) throw refuse(400, 'account_id invalido');
    const number = wanted.requireText('data.number');
    for (const field of ['first_name', 'last_name', 'month', 'year', 'verification_value'])
      if (!wanted.has(`data.${field}`)) throw refuse(422, { [field]: ['não pode ficar em branco'] });
    for (const [field, form] of [
      ['month', /^\d{2}$/],
      ['year', /^\d{4}$/],
    ] as const)
      if (!form.test(wanted.requireText(`data.${field}`))) throw refuse(422, { [field]: ['não é válido'] });
    const id = makeId();
    await store.set(`token:${id}`, { number, test: wanted.flag('test') ?? false, isUsed: false });
    const extra_info = { brand: cardBrand(number), display_number: `XXXX-XXXX-XXXX-${number.slice(-4)}` };
    return { status: 200, body: { id, method: 'credit_card', test: wanted.flag('test'), extra_info } };
  }

  async function refund(request: SimulatorRequest, id: string): Promise<SimulatorResponse> {
    const invoice = await book.findCharge(request, id);
    if (!invoice) throw refuse(404, 'Invoice Not Found');
    const amount = new Fields(request.body).cents('partial_value_refund_cents');
    if (invoice.method === 'BILLET') throw refuse(400, 'Boleto não pode ser reembolsado.');
    if (invoice.method === 'PIX' && amount !== undefined) throw refuse(400, 'Pix é reembolsado por inteiro.');
    await book.createRefund(id, makeId, { amount });
    return { status: 200, body: toWire((await book.findCharge(request, id))!) };
  }

  const show = (invoice: Invoice | undefined): SimulatorResponse => {
    if (!invoice) throw refuse(404, 'Invoice Not Found');
    return { status: 200, body: toWire(invoice) };
  };
  const routes: Record<string, RouteHandler> = {
    ...family.toRoutes(book),
    'POST /invoices': (request) => family.once(request, () => createInvoice(request)),
    'POST /charge': (request) => family.once(request, () => createCharge(request)),
    'GET /invoices/*': async (request, id) => show(await book.findCharge(request, id!)),
    'PUT /invoices/*/cancel': async (_request, id) => {
      const { charge } = await book.changeCharge(id!, (invoice) => {
        if (invoice.status !== 'WAITING') throw refuse(400, 'Apenas faturas pendentes podem ser canceladas');
        invoice.status = 'CANCELED';
      });
      return show(charge);
    },
    'POST /invoices/*/refund': (request, id) => refund(request, id!),
    'GET /resource_search': async (request) => {
      const [found] = await book.listByReference(request, request.query.value);
      if (!found || request.query.query_field !== 'order_id') throw refuse(404, 'Not Found');
      const resource = toWire(found);
      return { status: 200, body: { referenceable_id: found.transactionId, referenceable_type: 'Invoice', resource } };
    },
    'POST /customers': async ({ body }) => {
      const { name, email } = { name: new Fields(body).text('name'), email: new Fields(body).requireText('email') };
      return { status: 200, body: { id: makeId(), name, email } };
    },
    'POST /customers/*/payment_methods': async ({ body }, customer) => {
      const card = await takeCard(new Fields(body));
      if (card.number === REFUSED_CARD) throw refuse(400, 'Cartão recusado.');
      const id = makeId();
      await store.set(`method:${id}`, { ...card, customer });
      const data = { brand: cardBrand(card.number), display_number: `XXXX-XXXX-XXXX-${card.number.slice(-4)}` };
      return { status: 200, body: { id, item_type: 'credit_card', data } };
    },
    'DELETE /customers/*/payment_methods/*': async (_request, customer, id) => {
      const card = await store.get<Card & { customer: string }>(`method:${id}`);
      if (card?.customer !== customer) throw refuse(404, 'Payment Method Not Found');
      await store.set(`method:${id}`, null);
      return { status: 200, body: { id, item_type: 'credit_card' } };
    },
  };

  async function notifyCharge(state: ChargeState, invoice: Invoice, { times }: { times: number }): Promise<void> {
    if (state === 'PROCESSING') return;
    const isReturned = state === 'REFUNDED' || state === 'PARTLY_REFUNDED';
    const event = isReturned ? (state === 'REFUNDED' ? 'refund' : 'partially_refunded') : 'status_changed';
    const { id, status, order_id, paid_cents } = toWire(invoice);
    await family.send(`invoice.${event}`, { id, status, order_id, paid_cents }, { times });
  }

  return {
    ...book.controls,
    ...family.toControls(book),
    async handle(request) {
      const missing = (): SimulatorResponse => ({ status: 404, body: { errors: 'Not Found' } });
      if (request.path === '/payment_token') {
        const open = { 'OPTIONS /payment_token': async () => ({ status: 204 }), 'POST /payment_token': createToken };
        return { ...(await answerRoute(open, request, missing)), headers: allowBrowser(request) };
      }
      if (!(await family.isAllowed(request))) return { status: 401, body: { errors: 'Unauthorized' } };
      return answerRoute(routes, request, missing);
    },
  };
}

/** Browsers send the card from a frame whose origin may be opaque ("null"). */
const allowBrowser = ({ headers }: SimulatorRequest) => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'content-type',
});

const toWire = (invoice: Invoice) => ({
  id: invoice.transactionId,
  status: wordOf(invoice),
  due_date: invoice.data.dueDate,
  currency: 'BRL',
  total_cents: invoice.amount,
  paid_cents: invoice.paidAmount || null,
  refunded_cents: invoice.refundedAmount || null,
  order_id: invoice.reference,
  secure_url: `https://checkout.iugu.invalid/invoices/${invoice.transactionId}`,
  split_rules: invoice.data.splits,
  ...(invoice.method === 'PIX' && {
    pix: {
      qrcode: `https://faturas.iugu.invalid/qr_code/${invoice.transactionId}`,
      qrcode_text: `00020126iugu.invalid/${invoice.transactionId}`,
      status: 'qr_code_created',
      end_to_end_id: invoice.payments[0]?.id ?? null,
    },
  }),
  bank_slip:
    invoice.method === 'BILLET'
      ? {
          digitable_line: `4019${invoice.transactionId.replace(/\D/g, '')}`.padEnd(47, '0').slice(0, 47),
          barcode_data: `4019${invoice.transactionId.replace(/\D/g, '')}`.padEnd(44, '0').slice(0, 44),
          bank_slip_pdf_url: `https://boletos.iugu.invalid/${invoice.transactionId}.pdf`,
        }
      : null,
});

export default defineSimulator({
  createSimulator,
  samples: {
    get credentials() {
      return {
        apiToken: 'ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789',
        publicKey: 'test:0123456789ABCDEF0123456789ABCDEF',
        webhookAuthorization: 'invented-authorization-0001',
        privateKey: samplePrivateKey(),
      };
    },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD },
    receiverData: RECEIVER_DATA,
  },
});
