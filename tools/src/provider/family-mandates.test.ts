/**
 * Tests PIX Automático in the Central Bank's family at one bank that has it. Its requests, and the answers of its simulator, are held against the
 * Central Bank's schemas.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asManifest, mapStatus, type SimulatorRequest } from '@feira/plugin-kit';
import { validateManifest } from '@feira/plugin-kit/broker';
import { listFailures, runConformance } from '@feira/plugin-kit/conformance';
import { createSimulatorHost, sampleFiles } from '@feira/plugin-kit/simulation';
import {
  openProvider,
  sampleMandate,
  sampleMandateCharge,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
  sampleTransaction,
  startSimulator,
} from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEED } from '../../../core/test/draw.ts';
import module from '../../../plugins/efi/src/index.ts';
import simulator from '../../../plugins/efi/src/simulator.ts';
import { expectToFit } from '../../../plugins/family-bacen/src/test-witness.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const read = (file: string) => JSON.parse(readFileSync(path.join(PLUGINS, file), 'utf8'));

const json = read('efi/plugin.json');
const subject = { manifest: asManifest(json), module, simulator };
const { manifest } = subject;
const credentials = { ...sampleFiles(manifest), ...simulator.samples!.credentials };

const TXID = '0123456789abcdef0123456789abcdef';
const REFERENCE = '01234567-89ab-cdef-0123-456789abcdef';
const ID_REC = 'RN1234567820241203fghijkabcde';

type Answer = { status: number; body: unknown };
/** Tokens are granted; everything else is answered in order. */
function open(...answers: Answer[]) {
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    now: '2026-01-01T12:00:00Z',
    inProcess: async (request) => {
      if (request.path === '/oauth/token') return { status: 200, body: { access_token: 'token', expires_in: 300 } };
      sent.push(request);
      return answers.shift() ?? { status: 500, body: {} };
    },
  });
  const readEvent = (body: unknown) => provider.processWebhook({ headers: {}, query: {}, body, rawBody: '' });
  return { provider, sent, readEvent };
}
const ok = (body: unknown): Answer => ({ status: 200, body });
const LOCATION = { id: 108, location: 'pix.example.com/qr/v2/rec/2353', tipo: 'rec', criacao: '2026-01-01T12:00:00Z' };
const REC = {
  idRec: ID_REC,
  status: 'CRIADA',
  valor: { valorRec: '49.90' },
  vinculo: { contrato: TXID, devedor: { cpf: '52998224725', nome: 'Maria da Silva' }, objeto: 'Clube do Pão' },
  calendario: { dataInicial: '2034-02-01', periodicidade: 'MENSAL' },
  politicaRetentativa: 'NAO_PERMITE',
  loc: LOCATION,
  recebedor: { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' },
  atualizacao: [{ data: '2026-01-01T12:00:00Z', status: 'CRIADA' }],
};
const CODE = { dadosQR: { jornada: 'JORNADA_2', pixCopiaECola: '00020126' } };
const COBR = {
  idRec: ID_REC,
  txid: TXID,
  calendario: { criacao: '2026-01-01', dataDeVencimento: '2034-02-01' },
  valor: { original: '49.90' },
  status: 'ATIVA',
  politicaRetentativa: 'PERMITE_3R_7D',
  ajusteDiaUtil: true,
  recebedor: { conta: '012682', tipoConta: 'CORRENTE' },
  tentativas: [
    { dataLiquidacao: '2034-02-01', tipo: 'AGND', endToEndId: 'E1', status: 'EXPIRADA' },
    { dataLiquidacao: '2034-02-03', tipo: 'NTAG', endToEndId: 'E2', status: 'AGENDADA' },
  ],
};
const mandateOf = (word = '') => mapStatus(manifest.status.mandate!, word).status;
const chargeOf = (word = '') => mapStatus(manifest.status.mandateCharge!, word).status;

describe(`a bank with PIX Automático (seed ${SEED})`, () => {
  it('is a valid package, whose mandates are off while the account that receives is unknown', () => {
    expect(validateManifest(json)).toHaveProperty('manifest');
    const { receiverAccount: _, ...others } = credentials;
    const { provider } = openProvider(manifest, module, { credentials: others });
    return expect(provider.createMandate(sampleMandate())).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });

  it('proves its mandates in conformance', async () => {
    const result = await runConformance({
      ...subject,
      seed: SEED,
      scale: { words: 500, amounts: 0, wireWords: 3 },
      isWanted: (capability) => capability === 'mandates',
    });

    expect(listFailures(result)).toEqual([]);
    expect(Object.keys(result.capabilities.mandates?.proofs ?? {}).sort()).toEqual(
      ['amounts', 'answers', 'outcomes', 'references', 'secrecy', 'statuses', 'webhooks', 'works'].sort(),
    );
  });

  it.each([
    [7, 'SEMANAL'],
    [30, 'MENSAL'],
    [90, 'TRIMESTRAL'],
    [180, 'SEMESTRAL'],
    [365, 'ANUAL'],
  ])('asks for a recurrence of %s days as %s', async (recurrenceDays, periodicidade) => {
    const { provider, sent } = open(ok(LOCATION), ok(REC), ok({ ...REC, ...CODE }));

    await provider.createMandate(sampleMandate({ recurrenceDays }));

    expect(sent[1]?.body).toMatchObject({ calendario: { periodicidade } });
  });

  it.each([15, 60])('refuses a recurrence of %s days before any call, and says why', async (recurrenceDays) => {
    const { provider, sent } = open();

    const refusal = provider.createMandate(sampleMandate({ recurrenceDays }));

    await expect(refusal).rejects.toMatchObject({
      outcome: 'NOT_SENT',
      message: `O Pix Automático não tem cobrança a cada ${recurrenceDays} dias: use 7, 30, 90, 180 ou 365.`,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['a CPF', '52998224725', { amount: 4_990 }, { valorRec: '49.90' }],
    ['a CNPJ with letters', '12ABC34501DE35', { maxAmount: 9_900 }, { valorMinimoRecebedor: '99.00' }],
  ])("sends a mandate that fits the Central Bank's schemas, for %s", async (_kind, document, amounts, valor) => {
    const { provider, sent } = open(ok(LOCATION), ok(REC), ok({ ...REC, ...CODE }));
    const customer = { name: 'Ana', email: 'ana@example.com', document };

    const mandate = await provider.createMandate(
      sampleMandate({ ...amounts, reference: REFERENCE, customer, description: 'x'.repeat(400), retries: '3R_7D' }),
    );

    expect(sent[0]).toMatchObject({ path: '/locrec', body: undefined });
    expectToFit('RecSolicitada', sent[1]?.body);
    expect(sent[1]?.body).toMatchObject({
      valor,
      loc: 108,
      politicaRetentativa: 'PERMITE_3R_7D',
      vinculo: { contrato: TXID },
    });
    expect(mandate).toMatchObject({ mandateId: ID_REC, reference: REFERENCE, amount: 4_990, pixCode: '00020126' });
    expect(mandateOf(mandate.providerStatus)).toBe('PENDING');
  });

  it('asks in journey 3 for one code that pays the charge and agrees', async () => {
    const ativacao = { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada: { txid: TXID } };
    const both = { ...REC, ativacao, dadosQR: { jornada: 'JORNADA_3', pixCopiaECola: '000201both' } };
    const { provider, sent } = open(ok(LOCATION), ok({ ...REC, ativacao }), ok({ ...REC, ativacao }), ok(both));

    const mandate = await provider.createMandate(sampleMandate({ journey: 3, transactionId: TXID }));

    expectToFit('RecSolicitada', sent[1]?.body);
    expect(sent[1]?.body).toMatchObject({ ativacao: { dadosJornada: { txid: TXID } } });
    expect(sent[3]).toMatchObject({ path: `/rec/${ID_REC}`, query: { txid: TXID } });
    expect(mandate).toMatchObject({ pixCode: '000201both', transactionId: TXID });
  });

  it("sends charges, retries and cancellations that fit the Central Bank's schemas", async () => {
    const { provider, sent } = open(ok(COBR), ok(COBR), ok(COBR), ok({ ...REC, status: 'CANCELADA' }));
    const ids = { mandateChargeId: TXID, reference: REFERENCE, mandateId: ID_REC };

    const charge = sampleMandateCharge({ reference: REFERENCE, mandateId: ID_REC, description: 'x'.repeat(400) });
    const made = await provider.chargeMandate(charge);
    await provider.retryMandateCharge(sampleMandateRetry(ids));
    await provider.cancelMandateCharge(ids);
    await provider.cancelMandate({ mandateId: ID_REC, reference: REFERENCE });

    expectToFit('CobRSolicitada', sent[0]?.body);
    expect(sent[0]?.body).toMatchObject({ recebedor: { agencia: '0001', conta: '012682', tipoConta: 'CORRENTE' } });
    expectToFit('CobRRevisada', sent[2]?.body);
    expectToFit('RecRevisada', sent[3]?.body);
    expect(sent.map(({ method, path: address }) => `${method} ${address}`)).toEqual([
      `PUT /cobr/${TXID}`,
      `POST /cobr/${TXID}/retentativa/2034-02-03`,
      `PATCH /cobr/${TXID}`,
      `PATCH /rec/${ID_REC}`,
    ]);
    expect(made).toMatchObject({ mandateChargeId: TXID, reference: REFERENCE, amount: 4_990 });
    expect(made.attempts?.map(({ status }) => status)).toEqual(['EXPIRED', 'SCHEDULED']);
    expect(chargeOf(made.providerStatus)).toBe('PENDING');
  });

  it('gives the PIX of a paid charge back by a return of its own, and tells of it', async () => {
    const pix = { endToEndId: 'E1', txid: TXID, valor: '49.90', horario: '2034-02-01T12:00:00Z' };
    const done = {
      id: 'r1',
      rtrId: 'D1',
      valor: '10.00',
      horario: { solicitacao: '2034-02-02T12:00:00Z' },
      status: 'DEVOLVIDO',
    };
    const paid = { ...COBR, status: 'CONCLUIDA', pix: [pix] };
    const { provider, sent } = open(ok(paid), ok(done), ok({ ...paid, pix: [{ ...pix, devolucoes: [done] }] }));
    const ids = { mandateChargeId: TXID, mandateId: ID_REC };

    const refund = sampleMandateRefund({ ...ids, reference: REFERENCE, amount: 1_000, isFull: false });
    const made = await provider.refundMandateCharge(refund);
    const found = await provider.getMandateCharge({ ...ids, reference: REFERENCE });

    expect(sent[1]).toMatchObject({ method: 'PUT', path: `/pix/E1/devolucao/${TXID}`, body: { valor: '10.00' } });
    expectToFit('DevolucaoSolicitada', sent[1]?.body);
    expect(made).toEqual({ refundId: 'r1', status: 'DONE' });
    expect(found).toMatchObject({ refundedAmount: 1_000, refunds: [{ refundId: 'r1', status: 'DONE' }] });
    expect(chargeOf(found?.providerStatus)).toBe('APPROVED');
  });

  it("has a simulator whose answers and events fit the Central Bank's schemas", async () => {
    const started = await startSimulator(simulator, { credentials, webhook: 'collect' });
    onTestFinished(started.close);
    const answers: Record<string, unknown> = {};
    const { provider } = openProvider(manifest, module, {
      credentials,
      baseUrl: started.url,
      inProcess: async (request) => {
        const answer = await started.simulator.handle(request);
        const words = request.path.split('/').filter((step) => /^[a-z]+$/.test(step));
        answers[`${request.method} ${words.join('/')}`] = answer.body;
        return answer;
      },
    });
    await provider.ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/1' }).catch(() => undefined);
    const acts = started.simulator.mandates!;

    const bought = await provider.createTransaction(sampleTransaction('PIX', { reference: REFERENCE, amount: 2_500 }));
    const { mandateId } = await provider.createMandate(
      sampleMandate({ journey: 3, transactionId: bought.transactionId, retries: '3R_7D' }),
    );
    await started.simulator.pay(bought.transactionId);
    await provider.getMandate(sampleMandateLookup({ mandateId }));
    expectToFit('RecGerada', answers['POST rec']);
    expectToFit('RecCompleta', answers['GET rec']);
    expectToFit('PayloadLocationRecGerada', answers['POST locrec']);

    const charged = await provider.chargeMandate(sampleMandateCharge({ mandateId }));
    expectToFit('CobRGerada', answers['PUT cobr']);
    await acts.refuseCharge(charged.mandateChargeId);
    const ids = { mandateChargeId: charged.mandateChargeId, mandateId, reference: REFERENCE };
    await provider.retryMandateCharge(sampleMandateRetry(ids));
    await acts.payCharge(charged.mandateChargeId);
    await provider.getMandateCharge(ids);
    expectToFit('CobRCompleta', answers['GET cobr']);
    await provider.refundMandateCharge(sampleMandateRefund({ ...ids, reference: TXID }));
    expectToFit('Devolucao', answers['PUT pix/devolucao']);
    await provider.getMandateCharge(ids);
    expectToFit('CobRCompleta', answers['GET cobr']);
    await acts.cancel(mandateId, 'BUYER');

    const events = started.deliveries.map(({ body }) => JSON.parse(body));
    const recs = events.flatMap((event) => event.recs ?? []);
    const cobsr = events.flatMap((event) => event.cobsr ?? []);
    for (const rec of recs) expectToFit('RecNotification', rec);
    for (const cobr of cobsr) expectToFit('CobRNotification', cobr);
    expect(recs.map(({ status }) => status)).toEqual(['APROVADA', 'CANCELADA']);
    expect(cobsr.map(({ status }) => status)).toEqual(['ATIVA', 'CONCLUIDA']);
  });

  it('has a simulator in which whoever pays agrees, although nobody takes the events', async () => {
    const host = createSimulatorHost(simulator, {
      credentials,
      publicUrl: 'https://demo.feira.test/onz',
      sendWebhook: () => new Promise(() => undefined),
    });
    onTestFinished(host.close);
    const { provider } = openProvider(manifest, module, { credentials, inProcess: host.handleHttp });
    await provider.ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/1' }).catch(() => undefined);
    const { transactionId } = await provider.createTransaction(sampleTransaction('PIX', { reference: REFERENCE }));
    const { mandateId } = await provider.createMandate(sampleMandate({ journey: 3, transactionId }));
    const readStatus = async () =>
      mandateOf((await provider.getMandate(sampleMandateLookup({ mandateId })))?.providerStatus);
    expect(await readStatus()).toBe('PENDING');

    void host.simulator.pay(transactionId);

    await expect.poll(readStatus, { timeout: 60_000 }).toBe('ACTIVE');
  });

  it('finds a mandate by our reference on the second page of its buyer, and none where no page has it', async () => {
    const page = (recs: object[]) => ok({ parametros: { paginacao: { quantidadeDePaginas: 2 } }, recs });
    const other = { ...REC, idRec: 'RN0', vinculo: { ...REC.vinculo, contrato: 'another' } };
    const lookup = sampleMandateLookup({
      mandateId: undefined,
      reference: REFERENCE,
      requestedAt: '2026-01-01T10:00:00.000Z',
    });

    const { provider, sent } = open(page([other]), page([REC]), ok({ ...REC, ...CODE }));
    expect(await provider.getMandate(lookup)).toMatchObject({ mandateId: ID_REC, pixCode: '00020126' });
    expect(sent[1]?.query).toEqual({
      inicio: '2025-12-31T10:00:00.000Z',
      fim: '2026-01-01T13:00:00.000Z',
      cpf: '52998224725',
      'paginacao.paginaAtual': '1',
      'paginacao.itensPorPagina': '100',
    });

    expect(await open(page([other]), page([other])).provider.getMandate(lookup)).toBeNull();
  });

  it.each([
    ['USUARIO_PAGADOR', 'BUYER'],
    ['PSP_PAGADOR', 'BUYER_BANK'],
    ['USUARIO_RECEBEDOR', 'PLATFORM'],
    ['PSP_RECEBEDOR', 'PROVIDER'],
  ])("says that %s, the bank's word, ended a mandate, and why", async (solicitante, endedBy) => {
    const cancelamento = { solicitante, codigo: 'SLDB', descricao: 'Cancelamento solicitado' };
    const ended = { ...REC, status: 'CANCELADA', encerramento: { cancelamento } };

    const found = await open(ok({ ...ended, ...CODE })).provider.getMandate(sampleMandateLookup());

    expect(found).toMatchObject({ endedBy, reason: 'SLDB: Cancelamento solicitado' });
    expect(mandateOf(found?.providerStatus)).toBe('CANCELED');
  });

  it('takes a refused cancellation of what has ended for its end, and any other refusal for one', async () => {
    const refusal = { status: 400, body: { title: 'RecOperacaoInvalida', detail: 'encerrada' } };
    const cancel = (status: string) =>
      open(refusal, ok({ ...REC, status })).provider.cancelMandate({ mandateId: ID_REC, reference: REFERENCE });

    expect(await cancel('EXPIRADA')).toMatchObject({ providerStatus: 'EXPIRADA' });
    await expect(cancel('APROVADA')).rejects.toMatchObject({ outcome: 'REJECTED' });
  });

  it('reads several mandates and charges of one event, and what a PIX of the account says as before', async () => {
    const { readEvent } = open();
    const pix = [{ endToEndId: 'E1', txid: TXID, valor: '49.90', horario: '2034-02-01T12:00:00Z' }];
    const result = await readEvent({ cobsr: [COBR, { ...COBR, status: 'CONCLUIDA', pix }] });

    expect(result.events?.map(({ subject: about, reference, movements }) => [about, reference, movements])).toEqual([
      ['mandateCharge', REFERENCE, []],
      ['mandateCharge', REFERENCE, [{ id: 'E1', amount: 4_990 }]],
    ]);
    expect(await readEvent({ recs: [{ ...REC, status: 'APROVADA' }] })).toMatchObject({
      subject: 'mandate',
      mandateId: ID_REC,
      providerStatus: 'APROVADA',
    });
    expect((await readEvent({ pix })).subject).toBe('payment');
  });
});
