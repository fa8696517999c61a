import { asManifest, mapStatus } from '@feira/plugin-kit';
import {
  fixture,
  openProvider,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { Ajv } from 'ajv';
import { expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

type Answer = { status: number; body: unknown };
interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const manifest = asManifest(json);
const credentials = simulator.samples!.credentials;
const REFERENCE = 'attempt-0001';
const E2E = 'E13935893202601011200abcdefghijk';
const COLLECTION = {
  transactionId: 817_849_685,
  clientRequestId: REFERENCE,
  status: 'ACTIVE',
  amount: { original: 123.45, changeType: 0 },
  location: { emv: '000201', locationId: '13043812' },
  calendar: { expiration: 3_600 },
  createAt: '2026-01-01T12:00:00.4800282+00:00',
  transactionIdPayment: 0,
};
const RECEIVED = {
  transactionType: 'RECEIVEPIX',
  transactionId: 761_679_887,
  amount: 123.45,
  endToEndId: E2E,
  transactionIdBRCode: '817849685',
};
const KEY = {
  status: 'SUCCESS',
  body: {
    key: 'ana@example.test',
    account: { participant: '30306294', branch: '0001', account: '300541976910', accountType: 'TRAN' },
    owner: { documentNumber: '00000000000', name: 'Ana' },
    endtoEndId: E2E,
  },
};
const PAYMENT = { status: 'PROCESSING', body: { id: 'p1', amount: 50, clientCode: 'withdraw-0001', endToEndId: E2E } };
const NOTHING = { status: 404, body: { message: 'Recebimento não encontrado.', errorCode: 'VL002' } };
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (errorCode: string, status = 400): Answer => ({
  status,
  body: { version: '1.0.0', status: 'ERROR', error: { errorCode, message: 'Motivo.' } },
});
const lookup = { transactionId: '817849685', reference: REFERENCE, paymentMethod: 'PIX' } as const;
const statusOf = (word = '') => mapStatus(manifest.status.payment, word).status;
const payoutOf = (word = '') => mapStatus(manifest.status.withdraw!, word).status;

/** The token is granted; everything else is answered in order. */
function open(...answers: Answer[]) {
  const [sent, tokens]: Sent[][] = [[], []];
  const { provider } = openProvider(manifest, module, {
    credentials,
    now: '2026-01-01T12:00:00Z',
    inProcess: async (request) => {
      if (request.path !== '/v5/token') sent!.push(request as unknown as Sent);
      else tokens!.push(request as unknown as Sent);
      if (request.path === '/v5/token') return ok({ access_token: 'invented-token', expires_in: 2_400 });
      return answers.shift() ?? { status: 500, body: {} };
    },
  });
  const read = (body: unknown) => provider.processWebhook({ headers: {}, query: {}, body, rawBody: '' });
  return { provider, sent: sent!, tokens: tokens!, read };
}
const buy = (method: 'PIX' | 'BILLET', changes = {}) =>
  sampleTransaction(method, { expiresAt: '2026-01-02T12:00:00Z', ...changes });

testProvider({
  manifest,
  module,
  credentials,
  answers: [{ ...COLLECTION, requestBody: RECEIVED }],
  webhooks: [{ RequestBody: { TransactionType: 'RECEIVEPIX', EndToEndId: E2E, Amount: 1, TransactionIdBRCode: '8' } }],
});

it('asks for its token with a form, and presents a certificate where the connection has one', async () => {
  const { provider, tokens, sent } = open(ok(COLLECTION), NOTHING);
  await provider.getTransaction(lookup);
  expect(tokens[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  expect(tokens[0]?.body).toMatchObject({ grant_type: 'client_credentials', client_id: credentials.clientId });
  expect(sent[0]?.headers.authorization).toBe('Bearer invented-token');
  expect(manifest.clientCertificate).toMatchObject({ certificate: 'certificate', privateKey: 'certificateKey' });
});

it('makes the place of a QR code before its charge, whose amount is a number in reais', async () => {
  const { provider, sent } = open(ok({ status: 'CREATED', locationId: 13_043_812 }), ok(COLLECTION));
  const result = await provider.createTransaction(buy('PIX'));
  expect(sent.map(({ path }) => path)).toEqual(['/pix/v1/location', '/pix/v1/collection/immediate']);
  expect(sent[0]?.body).toMatchObject({ clientRequestId: REFERENCE, type: 'COB', merchant: { city: 'Barueri' } });
  expect(sent[1]?.body).toMatchObject({
    clientRequestId: REFERENCE,
    locationId: 13_043_812,
    amount: { original: 123.45 },
    calendar: { expiration: 86_400 },
  });
  expect(result).toMatchObject({ transactionId: '817849685', reference: REFERENCE, amount: 12_345, pixCode: '000201' });
  expect([statusOf(result.providerStatus), result.expiresAt]).toEqual(['PENDING', '2026-01-01T13:00:00.480Z']);
});

it.each([
  ['a CPF', '52998224725'],
  ['a CNPJ', '11222333000181'],
])(
  "sends the Central Bank's CobSolicitada, but for its English names and the number of its amount, for %s",
  async (_kind, document) => {
    const { provider, sent } = open(ok({ locationId: 1 }), ok(COLLECTION));
    const customer = { name: 'Ana', email: 'ana@example.com', document };
    await provider.createTransaction(buy('PIX', { customer, description: 'x'.repeat(400) }));
    const { key, debtor, amount, calendar, payerQuestion, ...own } = sent[1]!.body as {
      debtor: { name: string };
      amount: { original: number };
      calendar: { expiration: number };
      [field: string]: unknown;
    };
    const { name: nome, ...ids } = debtor;
    const cob = {
      chave: key,
      devedor: { nome, ...ids },
      valor: { original: amount.original.toFixed(2) },
      calendario: { expiracao: calendar.expiration },
      solicitacaoPagador: payerQuestion,
    };
    // The Central Bank writes the pattern of a CPF with the slashes of a literal, which no CPF has.
    const text = JSON.stringify(fixture(import.meta.url, 'bacen-cob-2.9.0.json'));
    const document_ = JSON.parse(text.replaceAll('"/^\\\\d{11}$/"', '"^\\\\d{11}$"'));
    const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document_, 'bacen');
    const validate = ajv.compile({ $ref: 'bacen#/components/schemas/CobSolicitada' });
    expect(validate(cob), JSON.stringify(validate.errors)).toBe(true);
    expect(Object.keys(own)).toEqual(['clientRequestId', 'locationId']);
  },
);

it('has sent nothing while only the place of the QR code may be there', async () => {
  const { provider, sent } = open({ status: 500, body: {} });
  await expect(provider.createTransaction(buy('PIX'))).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  expect(sent).toHaveLength(1);
});

it('takes a charge for paid by the PIX that came in, because the charge itself stays ACTIVE', async () => {
  const { provider, sent } = open(ok(COLLECTION), ok({ requestBody: RECEIVED }));
  const result = (await provider.getTransaction(lookup))!;
  expect(sent.map(({ path, query }) => [path, query])).toEqual([
    ['/pix/v1/collection/pi/immediate', { transactionId: '817849685' }],
    ['/pix/v1/receivement/status', { transactionIdBrCode: '817849685' }],
  ]);
  expect([statusOf(result.providerStatus), result.movements]).toEqual(['APPROVED', [{ id: E2E, amount: 12_345 }]]);
});

it('waits while Celcoin refuses, with a code of its own, to tell what came in, and believes no other refusal', async () => {
  const { provider } = open(ok(COLLECTION), NOTHING, ok(COLLECTION), { status: 404, body: '<html></html>' });
  expect(statusOf((await provider.getTransaction(lookup))?.providerStatus)).toBe('PENDING');
  await expect(provider.getTransaction(lookup)).rejects.toMatchObject({ outcome: 'REJECTED' });
});

it('finds a charge by our reference, and takes no other for it', async () => {
  const { provider, sent } = open(
    ok(COLLECTION),
    NOTHING,
    ok({ ...COLLECTION, clientRequestId: 'x' }),
    NOTHING,
    NOTHING,
  );
  const { transactionId: _, ...byReference } = lookup;
  expect(await provider.getTransaction(byReference)).toMatchObject({ transactionId: '817849685' });
  expect(sent[0]?.query).toEqual({ clientRequestId: REFERENCE });
  expect(await provider.getTransaction(byReference)).toBeNull();
  expect(await provider.getTransaction(byReference)).toBeNull();
});

it('believes no answer about another charge than the one that was asked for', async () => {
  const { provider } = open(ok({ ...COLLECTION, transactionId: 1 }), NOTHING);
  await expect(provider.getTransaction(lookup)).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
});

it('switches on a subscription that was switched off', async () => {
  const webhookUrl = 'https://pay.example.com/webhooks/1';
  const entities = [
    'pix-payment-in',
    'pix-payment-out',
    'pix-reversal-in',
    'pix-reversal-out',
    'charge-create',
    'charge-in',
    'charge-canceled',
  ];
  const known = entities.flatMap((entity) => {
    const subscription = { entity, webhookUrl, active: entity !== 'charge-in' };
    const found = ok({ body: { subscriptions: [subscription] } });
    return subscription.active ? [found] : [found, ok({})];
  });
  const { provider, sent } = open(...known);
  await provider.ensureWebhook({ webhookUrl });
  const written = sent.filter(({ method }) => method !== 'GET');
  expect(written.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual(['PUT charge-in']);
  expect(written[0]?.body).toMatchObject({ entity: 'charge-in', active: true });
});

it('makes a boleto whose line comes with a later read, for a name of 25 letters', async () => {
  const made = { version: '1.0.0', status: 'PROCESSING', body: { transactionId: 'c1' } };
  const body = {
    transactionId: 'c1',
    externalId: REFERENCE,
    amount: 123.45,
    amountConfirmed: 130,
    status: 'CONFIRMED',
    boleto: { bankLine: '03399', barCode: '0339', status: 'Pago' },
  };
  const { provider, sent } = open(ok(made), ok({ status: 'SUCCESS', body }));
  const customer = { name: 'Maria Aparecida dos Santos Silva', email: 'a@b.co', document: '52998224725' };
  const address = { ...sampleTransaction('BILLET').address!, complement: 'Sala 5' };
  const expiresAt = '2026-01-06T01:00:00Z';
  const result = await provider.createTransaction(buy('BILLET', { customer, address, expiresAt }));
  expect([statusOf(result.providerStatus), result.billetCode]).toEqual(['PENDING', undefined]);
  expect(sent[0]).toMatchObject({
    path: '/baas/v2/charge',
    body: {
      externalId: REFERENCE,
      key: credentials.pixKey,
      dueDate: '2026-01-05',
      amount: 123.45,
      expirationAfterPayment: 1,
      debtor: {
        name: 'Maria Aparecida dos Santo',
        document: '52998224725',
        postalCode: '01001000',
        publicArea: 'Praça da Sé',
        number: address.number,
        complement: 'Sala 5',
        neighborhood: address.district,
        city: address.city,
        state: address.state,
      },
      receiver: { account: credentials.accountNumber, document: credentials.accountDocument },
    },
  });
  const read = await provider.getTransaction({ transactionId: 'c1', reference: REFERENCE, paymentMethod: 'BILLET' });
  expect(read).toMatchObject({ billetCode: '03399', billetBarcode: '0339', amount: 12_345, paidAmount: 13_000 });
  expect(statusOf(read?.providerStatus)).toBe('APPROVED');
});

it('pays a key in two calls: the look-up gives the end-to-end id, which it spells otherwise', async () => {
  const { provider, sent } = open(ok(KEY), ok(PAYMENT));
  const key = { pixType: 'PHONE', pixKey: '11987654321', name: 'Somebody else' } as const;
  const result = await provider.withdraw(sampleWithdraw('PIX', { ...key, description: 'y'.repeat(200) }));
  expect(sent[0]).toMatchObject({
    path: '/baas/v2/pix/dict/entry/external/300541976902',
    query: { key: '+5511987654321' },
  });
  expect(sent[1]).toMatchObject({
    path: '/baas/v2/pix/payment',
    body: {
      amount: 50,
      clientCode: 'withdraw-0001',
      endToEndId: E2E,
      initiationType: 'DICT',
      paymentType: 'IMMEDIATE',
      urgency: 'HIGH',
      transactionType: 'TRANSFER',
      debitParty: { account: '300541976902' },
      creditParty: {
        key: '+5511987654321',
        bank: '30306294',
        branch: '0001',
        account: '300541976910',
        taxId: '00000000000',
        name: 'Ana',
        accountType: 'TRAN',
      },
      remittanceInformation: 'y'.repeat(140),
    },
  });
  expect(result).toMatchObject({ withdrawId: 'p1', reference: 'withdraw-0001', amount: 5_000 });
  expect(payoutOf(result.providerStatus)).toBe('PENDING');
});

it('pays nothing where the key is refused', async () => {
  const { provider, sent } = open(refused('CBE200', 404));
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
    outcome: 'REJECTED',
    reason: 'Motivo.',
  });
  expect(sent).toHaveLength(1);
});

it('takes a refused repeat for the first payment, and leaves open what it cannot find', async () => {
  const { provider, sent } = open(ok(KEY), refused('CBE101'), ok({ ...PAYMENT, status: 'CONFIRMED' }));
  expect(payoutOf((await provider.withdraw(sampleWithdraw('PIX'))).providerStatus)).toBe('APPROVED');
  expect(sent[2]).toMatchObject({ path: '/baas/v2/pix/payment/status', query: { clientCode: 'withdraw-0001' } });
  const pending = open(ok(KEY), refused('CBE100'), ok(PAYMENT));
  expect(await pending.provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ withdrawId: 'p1' });
  const lost = open(ok(KEY), refused('CBE101'), refused('CBE151'));
  await expect(lost.provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  const other = open(ok(KEY), refused('CBE123'));
  await expect(other.provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'REJECTED' });
});

it('takes ERROR with status 200 for a refusal of a payment, and for the end of one that is asked for', async () => {
  const failed = { status: 'ERROR', version: '1.0.0' };
  const end = { ...failed, body: { ...PAYMENT.body, error: { code: 'PBE150', description: 'Conta encerrada.' } } };
  const { provider } = open(ok(KEY), ok(failed), ok(end));
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
    outcome: 'REJECTED',
    reason: 'Error on withdraw',
  });
  const read = await provider.getWithdraw({ withdrawId: 'p1', withdrawReference: 'withdraw-0001' });
  expect([payoutOf(read?.providerStatus), read?.reason]).toEqual(['REJECTED', 'Conta encerrada.']);
});

it('never says that there is no such withdrawal: no answer is known that would', async () => {
  const { provider } = open(refused('CBE151', 404));
  await expect(provider.getWithdraw({ withdrawReference: 'withdraw-0001' })).rejects.toMatchObject({ status: 404 });
  expect(payoutOf('EM_ANALISE')).toBe('PENDING');
});

it("says the specification's own words where a refusal has no reason", async () => {
  const { provider } = open({ status: 422, body: {} }, { status: 404, body: {} });
  await expect(provider.createTransaction(buy('BILLET'))).rejects.toMatchObject({ reason: 'Erro ao criar transação' });
});

it('reads the event of a PIX, whose names begin with capital letters and which does not repeat our reference', async () => {
  const RequestBody = {
    TransactionType: 'RECEIVEPIX',
    EndToEndId: E2E,
    Amount: 123.45,
    TransactionIdBRCode: 817_849_685,
  };
  const expected = {
    subject: 'payment',
    eventId: E2E,
    transactionId: '817849685',
    providerStatus: 'RECEIVEPIX',
    movements: [{ id: E2E, amount: 12_345 }],
  };
  const { read } = open();
  expect(await read({ RequestBody })).toMatchObject(expected);
  const camel = { ...RECEIVED, transactionIdBRCode: undefined, transactionIdBrCode: '817849685' };
  expect(await read({ entity: 'pix-payment-in', body: camel })).toMatchObject(expected);
});

it.each(['charge-create', 'charge-in', 'charge-canceled'])('asks about the charge that %s names', async (entity) => {
  const { read } = open();
  const body = { transactionId: 'c1', externalId: REFERENCE };
  expect(await read({ entity, body })).toEqual({
    subject: 'payment',
    event: entity,
    transactionId: 'c1',
    reference: REFERENCE,
  });
});

it('asks for a boleto by its own id, and by our reference where it has none', async () => {
  const found = ok({ status: 'SUCCESS', body: { transactionId: 'c1', externalId: REFERENCE, status: 'PENDING' } });
  const { provider, sent } = open(found, found);
  await provider.getTransaction({ transactionId: 'c1', reference: REFERENCE, paymentMethod: 'BILLET' });
  await provider.getTransaction({ reference: REFERENCE, paymentMethod: 'BILLET' });
  expect(sent.map(({ query }) => query)).toEqual([{ TransactionId: 'c1' }, { ExternalId: REFERENCE }]);
});

it('fetches the document of a boleto where its buyer opens it, and no other time', async () => {
  const found = ok({ status: 'SUCCESS', body: { transactionId: 'c1', externalId: REFERENCE, status: 'PENDING' } });
  const file = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 demo' };
  const { provider, sent } = open(found, found, file);
  const lookup = { transactionId: 'c1', reference: REFERENCE, paymentMethod: 'BILLET' } as const;
  expect((await provider.getTransaction(lookup))?.billetPdf).toBeUndefined();
  const opened = await provider.getTransaction({ ...lookup, wantsBilletPdf: true });
  expect(Buffer.from(opened?.billetPdf ?? '', 'base64').toString()).toBe('%PDF-1.4 demo');
  expect(sent.map(({ path }) => path)).toEqual(['/baas/v2/charge', '/baas/v2/charge', '/baas/v2/charge/pdf/c1']);
});

it('tells the message of a payment that failed', async () => {
  const { provider } = open(ok({ ...PAYMENT, status: 'ERROR', error: { message: 'Chave inexistente.' } }));
  const read = await provider.getWithdraw({ withdrawId: 'p1', withdrawReference: 'withdraw-0001' });
  expect(read?.reason).toBe('Chave inexistente.');
});

it('ignores a PIX to the key that has no charge, and events about something else', async () => {
  const { read } = open();
  const RequestBody = { TransactionType: 'RECEIVEPIX', EndToEndId: E2E, Amount: 1 };
  expect((await read({ RequestBody })).subject).toBe('ignored');
  for (const entity of ['kyc', 'limit', 'topup', 'pix-dict-claim-open'])
    expect((await read({ entity, body: {} })).subject).toBe('ignored');
  expect(statusOf('unknown')).toBe('REJECTED');
});

it('tells people of money that a court or another bank holds, and asks about a charge whose PIX went back', async () => {
  const { read } = open();
  for (const entity of ['judicial-movement-in', 'pix-infraction', 'pix-med-refund'])
    expect(await read({ entity, body: {} })).toEqual({ subject: 'notice', event: entity });
  const reversal = (body: object) => read({ entity: 'pix-reversal-out', status: 'CONFIRMED', body });
  expect(await reversal({ originalEndToEndId: E2E })).toMatchObject({ subject: 'payment', movementIds: [E2E] });
  expect(await reversal({ TransactionIdBRCode: '761678748' })).toMatchObject({ transactionId: '761678748' });
  expect(await reversal({ amount: 1 })).toMatchObject({ subject: 'notice', event: 'pix-reversal-out' });
});

it('reads the events of a withdrawal, whose clientCode may be a number', async () => {
  const { read } = open();
  const body = { id: 'p1', clientCode: 5_411_124_227, amount: 50, error: { message: 'Conta encerrada.' } };
  expect(await read({ entity: 'pix-payment-out', status: 'ERROR', body })).toMatchObject({
    subject: 'withdraw',
    withdrawId: 'p1',
    reference: '5411124227',
    providerStatus: 'ERROR',
    amount: 5_000,
    reason: 'Conta encerrada.',
  });
  const told = await read({ entity: 'pix-payment-out', status: 'ERROR', body: { id: 'p1', reason: 'Sem saldo.' } });
  expect(told.reason).toBe('Sem saldo.');
  const returned = await read({ entity: 'pix-reversal-in', status: 'CONFIRMED', body: { originalPaymentId: 'p1' } });
  expect(returned).toEqual({ subject: 'withdraw', event: 'pix-reversal-in', withdrawId: 'p1' });
});

it('registers its address once for each event, and changes one that leads elsewhere', async () => {
  const webhookUrl = 'https://pay.example.com/webhooks/1';
  const { url, requests, close } = await startSimulator(simulator, { credentials });
  onTestFinished(close);
  const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
  const written = () => requests.filter(({ method, path }) => method !== 'GET' && path.includes('/subscription'));
  await provider.ensureWebhook({ webhookUrl });
  const first = written();
  expect(first.map(({ method }) => method)).toEqual(Array(7).fill('POST'));
  expect(first[0]?.body).toMatchObject({
    entity: 'pix-payment-in',
    webhookUrl,
    auth: { type: 'basic', login: credentials.webhookLogin, pwd: credentials.webhookPassword },
  });
  await provider.ensureWebhook({ webhookUrl });
  expect(written()).toHaveLength(7);
  await provider.ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/2' });
  expect(
    written()
      .slice(7)
      .map(({ method }) => method),
  ).toEqual(Array(7).fill('PUT'));
});
