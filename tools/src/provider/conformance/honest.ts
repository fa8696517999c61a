/**
 * An honest provider that differs from the sandbox wherever providers may: charges are made by PUT under our reference without hyphens,
 * their codes come with a later read, by an id that only the first answer tells, events are forms, withdrawals cannot be asked for, and there is no word for a chargeback.
 */
import {
  answerRoute,
  type BookedCharge,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  createCalls,
  defineProvider,
  defineSimulator,
  Fields,
  invalidEvent,
  type OrderState,
  path,
  type RouteHandler,
  type SimulatorContext,
} from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import type { TransactionResult, WebhookResult, WithdrawRequest } from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import type { Subject } from './mutants.ts';

const title = (text: string) => ({ 'pt-BR': text, en: text });

const manifest: Manifest = {
  id: 'quati',
  contract: '^1.0.0',
  name: 'Quati',
  description: title('PIX'),
  evidence: 'documented',
  environments: { sandbox: { default: 'https://sandbox.quati.example' } },
  hosts: ['sandbox.quati.example'],
  auth: { type: 'header', header: 'x-api-key', credential: 'apiKey' },
  credentials: {
    type: 'object',
    required: ['apiKey', 'webhookToken'],
    properties: {
      apiKey: { type: 'string', title: title('Chave'), secret: true },
      webhookToken: { type: 'string', title: title('Token'), secret: true },
      nickname: { type: 'string', title: title('Apelido') },
    },
  },
  capabilities: {
    methods: { PIX: { refund: 'none', requiredBuyerFields: ['document'] } },
    withdraw: ['PIX'],
    chargeback: 'none',
  },
  operations: ['createTransaction', 'getTransaction', 'withdraw', 'processWebhook'],
  status: {
    payment: { map: { ATIVA: 'PENDING', CONCLUIDA: 'APPROVED', EXPIRADA: 'REJECTED' }, unknown: 'PENDING' },
    withdraw: {
      map: { EM_CURSO: 'PENDING', PAGO: 'APPROVED', RECUSADO: 'REJECTED', DEVOLVIDO: 'REJECTED' },
      unknown: 'PENDING',
    },
  },
  webhook: { authentication: { type: 'header', header: 'x-quati-token', credential: 'webhookToken' } },
  moneyUnit: 'reais',
  idempotency: { supported: true },
  lookup: { byReference: true, lagSeconds: 0 },
};

const toTxid = (reference: string) => reference.replaceAll('-', '');
const toText = (cents: number) => toReais(cents).toFixed(2);

const fromCob = (cob: Fields): TransactionResult => ({
  transactionId: cob.requireText('txid'),
  paymentMethod: 'PIX',
  providerStatus: cob.requireText('status'),
  amount: cob.reais('valor.original'),
  paidAmount: cob.reais('valor.recebido'),
  pixCode: cob.text('pixCopiaECola'),
  memo: { location: cob.requireText('loc') },
});

function fromEvent(input: unknown): WebhookResult {
  const event = new Fields(input);
  const [kind, id] = [event.text('tipo'), event.text('id')];
  if (!kind || !id) throw invalidEvent('The event lacks tipo or id.');
  const said = { providerStatus: event.requireText('status'), amount: event.reais('valor') };
  if (kind === 'cob') return { subject: 'payment', transactionId: id, paidAmount: event.reais('recebido'), ...said };
  return kind === 'saque' ? { subject: 'withdraw', withdrawId: id, ...said } : { subject: 'ignored', event: kind };
}

const module = defineProvider({
  createProvider({ http }) {
    const { find, post, put } = createCalls(http, (body) => body.reason('erro'));
    return {
      async createTransaction({ reference, amount, customer }) {
        const devedor = { nome: customer.name, cpf: customer.document };
        return fromCob(await put(path`/cob/${toTxid(reference)}`, { devedor, valor: { original: toText(amount) } }));
      },
      async getTransaction({ transactionId, reference, memo }) {
        const cob = await find(
          memo?.location ? path`/loc/${memo.location}` : path`/cob/${transactionId ?? toTxid(reference)}`,
        );
        return cob && fromCob(cob);
      },
      async withdraw({ withdrawReference, amount, pixKey, pixType }: WithdrawRequest) {
        const order = { idEnvio: toTxid(withdrawReference), valor: toText(amount), chave: pixKey, tipo: pixType };
        const made = await post('/saques', order);
        const [withdrawId, providerStatus] = [made.requireText('id'), made.requireText('status')];
        return { withdrawId, providerStatus, amount: made.reais('valor') };
      },
      processWebhook: async ({ body }) => fromEvent(body),
    };
  },
});

const CHARGE_WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'ATIVA',
  PAID: 'CONCLUIDA',
  EXPIRED: 'EXPIRADA',
  CHARGED_BACK: 'CONCLUIDA',
  UNKNOWN: 'EM_QUARENTENA',
};
const ORDER_WORDS: Record<OrderState, string> = {
  PENDING: 'EM_CURSO',
  DONE: 'PAGO',
  FAILED: 'RECUSADO',
  RETURNED: 'DEVOLVIDO',
  UNKNOWN: 'EM_QUARENTENA',
};

const toWire = (charge: BookedCharge) => ({
  txid: charge.transactionId,
  status: CHARGE_WORDS[charge.status],
  loc: `loc_${charge.transactionId}`,
  valor: { original: toText(charge.amount), recebido: toText(charge.paidAmount) },
});

function createSimulator(context: SimulatorContext) {
  const send = (fields: Record<string, string>) =>
    context.sendWebhook({
      url: context.webhookUrl ?? '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-quati-token': context.credentials.webhookToken ?? '',
      },
      body: new URLSearchParams(fields).toString(),
    });
  const book = createBook<null, null>(context, {
    keyOf: ({ method, path: place, body }) => (method === 'PUT' ? place : new Fields(body).text('idEnvio')),
    notifyCharge(state, { transactionId: id, amount, paidAmount }) {
      const sums = { valor: toText(amount), recebido: toText(paidAmount) };
      return send({ tipo: 'cob', id, status: CHARGE_WORDS[state] ?? '', ...sums });
    },
    notifyWithdrawal: ({ id, status, amount }) =>
      send({ tipo: 'saque', id, status: ORDER_WORDS[status], valor: toText(amount) }),
  });
  const toOrder = ({ id, status, amount }: BookedWithdrawal<null>) => ({
    id,
    status: ORDER_WORDS[status],
    valor: toText(amount),
  });
  const routes: Record<string, RouteHandler> = {
    'PUT /cob/*': async (request, txid = '') => {
      const amount = new Fields(request.body).reais('valor.original') ?? 0;
      const charge = { reference: txid, method: 'PIX', amount, data: null } as const;
      return { status: 201, body: toWire(await book.createCharge(request, () => txid, charge)) };
    },
    'GET /cob/*': async (request, txid = '') => {
      const charge = await book.findCharge(request, txid);
      if (!charge) return { status: 404, body: { erro: 'Não encontrada.' } };
      return { status: 200, body: toWire(charge) };
    },
    'GET /loc/*': async (request, location = '') => {
      const charge = await book.findCharge(request, location.replace('loc_', ''));
      if (!charge) return { status: 404, body: { erro: 'Não encontrada.' } };
      return { status: 200, body: { ...toWire(charge), pixCopiaECola: `00020126quati.example/${location}` } };
    },
    'POST /saques': async (request) => {
      const wanted = new Fields(request.body);
      const destination = {
        pixKey: wanted.requireText('chave'),
        pixType: wanted.requireText('tipo') as WithdrawRequest['pixType'],
      };
      const order = {
        reference: wanted.requireText('idEnvio'),
        amount: wanted.reais('valor') ?? 0,
        destination,
        data: null,
      };
      return { status: 201, body: toOrder(await book.createWithdrawal(request, 'saq_', order)) };
    },
  };
  return {
    ...book.controls,
    handle: async (request: Parameters<RouteHandler>[0]) =>
      request.headers['x-api-key'] === context.credentials.apiKey
        ? answerRoute(routes, request, () => ({ status: 404, body: {} }))
        : { status: 401, body: {} },
  };
}

export const HONEST: Subject = {
  manifest,
  module,
  simulator: defineSimulator({
    createSimulator,
    samples: {
      credentials: { apiKey: 'quati_invented_0001', webhookToken: 'quati_invented_0002', nickname: 'Loja do bairro' },
    },
  }),
};
