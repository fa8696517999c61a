/** Plays Celcoin's banking as a service: the API of PIX, charges with a QR code, payments to a key, and the events of both. */
import {
  answerRoute,
  type BookedCharge,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  defineSimulator,
  Fields,
  type OrderState,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
  writeDemoPdf,
} from '@feira/plugin-kit';
import { toReais } from '@feira/schemas/rules/money';

/** The facts of a charge that Celcoin keeps and the kit's book does not. */
interface ChargeData {
  seconds: number;
  document: string;
}
type Charge = BookedCharge<ChargeData>;
type Withdrawal = BookedWithdrawal<{ endToEndId: string }>;

const ISPB = '13935893';
const TOKEN = 'simulated-access-token';
const UNKNOWN_WORD = 'EM_QUARENTENA';
const CHARGE_WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'PENDING',
  EXPIRED: 'CANCELED',
  REFUNDED: 'REVERTED',
  UNKNOWN: UNKNOWN_WORD,
};
const PAYMENT_WORDS: Record<OrderState, string> = {
  PENDING: 'PROCESSING',
  DONE: 'CONFIRMED',
  FAILED: 'ERROR',
  RETURNED: 'REVERTED',
  UNKNOWN: UNKNOWN_WORD,
};
const CHARGE_EVENTS: Partial<Record<ChargeState, string>> = { PAID: 'charge-in', EXPIRED: 'charge-canceled' };

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      clientId: 'celcoin-baas-invented',
      clientSecret: 'celcoin_baas_invented_secret_0001',
      pixKey: 'loja@example.com',
      accountNumber: '300541976902',
      accountDocument: '11222333000181',
      merchantName: 'Loja',
      merchantCity: 'Barueri',
      merchantPostalCode: '01201005',
      webhookLogin: 'invented-login',
      webhookPassword: 'invented-password-0001',
    },
  },
});

/** The banking calls wrap a refusal in `error`, those of PIX do not. */
const refuseBanking = (status: number, errorCode: string, message: string): SimulatorResponse => ({
  status,
  body: { status: 'ERROR', version: '1.0.0', error: { errorCode, message } },
});
const refusePix = (status: number, errorCode: string, message: string): SimulatorResponse => ({
  status,
  body: { message, errorCode },
});

function createSimulator(context: SimulatorContext): Simulator {
  const { store, credentials, clock } = context;
  const book = createBook<ChargeData, Withdrawal['data']>(context, {
    notifyCharge,
    notifyWithdrawal,
    keyOf: () => undefined,
    isPaidOnce: true,
    refuse: (rule) => {
      const { status, body } = refuseBanking(rule === 'MISSING' ? 404 : 400, 'CBE001', rule);
      return new WireRefusal(status, body);
    },
  });
  const { ids } = book;

  function grant({ body }: SimulatorRequest): SimulatorResponse {
    const told = new Fields(body);
    const isClient =
      told.text('grant_type') === 'client_credentials' &&
      told.text('client_id') === credentials.clientId &&
      told.text('client_secret') === credentials.clientSecret;
    if (!isClient) return refusePix(401, 'CI002', 'Unauthorized');
    return { status: 200, body: { access_token: TOKEN, token_type: 'bearer', expires_in: 2_400 } };
  }

  async function createLocation({ body }: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(body);
    const locationId = Number(ids.digits(8)) + 1;
    await store.set(`location:${locationId}`, wanted.requireText('clientRequestId'));
    const url = `pix.example.com/v2/${locationId}`;
    return {
      status: 200,
      body: { status: 'CREATED', clientRequestId: wanted.text('clientRequestId'), url, type: 'COB', locationId },
    };
  }

  async function createCollection(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const reference = wanted.requireText('clientRequestId');
    if (!(await store.get(`location:${wanted.number('locationId')}`)))
      return refusePix(400, 'PBE410', 'The location does not exist.');
    if ((await book.listByReference(request, reference)).length > 0)
      return refusePix(400, 'VLI001', 'clientRequestId já utilizado.');
    const seconds = wanted.number('calendar.expiration') ?? 86_400;
    const charge = await book.createCharge(request, () => `8${ids.digits(8)}`, {
      reference,
      method: 'PIX',
      amount: wanted.reais('amount.original') ?? 0,
      expiresAt: new Date(clock.now().getTime() + seconds * 1_000).toISOString(),
      data: { seconds, document: wanted.text('debtor.cpf') ?? wanted.requireText('debtor.cnpj') },
    });
    return { status: 200, body: toCollection(charge) };
  }

  async function findOne(request: SimulatorRequest, id: string | undefined, reference: string | undefined) {
    return id ? book.findCharge(request, id) : (await book.listByReference(request, reference))[0];
  }

  async function findCollection(request: SimulatorRequest): Promise<SimulatorResponse> {
    const { transactionId, clientRequestId } = request.query;
    const charge = await findOne(request, transactionId, clientRequestId);
    if (charge?.method !== 'PIX') return refusePix(404, 'VL002', 'Não foi possível localizar a cobrança.');
    return { status: 200, body: toCollection(charge) };
  }

  async function findReceived(request: SimulatorRequest): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, request.query.transactionIdBrCode ?? '');
    if (!charge?.payments[0] || charge.status === 'UNKNOWN')
      return refusePix(404, 'VL002', 'Recebimento não encontrado.');
    return { status: 200, body: { requestBody: toReceived(charge) } };
  }

  async function createCharge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const reference = wanted.requireText('externalId');
    if ((await book.listByReference(request, reference)).length > 0)
      return refuseBanking(400, 'CBE101', 'Já existe uma cobrança com o mesmo externalId.');
    const charge = await book.createCharge(request, ids.uuid, {
      reference,
      method: 'BILLET',
      amount: wanted.reais('amount') ?? 0,
      data: { seconds: 0, document: wanted.requireText('debtor.document') },
    });
    return {
      status: 200,
      body: { version: '1.0.0', status: 'PROCESSING', body: { transactionId: charge.transactionId } },
    };
  }

  async function findCharge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const { TransactionId, ExternalId } = request.query;
    const charge = await findOne(request, TransactionId, ExternalId);
    if (charge?.method !== 'BILLET') return refuseBanking(404, 'CBE151', 'Cobrança não encontrada.');
    return { status: 200, body: { version: '1.0.0', status: 'SUCCESS', body: toCharge(charge) } };
  }

  /** The document exists for as long as the boleto waits to be paid. */
  async function drawCharge(request: SimulatorRequest, id = ''): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, id);
    if (charge?.method !== 'BILLET' || charge.status !== 'WAITING')
      return refuseBanking(404, 'CBE151', 'Cobrança não encontrada.');
    const lines = ['Boleto de demonstracao, sem valor', `Valor: R$ ${toReais(charge.amount).toFixed(2)}`];
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: writeDemoPdf(lines) };
  }

  /** The end-to-end id is good for this key alone. */
  async function findKey({ query }: SimulatorRequest): Promise<SimulatorResponse> {
    const key = query.key ?? '';
    const endtoEndId = ids.endToEnd(ISPB);
    await store.set(`key:${endtoEndId}`, key);
    return {
      status: 200,
      body: {
        status: 'SUCCESS',
        version: '1.0.0',
        body: {
          keyType: 'EVP',
          key,
          account: { participant: '30306294', branch: '0001', account: '300541976910', accountType: 'TRAN' },
          owner: { type: 'NATURAL_PERSON', documentNumber: '00000000000', name: 'Maria' },
          endtoEndId,
        },
      },
    };
  }

  async function createPayment(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const [reference, key] = [wanted.requireText('clientCode'), wanted.requireText('creditParty.key')];
    const endToEndId = wanted.requireText('endToEndId');
    if ((await book.listWithdrawalsByReference(reference)).length > 0)
      return refuseBanking(400, 'CBE101', 'Já existe um lançamento com o mesmo clientCode.');
    if ((await store.get<string>(`key:${endToEndId}`)) !== key)
      return refuseBanking(400, 'CBE119', 'O endToEndId não é desta chave.');
    if (wanted.text('debitParty.account') !== credentials.accountNumber)
      return refuseBanking(400, 'CBE118', 'Conta não encontrada.');
    const withdrawal = await book.createWithdrawal(request, ids.uuid, {
      reference,
      amount: wanted.reais('amount') ?? 0,
      destination: { pixKey: key },
      data: { endToEndId },
    });
    return { status: 200, body: toPayment(withdrawal) };
  }

  async function findPayment({ query: { id, clientCode } }: SimulatorRequest): Promise<SimulatorResponse> {
    const found = id ? await book.findWithdrawal(id) : (await book.listWithdrawalsByReference(clientCode))[0];
    return found ? { status: 200, body: toPayment(found) } : refuseBanking(400, 'CBE151', 'Transação não encontrada.');
  }

  async function subscribe({ body }: SimulatorRequest, entity?: string): Promise<SimulatorResponse> {
    const wanted = new Fields(body);
    const { entity: named, ...rest } = body as { entity: string };
    const subscription = { entity: named, active: true, ...rest, subscriptionId: ids.hex(24) };
    const known = await store.get(`subscription:${entity ?? named}`);
    if ((known === undefined) !== (entity === undefined)) return refuseBanking(400, 'CBE190', 'Evento já cadastrado.');
    if (!wanted.text('auth.login') || !wanted.text('auth.pwd')) return refuseBanking(400, 'CBE191', 'auth');
    await store.set(`subscription:${named}`, subscription);
    return { status: 200, body: { version: '1.0.0', status: 'SUCCESS', body: { subscriptionId: 'simulated' } } };
  }

  async function listSubscriptions({ query }: SimulatorRequest): Promise<SimulatorResponse> {
    const known = await store.get(`subscription:${query.Entity}`);
    return { status: 200, body: { status: 'SUCCESS', body: { subscriptions: known ? [known] : [] } } };
  }

  async function send(entity: string, event: object, times = 1): Promise<void> {
    const subscription = new Fields(await store.get(`subscription:${entity}`));
    const url = subscription.text('webhookUrl');
    if (!url) return;
    const secret = `${subscription.text('auth.login')}:${subscription.text('auth.pwd')}`;
    const authorization = `Basic ${Buffer.from(secret).toString('base64')}`;
    const headers = { 'content-type': 'application/json', authorization };
    for (let time = 0; time < times; time += 1)
      await context.sendWebhook({ url, headers, body: JSON.stringify(event) });
  }

  async function notifyCharge(state: ChargeState, charge: Charge, { times }: { times: number }): Promise<void> {
    if (charge.method === 'PIX') {
      if (state === 'PAID') await send('pix-payment-in', { RequestBody: toCapitals(toReceived(charge)) }, times);
      return;
    }
    const entity = CHARGE_EVENTS[state];
    const body = { transactionId: charge.transactionId, externalId: charge.reference };
    if (entity) await send(entity, { entity, status: toWord(charge), body }, times);
  }

  async function notifyWithdrawal(withdrawal: Withdrawal): Promise<void> {
    const createTimestamp = clock.now().toISOString();
    const { status, body } = toPayment(withdrawal);
    if (withdrawal.status !== 'RETURNED')
      return send('pix-payment-out', { entity: 'pix-payment-out', createTimestamp, status, body });
    const returned = { originalPaymentId: withdrawal.id, amount: toReais(withdrawal.amount) };
    return send('pix-reversal-in', { entity: 'pix-reversal-in', createTimestamp, status: 'CONFIRMED', body: returned });
  }

  const routes: Record<string, RouteHandler> = {
    'POST /pix/v1/location': createLocation,
    'POST /pix/v1/collection/immediate': createCollection,
    'GET /pix/v1/collection/pi/immediate': findCollection,
    'GET /pix/v1/receivement/status': findReceived,
    'POST /baas/v2/charge': createCharge,
    'GET /baas/v2/charge': findCharge,
    'GET /baas/v2/charge/pdf/*': drawCharge,
    'GET /baas/v2/pix/dict/entry/external/*': findKey,
    'POST /baas/v2/pix/payment': createPayment,
    'GET /baas/v2/pix/payment/status': findPayment,
    'GET /baas-webhookmanager/v1/webhook/subscription': listSubscriptions,
    'POST /baas-webhookmanager/v1/webhook/subscription': (request) => subscribe(request),
    'PUT /baas-webhookmanager/v1/webhook/subscription/*': subscribe,
  };

  return {
    ...book.controls,
    async handle(request) {
      if (request.method === 'POST' && request.path === '/v5/token') return grant(request);
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return refusePix(401, 'CI002', 'Unauthorized');
      return answerRoute(routes, request, () => refusePix(404, '404', 'Not found'));
    },
  };
}

const toWord = (charge: Charge) => CHARGE_WORDS[charge.status] ?? 'CONFIRMED';

/** A charge that was paid stays ACTIVE. */
const toCollection = (charge: Charge) => ({
  revision: 0,
  transactionId: Number(charge.transactionId),
  clientRequestId: charge.reference,
  status: ['EXPIRED', 'UNKNOWN'].includes(charge.status) ? toWord(charge) : 'ACTIVE',
  debtor: { name: 'Maria', cpf: charge.data.document, cnpj: null },
  amount: { original: toReais(charge.amount), changeType: 0 },
  location: { emv: `00020126pix.example.com/v2/${charge.transactionId}`, type: 'COB' },
  key: 'loja@example.com',
  calendar: { expiration: charge.data.seconds },
  createAt: charge.createdAt,
  transactionIdentification: `kk6g232xel65a0daee4dd13kk${charge.transactionId}`,
});

function toReceived(charge: Charge) {
  const { id = '', amount = 0 } = charge.payments[0] ?? {};
  return {
    transactionType: charge.status === 'REFUNDED' ? 'REVERTED' : 'RECEIVEPIX',
    transactionId: Number(charge.transactionId) + 1,
    amount: toReais(amount),
    endToEndId: id,
    transactionIdentification: `kk6g232xel65a0daee4dd13kk${charge.transactionId}`,
    transactionIdBRCode: charge.transactionId,
    initiationType: 'DYNAMIC_QRCODE',
    paymentType: 'IMMEDIATE',
  };
}

/** Events write their names with capital letters. */
const toCapitals = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );

const toCharge = (charge: Charge) => ({
  transactionId: charge.transactionId,
  externalId: charge.reference,
  amount: toReais(charge.amount),
  amountConfirmed: charge.payments.length > 0 ? toReais(charge.paidAmount) : null,
  status: toWord(charge),
  boleto: { status: 'Pendente', bankLine: '0'.repeat(47), barCode: '0'.repeat(44) },
  pix: { status: 'Pendente', emv: `00020126pix.example.com/cobv/${charge.transactionId}` },
});

function toPayment(withdrawal: Withdrawal) {
  const { id, reference: clientCode, amount, status, reason, data, destination } = withdrawal;
  return {
    status: PAYMENT_WORDS[status],
    version: '1.0.0',
    body: {
      id,
      amount: toReais(amount),
      clientCode,
      endToEndId: data.endToEndId,
      initiationType: 'DICT',
      paymentType: 'IMMEDIATE',
      urgency: 'HIGH',
      transactionType: 'TRANSFER',
      creditParty: { key: destination.pixKey },
      ...(reason && { error: { code: 'PBE150', description: reason } }),
    },
  };
}
