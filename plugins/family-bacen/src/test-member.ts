/** The suite of the family, which every member runs: the traps of its two APIs, and bodies held against the Central Bank's schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { asManifest, mapStatus, type ProviderModule, type SimulatorModule } from '@feira/plugin-kit';
import { openManifest } from '@feira/plugin-kit/broker';
import { sampleFiles } from '@feira/plugin-kit/simulation';
import {
  openProvider,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import type { CallExample, Examples } from '@feira/schemas/examples';
import { expect, it, onTestFinished } from 'vitest';
import { expectToFit } from './test-witness.ts';

export interface Member {
  /** The parsed plugin.json. */
  json: unknown;
  module: ProviderModule;
  simulator: SimulatorModule;
  /** The bodies of the token requests, word for word, as the brand's pages have them. */
  tokenRequests: { cashIn: string; cashOut: string };
}
type Answer = { status: number; body: unknown };
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

const TXID = '0123456789abcdef0123456789abcdef';
const REFERENCE = '01234567-89ab-cdef-0123-456789abcdef';
const E2E = 'E00000000202601011200abcdefghijk';
const CHARGE = {
  calendario: { criacao: '2026-01-01T12:00:00Z', expiracao: 3600 },
  txid: TXID,
  revisao: 0,
  status: 'ATIVA',
  valor: { original: '10.00' },
  chave: 'loja@example.com',
  pixCopiaECola: '00020126pix.example.com/qr/v2/0123',
};
const RECEIVED = { endToEndId: E2E, txid: TXID, valor: '10.00', horario: '2026-01-01T12:01:00Z', devolucoes: [] };
const PAID = { ...CHARGE, status: 'CONCLUIDA', pix: [RECEIVED] };
const returned = (natureza: string, status = 'DEVOLVIDO', valor = '10.00') => ({
  ...PAID,
  pix: [{ ...RECEIVED, devolucoes: [{ id: 'r1', rtrId: 'D1', valor, natureza, status }] }],
});

/** The calls of examples/*.json of a member. */
function listCallExamples(id: string): CallExample[] {
  const folder = new URL(`../../${id}/examples/`, import.meta.url);
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Examples);
  return files.flatMap(({ calls = [] }) => calls);
}

export function testMember({ json, module, simulator, tokenRequests }: Member): void {
  const manifest = asManifest(json);
  const credentials = { ...sampleFiles(manifest), ...simulator.samples!.credentials };
  const event = (type: string, data: object) => ({ type, data: { txId: TXID, endToEndId: E2E, ...data } });

  /** Tokens are granted; everything else is answered in order. */
  function open(...answers: Answer[]) {
    const sent: Sent[] = [];
    const { provider } = openProvider(manifest, module, {
      credentials,
      now: '2026-01-01T12:00:00Z',
      inProcess: async (request) => {
        if (request.path === '/oauth/token') {
          const { client_id, clientId } = request.body as Record<string, string>;
          return { status: 201, body: { access_token: `token of ${client_id ?? clientId}`, expires_in: 300 } };
        }
        sent.push(request);
        return answers.shift() ?? { status: 500, body: {} };
      },
    });
    const read = (body: unknown) => provider.processWebhook({ headers: {}, query: {}, body, rawBody: '' });
    return { provider, sent, read };
  }
  const ok = (body: unknown): Answer => ({ status: 200, body });
  const purchase = (changes = {}) =>
    sampleTransaction('PIX', { reference: REFERENCE, amount: 1_000, expiresAt: '2026-01-02T12:00:00Z', ...changes });
  const lookup = { transactionId: TXID, reference: REFERENCE, paymentMethod: 'PIX' } as const;
  const statusOf = (word = '') => mapStatus(manifest.status.payment, word).status;
  const payoutOf = (word = '') => mapStatus(manifest.status.withdraw!, word).status;
  const read = async (charge: unknown) => (await open(ok(charge)).provider.getTransaction(lookup))!;

  testProvider({ manifest, module, credentials, answers: [PAID], webhooks: [{ pix: [RECEIVED] }] });

  it('puts a charge under a txid of 26 to 35 letters and digits, with amounts as text', async () => {
    const { provider, sent } = open({ status: 201, body: CHARGE });

    const result = await provider.createTransaction(purchase());

    expect(sent[0]).toMatchObject({ method: 'PUT', path: `/cob/${TXID}` });
    expect(sent[0]?.body).toMatchObject({ valor: { original: '10.00' }, calendario: { expiracao: 86_400 } });
    expect(result).toMatchObject({ transactionId: TXID, reference: REFERENCE, amount: 1_000 });
    expect(result).toMatchObject({ pixCode: CHARGE.pixCopiaECola, expiresAt: '2026-01-01T13:00:00.000Z' });
    expect(result.pixQrCode).toBeUndefined();
  });

  it.each([
    ['CobSolicitada', 'a CPF', '52998224725'],
    ['CobSolicitada', 'a CNPJ with letters', '12ABC34501DE35'],
  ])("sends a charge that fits the Central Bank's %s, for %s", async (schema, _kind, document) => {
    const { provider, sent } = open(ok(CHARGE));
    const customer = { name: 'Ana', email: 'ana@example.com', document };

    await provider.createTransaction(purchase({ customer, description: 'x'.repeat(400) }));

    expectToFit(schema, sent[0]?.body);
  });

  it("sends a return and a webhook that fit the Central Bank's schemas", async () => {
    const { provider, sent } = open(ok(PAID), ok({ id: 'r2', valor: '3.00', status: 'EM_PROCESSAMENTO' }), ok({}));

    const refund = { transactionId: TXID, amount: 300, isFull: false, description: 'x'.repeat(400) };
    expect(await provider.refund(sampleRefund(refund))).toMatchObject({ refundId: 'r2', status: 'PENDING' });
    await provider.ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/1' }).catch(() => undefined);

    expect(sent[1]?.path).toMatch(new RegExp(`^/pix/${E2E}/devolucao/[a-zA-Z0-9]{1,35}$`));
    expectToFit('DevolucaoSolicitada', sent[1]?.body);
    expectToFit('WebhookSolicitado', sent[2]?.body);
    expect(sent[2]).toMatchObject({ method: 'PUT', path: '/webhook/loja%40example.com' });
  });

  it("shows examples of charges and returns that fit the Central Bank's schemas", () => {
    const schemas: Record<string, string> = { createTransaction: 'CobSolicitada', refund: 'DevolucaoSolicitada' };
    const shown = listCallExamples(manifest.id).filter(({ operation, json: body }) => body && schemas[operation]);
    expect(new Set(shown.map(({ operation }) => operation)).size).toBe(2);
    for (const { operation, json: body } of shown) expectToFit(schemas[operation]!, body);
  });

  it("has a simulator whose answers fit the Central Bank's schemas", async () => {
    const started = await startSimulator(simulator, { credentials });
    onTestFinished(started.close);
    const isWord = (step: string) => /^[a-z]+$/.test(step);
    const answers: Record<string, unknown> = {};
    const { provider } = openProvider(manifest, module, {
      credentials,
      baseUrl: started.url,
      inProcess: async (request) => {
        const answer = await started.simulator.handle(request);
        answers[`${request.method} ${request.path.split('/').filter(isWord).join('/')}`] = answer.body;
        return answer;
      },
    });

    await provider.createTransaction(purchase());
    await started.simulator.pay(TXID);
    await provider.refund(sampleRefund({ transactionId: TXID, amount: 300, isFull: false }));
    await started.simulator.chargeback(TXID);
    await provider.getTransaction(lookup);

    expectToFit('CobGerada', answers['PUT cob']);
    expectToFit('Devolucao', answers['PUT pix/devolucao']);
    expectToFit('CobCompleta', answers['GET cob']);
    expect(answers['GET cob']).toMatchObject({
      pix: [{ devolucoes: [{ valor: '3.00' }, { natureza: 'MED_FRAUDE' }] }],
    });
  });

  it('reads the text of the code from dadosQR where a deployment puts it there', async () => {
    const { pixCopiaECola: pixCode, ...charge } = CHARGE;
    expect((await read({ ...charge, dadosQR: { pixCopiaECola: pixCode } })).pixCode).toBe(pixCode);
  });

  it('takes a refused repeat for the charge of the first call, and a refusal for one where there is none', async () => {
    const problem = { title: 'CobOperacaoInvalida', detail: 'A cobrança já existe.' };
    const repeated = open({ status: 400, body: problem }, ok(PAID));
    expect((await repeated.provider.createTransaction(purchase())).providerStatus).toBe('CONCLUIDA');

    const refused = open({ status: 400, body: problem }, { status: 404, body: {} });
    const message = 'CobOperacaoInvalida: A cobrança já existe.';
    await expect(refused.provider.createTransaction(purchase())).rejects.toMatchObject({
      outcome: 'REJECTED',
      message,
    });
  });

  it("says the specification's own words where a refusal has no reason", async () => {
    const none = { status: 404, body: {} };
    const charge = open({ status: 422, body: {} }, none).provider.createTransaction(purchase());
    await expect(charge).rejects.toMatchObject({ reason: 'Erro ao criar transação' });
    const payment = open({ status: 422, body: {} }, none).provider.withdraw(sampleWithdraw('PIX'));
    await expect(payment).rejects.toMatchObject({ reason: 'Error on withdraw' });
  });

  it('calls a paid charge refunded, or charged back by banks, only when all of it went back', async () => {
    expect(statusOf((await read(PAID)).providerStatus)).toBe('APPROVED');
    expect(statusOf((await read(returned('ORIGINAL'))).providerStatus)).toBe('REFUNDED');
    expect(statusOf((await read(returned('MED_FRAUDE'))).providerStatus)).toBe('CHARGEBACK');
    const part = await read(returned('ORIGINAL', 'DEVOLVIDO', '3.00'));
    expect([statusOf(part.providerStatus), part.refundedAmount]).toEqual(['APPROVED', 300]);
  });

  it('counts a return that is only asked for as no refund', async () => {
    const charge = await read(returned('ORIGINAL', 'EM_PROCESSAMENTO'));
    expect([statusOf(charge.providerStatus), charge.refundedAmount]).toEqual(['APPROVED', 0]);
    expect(charge.refunds).toMatchObject([{ refundId: 'r1', status: 'PENDING' }]);
  });

  it('sends amounts of payments as numbers, and an idempotency key without hyphens', async () => {
    const { provider, sent } = open({ status: 202, body: { data: { endToEndId: E2E, status: 'PROCESSING' } } });

    const made = await provider.withdraw(sampleWithdraw('PIX', { withdrawReference: REFERENCE, amount: 1_050 }));

    expect(sent[0]).toMatchObject({ method: 'POST', path: '/pix/payments/dict' });
    expect(sent[0]?.headers['x-idempotency-key']).toBe(TXID);
    expect(sent[0]?.body).toMatchObject({
      pixKey: 'maria@example.com',
      priority: 'NORM',
      paymentFlow: 'INSTANT',
      expiration: 600,
      payment: { currency: 'BRL', amount: 10.5 },
    });
    // The id is given before anything is settled.
    expect([made.withdrawId, payoutOf(made.providerStatus)]).toEqual([E2E, 'PENDING']);
  });

  it('leaves a withdrawal open of which a part came back: neither all of it is gone, nor is all of it here', async () => {
    const { provider } = open(ok({ data: { endToEndId: E2E, status: 'PARTIALLY_REFUNDED' } }));
    const read = await provider.getWithdraw({ withdrawId: E2E, withdrawReference: REFERENCE });
    expect(mapStatus(manifest.status.withdraw!, read!.providerStatus)).toEqual({
      status: 'PENDING',
      isRecognised: false,
    });
  });

  it('has a client and a token of its own for each of its two APIs', async () => {
    const payment = { endToEndId: E2E, status: 'LIQUIDATED' };
    const { provider, sent } = open(ok(CHARGE), ok(payment), ok(payment));

    await provider.getTransaction(lookup);
    await provider.getWithdraw({ withdrawId: E2E, withdrawReference: REFERENCE });
    await provider.getWithdraw({ withdrawReference: REFERENCE });

    expect(sent.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer token of ${credentials.cashInClientId}`,
      `Bearer token of ${credentials.cashOutClientId}`,
      `Bearer token of ${credentials.cashOutClientId}`,
    ]);
    expect(manifest.bases?.accounts?.clientCertificate?.certificate).not.toBe(manifest.clientCertificate?.certificate);
  });

  it('needs the certificate of charges, and has no withdrawals without their own', () => {
    expect(manifest.credentials.required).toContain('certCashIn');
    const withdrawalsWithout = (...names: string[]) => {
      const secrets = new Map(Object.entries(credentials).filter(([name]) => !names.includes(name)));
      return openManifest(manifest, { environment: 'production', settings: {}, secrets }).capabilities.withdraw;
    };
    expect(withdrawalsWithout()).toEqual(['PIX']);
    expect(withdrawalsWithout('certCashOut')).toEqual([]);
  });

  it('answers Unauthorized. to a withdrawal without its certificate', async () => {
    const { certCashOut: _, ...others } = credentials;
    const { provider } = openProvider(manifest, module, { credentials: others });

    const refusal = { outcome: 'NOT_SENT', message: 'Unauthorized.' };
    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject(refusal);
  });

  it("asks for each token with its brand's words, and anew when the five minutes of one are over", async () => {
    const asked: string[] = [];
    const options = {
      credentials,
      now: '2026-01-01T12:00:00Z',
      inProcess: async ({ path, rawBody }: { path: string; rawBody: string }) => {
        if (path !== '/oauth/token') return { status: 404, body: {} };
        asked.push(rawBody);
        return { status: 200, body: { access_token: 'a-token', expires_in: 300 } };
      },
    };
    const { provider } = openProvider(manifest, module, options);

    await provider.getTransaction(lookup);
    await provider.getWithdraw({ withdrawId: E2E, withdrawReference: REFERENCE });
    options.now = '2026-01-01T12:04:00Z';
    await provider.getTransaction(lookup);
    expect(asked).toEqual([tokenRequests.cashIn, tokenRequests.cashOut]);

    options.now = '2026-01-01T12:05:00Z';
    await provider.getTransaction(lookup);
    expect(asked.slice(2)).toEqual([tokenRequests.cashIn]);
  });

  it("asks for both tokens in its brand's forms, which its simulator takes alone", async () => {
    const { url, close } = await startSimulator(simulator, { credentials });
    onTestFinished(close);
    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    expect(await provider.getTransaction(lookup)).toBeNull();
    expect(await provider.getWithdraw({ withdrawReference: REFERENCE })).toBeNull();
  });

  it.each([
    ['RECEIVE', 'LIQUIDATED', [], 'APPROVED'],
    ['RECEIVE', 'LIQUIDATED', [{ status: 'DEVOLVIDO' }], 'CHARGEBACK'],
    ['RECEIVE', 'PROCESSING', [], 'PENDING'],
    ['REFUND', 'LIQUIDATED', [], 'CHARGEBACK'],
  ])('reads %s %s with the returns %j as %s', async (type, status, refunds, expected) => {
    const result = await open().read(event(type, { status, refunds, payment: { amount: '10.00' } }));
    expect(result.transactionId).toBe(TXID);
    expect(statusOf(result.providerStatus)).toBe(expected);
  });

  it.each([
    ['OPEN', undefined, 'OPENED'],
    ['DEFENDED', undefined, 'OPENED'],
    ['CLOSED', 'AGREED', 'LOST'],
    ['CLOSED', 'DISAGREED', 'WON'],
    ['CANCELLED', undefined, 'WON'],
  ])('reads an infraction that is %s %s as a dispute: %s', async (status, analysisResult, dispute) => {
    const result = await open().read(event('INFRACTION', { status, analysisResult }));
    expect(result).toMatchObject({ subject: 'payment', transactionId: TXID, movementIds: [E2E], dispute });
    expect(result.providerStatus).toBeUndefined();
  });

  it('tells people of an infraction whose end or PIX it does not know', async () => {
    const { read: readEvent } = open();
    expect(await readEvent(event('INFRACTION', { status: 'CLOSED' }))).toMatchObject({
      subject: 'notice',
      event: 'INFRACTION',
      reason: 'CLOSED',
    });
    expect((await readEvent({ type: 'INFRACTION', data: { status: 'OPEN' } })).subject).toBe('notice');
  });

  it('ignores what is cancelled, and a PIX to the key that has no charge', async () => {
    const { read: readEvent } = open();
    for (const type of ['RECEIVE', 'REFUND'])
      expect((await readEvent(event(type, { status: 'CANCELED' }))).subject).toBe('ignored');
    expect((await readEvent({ pix: [{ endToEndId: E2E, valor: '10.00' }] })).subject).toBe('ignored');
  });

  it('leaves open whether REFUND gives back a charge or brings back a withdrawal, which is then rejected', async () => {
    const result = await open().read({ type: 'REFUND', data: { endToEndId: E2E, status: 'LIQUIDATED' } });
    expect(result).toMatchObject({ subject: 'either', transactionId: E2E, movementIds: [E2E] });
    expect(payoutOf(result.providerStatus)).toBe('REJECTED');
  });

  it('reads each PIX of one event, and finds our reference in it', async () => {
    const result = await open().read({ pix: [RECEIVED, { ...RECEIVED, endToEndId: `${E2E.slice(0, -1)}z` }] });
    expect(result.subject).toBe('several');
    expect(result.events?.map(({ reference, movements }) => [reference, movements?.[0]?.amount])).toEqual([
      [REFERENCE, 1_000],
      [REFERENCE, 1_000],
    ]);
  });

  it('reads the end of a withdrawal with its reason', async () => {
    const data = { endToEndId: E2E, idempotencyKey: TXID, status: 'REJECTED', errorCode: 'AM04' };
    const result = await open().read({ type: 'CASHOUT', data });
    expect(result).toMatchObject({ subject: 'withdraw', withdrawId: E2E, reference: REFERENCE, reason: 'AM04' });
    expect(payoutOf(result.providerStatus)).toBe('REJECTED');
    expect(payoutOf('A_WORD_NOBODY_KNOWS')).toBe('PENDING');
  });
}
