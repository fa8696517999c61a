import { createHmac } from 'node:crypto';
import { asManifest, mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import {
  openProvider,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import examples from '../examples/documented.json' with { type: 'json' };
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

interface Answer {
  status: number;
  body: unknown;
}
interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
const REFERENCE = '7f1c1f0e-54f7-4b7e-9d0a-2f3c6a1b8d11';
const E2E = 'E12345678202611201300abcdefghijk';
const TOKEN = { status: 200, body: { access_token: 'token-1', expires_in: 1_800 } };
const QR = {
  id: 'qr-1',
  status: 'ATIVA',
  original_value: 10.5,
  expiration: 3_600,
  emv_payload: '000201',
  created_at: '2026-11-20T13:00:00.000Z',
};
const DEPOSIT = { id: 'ci-1', type: 'DEPOSIT', value: 10.5, end2end_id: E2E };
const refunded = (value: number, changes = {}) => ({ id: 'r-1', type: 'DEPOSIT_REFUND', value, ...changes });

/** Answers the token first, and then one after the other; every txid in an answer is the one that was asked for. */
function open(...answers: unknown[]) {
  const sent: Sent[] = [];
  const left = [...answers];
  const { provider } = openProvider(manifest, module, {
    credentials,
    now: '2026-11-20T13:00:00.000Z',
    inProcess: async (request): Promise<Answer> => {
      sent.push(request);
      if (request.path === '/authorization') return TOKEN;
      const next = left.shift();
      if (next === undefined) return { status: 500, body: {} };
      const txid = toTxid(request);
      const text = JSON.stringify(next).replaceAll('"end2end_id"', `"txid":"${txid}","end2end_id"`);
      const body = JSON.parse(text.replaceAll('"emv_payload"', `"txid":"${txid}","emv_payload"`));
      return 'status' in body && typeof body.status === 'number' ? body : { status: 200, body };
    },
  });
  return { provider, sent };
}
const toTxid = ({ query, path, body }: Sent) =>
  query.txid ?? (body as { txid?: string } | undefined)?.txid ?? path.split('/').at(-1);
const lookup = { reference: REFERENCE, paymentMethod: 'PIX' } as const;
const read = async (...answers: unknown[]) => (await open(QR, ...answers).provider.getTransaction(lookup))!;
const statusOf = (word: string) => mapStatus(manifest.status.payment, word).status;
const payoutOf = (word = '') => mapStatus(manifest.status.withdraw!, word).status;
const purchase = () => sampleTransaction('PIX', { reference: REFERENCE, expiresAt: '2026-11-20T14:00:00.000Z' });

describe('transfeera', () => {
  testProvider({ manifest, module, credentials, answers: [QR], webhooks: examples.events.map(({ body }) => body) });
});

describe('every call', () => {
  it('names the company in its User-Agent, that for the token too', async () => {
    const { provider, sent } = open({ status: 201, body: QR });

    await provider.createTransaction(purchase());

    expect(sent.map(({ path }) => path)).toEqual(['/authorization', '/pix/qrcode/collection/immediate']);
    for (const { headers } of sent) expect(headers['user-agent']).toBe('Loja Inventada (contato@example.com)');
    expect(sent[0]?.body).toMatchObject({ grant_type: 'client_credentials', client_id: credentials.clientId });
    expect(sent[1]?.headers.authorization).toBe('Bearer token-1');
  });
});

describe('createTransaction', () => {
  it('sends reais, seconds, and our reference as a txid of 26 to 35 letters and digits', async () => {
    const { provider, sent } = open({ status: 201, body: QR });

    const result = await provider.createTransaction(purchase());

    expect(sent[1]?.body).toMatchObject({
      pix_key: 'loja@example.com',
      original_value: 123.45,
      expiration: 3_600,
      value_change_mode: 'VALOR_FIXADO',
      txid: expect.stringMatching(/^[a-zA-Z0-9]{26,35}$/),
    });
    expect(result).toMatchObject({ reference: REFERENCE, amount: 1_050, expiresAt: '2026-11-20T14:00:00.000Z' });
  });

  it.each(['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='])('takes the picture %s', async (image_base64) => {
    const { provider } = open({ status: 201, body: { ...QR, image_base64 } });

    const { pixQrCode } = await provider.createTransaction(purchase());

    expect(pixQrCode).toBe('data:image/png;base64,iVBORw0KGgo=');
  });

  it('tells the reason of a refusal, or what failed', async () => {
    const nothing = { status: 404, body: {} };
    const refuse = (body: object) => open({ status: 400, body }, nothing).provider.createTransaction(purchase());

    await expect(refuse({ message: 'pix_key is invalid' })).rejects.toMatchObject({ reason: 'pix_key is invalid' });
    await expect(refuse({})).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'Erro ao criar transação' });
  });
});

describe('getTransaction', () => {
  it('takes only a deposit for money, because the code does not say that it was paid', async () => {
    const paid = await read({ entries: [DEPOSIT] }, { entries: [] });
    const open = await read({ entries: [] });

    expect([paid, open].map(({ providerStatus }) => statusOf(providerStatus))).toEqual(['APPROVED', 'PENDING']);
    expect(paid).toMatchObject({ paymentMethod: 'PIX', movements: [{ id: E2E, amount: 1_050 }], refundedAmount: 0 });
    expect(open.movements).toBeUndefined();
  });

  it('takes no code that says CONCLUIDA for money', async () => {
    const { provider } = open({ ...QR, status: 'CONCLUIDA' }, { entries: [] });

    const result = await provider.getTransaction(lookup);

    expect(statusOf(result!.providerStatus)).toBe('PENDING');
  });

  it("takes neither another charge's deposit nor a refund for one", async () => {
    const other = { id: 'ci-2', type: 'DEPOSIT', value: 10.5, end2end_id: 'E2', txid: 'another' };

    const result = await read({ entries: [other, refunded(10.5, { end2end_id: E2E })] });

    expect(statusOf(result.providerStatus)).toBe('PENDING');
    expect(result.movements).toBeUndefined();
  });

  it('says nothing of a deposit without its amount', async () => {
    const { value: _, ...deposit } = DEPOSIT;

    await expect(read({ entries: [deposit] }, { entries: [] })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      outcome: 'UNKNOWN',
      message: 'The field value is missing.',
    });
  });

  it('keeps a charge paid while a part of it, or an undecided refund, goes back', async () => {
    const partly = await read({ entries: [DEPOSIT] }, { entries: [refunded(4)] });
    const undecided = await read(
      { entries: [DEPOSIT] },
      { entries: [refunded(10.5, { type: 'PENDING_DEPOSIT_REFUND' })] },
    );
    const whole = await read({ entries: [DEPOSIT] }, { entries: [refunded(10.5)] });

    expect(partly).toMatchObject({ providerStatus: 'DEPOSIT', refundedAmount: 400 });
    expect(undecided).toMatchObject({ providerStatus: 'DEPOSIT', refundedAmount: 0, refunds: [{ status: 'PENDING' }] });
    expect(statusOf(whole.providerStatus)).toBe('RETURNED');

    const refused = await read(
      { entries: [DEPOSIT] },
      { entries: [refunded(10.5, { type: 'CANCELLED_DEPOSIT_REFUND' })] },
    );
    expect(refused).toMatchObject({ providerStatus: 'DEPOSIT', refundedAmount: 0, refunds: [{ status: 'REFUSED' }] });
  });
});

describe('refund', () => {
  const wanted = sampleRefund({ transactionId: REFERENCE, reference: REFERENCE, amount: 400, isFull: false });

  it('asks which PIX came in, and gives it back by its end-to-end id', async () => {
    const made = { status: 201, body: { id: 'r-1', status: 'EM_PROCESSAMENTO' } };
    const { provider, sent } = open({ entries: [DEPOSIT] }, { entries: [] }, made);

    expect(await provider.refund(wanted)).toEqual({ refundId: 'r-1', status: 'PENDING' });
    expect(sent.at(-1)).toMatchObject({ method: 'POST', path: `/pix/cashin/${E2E}/refund`, body: { value: 4 } });
  });

  it('makes none again that stands there with our reference', async () => {
    const first = open(
      { entries: [DEPOSIT] },
      { entries: [] },
      { status: 201, body: { id: 'r-1', status: 'DEVOLVIDO' } },
    );
    await first.provider.refund(wanted);
    const { integration_id } = first.sent.at(-1)!.body as { integration_id: string };
    const { provider, sent } = open({ entries: [DEPOSIT] }, { entries: [refunded(4, { integration_id })] });

    expect(await provider.refund(wanted)).toEqual({ refundId: 'r-1', status: 'DONE' });
    expect(sent.filter(({ method, path }) => method === 'POST' && path !== '/authorization')).toHaveLength(0);
  });

  it('tells a refund that was refused', async () => {
    const made = { status: 201, body: { id: 'r-1', status: 'NAO_REALIZADO', error_message: 'Conta encerrada' } };
    const { provider } = open({ entries: [DEPOSIT] }, { entries: [] }, made);

    expect(await provider.refund(wanted)).toMatchObject({ status: 'REFUSED', reason: 'Conta encerrada' });
  });

  it.each(['DEPOSIT_REFUND', 'PENDING_DEPOSIT_REFUND'])('gives no more back than is left beside a %s', async (type) => {
    const { provider } = open({ entries: [DEPOSIT] }, { entries: [refunded(7, { type })] });

    await expect(provider.refund(wanted)).rejects.toMatchObject({ outcome: 'REJECTED' });
  });
});

describe('withdraw', () => {
  const batch = { status: 201, body: { id: 451, transfers: [{ id: 367997, status: 'CRIADA' }] } };

  it('puts one transfer into a batch that closes itself, with a key of its own', async () => {
    const { provider, sent } = open(batch);

    const phone = { withdrawReference: REFERENCE, pixType: 'PHONE', pixKey: '11987654321' } as const;
    const result = await provider.withdraw(sampleWithdraw('PIX', phone));

    expect(result).toMatchObject({ withdrawId: '367997', providerStatus: 'CRIADA' });
    const [{ idempotency_key, integration_id, ...transfer }] = (
      sent[1]!.body as { transfers: [Record<string, unknown>] }
    ).transfers;
    expect(sent[1]).toMatchObject({ path: '/batch', body: { type: 'TRANSFERENCIA', auto_close: true } });
    expect(idempotency_key).toBe(integration_id);
    expect(transfer).toMatchObject({
      value: 50,
      destination_bank_account: { pix_key_type: 'TELEFONE', pix_key: '+5511987654321' },
    });
  });

  it.each([
    ['CPF', '12345678909', 'CPF'],
    ['CNPJ', '11222333000181', 'CNPJ'],
    ['EMAIL', 'loja@example.com', 'EMAIL'],
    ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', 'CHAVE_ALEATORIA'],
  ] as const)('names a key of type %s', async (pixType, pixKey, pix_key_type) => {
    const { provider, sent } = open(batch);

    await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));

    expect(sent[1]?.body).toMatchObject({
      transfers: [{ destination_bank_account: { pix_key_type, pix_key: pixKey } }],
    });
  });

  it("looks up Transfeera's own id of a bank", async () => {
    const { provider, sent } = open(
      [
        { id: 5, code: '341' },
        { id: 6, code: '001' },
      ],
      batch,
    );

    await provider.withdraw(sampleWithdraw('BANK_ACCOUNT'));

    expect(sent[1]).toMatchObject({ method: 'GET', path: '/bank' });
    expect(sent[2]?.body).toMatchObject({
      transfers: [{ destination_bank_account: { bank_id: 6, agency: '1234', account: '123456', account_digit: '7' } }],
    });
    expect(await typeOf('SAVINGS')).toBe('CONTA_POUPANCA');
    expect(await typeOf('CHECKING')).toBe('CONTA_CORRENTE');
  });

  async function typeOf(accountType: 'CHECKING' | 'SAVINGS') {
    const { provider, sent } = open([{ id: 6, code: '001' }], batch);
    await provider.withdraw(sampleWithdraw('BANK_ACCOUNT', { accountType }));
    const { transfers } = sent[2]!.body as { transfers: [{ destination_bank_account: { account_type: string } }] };
    return transfers[0].destination_bank_account.account_type;
  }

  it('refuses a bank that Transfeera does not have, before anything is sent', async () => {
    const { provider, sent } = open([{ id: 6, code: '001' }], batch);

    const call = provider.withdraw(sampleWithdraw('BANK_ACCOUNT', { bankCode: '999' }));

    await expect(call).rejects.toMatchObject({ outcome: 'NOT_SENT', message: 'Banco não suportado, tente outro.' });
    expect(sent.map(({ path }) => path)).not.toContain('/batch');
  });

  it('fails none whose key was used: it may have been made before', async () => {
    const refuse = (status: number, message: string) =>
      open({ status, body: { message } }).provider.withdraw(sampleWithdraw('PIX'));

    await expect(refuse(422, 'idempotency_key already used')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      outcome: 'UNKNOWN',
    });
    await expect(refuse(409, 'Conflict')).rejects.toMatchObject({ outcome: 'UNKNOWN' });
    await expect(refuse(422, 'Saldo insuficiente')).rejects.toMatchObject({ outcome: 'REJECTED' });
    await expect(refuse(422, '')).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'Error on withdraw' });
  });

  it.each([undefined, 'no id', '../1'])('leaves a transfer open whose id is %s: it may have been made', async (id) => {
    const { provider } = open({ status: 201, body: { id: 451, transfers: [{ id, status: 'CRIADA' }] } });

    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      outcome: 'UNKNOWN',
      message: 'The field id is no id.',
    });
  });

  it('looks up no transfer without its id', async () => {
    const { provider, sent } = open();

    const call = provider.getWithdraw({ withdrawReference: REFERENCE });

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(sent).toEqual([]);
  });

  it.each([
    ['CRIADO', 'PENDING'],
    ['TRANSFERIDO', 'PENDING'],
    ['FINALIZADO', 'APPROVED'],
    ['FALHA', 'REJECTED'],
    ['DEVOLVIDO', 'REJECTED'],
    ['never-heard-of', 'PENDING'],
  ])('takes %s for %s', async (status, expected) => {
    const finish_date = '2026-11-20T13:01:00.000Z';
    const { provider } = open({ id: 367997, status, value: 50, finish_date, error: { message: 'Conta encerrada' } });

    const transfer = await provider.getWithdraw({ withdrawId: '367997', withdrawReference: REFERENCE });

    expect(payoutOf(transfer?.providerStatus)).toBe(expected);
    expect(transfer?.approvedAt).toBe(expected === 'APPROVED' ? finish_date : undefined);
    expect(transfer?.reason).toBe('Conta encerrada');
  });
});

describe('events', () => {
  const receive = (body: unknown) =>
    open().provider.processWebhook({ headers: {}, query: {}, body, rawBody: JSON.stringify(body) });
  const proof = (secret: string | undefined, signature: string, rawBody: string) =>
    authenticateWebhook({
      manifest,
      secrets: new Map(secret ? [['webhookSecret', secret]] : []),
      headers: signature ? { 'transfeera-signature': signature } : {},
      rawBody,
    });

  it('are signed over the time and the body, as the documentation shows', () => {
    // The documentation's own example of a secret, a body and their signature.
    const body = '{"testing":true,"someString":"string-value"}';
    const signature = 't=1580306991086,v1=348a92ec7864e30fc9cf3ea91b2e6e1392a14c8379103cb1d8e48e39334a4fd8';

    expect(proof('my-secret', signature, body)).toEqual({ ok: true, isSigned: true });
    expect(proof('my-secret', signature.replace('086', '087'), body).ok).toBe(false);
    expect(proof('my-secret', signature, body.replace('true', 'false')).ok).toBe(false);
    expect(proof('my-secret', '', body).ok).toBe(false);
  });

  it('let the test of a new address in before there is a secret, and it says nothing', async () => {
    expect(proof(undefined, '', '{"test":true}')).toEqual({ ok: true, isSigned: false });
    expect(await receive({ test: true })).toMatchObject({ subject: 'ignored' });
  });

  it('are asked for once, and their secret is told as a reference that only the host can open', async () => {
    const webhookUrl = 'https://pay.example.com/webhooks/1';
    const told = { id: 'wh-1', url: webhookUrl, signature_secret: 'whsec-told-by-transfeera' };
    const { provider, sent } = open({ status: 201, body: told });

    const result = await provider.ensureWebhook({ webhookUrl, missing: ['webhookSecret'] });
    await provider.ensureWebhook({ webhookUrl, missing: [] });

    expect(sent.filter(({ path }) => path === '/webhook')).toMatchObject([
      {
        method: 'POST',
        body: {
          url: webhookUrl,
          object_types: ['CashIn', 'CashInRefund', 'Transfer', 'TransferRefund', 'Infraction'],
        },
      },
    ]);
    expect(result?.secrets?.webhookSecret).toEqual(expect.any(String));
    expect(JSON.stringify(result)).not.toContain('whsec-told-by-transfeera');
  });

  it('of a simulator without a secret are signed with the one that it told', async () => {
    const webhookUrl = 'https://pay.example.com/webhooks/1';
    const { webhookSecret: _, ...untold } = credentials;
    const opened = await startSimulator(simulator, { credentials: untold, webhookUrl });
    const { provider } = openProvider(manifest, module, { credentials: untold, baseUrl: opened.url });

    await provider.ensureWebhook({ webhookUrl, missing: ['webhookSecret'] });
    const { transactionId } = await provider.createTransaction(purchase());
    await opened.simulator.pay(transactionId);
    await opened.settle();
    await opened.close();

    const [{ headers, body }] = opened.deliveries as unknown as [{ headers: Record<string, string>; body: string }];
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['transfeera-signature'] ?? '') ?? [];
    const unsigned = createHmac('sha256', '').update(`${time}.${body}`).digest('hex');
    expect(signature).toEqual(expect.any(String));
    expect(signature).not.toBe(unsigned);
  });

  it('of a PIX without a charge are ignored, and one without an amount is no money', async () => {
    const event = (data: object) => ({ id: 'e-1', object: 'CashIn', data });

    expect(await receive(event({ value: 10.5, end2end_id: E2E }))).toMatchObject({ subject: 'ignored' });
    const nothing = receive(event({ end2end_id: E2E, txid: REFERENCE.replaceAll('-', '') }));
    await expect(nothing).rejects.toMatchObject({ message: 'The event names no payment, or no amount of it.' });
  });

  it('that do not say what they are about are refused', async () => {
    await expect(receive({ id: 'e-1', data: {} })).rejects.toMatchObject({ message: 'The event has no object.' });
  });

  it('of a return by the receiving bank name our withdrawal, and leave its state to be asked', async () => {
    const { provider, sent } = open({ status: 201, body: { id: 1, transfers: [{ id: 2, status: 'CRIADA' }] } });
    await provider.withdraw(sampleWithdraw('PIX', { withdrawReference: REFERENCE }));
    const [{ integration_id }] = (sent[1]!.body as { transfers: [{ integration_id: string }] }).transfers;

    const result = await receive({ id: 'e-1', object: 'TransferRefund', data: { id: 'tr-9', integration_id } });

    expect(result).toMatchObject({ subject: 'withdraw', reference: REFERENCE });
    expect(result).not.toHaveProperty('providerStatus');
  });

  it('of a return that banks ask for are told to people, and change no charge', async () => {
    expect(await receive({ id: 'e-1', object: 'Infraction', data: {} })).toMatchObject({ subject: 'notice' });
  });

  it('of the simulator pay a charge', async () => {
    const webhookUrl = 'https://pay.example.com/webhooks/1';
    const {
      url,
      simulator: played,
      settle,
      deliveries,
      close,
    } = await startSimulator(simulator, {
      credentials,
      webhookUrl,
    });
    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    const { transactionId } = await provider.createTransaction(purchase());
    await played.pay(transactionId);
    await settle();
    await close();

    const [{ headers, body }] = deliveries as unknown as [{ headers: Record<string, string>; body: string }];
    expect(proof(credentials.webhookSecret, headers['transfeera-signature'] ?? '', body).isSigned).toBe(true);
    expect(await receive(JSON.parse(body))).toMatchObject({ reference: REFERENCE, providerStatus: 'DEPOSIT' });
  });
});
