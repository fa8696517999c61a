import { asManifest } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import {
  type StartedSimulator,
  sampleCardToken,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testContext,
} from '@feira/plugin-kit/testing';
import type { WebhookResult } from '@feira/schemas/provider';
import { lineToBarcode } from '@feira/schemas/rules/boleto';
import { parseBrCode } from '@feira/schemas/rules/br-code';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokenize } from '../browser/tokenizer.ts';
import manifestJson from '../plugin.json' with { type: 'json' };
import { createPagarmeProvider } from './provider.ts';
import simulatorModule from './simulator.ts';

const manifest = asManifest(manifestJson);
const credentials = {
  secretKey: 'sk_test_invented0001',
  publicKey: 'pk_test_invented0001',
  webhookUser: 'feira-webhooks',
  webhookPassword: 'invented-password',
  defaultRecipientId: 're_platform0001',
};
const WEBHOOK_URL = 'https://pay.example.com/webhooks/pagarme';
const BROWSER_CARD = { holderName: 'MARIA DA SILVA', expMonth: 12, expYear: 2034, cvv: '123' };
const registration = { monthlyRevenue: 500_000, occupation: 'Professora' };
const APPROVED = '4000000000000010';
const REFUSED = '4000000000000028';
const SLOW_APPROVED = '4000000000000036';
const SLOW_REFUSED = '4000000000000044';

let running: StartedSimulator;
let now: Date;

beforeEach(async () => {
  now = new Date('2033-12-31T12:00:00Z');
  running = await startSimulator(simulatorModule, {
    credentials,
    webhookUrl: WEBHOOK_URL,
    clock: { now: () => now },
  });
});
afterEach(() => running.close());

const connect = (changes: Partial<typeof credentials> = {}) =>
  createPagarmeProvider(testContext(manifest, { credentials: { ...credentials, ...changes }, baseUrl: running.url }));

const tokenOf = async (cardNumber: string) =>
  (await tokenize({ ...BROWSER_CARD, cardNumber }, { publicKey: credentials.publicKey, baseUrl: running.url })).token;

async function buy(paymentMethod: 'PIX' | 'CREDIT_CARD' | 'BILLET', changes: object = {}, settings: object = {}) {
  const provider = connect(settings);
  const result = await provider.createTransaction!(sampleTransaction(paymentMethod, changes));
  const lookup = { transactionId: result.transactionId, reference: 'attempt-0001', paymentMethod };
  return { provider, result, read: () => provider.getTransaction!(lookup) };
}

/** The events so far, as the adapter reads them after the host has checked where they come from. */
async function readEvents(): Promise<WebhookResult[]> {
  await running.settle();
  const { secrets } = testContext(manifest, { credentials });
  return Promise.all(
    running.deliveries.map(async ({ url, headers, body }) => {
      expect(url).toBe(WEBHOOK_URL);
      const request = { headers, query: {}, body: JSON.parse(body) as unknown, rawBody: body };
      expect(authenticateWebhook({ manifest, secrets, headers, rawBody: body })).toEqual({ ok: true, isSigned: false });
      return connect().processWebhook!(request);
    }),
  );
}
const listEvents = async () => (await readEvents()).map(({ event, providerStatus }) => [event, providerStatus]);

describe('PIX', () => {
  it('is bought, paid and found paid', async () => {
    const { result, read } = await buy('PIX');
    expect(result).toMatchObject({ providerStatus: 'pending', amount: 12_345, expiresAt: '2034-01-31T12:00:00.000Z' });
    expect(parseBrCode(result.pixCode ?? '')).toMatchObject({ amount: 12_345, merchantName: 'PAGARME SIMULADOR' });

    await running.simulator.pay(result.transactionId);

    const paid = await read();
    expect(paid).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345 });
    const events = await readEvents();
    expect(events.map(({ event }) => event)).toEqual(['charge.paid', 'order.paid']);
    for (const event of events) {
      expect(event).toMatchObject({
        transactionId: result.transactionId,
        reference: 'attempt-0001',
        providerStatus: 'paid',
        movementIds: paid?.movementIds,
      });
    }
  });

  it.each([
    ['less', { amount: 345 }, 'underpaid', 345],
    ['more', { amount: 12_445 }, 'overpaid', 12_445],
    ['twice', { times: 2 }, 'overpaid', 24_690],
  ])('paid %s is told as such', async (_case, options, providerStatus, paidAmount) => {
    const { result, read } = await buy('PIX');

    await running.simulator.pay(result.transactionId, options);

    expect(await read()).toMatchObject({ providerStatus, paidAmount, amount: 12_345 });
    expect((await readEvents()).map((event) => event.providerStatus)).toContain(providerStatus);
  });

  it('gives every payment an id of its own', async () => {
    const { result } = await buy('PIX');

    await running.simulator.pay(result.transactionId, { times: 2 });

    const ids = (await readEvents()).flatMap(({ movementIds }) => movementIds ?? []);
    expect(new Set(ids).size).toBe(2);
  });

  it('expires unpaid', async () => {
    const { result, read } = await buy('PIX');

    await running.simulator.expire(result.transactionId);

    expect(await read()).toMatchObject({ providerStatus: 'failed' });
    expect(await listEvents()).toContainEqual(['charge.payment_failed', 'failed']);
  });
});

describe('boleto', () => {
  it('has a line that banks accept, and can be paid or run out', async () => {
    const { result, read } = await buy('BILLET');
    expect(lineToBarcode(result.billetCode ?? '')).toMatch(/^1979\d{40}$/);
    expect(result.expiresAt).toBe('2034-01-31T12:00:00.000Z');

    await running.simulator.pay(result.transactionId);
    expect(await read()).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345 });

    const other = await buy('BILLET', { reference: 'attempt-0002' });
    await running.simulator.expire(other.result.transactionId);
    expect(await other.read()).toMatchObject({ providerStatus: 'canceled' });
    expect(await listEvents()).toContainEqual(['order.canceled', 'canceled']);
  });
});

describe('a boleto that ends late in the evening', () => {
  it('is due on the day it is in São Paulo', async () => {
    const late = await buy('BILLET', { expiresAt: '2034-02-01T02:30:00.000Z' });
    const noon = await buy('BILLET', { expiresAt: '2034-01-31T15:00:00.000Z', reference: 'attempt-0002' });

    // The days to the due date stand behind bank, currency and check digit.
    const dueOf = (line?: string) => lineToBarcode(line ?? '')?.slice(5, 9);
    expect(dueOf(late.result.billetCode)).toBe(dueOf(noon.result.billetCode));
  });
});

describe('credit card', () => {
  it.each([
    [APPROVED, 'paid', undefined],
    [REFUSED, 'failed', 'Transação não autorizada pelo emissor'],
    [SLOW_APPROVED, 'processing', undefined],
  ])('%s is %s', async (number, providerStatus, reason) => {
    const { result } = await buy('CREDIT_CARD', { cardToken: await tokenOf(number), installments: 2 });

    expect(result).toMatchObject({ providerStatus, cardBrand: 'visa', cardLastDigits: number.slice(-4) });
    expect(result.reason).toBe(reason);
  });

  it.each([
    [SLOW_APPROVED, 'paid'],
    [SLOW_REFUSED, 'failed'],
  ])('%s is decided later: %s', async (number, providerStatus) => {
    const { result, read } = await buy('CREDIT_CARD', { cardToken: await tokenOf(number) });

    await running.simulator.pay(result.transactionId);

    expect(await read()).toMatchObject({ providerStatus });
  });

  it('can be charged back', async () => {
    const { result, read } = await buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) });

    await running.simulator.chargeback(result.transactionId);

    expect(await read()).toMatchObject({ providerStatus: 'chargedback' });
    expect((await listEvents()).slice(-2)).toEqual([
      ['chargeback.received', undefined],
      ['charge.chargedback', 'chargedback'],
    ]);
    expect((await readEvents()).at(-2)).toMatchObject({ transactionId: result.transactionId });
  });

  it('is stored and charged again without its number', async () => {
    const stored = await connect().createCardId!(sampleCardToken());

    const { result } = await buy('CREDIT_CARD', { cardToken: undefined, cardId: stored.token });

    expect(stored).toMatchObject({ cardLastDigits: '1111' });
    expect(result).toMatchObject({ providerStatus: 'paid', cardLastDigits: '1111' });
  });
});

describe('a PSP account', () => {
  const withToken = async (accountType: string) =>
    buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) }, { accountType } as object);

  it('may not put the token of a card into an order', async () => {
    await expect(withToken('GATEWAY')).rejects.toMatchObject({ message: expect.stringContaining('use card_id') });
    expect((await withToken('PSP')).result.providerStatus).toBe('paid');
  });

  it('needs the address of a buyer by PIX', async () => {
    await expect(buy('PIX', { address: undefined })).rejects.toMatchObject({
      message: expect.stringContaining('order.customer.address'),
    });
  });
});

describe('a Gateway account', () => {
  it('charges the token of a card, and needs no address by PIX', async () => {
    await running.close();
    running = await startSimulator(simulatorModule, { credentials: { ...credentials, accountType: 'GATEWAY' } });

    const charge = await buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) }, { accountType: 'GATEWAY' });

    expect(charge.result.providerStatus).toBe('paid');
    await buy('PIX', { address: undefined });
  });
});

describe('tokens', () => {
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${running.url}/tokens?appId=${credentials.publicKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('are given to frames of any origin, opaque ones too', async () => {
    const preflight = await fetch(`${running.url}/tokens?appId=x`, { method: 'OPTIONS', headers: { origin: 'null' } });
    const answer = await post({}, { origin: 'null' });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(preflight.headers.get('access-control-allow-origin')).toBe('null');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([422, 'null']);
  });

  it('work once and live 60 seconds', async () => {
    const [used, old] = [await tokenOf(APPROVED), await tokenOf(APPROVED)];
    await buy('CREDIT_CARD', { cardToken: used });
    await expect(buy('CREDIT_CARD', { cardToken: used, reference: 'attempt-0002' })).rejects.toMatchObject({
      status: 404,
    });

    now = new Date(now.getTime() + 60_001);

    await expect(buy('CREDIT_CARD', { cardToken: old, reference: 'attempt-0003' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("show the provider's first message in the browser", async () => {
    await expect(tokenOf('4000000000000011')).rejects.toThrow('The card number is not valid.');
  });

  it('take no secret key', async () => {
    expect((await post({ type: 'card' }, { authorization: 'Basic x' })).status).toBe(400);
  });

  it('are made on the server from the same card', async () => {
    const { token } = await connect().createCardToken!(sampleCardToken());

    expect((await buy('CREDIT_CARD', { cardToken: token })).result.providerStatus).toBe('paid');
  });
});

describe('refund', () => {
  it('gives part back, then the rest, and says so each time', async () => {
    const { provider, result, read } = await buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) });
    const refund = (amount: number, reference: string) =>
      provider.refund!(sampleRefund({ transactionId: result.transactionId, amount, reference, isFull: false }));

    expect(await refund(2_345, 'refund-1')).toMatchObject({ status: 'DONE' });
    expect(await read()).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345, refundedAmount: 2_345 });
    expect(await refund(10_000, 'refund-2')).toMatchObject({ status: 'DONE' });
    expect(await read()).toMatchObject({ providerStatus: 'canceled_with_refund', refundedAmount: 12_345 });

    expect(await listEvents()).toEqual([
      ['charge.paid', 'paid'],
      ['order.paid', 'paid'],
      ['charge.partial_canceled', 'paid'],
      ['charge.refunded', 'refunded'],
    ]);
  });

  it('that a person makes in the panel shows canceled_amount and nothing of the payment', async () => {
    const { result, read } = await buy('PIX');
    await running.simulator.pay(result.transactionId);

    await running.simulator.refund!(result.transactionId);

    const found = await read();
    expect(found).toMatchObject({ providerStatus: 'canceled', refundedAmount: 12_345 });
    expect(found?.paidAmount).toBeUndefined();
  });

  it('of everything is done when it is asked again after a lost answer, under another key or none', async () => {
    const { provider, result } = await buy('PIX');
    await running.simulator.pay(result.transactionId);
    const refund = sampleRefund({ transactionId: result.transactionId });
    await provider.refund!(refund);

    expect(await provider.refund!({ ...refund, reference: 'refund-0002' })).toMatchObject({ status: 'DONE' });
  });

  it('asked again under the same reference gives nothing back twice', async () => {
    const { provider, result, read } = await buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) });
    const request = sampleRefund({ transactionId: result.transactionId, amount: 1_000, isFull: false });
    running.addFault({ kind: 'lose-answer', times: 1, match: 'DELETE /charges' });
    await expect(provider.refund!(request)).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    await provider.refund!(request);

    expect(await read()).toMatchObject({ refundedAmount: 1_000 });
  });

  it('of more than was paid is refused with the reason', async () => {
    const { provider, result } = await buy('CREDIT_CARD', { cardToken: await tokenOf(APPROVED) });

    const refund = sampleRefund({ transactionId: result.transactionId, amount: 12_346 });

    expect(await provider.refund!(refund)).toMatchObject({
      status: 'REFUSED',
      reason: expect.stringMatching(/^Erro ao aprovar o reembolso\. The request is invalid\. amount: /),
    });
  });

  it('ends a charge: it can no longer be paid', async () => {
    const { provider, result, read } = await buy('PIX');
    await running.simulator.pay(result.transactionId);
    await provider.refund!(sampleRefund({ transactionId: result.transactionId }));

    await expect(running.simulator.pay(result.transactionId)).rejects.toThrow('can no longer be paid');

    expect(await read()).toMatchObject({ providerStatus: 'canceled_with_refund', paidAmount: 12_345 });
  });
});

describe('what is recorded', () => {
  it('holds neither documents nor cards', async () => {
    const context = testContext(manifest, { credentials, baseUrl: running.url });
    const provider = createPagarmeProvider(context);
    const { token } = await provider.createCardId!(sampleCardToken());
    await provider.createTransaction!(sampleTransaction('CREDIT_CARD', { cardToken: undefined, cardId: token }));
    const { receiverId } = await provider.createReceiver!(sampleReceiver({ providerSpecificData: registration }));
    await provider.getReceiver!({ receiverId });

    const shown = JSON.stringify([context.exchanges, context.logs]);
    for (const secret of ['52998224725', '4111111111111111']) expect(shown).not.toContain(secret);
    expect(context.exchanges).toHaveLength(6);
  });
});

describe('failures', () => {
  const reference = 'attempt-0001';

  it('finds a charge whose answer was lost by our reference', async () => {
    running.addFault({ kind: 'lose-answer', times: 1, match: 'POST /orders' });
    await expect(buy('PIX')).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const found = await connect().getTransaction!({ reference, paymentMethod: 'PIX' });

    const [made] = await running.listCharges();
    expect(found).toMatchObject({ transactionId: made?.transactionId, reference, providerStatus: 'pending' });
    expect(found?.pixCode).toMatch(/^000201/);
  });

  it('charges once when asked again after a lost answer', async () => {
    running.addFault({ kind: 'lose-answer', times: 1, match: 'POST /orders' });
    await expect(buy('PIX')).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const { result } = await buy('PIX');

    expect(await running.listCharges()).toMatchObject([{ transactionId: result.transactionId }]);
  });

  it('makes one charge of many calls at once under one key', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => buy('PIX')));

    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ outcome: 'UNKNOWN', status: 409 });
    }
    expect(await running.listCharges()).toHaveLength(1);
  });

  it('knows that nothing was made after an error of the provider', async () => {
    running.addFault({ kind: 'error-500', times: 1, match: 'POST /orders' });
    await expect(buy('PIX')).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    expect(await connect().getTransaction!({ reference, paymentMethod: 'PIX' })).toBeNull();
  });

  it('tells another amount in the answer and in the events', async () => {
    running.addFault({ kind: 'wrong-amount', times: 1, match: 'POST /orders' });
    const { result } = await buy('PIX');
    await running.simulator.pay(result.transactionId);

    expect(result.amount).not.toBe(12_345);
    expect((await readEvents()).map(({ amount }) => amount)).toEqual([result.amount, result.amount]);
  });

  it('says a word that no table has', async () => {
    running.addFault({ kind: 'unknown-status', times: 1, match: 'POST /orders' });

    const { result } = await buy('PIX');

    expect(Object.keys(manifest.status.payment.map)).not.toContain(result.providerStatus);
  });

  it('refuses a wrong secret key', async () => {
    const provider = connect({ secretKey: 'sk_test_somebody_else' });

    await expect(provider.createTransaction!(sampleTransaction('PIX'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      outcome: 'REJECTED',
    });
  });
});

describe('recipients', () => {
  it('give their share back with a refund and with a chargeback', async () => {
    const provider = connect();
    const { receiverId } = await provider.createReceiver!(sampleReceiver({ providerSpecificData: registration }));
    const rule = { chargeProcessingFee: false, chargeRemainder: false, liable: false };
    const splits = [{ recipientId: receiverId, amount: 2_345, type: 'FIXED' as const, ...rule }];
    const balance = async () => (await provider.getReceiver!({ receiverId }))?.balance;
    const { result } = await buy('PIX', { splits });
    await running.simulator.pay(result.transactionId);
    expect(await balance()).toBe(2_345);

    await provider.refund!(sampleRefund({ transactionId: result.transactionId, amount: 12_345 }));
    expect(await balance()).toBe(0);

    const other = await buy('PIX', { splits, reference: 'attempt-0002' });
    await running.simulator.pay(other.result.transactionId);
    await running.simulator.chargeback(other.result.transactionId);
    expect(await balance()).toBe(0);
  });

  it('take their share and pay it out', async () => {
    const provider = connect();
    const { receiverId } = await provider.createReceiver!(sampleReceiver({ providerSpecificData: registration }));
    const share = { chargeProcessingFee: false, chargeRemainder: false, liable: false };
    const splits = [{ recipientId: receiverId, amount: 4_000, type: 'PERCENTAGE' as const, ...share }];
    const { result } = await buy('PIX', { splits });
    await running.simulator.pay(result.transactionId);
    expect(await provider.getReceiver!({ receiverId })).toMatchObject({ providerStatus: 'active', balance: 4_938 });

    const asked = await provider.withdraw!(sampleWithdraw('RECEIVER', { receiverId, amount: 4_900 }));
    const lost = await provider.getWithdraw!({ withdrawReference: 'withdraw-0001', receiverId });
    const done = await provider.getWithdraw!({ ...asked, withdrawReference: 'withdraw-0001', receiverId });

    expect(asked.providerStatus).toBe('pending');
    expect(lost?.withdrawId).toBe(asked.withdrawId);
    expect(done).toMatchObject({ providerStatus: 'transferred', amount: 4_900 });
    expect(await provider.getReceiver!({ receiverId })).toMatchObject({ balance: 38 });
    expect(await listEvents()).toContainEqual(['transfer.paid', 'transferred']);
    await expect(
      provider.withdraw!(sampleWithdraw('RECEIVER', { receiverId, amount: 39, withdrawReference: 'withdraw-0002' })),
    ).rejects.toMatchObject({
      status: 412,
    });
  });
});
