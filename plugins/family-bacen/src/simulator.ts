/**
 * Plays a member: the Central Bank's charges, returns and mandates, and at a brand of ONZ's platform the accounts API as well, each API with a client
 * and a token of its own.
 */
import {
  answerRoute,
  type Book,
  type BookedCharge,
  type BookedRefund,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  createIds,
  defineSimulator,
  Fields,
  type OrderState,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorModule,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
} from '@feira/plugin-kit';
import { toReais } from '@feira/schemas/rules/money';
import { createMandateRoutes } from './mandate-simulator.ts';
import { toText } from './mapping.ts';
import type { CodePlace } from './provider.ts';

/**
 * The form of a token request: form fields, form fields without a secret (the certificate proves the client), a Basic pair in the header, JSON in
 * snake_case, or JSON in camelCase. Members answer 404 to any other than theirs, or than the account's, where the setting
 * `cashInTokenForm` or `cashOutTokenForm` says it.
 */
export type TokenForm = 'form' | 'public' | 'basic' | 'json' | 'camelCase';
export interface Brand {
  id: string;
  cashIn: TokenForm;
  cashOut: TokenForm;
  /** The status of a granted token: 200 or 201. */
  tokenStatus: number;
}
export interface Bank {
  id: string;
  tokenForm: TokenForm;
  tokenPath: string;
  /** The base URLs of calls by the first word of their path; the default one unless told. */
  bases?: Readonly<Record<string, string>>;
  /** The place of the code where a charge does not hold it. */
  codePlace?: CodePlace;
  /** The other credentials and settings of an account at the bank. */
  account?: Record<string, string>;
  /** Returns whether a call lacks what the bank wants in each: its answer is 401. */
  isIncomplete?(request: SimulatorRequest, credentials: SimulatorContext['credentials']): boolean;
}
interface Client {
  id: string;
  secret: string;
  form: TokenForm;
}
/** The bank that createSimulator plays. */
interface Member extends Pick<Bank, 'bases' | 'isIncomplete' | 'codePlace'> {
  tokenPath: string;
  tokenStatus: number;
  clients: { cashIn: Client; cashOut?: Client };
}

interface ChargeData {
  seconds: number;
  key: string;
}
type Charge = BookedCharge<ChargeData>;
type Api = 'cashIn' | 'cashOut';
/** Each API has a host of its own. */
const apiOf = ({ base }: SimulatorRequest): Api => (base === 'accounts' ? 'cashOut' : 'cashIn');

const TXID = /^[a-zA-Z0-9]{26,35}$/;
const IDEMPOTENCY_KEY = /^[a-zA-Z0-9]{1,50}$/;
const ISPB = '99999999';
const NOT_FOUND: SimulatorResponse = { status: 404, body: { detail: 'Not found' } };
const CHARGE_WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'ATIVA',
  EXPIRED: 'REMOVIDA_PELO_PSP',
  UNKNOWN: 'EM_QUARENTENA',
};
const RETURN_WORDS: Partial<Record<OrderState, string>> = { DONE: 'DEVOLVIDO', FAILED: 'NAO_REALIZADO' };
const PAYMENT_WORDS: Record<OrderState, string> = {
  PENDING: 'PROCESSING',
  DONE: 'LIQUIDATED',
  FAILED: 'REJECTED',
  RETURNED: 'REFUNDED',
  UNKNOWN: 'EM_QUARENTENA',
};

export const defineBrandSimulator = ({ id, tokenStatus, ...forms }: Brand): SimulatorModule => {
  const clientOf = (api: Api): Client => ({ id: `${api}ClientId`, secret: `${api}ClientSecret`, form: forms[api] });
  const clients = { cashIn: clientOf('cashIn'), cashOut: clientOf('cashOut') };
  return defineSimulator({
    createSimulator: (context) => createSimulator(context, { tokenPath: '/oauth/token', tokenStatus, clients }),
    samples: {
      credentials: {
        cashInClientId: `${id}-cash-in`,
        cashInClientSecret: `${id}_cash_in_invented_0001`,
        cashOutClientId: `${id}-cash-out`,
        cashOutClientSecret: `${id}_cash_out_invented_0001`,
        pixKey: 'loja@example.com',
        cashInBaseUrl: 'https://api.pix.example.com',
        cashOutBaseUrl: 'https://accounts.example.com/api/v2',
      },
    },
  });
};

export const defineBankSimulator = ({ id, tokenForm, account, ...bank }: Bank): SimulatorModule => {
  const clients = { cashIn: { id: 'clientId', secret: 'clientSecret', form: tokenForm } };
  return defineSimulator({
    createSimulator: (context) => createSimulator(context, { ...bank, tokenStatus: 200, clients }),
    samples: {
      credentials: {
        clientId: `${id}-client`,
        ...(tokenForm !== 'public' && { clientSecret: `${id}_invented_0001` }),
        pixKey: 'loja@example.com',
        ...account,
      },
    },
  });
};

const problem = (status: number, title: string, detail: string): SimulatorResponse => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status, detail },
});

function createSimulator(context: SimulatorContext, member: Member): Simulator {
  const { store, credentials } = context;
  const ids = createIds(context);
  const book: Book<ChargeData> = createBook<ChargeData>(context, {
    notifyCharge,
    notifyWithdrawal,
    keyOf: ({ headers }) => headers['x-idempotency-key'],
    newPaymentId: () => ids.endToEnd(ISPB),
    refuse: (rule) => {
      const title = rule === 'MISSING' ? 'CobNaoEncontrado' : 'PixDevolucaoInvalida';
      return new WireRefusal(rule === 'MISSING' ? 404 : 400, problem(400, title, rule).body);
    },
  });
  const tokenOf = (api: Api) => `${api}-token-of-${credentials[member.clients[api]?.id ?? '']}`;

  function grant(request: SimulatorRequest): SimulatorResponse {
    const api = apiOf(request);
    const client = member.clients[api];
    const form = formOf(request);
    if (!client || (credentials[`${api}TokenForm`] ?? client.form) !== form)
      return { status: 404, body: { detail: 'Application not found' } };
    const [id, secret] = readClient(request, form);
    const isKnown =
      id === credentials[client.id] && secret === (form === 'public' ? undefined : credentials[client.secret]);
    if (!isKnown) return problem(401, 'onz-0018', 'Unauthorized');
    return {
      status: member.tokenStatus,
      body: { access_token: tokenOf(api), token_type: 'Bearer', expires_in: 300, refresh_expires_in: 0 },
    };
  }

  /** Calls of another host or version than the bank's are unknown to it. */
  const baseOf = ({ path }: SimulatorRequest) => member.bases?.[path.split('/')[1] ?? ''] ?? 'default';

  const only =
    (api: Api, handler: RouteHandler): RouteHandler =>
    async (request, ...values) => {
      if (apiOf(request) !== api) return NOT_FOUND;
      if (api === 'cashIn' && (request.base ?? 'default') !== baseOf(request)) return NOT_FOUND;
      const isGranted = request.headers.authorization === `Bearer ${tokenOf(api)}`;
      return isGranted && !member.isIncomplete?.(request, credentials)
        ? handler(request, ...values)
        : problem(401, 'onz-0018', 'Unauthorized');
    };

  /** A bank that tells the code elsewhere leaves it out of the charge. */
  const show = (charge: Charge): object => {
    const { pixCopiaECola, ...others } = toWire(charge);
    return member.codePlace ? others : { ...others, pixCopiaECola };
  };

  async function showCode(request: SimulatorRequest, txid: string): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, txid);
    if (!charge || member.codePlace !== 'qrcode') return problem(404, 'NaoEncontrado', 'txid');
    const { pixCopiaECola: emv, location } = toWire(charge);
    return { status: 200, body: { emv, pix_link: `https://${location}`, imagem_base64: '' } };
  }

  async function putCharge(request: SimulatorRequest, txid: string): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    if (!TXID.test(txid)) return problem(400, 'CobOperacaoInvalida', 'txid');
    const earlier = await book.findCharge(request, txid);
    // A repeat leaves an open charge as it is; one that is over cannot be changed.
    if (earlier && earlier.status !== 'WAITING')
      return problem(400, 'CobOperacaoInvalida', 'A cobrança já existe e não está ATIVA.');
    const seconds = wanted.number('calendario.expiracao') ?? 86_400;
    const charge =
      earlier ??
      (await book.createCharge(request, () => txid, {
        reference: txid,
        method: 'PIX',
        amount: wanted.reais('valor.original') ?? 0,
        expiresAt: new Date(context.clock.now().getTime() + seconds * 1_000).toISOString(),
        data: { seconds, key: wanted.requireText('chave') },
      }));
    return { status: 201, body: show(charge) };
  }

  async function putReturn(request: SimulatorRequest, endToEndId: string, id: string): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const found = await book.findByPayment(request, endToEndId);
    if (!found) return mandates.putReturn(request, endToEndId, id);
    const { transactionId, refunds } = found.charge;
    if (refunds.some((refund) => refund.id === id))
      return problem(400, 'PixDevolucaoInvalida', 'O id já foi utilizado.');
    const amount = wanted.reais('valor');
    const refund = await book.createRefund(transactionId, () => id, { reference: id, amount, of: endToEndId });
    return { status: 201, body: toWireReturn(refund) };
  }

  async function createPayment(request: SimulatorRequest): Promise<SimulatorResponse> {
    const key = request.headers['x-idempotency-key'] ?? '';
    const wanted = new Fields(request.body);
    const amount = wanted.value('payment.amount');
    if (!IDEMPOTENCY_KEY.test(key) || typeof amount !== 'number') return problem(400, 'onz-0002', 'Invalid parameters');
    const withdrawal = await book.createWithdrawal(request, () => ids.endToEnd(ISPB), {
      reference: key,
      amount: wanted.reais('payment.amount') ?? 0,
      destination: { pixKey: wanted.requireText('pixKey') },
      data: {},
    });
    return { status: 202, body: { ...toWirePayment(withdrawal), eventDate: withdrawal.createdAt } };
  }

  const showPayment = (withdrawal: BookedWithdrawal | undefined): SimulatorResponse =>
    withdrawal ? { status: 200, body: { data: toWirePayment(withdrawal) } } : problem(404, 'onz-0010', 'Not found');

  const mandates = createMandateRoutes(context, {
    send: (...parameters) => send(...parameters),
    problem,
    findChargeLocation: async (request, txid) => {
      const charge = await book.findCharge(request, txid);
      return charge && locationOf(charge);
    },
  });
  const ownMandates = Object.entries(mandates.routes).map(([route, handler]) => [route, only('cashIn', handler)]);

  const routes: Record<string, RouteHandler> = {
    ...Object.fromEntries(ownMandates),
    [`POST ${member.tokenPath}`]: async (request) => grant(request),
    'PUT /cob/*': only('cashIn', (request, txid) => putCharge(request, txid!)),
    'GET /cob/*': only('cashIn', async (request, txid) => {
      const charge = await book.findCharge(request, txid!);
      return charge ? { status: 200, body: show(charge) } : problem(404, 'CobNaoEncontrado', 'txid');
    }),
    'GET /cob/*/qrcode': only('cashIn', (request, txid) => showCode(request, txid!)),
    'PUT /pix/*/devolucao/*': only('cashIn', (request, endToEndId, id) => putReturn(request, endToEndId!, id!)),
    'PUT /webhook/*': only('cashIn', async ({ body }) => {
      await store.set('webhook:pix', new Fields(body).requireText('webhookUrl'));
      return { status: 200, body: {} };
    }),
    'POST /pix/payments/dict': only('cashOut', createPayment),
    'GET /pix/payments/*': only('cashOut', async (_request, id) => showPayment(await book.findWithdrawal(id!))),
    'GET /pix/payments/idempotencyKey/*': only('cashOut', async (_request, key) =>
      showPayment((await book.listWithdrawalsByReference(key))[0]),
    ),
    'POST /webhooks/*': only('cashOut', async ({ body }, kind) => {
      await store.set(`webhook:${kind}`, new Fields(body).requireText('uri'));
      return { status: 200, body: {} };
    }),
  };

  async function send(kind: string, end: string, event: object, times = 1): Promise<void> {
    const url = await store.get<string>(`webhook:${kind}`);
    if (!url) return;
    const delivery = {
      url: url + end,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    };
    for (let time = 0; time < times; time += 1) await context.sendWebhook(delivery);
  }

  /** Each payment and each return is told once by either API. */
  async function notifyCharge(state: ChargeState, charge: Charge, { times }: { times: number; refund?: BookedRefund }) {
    const payment = toReceived(charge).at(-1);
    if (!payment) return;
    const data = {
      id: charge.payments.length,
      txId: charge.transactionId,
      endToEndId: payment.endToEndId,
      payment: { amount: payment.valor, currency: 'BRL' },
    };
    await Promise.all([
      send('pix', '/pix', { pix: [payment] }, times),
      // The payer agrees while they pay, whether or not anybody takes the event.
      state === 'PAID' && mandates.book.approvePaid(charge.transactionId),
    ]);
    if (state === 'PAID')
      return send('receive', '', { type: 'RECEIVE', data: { ...data, status: 'LIQUIDATED', refunds: [] } }, times);
    return send('refund', '', { type: 'REFUND', data: { ...data, status: 'LIQUIDATED' } }, times);
  }

  function notifyWithdrawal(withdrawal: BookedWithdrawal): Promise<void> {
    const data = toWirePayment(withdrawal);
    return withdrawal.status === 'RETURNED'
      ? send('refund', '', { type: 'REFUND', data: { ...data, status: 'LIQUIDATED' } })
      : send('transfer', '', { type: 'TRANSFER', data });
  }

  return {
    ...book.controls,
    mandates: mandates.book.controls,
    handle: (request) => answerRoute(routes, request, () => NOT_FOUND),
  };
}

function formOf({ headers, body }: SimulatorRequest): TokenForm {
  if (headers.authorization?.startsWith('Basic ')) return 'basic';
  const fields = new Fields(body);
  if (/urlencoded/.test(headers['content-type'] ?? '')) return fields.has('client_secret') ? 'form' : 'public';
  return fields.has('clientId') ? 'camelCase' : 'json';
}

/** The id and the secret of who asks for a token. */
function readClient({ headers, body }: SimulatorRequest, form: TokenForm): (string | undefined)[] {
  if (form === 'basic') return atob(headers.authorization!.slice('Basic '.length)).split(':');
  const fields = new Fields(body);
  const names = form === 'camelCase' ? ['clientId', 'clientSecret'] : ['client_id', 'client_secret'];
  return names.map((name) => fields.text(name));
}

const toWireReturn = (refund: BookedRefund) => ({
  id: refund.id,
  rtrId: `D${ISPB}${refund.id}`.padEnd(32, '0').slice(0, 32),
  valor: toText(refund.amount),
  natureza: 'ORIGINAL',
  horario: { solicitacao: refund.createdAt },
  status: RETURN_WORDS[refund.status] ?? 'EM_PROCESSAMENTO',
  ...(refund.reason && { motivo: refund.reason }),
});

/** The list of returns has the money that banks take back as well. */
function toReceived(charge: Charge) {
  return charge.payments.map(({ id, amount, paidAt }, index) => {
    const own = charge.refunds.filter(({ of }) => of === id || (of === null && index === 0));
    const left = amount - own.filter(({ status }) => status === 'DONE').reduce((sum, one) => sum + one.amount, 0);
    const taken = {
      id: `MED${charge.transactionId}`.slice(0, 32),
      rtrId: `D${ISPB}${charge.transactionId}`.padEnd(32, '0').slice(0, 32),
      valor: toText(left),
      natureza: 'MED_FRAUDE',
      horario: { solicitacao: paidAt },
      status: 'DEVOLVIDO',
    };
    return {
      endToEndId: id,
      txid: charge.transactionId,
      valor: toText(amount),
      horario: paidAt,
      devolucoes: [...own.map(toWireReturn), ...(charge.status === 'CHARGED_BACK' && left > 0 ? [taken] : [])],
    };
  });
}

const locationOf = ({ transactionId }: Charge) => `pix.example.com/qr/v2/${transactionId}`;

function toWire(charge: Charge) {
  const location = locationOf(charge);
  return {
    calendario: { criacao: charge.createdAt, expiracao: charge.data.seconds },
    txid: charge.transactionId,
    revisao: 0,
    location,
    status: CHARGE_WORDS[charge.status] ?? 'CONCLUIDA',
    valor: { original: toText(charge.amount), modalidadeAlteracao: 0 },
    chave: charge.data.key,
    pixCopiaECola: `00020126${location}`,
    ...(charge.payments.length > 0 && { pix: toReceived(charge) }),
  };
}

const toWirePayment = (withdrawal: BookedWithdrawal) => ({
  endToEndId: withdrawal.id,
  id: Number.parseInt(withdrawal.createdAt.replace(/\D/g, '').slice(5, 17), 10),
  idempotencyKey: withdrawal.reference,
  status: PAYMENT_WORDS[withdrawal.status],
  payment: { currency: 'BRL', amount: toReais(withdrawal.amount) },
  ...(withdrawal.reason && { errorCode: withdrawal.reason }),
});
