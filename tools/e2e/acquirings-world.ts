/** Answers for three connections that did well, badly and not at all, and for their calls and events; a test can change the answers. */
import type { Output } from '@feira/schemas/procedure';
import * as routing from '@feira/schemas/procedures/routing';
import * as system from '@feira/schemas/procedures/system';
import * as webhooks from '@feira/schemas/procedures/webhooks';
import { type FakedServer, Refused } from './faked-screens.ts';
import { compare, PROPOSAL_ID } from './money-rules-world.ts';

type Health = Output<typeof routing.getHealth>['connections'][number];
type Decision = Output<typeof routing.listDecisions>['decisions'][number];
type Webhook = Output<typeof webhooks.getWebhook>;
type Exchange = Output<typeof webhooks.listExchanges>['exchanges'][number];

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-20T15:30:00.000Z';
const HOUR_MS = 3_600_000;
export const [ASAAS, PAGARME, RESERVE] = [id(301), id(302), id(303)];
export const PAYMENT = 'p4gamentoPublic0123456';

const CONNECTIONS: Output<typeof routing.listRoutes>['connections'] = [
  {
    id: ASAAS,
    name: 'Asaas principal',
    provider: 'asaas',
    providerName: 'Asaas',
    environment: 'production',
    status: 'ENABLED',
    methods: ['PIX', 'BILLET'],
  },
  {
    id: PAGARME,
    name: 'Pagar.me',
    provider: 'pagarme',
    providerName: 'Pagar.me',
    environment: 'production',
    status: 'ENABLED',
    methods: ['PIX', 'CREDIT_CARD'],
  },
  {
    id: RESERVE,
    name: 'Reserva',
    provider: 'asaas',
    providerName: 'Asaas',
    environment: 'sandbox',
    status: 'DISABLED',
    methods: ['PIX'],
  },
];

const route = (number: number, connectionId: string, priority: number, state: 'SERVING' | 'CIRCUIT_OPEN') => ({
  id: id(400 + number),
  connectionId,
  priority,
  weight: 100,
  conditions: {},
  isEnabled: true,
  isManaged: false,
  state,
});

/** The beginning of a chart with a dip in its middle. */
const createSeries = (hours: number, isBad: boolean): Health['series'] => {
  const steps = hours === 24 ? 48 : hours === 168 ? 56 : 60;
  const stepMs = (hours * HOUR_MS) / steps;
  return Array.from({ length: steps }, (_, index) => {
    const attempts = 4 + (index % 7);
    const failed = isBad && index > steps - 6 ? attempts - 1 : index % 13 === 0 ? 1 : 0;
    return {
      at: new Date(Date.parse(AT) - (steps - index) * stepMs).toISOString(),
      attempts,
      approved: attempts - failed - (index % 2),
      failed,
    };
  });
};

const method = (name: Health['methods'][number]['method'], counts: Partial<Health['methods'][number]>) => ({
  method: name,
  attempts: 240,
  approved: 190,
  waiting: 12,
  refused: 20,
  failed: 10,
  unknown: 8,
  successRate: 9_250,
  medianMs: 640,
  slowMs: 2_900,
  ...counts,
});

const createHealth = (hours: number, isResting: boolean): Health[] => [
  {
    connectionId: ASAAS,
    circuit: isResting ? { openedAt: AT, openUntil: '2099-11-20T15:35:00.000Z', reason: 'UNAVAILABLE' } : null,
    methods: [method('PIX', {}), method('BILLET', { attempts: 18, successRate: 10_000, failed: 0, unknown: 0 })],
    errors: [
      {
        at: AT,
        operation: 'createTransaction',
        code: 'UNAVAILABLE',
        message: 'TIMEOUT',
        paymentId: PAYMENT,
      },
      {
        at: '2026-11-20T15:20:00.000Z',
        operation: 'refund',
        code: 'INVALID_REQUEST',
        paymentId: null,
        message: 'O saldo disponível não cobre este reembolso.',
      },
      { at: '2026-11-20T15:10:00.000Z', operation: null, code: 'E_ODD', message: null, paymentId: null },
    ],
    series: createSeries(hours, true),
  },
  {
    connectionId: PAGARME,
    circuit: null,
    errors: [],
    series: createSeries(hours, false),
    methods: [method('CREDIT_CARD', { successRate: 9_990, failed: 0, unknown: 0, medianMs: 1_240 })],
  },
  { connectionId: RESERVE, circuit: null, methods: [], errors: [], series: [] },
];

const candidate = (connectionId: string, more: Partial<routing.Routing['candidates'][number]>) => ({
  connectionId,
  name: CONNECTIONS.find((known) => known.id === connectionId)!.name,
  provider: 'asaas',
  priority: 1,
  weight: 100,
  isChosen: false,
  reason: null,
  ...more,
});

const decision = (number: number, more: Partial<Decision>): Decision => ({
  attemptId: id(500 + number),
  paymentId: PAYMENT,
  saleId: id(550),
  method: 'PIX',
  amount: 12_990,
  currency: 'BRL',
  status: 'APPROVED',
  state: 'ANSWERED',
  connectionId: PAGARME,
  connectionName: 'Pagar.me',
  provider: 'pagarme',
  version: '1.2.0',
  transactionId: `or_${number}`,
  reason: null,
  createdAt: AT,
  routing: {
    by: 'routes',
    candidates: [
      candidate(ASAAS, { reason: 'CIRCUIT_OPEN' }),
      candidate(PAGARME, { isChosen: true, priority: 2, provider: 'pagarme' }),
      candidate(RESERVE, { reason: 'CONNECTION_OFF', priority: 3 }),
    ],
    version: { chosen: '1.2.0', isCanary: true, share: 10 },
    failoverOf: { attemptId: id(599), reason: 'UNAVAILABLE' },
  },
  ...more,
});

const BODY =
  '{"id":"evt_05b7","event":"PAYMENT_RECEIVED","payment":{"id":"pay_0802","value":129.90,"cpfCnpj":"***","long":12345678901234567890}}';

const webhook = (number: number, more: Partial<Webhook>): Webhook => ({
  id: id(600 + number),
  connectionId: ASAAS,
  connectionName: 'Asaas principal',
  provider: 'asaas',
  state: 'PROCESSED',
  reason: null,
  paymentId: PAYMENT,
  attempts: 1,
  replays: 0,
  bytes: 412,
  receivedAt: AT,
  processedAt: AT,
  query: {},
  body: BODY,
  answer: { status: 200, body: '{"received":true}' },
  headers: { 'content-type': 'application/json', 'asaas-access-token': '***', 'user-agent': 'Asaas_Hmlg/3.0' },
  ...more,
});

const exchange = (number: number, more: Partial<Exchange>): Exchange => ({
  id: id(700 + number),
  connectionId: ASAAS,
  connectionName: 'Asaas principal',
  provider: 'asaas',
  operation: 'createTransaction',
  method: 'POST',
  host: 'api.asaas.com',
  path: '/v3/payments',
  status: 200,
  outcome: 'OK',
  errorCode: null,
  reason: null,
  durationMs: 640,
  paymentId: PAYMENT,
  startedAt: AT,
  ...more,
});

export interface AcquiringsWorld {
  isResting: boolean;
  decisions: Decision[];
  webhooks: Webhook[];
  exchanges: Exchange[];
}

export const createAcquirings = (): AcquiringsWorld => ({
  isResting: true,
  decisions: [
    decision(1, {}),
    decision(2, {
      method: 'CREDIT_CARD',
      status: 'REJECTED',
      reason: 'Saldo insuficiente',
      amount: 1_234_567,
      routing: {
        by: 'offer',
        version: { chosen: '1.2.0', isCanary: false, share: null },
        failoverOf: null,
        candidates: [candidate(PAGARME, { isChosen: true, provider: 'pagarme' })],
      },
    }),
    decision(3, { state: 'UNKNOWN', status: 'PENDING', transactionId: null, routing: null }),
  ],
  webhooks: [
    webhook(1, {}),
    webhook(2, { state: 'PARKED', reason: 'SENDER_NOT_PROVEN', paymentId: null, attempts: 8, replays: 2 }),
    webhook(3, { state: 'IGNORED', reason: 'EVENT customer.created', paymentId: null, body: null, bytes: 3 }),
    webhook(4, { state: 'RECEIVED', reason: 'PROVIDER_UNAVAILABLE', attempts: 3, processedAt: null }),
    webhook(5, {
      state: 'RECEIVED',
      attempts: 0,
      processedAt: null,
      query: { token: '***', id: '77' },
      body: 'a=1&b=x+y',
    }),
  ],
  exchanges: [
    exchange(1, {}),
    exchange(2, { status: null, outcome: 'UNKNOWN', errorCode: 'UNAVAILABLE', reason: 'TIMEOUT', durationMs: 30_000 }),
    exchange(3, {
      operation: 'refund',
      path: '/v3/payments/pay_0802/refund',
      status: 400,
      outcome: 'REJECTED',
      durationMs: 210,
      errorCode: 'INVALID_REQUEST',
      reason: 'O saldo disponível não cobre este reembolso.',
    }),
    exchange(4, { operation: null, method: 'GET', path: '/v3/myAccount', paymentId: null }),
  ],
});

const listMethods = (isResting: boolean): Output<typeof routing.listRoutes>['methods'] => [
  {
    method: 'PIX',
    isEnabled: true,
    version: 0,
    routes: [route(1, ASAAS, 1, isResting ? 'CIRCUIT_OPEN' : 'SERVING'), route(2, PAGARME, 2, 'SERVING')],
  },
  { method: 'CREDIT_CARD', isEnabled: true, version: 0, routes: [route(3, PAGARME, 1, 'SERVING')] },
  { method: 'BILLET', isEnabled: false, version: 0, routes: [] },
];

/** Answers the pages of administrators about connections. */
export function answerAcquirings(server: FakedServer, world: AcquiringsWorld): void {
  server.answer(routing.listRoutes, () => ({
    methods: listMethods(world.isResting),
    connections: CONNECTIONS,
  }));
  server.answer(routing.getHealth, ({ hours = 24 }) => ({
    connections: createHealth(Number(hours), world.isResting),
  }));
  server.answer(routing.closeCircuit, () => {
    world.isResting = false;
    return {};
  });
  server.answer(routing.previewRoutes, ({ routes }) => compare({ routes: [] }, { routes }));
  server.answer(routing.setRoutes, () => ({ proposalId: PROPOSAL_ID, status: 'APPLIED' as const }));
  server.answer(routing.listDecisions, ({ search, connectionId, method }) => ({
    decisions: world.decisions.filter(
      (known) =>
        (!search || known.paymentId === search || known.transactionId === search) &&
        (!connectionId || known.connectionId === connectionId) &&
        (!method || known.method === method),
    ),
    next: null,
  }));
}

export const createStatus = (): Output<typeof system.getStatus> => ({
  at: AT,
  installation: {
    nodes: [
      { id: id(1), name: 'sp-1:4021', version: '0.1.0', startedAt: AT, seenAt: AT, isLive: true, clockAheadMs: 3 },
      { id: id(2), name: 'sp-2:977', version: '0.1.0', startedAt: AT, seenAt: AT, isLive: false, clockAheadMs: -7_250 },
    ],
    queues: system.WORK_QUEUES.map((queue, index) => ({
      queue,
      due: index === 3 ? 1_204 : 0,
      oldestSeconds: index === 3 ? 5_460 : 0,
    })),
    failedJobs: [{ queue: 'refunds.notify', failed: 2, countedAt: AT }],
    alerts: [{ alert: 'circuit-open', count: 3, lastAt: AT }],
    upkeep: { audit: { endedAt: AT, problems: 2 }, dump: null, log: { archivedAt: AT, isFailing: false } },
    hold: {
      beganAt: AT,
      cause: 'RESTORED',
      isSet: false,
      waiting: [
        { platformId: id(3), order: 'withdrawal', state: 'UNKNOWN', currency: 'BRL', count: 2, amount: 1_250_000 },
        { platformId: id(3), order: 'refund', state: 'REQUESTED', currency: 'BRL', count: 1, amount: 9_990 },
      ],
    },
  },
  connections: [
    {
      platformId: id(3),
      platformName: 'Loja da Ana',
      connectionId: id(4),
      name: 'Banco principal (Asaas)',
      provider: 'asaas',
      restsUntil: AT,
      reason: 'UNAVAILABLE',
      calls: 200,
      failed: 41,
      approved: 120,
    },
    {
      platformId: id(3),
      platformName: 'Loja da Ana',
      connectionId: id(5),
      name: 'Reserva (Pagar.me)',
      provider: 'pagarme',
      restsUntil: null,
      reason: null,
      calls: 0,
      failed: 0,
      approved: 0,
    },
  ],
  reconciliations: [
    { platformId: id(3), platformName: 'Loja da Ana', day: '2026-11-19', finishedAt: AT, found: 2, unanswered: 0 },
  ],
});

/** Answers the pages of masters about events and calls. A replayed event is processed by the second look at it. */
export function answerLogs(server: FakedServer, world: AcquiringsWorld): void {
  const find = (webhookId: string) => {
    const found = world.webhooks.find((known) => known.id === webhookId);
    if (!found) throw new Refused(404, { code: 'WEBHOOK_NOT_FOUND', message: 'Este evento não existe.' });
    return found;
  };
  server.answer(webhooks.listWebhooks, ({ state, search }) => ({
    webhooks: world.webhooks
      .filter((known) => (!state || known.state === state) && (!search || known.body?.includes(search)))
      .map(({ headers: _, query: __, body: ___, answer: ____, ...summary }) => summary),
    next: null,
  }));
  let looks = 0;
  server.answer(webhooks.getWebhook, ({ webhookId }) => {
    const found = find(webhookId);
    if (found.state === 'RECEIVED' && found.replays > 0 && ++looks > 1)
      Object.assign(found, { state: 'PROCESSED', processedAt: AT, attempts: 1 });
    return found;
  });
  server.answer(webhooks.replayWebhook, ({ webhookId }) => {
    const found = find(webhookId);
    looks = 0;
    Object.assign(found, {
      state: 'RECEIVED',
      reason: null,
      replays: found.replays + 1,
      processedAt: null,
      attempts: 0,
    });
    return {};
  });
  server.answer(webhooks.listExchanges, ({ isFailed, search }) => ({
    exchanges: world.exchanges.filter(
      (known) =>
        (String(isFailed) !== 'true' || known.outcome !== 'OK') &&
        (!search || `${known.path}${known.paymentId}`.includes(search)),
    ),
    next: null,
  }));
}
