/** The suite that each bank of the family runs: every request and answer is held against the Central Bank's document, whose examples are read. */
import { asManifest, mapStatus, type ProviderModule, type Simulator, type SimulatorModule } from '@feira/plugin-kit';
import { sampleFiles } from '@feira/plugin-kit/simulation';
import {
  openProvider,
  sampleMandate,
  sampleMandateCharge,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
  sampleRefund,
  sampleTransaction,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DOCUMENT, expectAnswerToFit, expectRequestToFit, expectToFit } from './test-witness.ts';

export interface BankMember {
  /** The parsed plugin.json. */
  json: unknown;
  module: ProviderModule;
  simulator: SimulatorModule;
  /** The token request, as the bank's pages or public code have it: base URL and path, body, and the header where it carries the client. */
  token: { address: string; body: string; authorization?: string };
  /** The addresses in production of one call of each kind, with {} for what stands in the path. */
  addresses: Record<string, string>;
}

const TXID = '0123456789abcdef0123456789abcdef';
const REFERENCE = '01234567-89ab-cdef-0123-456789abcdef';
const WEBHOOK_URL = 'https://pay.example.com/webhooks/1';
/** The fields that all examples have. */
interface Example {
  txid: string;
  idRec: string;
  endToEndId: string;
  status: string;
  valor: { original: string };
  vinculo: { contrato: string };
  devolucoes?: unknown;
}
const toCents = ({ valor }: Example) => Math.round(Number(valor.original) * 100);
const isToken = ({ path }: { path: string }) => path.endsWith('/token');

export function testBank({ json, module, simulator, token, addresses }: BankMember): void {
  const manifest = asManifest(json);
  const credentials = { ...sampleFiles(manifest), ...simulator.samples!.credentials };
  const hasMandates = manifest.capabilities.mandates !== undefined;
  const urls = manifest.environments.production as Record<string, string>;
  const statusOf = (word = '') => mapStatus(manifest.status.payment, word).status;

  /** Tokens are granted; everything else is answered with one body. */
  function open(answer: unknown, status = 200) {
    const { provider } = openProvider(manifest, module, {
      credentials,
      now: '2026-01-01T12:00:00Z',
      inProcess: async (request) =>
        isToken(request) ? { status: 200, body: { access_token: 't', expires_in: 300 } } : { status, body: answer },
    });
    return provider;
  }
  const readEvent = (body: unknown) =>
    open({}).processWebhook({ headers: {}, query: {}, body, rawBody: JSON.stringify(body) });

  testProvider({
    manifest,
    module,
    credentials,
    answers: [DOCUMENT.operations['GET /cob/{txid}']!.examples.answers!.cobResponse2],
    webhooks: hasMandates ? [DOCUMENT.events.recWebhookNotification1, DOCUMENT.events.cobRWebhookNotification1] : [],
  });

  it("plays a whole sale whose requests, answers and events fit the Central Bank's document, at the bank's own addresses", async () => {
    const started = await startSimulator(simulator, { credentials, webhook: 'collect' });
    onTestFinished(started.close);
    const called: Record<string, string> = {};
    const tokens: object[] = [];
    const returns: unknown[] = [];
    const { provider } = openProvider(manifest, module, {
      credentials,
      baseUrl: started.url,
      inProcess: async (request) => {
        const answer = await started.simulator.handle(request);
        const query = new URLSearchParams(request.query).toString();
        const address = (urls[request.base ?? 'default'] ?? '') + request.path + (query && `?${query}`);
        if (isToken(request)) {
          tokens.push({ address, body: request.rawBody, authorization: request.headers.authorization });
          return answer;
        }
        const words = request.path.slice(1).split('/');
        const kind = words.map((word) => (/^[a-z]+$/.test(word) ? word : '{}')).join('/');
        called[`${request.method} ${kind}`] = `${urls[request.base ?? 'default'] ?? ''}/${kind}`;
        if (request.path.includes('/devolucao/')) returns.push(request.body);
        // The code of a charge is the bank's own call.
        const isOwn = request.path.endsWith('/qrcode');
        if (!isOwn) expectRequestToFit(request);
        expect(answer.status, `${request.method} ${request.path}`).toBeLessThan(300);
        if (!isOwn) expectAnswerToFit(request, answer);
        return answer;
      },
    });

    await provider.ensureWebhook({ webhookUrl: WEBHOOK_URL });
    const charge = await provider.createTransaction(sampleTransaction('PIX', { reference: REFERENCE }));
    expect(charge.pixCode).toMatch(/^000201/);
    await started.simulator.pay(charge.transactionId);
    const { transactionId } = charge;
    await provider.refund(sampleRefund({ transactionId, amount: 300, isFull: false, description: 'x'.repeat(400) }));
    const found = await provider.getTransaction({ transactionId, reference: REFERENCE, paymentMethod: 'PIX' });

    expect(statusOf(found?.providerStatus)).toBe('APPROVED');
    expect(found?.refundedAmount).toBe(300);
    if (hasMandates) await playMandate(provider, started.simulator);
    expect(returns[0]).toMatchObject({ valor: '3.00', natureza: 'ORIGINAL', descricao: 'x'.repeat(140) });
    expect(tokens[0]).toMatchObject(token);
    expect(called).toMatchObject(addresses);
    for (const { body } of started.deliveries) {
      const { pix = [], recs = [], cobsr = [] } = JSON.parse(body);
      for (const one of pix) expectToFit('Pix', one);
      for (const one of recs) expectToFit('RecNotification', one);
      for (const one of cobsr) expectToFit('CobRNotification', one);
    }
    expect(started.deliveries.length).toBeGreaterThan(0);
  });

  async function playMandate(provider: ReturnType<typeof open>, bank: Simulator) {
    const acts = bank.mandates!;
    const bought = await provider.createTransaction(sampleTransaction('PIX', { amount: 2_500 }));
    const made = await provider.createMandate(
      sampleMandate({ journey: 3, transactionId: bought.transactionId, retries: '3R_7D' }),
    );
    const { mandateId } = made;
    await bank.pay(bought.transactionId);
    expect(await provider.getMandate(sampleMandateLookup({ mandateId }))).toMatchObject({ providerStatus: 'APROVADA' });
    const debit = await provider.chargeMandate(sampleMandateCharge({ mandateId, reference: TXID }));
    const ids = { mandateChargeId: debit.mandateChargeId, mandateId, reference: TXID };
    await acts.refuseCharge(debit.mandateChargeId);
    await provider.retryMandateCharge(sampleMandateRetry(ids));
    await acts.payCharge(debit.mandateChargeId);
    await provider.refundMandateCharge(sampleMandateRefund({ ...ids, reference: REFERENCE }));
    expect(await provider.getMandateCharge(ids)).toMatchObject({ providerStatus: 'CONCLUIDA' });
    const other = { mandateId, reference: TXID.toUpperCase() };
    const { mandateChargeId } = await provider.chargeMandate(sampleMandateCharge({ ...other, dueDate: '2034-03-01' }));
    await provider.cancelMandateCharge({ ...other, mandateChargeId });
    await provider.cancelMandate({ mandateId, reference: made.reference ?? '' });
  }

  describe("reads the Central Bank's examples", () => {
    const answersOf = (name: string) => Object.entries(DOCUMENT.operations[name]!.examples.answers!);

    it.each(answersOf('GET /cob/{txid}'))('of a charge: %s', async (_name, body) => {
      const { txid, status } = body as unknown as Example;
      const read = open(body).getTransaction({ transactionId: txid, reference: REFERENCE, paymentMethod: 'PIX' });
      expect(await read).toMatchObject({
        transactionId: txid,
        providerStatus: status,
        amount: toCents(body as unknown as Example),
      });
    });

    it.runIf(hasMandates).each(answersOf('GET /rec/{idRec}'))('of a mandate: %s', async (_name, body) => {
      const { idRec, status, vinculo } = body as unknown as Example;
      const read = await open(body).getMandate(sampleMandateLookup({ mandateId: idRec }));
      expect(read).toMatchObject({ mandateId: idRec, providerStatus: status, reference: vinculo.contrato });
      expect(mapStatus(manifest.status.mandate!, status).isRecognised).toBe(true);
    });

    it.runIf(hasMandates).each(answersOf('GET /cobr/{txid}'))('of a mandate charge: %s', async (_name, body) => {
      const { txid, idRec, status } = body as unknown as Example;
      const read = await open(body).getMandateCharge({ mandateChargeId: txid, reference: txid, mandateId: idRec });
      expect(read).toMatchObject({
        mandateChargeId: txid,
        providerStatus: status,
        amount: toCents(body as unknown as Example),
      });
      expect(mapStatus(manifest.status.mandateCharge!, status).isRecognised).toBe(true);
    });

    it('of received PIX, named or as a bare list', async () => {
      const { devolucoes: _, ...pix } = DOCUMENT.events.pixWebhook1 as unknown as Example;
      const expected = {
        subject: 'payment',
        transactionId: pix.txid,
        movements: [{ id: pix.endToEndId, amount: 11_000 }],
      };
      expect(await readEvent({ pix: [pix] })).toMatchObject(expected);
      expect(await readEvent([pix])).toMatchObject(expected);
    });

    it.runIf(hasMandates)('of events of mandates and their charges', async () => {
      expect(await readEvent(DOCUMENT.events.recWebhookNotification1)).toMatchObject({
        subject: 'mandate',
        mandateId: 'RR1026652320240821lab77511abf',
        providerStatus: 'APROVADA',
      });
      expect(await readEvent(DOCUMENT.events.cobRWebhookNotification1)).toMatchObject({
        subject: 'mandateCharge',
        providerStatus: 'ATIVA',
      });
    });
  });
}
