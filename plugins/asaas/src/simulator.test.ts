import { asManifest, mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook, checkedProvider } from '@feira/plugin-kit/broker';
import {
  type StartedSimulator,
  sampleCardToken,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  type TestContext,
  testContext,
} from '@feira/plugin-kit/testing';
import type { CardData, TransactionRequest } from '@feira/schemas/provider';
import { isBoletoLine, lineToBarcode } from '@feira/schemas/rules/boleto';
import { parseBrCode } from '@feira/schemas/rules/br-code';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulatorModule from './simulator.ts';

const manifest = asManifest(json);
const credentials = {
  apiKey: '$aact_hmlg_invented-key-of-the-test',
  webhookAuthToken: 'invented-webhook-token-of-32-characters',
  webhookEmail: 'ops@example.com',
};
const webhookUrl = 'https://pay.example.com/webhooks/1';
const card = sampleCardToken().card!;
const bought = (method: TransactionRequest['paymentMethod'], changes: Partial<TransactionRequest> = {}) =>
  sampleTransaction(method, { cardToken: undefined, ...(method === 'CREDIT_CARD' && { card }), ...changes });

let started: StartedSimulator;
let context: TestContext;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00Z');
  started = await startSimulator(simulatorModule, { credentials, clock: { now: () => now } });
  context = testContext(manifest, { credentials, baseUrl: started.url, now: now.toISOString() });
});
afterEach(() => started.close());

const connect = () => checkedProvider(module.createProvider(context), manifest);
const statusOf = (word: string) => mapStatus(manifest.status.payment, word).status;

/** Returns the adapter's result for the latest webhook, after checking its token as the manifest declares. */
async function readLatestWebhook() {
  const { headers, body } = started.deliveries.at(-1)!;
  const request = { headers, query: {}, body: JSON.parse(body), rawBody: body };
  expect(authenticateWebhook({ manifest, secrets: context.secrets, headers, rawBody: body })).toMatchObject({
    ok: true,
  });
  return connect().processWebhook(request);
}

describe('PIX', () => {
  it('is bought, paid, announced and refunded in two parts', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const charge = await provider.createTransaction(bought('PIX'));
    expect(parseBrCode(charge.pixCode!)).toMatchObject({ ok: true, amount: 12_345 });

    await started.simulator.pay(charge.transactionId);

    const event = await readLatestWebhook();
    expect(event).toMatchObject({ subject: 'payment', transactionId: charge.transactionId, paidAmount: 12_345 });
    expect(statusOf(event.providerStatus!)).toBe('APPROVED');
    const lookup = { transactionId: charge.transactionId, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
    const part = sampleRefund({ transactionId: charge.transactionId, amount: 345, isFull: false });
    expect(await provider.refund(part)).toMatchObject({ status: 'DONE' });
    expect(await provider.getTransaction(lookup)).toMatchObject({ providerStatus: 'RECEIVED', refundedAmount: 345 });
    expect(await readLatestWebhook()).toMatchObject({
      event: 'PAYMENT_PARTIALLY_REFUNDED',
      providerStatus: 'RECEIVED',
    });
    expect(await provider.refund({ ...part, amount: 12_001, reference: 'refund-0002' })).toMatchObject({
      status: 'REFUSED',
    });
    const rest = { ...part, reference: 'refund-0003', amount: 12_000, isFull: true };
    expect(await provider.refund(rest)).toMatchObject({ status: 'DONE' });
    expect(await provider.getTransaction(lookup)).toMatchObject({ providerStatus: 'REFUNDED', refundedAmount: 12_345 });
  });

  it.each([
    ['part', 1_000, false],
    ['whole', 12_345, true],
  ])('goes back once when the refund of its %s is asked again after a lost answer', async (_what, amount, isFull) => {
    const provider = connect();
    const { transactionId } = await provider.createTransaction(bought('PIX'));
    await started.simulator.pay(transactionId);
    const refund = sampleRefund({ transactionId, amount, isFull });
    started.addFault({ kind: 'lose-answer', times: 1, match: 'POST /payments' });
    await expect(provider.refund(refund)).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    expect(await provider.refund(refund)).toMatchObject({ status: 'DONE' });

    const lookup = { transactionId, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
    expect(await provider.getTransaction(lookup)).toMatchObject({ refundedAmount: amount });
  });

  it('that went back can no longer be paid', async () => {
    const provider = connect();
    const { transactionId } = await provider.createTransaction(bought('PIX'));
    await started.simulator.pay(transactionId);
    await provider.refund(sampleRefund({ transactionId }));

    await expect(started.simulator.pay(transactionId)).rejects.toThrow('REFUNDED');

    expect(await started.simulator.getCharge(transactionId)).toMatchObject({ status: 'REFUNDED' });
  });

  it('keeps an expired charge payable and takes a chargeback', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const { transactionId } = await provider.createTransaction(bought('PIX'));

    await started.simulator.expire(transactionId);
    expect(await readLatestWebhook()).toMatchObject({ event: 'PAYMENT_OVERDUE', providerStatus: 'OVERDUE' });
    await started.simulator.pay(transactionId, { amount: 12_000 });
    expect(await readLatestWebhook()).toMatchObject({ amount: 12_345, paidAmount: 12_000 });
    await started.simulator.chargeback(transactionId);

    expect(statusOf((await readLatestWebhook()).providerStatus!)).toBe('CHARGEBACK');
  });

  it('repeats an event under the same id', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const { transactionId } = await provider.createTransaction(bought('PIX'));

    await started.simulator.pay(transactionId, { times: 2 });

    const [first, second] = started.deliveries;
    expect(started.deliveries).toHaveLength(2);
    expect(first?.body).toBe(second?.body);
    expect(await started.simulator.getCharge(transactionId)).toMatchObject({ paidAmount: 12_345, status: 'RECEIVED' });
  });
});

describe('a refund that a person has to allow', () => {
  const lookup = { reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
  async function ask() {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const { transactionId } = await provider.createTransaction(bought('PIX'));
    await started.simulator.pay(transactionId);
    const refund = sampleRefund({ transactionId, amount: 12_345, isFull: true, description: 'Aguarda autorização' });
    return { refund, transactionId, provider, read: () => provider.getTransaction({ ...lookup, transactionId }) };
  }

  it('leaves the sale a sale until it is done', async () => {
    const { provider, refund, transactionId, read } = await ask();

    expect(await provider.refund(refund)).toMatchObject({ status: 'AWAITING' });
    const waiting = await read();
    expect(waiting).toMatchObject({ providerStatus: 'REFUND_REQUESTED', refundedAmount: 0 });
    expect(statusOf(waiting!.providerStatus)).toBe('APPROVED');
    await started.simulator.settle!(transactionId);

    expect(await read()).toMatchObject({ providerStatus: 'REFUNDED', refundedAmount: 12_345 });
  });

  it('gives the sale its state back when it is denied, with an event', async () => {
    const { provider, refund, transactionId, read } = await ask();
    await provider.refund(refund);

    await started.simulator.fail!(transactionId);

    expect(await readLatestWebhook()).toMatchObject({ event: 'PAYMENT_REFUND_DENIED', transactionId });
    const denied = {
      providerStatus: 'RECEIVED',
      refundedAmount: 0,
      refunds: [{ reference: refund.reference, status: 'DENIED' }],
    };
    expect(await read()).toMatchObject(denied);
  });
});

describe('a chargeback that the seller wins', () => {
  it('is a chargeback until the money is back, and then a sale again', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const { transactionId } = await provider.createTransaction(bought('CREDIT_CARD'));
    const lookup = { transactionId, reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' } as const;
    const readStatus = async () => statusOf((await provider.getTransaction(lookup))!.providerStatus);

    await started.simulator.chargeback(transactionId);
    expect(await readStatus()).toBe('CHARGEBACK');
    await started.simulator.settle!(transactionId);
    expect(await readLatestWebhook()).toMatchObject({ event: 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL' });
    expect(await readStatus()).toBe('CHARGEBACK');
    await started.simulator.settle!(transactionId);

    expect(await readLatestWebhook()).toMatchObject({ event: 'PAYMENT_RECEIVED', transactionId });
    expect(await readStatus()).toBe('APPROVED');
  });
});

describe('a buyer with a telephone that Asaas refuses', () => {
  it('buys by PIX, which needs none', async () => {
    const customer = { ...bought('PIX').customer, phone: '99999999999' };

    const { transactionId } = await connect().createTransaction(bought('PIX', { customer }));

    expect(await started.simulator.getCharge(transactionId)).toMatchObject({ reference: 'attempt-0001' });
  });
});

describe('a card of which Asaas shows neither brand nor digits', () => {
  it('is charged all the same', async () => {
    const unknown = { ...card, cardNumber: '3530111333300000' };

    const charge = await connect().createTransaction(bought('CREDIT_CARD', { card: unknown }));

    expect(statusOf(charge.providerStatus)).toBe('APPROVED');
    expect([charge.cardBrand, charge.cardLastDigits]).toEqual([undefined, undefined]);
  });
});

describe('boleto', () => {
  it('has a line that says its amount, and a page', async () => {
    const charge = await connect().createTransaction(bought('BILLET', { expiresAt: '2026-11-24T02:30:00Z' }));

    expect(isBoletoLine(charge.billetCode!)).toBe(true);
    expect(lineToBarcode(charge.billetCode!)).toBe(charge.billetBarcode);
    expect(charge.billetBarcode?.slice(9, 19)).toBe('0000012345');
    expect(charge.expiresAt).toBe('2026-11-24T02:59:59.000Z');
    const page = await fetch(charge.billetUrl!);
    expect(await page.text()).toContain(charge.billetCode);
  });

  it('cannot be refunded, at Asaas neither', async () => {
    const { transactionId } = await connect().createTransaction(bought('BILLET'));
    await started.simulator.pay(transactionId);

    const refund = sampleRefund({ transactionId, paymentMethod: 'BILLET' });
    expect(await connect().refund(refund)).toMatchObject({ status: 'REFUSED' });
    expect(await connect().refund({ ...refund, paymentMethod: 'PIX' })).toMatchObject({ status: 'REFUSED' });
  });
});

describe('card', () => {
  it('is confirmed at once', async () => {
    const charge = await connect().createTransaction(bought('CREDIT_CARD'));

    expect(charge).toMatchObject({ providerStatus: 'CONFIRMED', amount: 12_345, cardLastDigits: '1111' });
    expect(statusOf(charge.providerStatus)).toBe('APPROVED');
  });

  it('is one transaction in three installments, refunded in part and then whole', async () => {
    const provider = connect();
    const plan = await provider.createTransaction(bought('CREDIT_CARD', { amount: 10_000, installments: 3 }));
    const lookup = {
      transactionId: plan.transactionId,
      reference: 'attempt-0001',
      paymentMethod: 'CREDIT_CARD',
    } as const;
    const refund = sampleRefund({ transactionId: plan.transactionId, amount: 4_000, isFull: false });

    expect(plan).toMatchObject({ amount: 10_000, paidAmount: 10_000, providerStatus: 'CONFIRMED' });
    expect(await provider.refund(refund)).toMatchObject({ status: 'DONE' });
    expect(await provider.getTransaction(lookup)).toMatchObject({ providerStatus: 'CONFIRMED', refundedAmount: 4_000 });
    await provider.refund({ ...refund, reference: 'refund-0002', amount: 6_000, isFull: true });
    expect(await provider.getTransaction(lookup)).toMatchObject({ providerStatus: 'REFUNDED', refundedAmount: 10_000 });
    expect(await started.listCharges()).toMatchObject([{ transactionId: plan.transactionId, amount: 10_000 }]);
  });

  it.each(['5184019740373151', '4916561358240741'])('%s is refused and leaves no charge', async (cardNumber) => {
    const provider = connect();
    const refused: CardData = { ...card, cardNumber };

    const charge = await provider.createTransaction(bought('CREDIT_CARD', { card: refused }));

    expect(statusOf(charge.providerStatus)).toBe('REJECTED');
    expect(charge.reason).toMatch(/não autorizada/);
    expect(
      await provider.getTransaction({ ...charge, reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' }),
    ).toBeNull();
    expect(await started.listCharges()).toEqual([]);
  });

  it('is stored once and charged again, for its own buyer only', async () => {
    const provider = connect();
    const { token, cardBrand } = await provider.createCardId(sampleCardToken());

    const own = await provider.createTransaction(bought('CREDIT_CARD', { card: undefined, cardId: token }));
    const again = await provider.createTransaction(
      bought('CREDIT_CARD', { card: undefined, cardId: token, reference: 'attempt-0002' }),
    );
    const other = await provider.createTransaction(
      bought('CREDIT_CARD', {
        card: undefined,
        cardId: token,
        reference: 'attempt-0003',
        customer: { ...sampleCardToken().customer, document: '11144477735' },
      }),
    );

    expect(cardBrand).toBe('VISA');
    expect([own, again, other].map(({ providerStatus }) => providerStatus)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'REFUSED',
    ]);
  });

  it('with a wrong number is refused where it is stored', async () => {
    const result = await connect().createCardToken(
      sampleCardToken({ card: { ...card, cardNumber: '4111111111111112' } }),
    );

    expect(result).toEqual({ token: '', refusedReason: 'Cartão inválido ou vencido.' });
  });
});

describe('a lost answer', () => {
  it.each(['lose-answer', 'half-body'] as const)('(%s) leaves one charge, found by reference', async (kind) => {
    const provider = connect();
    started.addFault({ kind, times: 1, match: 'POST /payments' });

    await expect(provider.createTransaction(bought('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const found = await provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'PIX' });
    expect(found).toMatchObject({ providerStatus: 'PENDING', amount: 12_345, reference: 'attempt-0001' });
    expect(parseBrCode(found!.pixCode!)).toMatchObject({ ok: true });
    expect(await started.listCharges()).toHaveLength(1);
  });

  it('of a plan is found by reference as the plan', async () => {
    const provider = connect();
    started.addFault({ kind: 'lose-answer', times: 1, match: 'POST /payments' });
    const request = bought('CREDIT_CARD', { amount: 10_000, installments: 3 });

    await expect(provider.createTransaction(request)).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const found = await provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' });
    expect(found).toMatchObject({ amount: 10_000, providerStatus: 'CONFIRMED' });
    expect((await started.listCharges())[0]?.transactionId).toBe(found?.transactionId);
  });

  it('after a refused connection is none: nothing was charged', async () => {
    const provider = connect();
    started.addFault({ kind: 'error-500', times: 1, match: 'POST /payments' });

    await expect(provider.createTransaction(bought('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    expect(await provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'PIX' })).toBeNull();
  });

  it('of a transfer is found by reference', async () => {
    const provider = connect();
    started.addFault({ kind: 'lose-answer', times: 1, match: 'POST /transfers' });

    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const found = await provider.getWithdraw({ withdrawReference: 'withdraw-0001' });
    expect(found).toMatchObject({ amount: 5_000, reference: 'withdraw-0001' });
  });
});

describe('faults in the answer', () => {
  it('show another amount in answers and webhooks of the charge', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    started.addFault({ kind: 'wrong-amount', times: 1, match: 'POST /payments' });

    const charge = await provider.createTransaction(bought('PIX'));
    await started.simulator.pay(charge.transactionId);

    expect(charge.amount).toBe(12_346);
    expect((await readLatestWebhook()).amount).toBe(12_346);
  });

  it('show a word no table has', async () => {
    started.addFault({ kind: 'unknown-status', times: 1, match: 'POST /payments' });

    const { providerStatus } = await connect().createTransaction(bought('PIX'));

    expect(mapStatus(manifest.status.payment, providerStatus)).toEqual({ status: 'REJECTED', isRecognised: false });
  });
});

describe('withdraw', () => {
  it.each(['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const)('to %s is done a moment later', async (method) => {
    const provider = connect();

    const withdraw = await provider.withdraw(sampleWithdraw(method));
    expect(withdraw).toMatchObject({ providerStatus: 'PENDING', amount: 5_000 });
    now = new Date(now.getTime() + 15_000);

    const lookup = { withdrawId: withdraw.withdrawId, withdrawReference: 'withdraw-0001' };
    expect(await provider.getWithdraw(lookup)).toMatchObject({
      providerStatus: 'DONE',
      approvedAt: '2026-11-20T15:00:15.000Z',
    });
  });

  it('that the bank sends back is announced with its reason', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const { withdrawId } = await provider.withdraw(sampleWithdraw('PIX'));

    await started.simulator.expire(withdrawId);

    expect(await readLatestWebhook()).toMatchObject({
      subject: 'withdraw',
      withdrawId,
      providerStatus: 'FAILED',
      reason: expect.any(String),
    });
  });

  it('asked again within 15 minutes is the same one, though Asaas answers 409', async () => {
    const provider = connect();
    const { withdrawId } = await provider.withdraw(sampleWithdraw('PIX'));

    expect(await provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ withdrawId, providerStatus: 'PENDING' });
    const other = await provider.withdraw(sampleWithdraw('PIX', { withdrawReference: 'withdraw-0002' }));
    expect(other).toMatchObject({ providerStatus: 'REFUSED', reason: expect.stringContaining('15 minutos') });
    now = new Date(now.getTime() + 15 * 60_000);
    const later = await provider.withdraw(sampleWithdraw('PIX', { withdrawReference: 'withdraw-0002' }));
    expect(later).toMatchObject({ providerStatus: 'PENDING' });
  });

  it('that is blocked stays open until Asaas decides', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const withdraw = sampleWithdraw('PIX', { pixKey: 'blocked@example.com', pixType: 'EMAIL' });
    const { withdrawId } = await provider.withdraw(withdraw);
    const readWord = async () =>
      (await provider.getWithdraw({ withdrawId, withdrawReference: 'withdraw-0001' }))!.providerStatus;

    expect(await readLatestWebhook()).toMatchObject({ event: 'TRANSFER_BLOCKED', withdrawId });
    now = new Date(now.getTime() + 3_600_000);
    expect(mapStatus(manifest.status.withdraw!, await readWord())).toEqual({ status: 'PENDING', isRecognised: false });
    await started.simulator.settle!(withdrawId);

    expect(await readWord()).toBe('DONE');
  });

  it('beyond the balance is refused', async () => {
    const result = await connect().withdraw(sampleWithdraw('PIX', { amount: 20_000_000 }));

    expect(result).toMatchObject({ providerStatus: 'REFUSED', reason: 'Saldo insuficiente.' });
  });
});

describe('receivers', () => {
  it('wait for approval, get their split and withdraw it with their own key', async () => {
    const provider = connect();
    const receiver = await provider.createReceiver(sampleReceiver());
    const { receiverId, receiverToken } = receiver;
    expect(await provider.getReceiver({ receiverId, receiverToken })).toMatchObject({ providerStatus: 'PENDING' });
    const split = { chargeProcessingFee: false, chargeRemainder: false, liable: false };
    const charge = await provider.createTransaction(
      bought('PIX', { splits: [{ recipientId: receiverId, amount: 2_000, type: 'PERCENTAGE', ...split }] }),
    );
    await started.simulator.pay(charge.transactionId);
    now = new Date(now.getTime() + 120_000);

    const paid = await provider.getReceiver({ receiverId, receiverToken });
    const withdraw = await provider.withdraw(sampleWithdraw('PIX', { receiverToken, amount: 2_000 }));

    expect(paid).toMatchObject({ providerStatus: 'APPROVED', balance: 2_469 });
    const lookup = { withdrawId: withdraw.withdrawId, withdrawReference: 'withdraw-0001' };
    expect(await provider.getWithdraw({ ...lookup, receiverToken })).toMatchObject({ amount: 2_000 });
    expect(await provider.getWithdraw(lookup)).toBeNull();
    expect(await provider.getReceiver({ receiverId, receiverToken })).toMatchObject({ balance: 469 });
  });
});

describe('shares of a sale', () => {
  const share = {
    amount: 2_000,
    type: 'PERCENTAGE' as const,
    chargeProcessingFee: false,
    chargeRemainder: false,
    liable: false,
  };

  it.each(['PIX', 'CREDIT_CARD'] as const)(
    'by %s come once and go back with refunds and chargebacks',
    async (method) => {
      const provider = connect();
      const { receiverId, receiverToken } = await provider.createReceiver(sampleReceiver());
      const balance = async () => (await provider.getReceiver({ receiverId, receiverToken }))?.balance;
      const splits = [{ ...share, recipientId: receiverId }];
      const { transactionId } = await provider.createTransaction(bought(method, { splits }));
      expect(await balance()).toBe(method === 'PIX' ? 0 : 2_469);

      await started.simulator.pay(transactionId);
      await started.simulator.pay(transactionId);
      expect(await balance()).toBe(2_469);

      const part = sampleRefund({ transactionId, paymentMethod: method, amount: 2_345, isFull: false });
      await provider.refund({ ...part, reference: 'alone' });
      expect(await balance()).toBe(2_469);
      await provider.refund({ ...part, splits: [{ ...splits[0]!, type: 'FIXED', amount: 469 }] });
      expect(await balance()).toBe(2_000);
      await started.simulator.chargeback(transactionId);
      expect(await balance()).toBe(0);
    },
  );
});

describe('the connection', () => {
  it('records and logs neither documents nor cards', async () => {
    const provider = connect();
    const letters = { ...sampleCardToken().customer, document: 'ABCDEFGHIJKL35' };
    for (const customer of [sampleCardToken().customer, letters]) {
      await provider.createTransaction(bought('CREDIT_CARD', { customer }));
    }
    const expired = bought('CREDIT_CARD', { card: { ...card, expYear: 2020 } });
    const refused = await provider.createTransaction(expired);

    const shown = JSON.stringify([context.exchanges, context.logs, refused]);
    for (const secret of ['52998224725', 'ABCDEFGHIJKL35', '4111111111111111']) expect(shown).not.toContain(secret);
    expect(context.exchanges.length).toBeGreaterThan(6);
  });

  it('is refused with a wrong key', async () => {
    const wrong = testContext(manifest, {
      credentials: { ...credentials, apiKey: '$aact_hmlg_another-key' },
      baseUrl: started.url,
    });

    const call = checkedProvider(module.createProvider(wrong), manifest).createTransaction(bought('PIX'));

    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', outcome: 'REJECTED' });
  });

  it('registers its webhook once, with the token the host keeps', async () => {
    const provider = connect();

    await provider.ensureWebhook({ webhookUrl });
    await provider.ensureWebhook({ webhookUrl });

    const registrations = started.requests.filter(({ method, path }) => `${method} ${path}` === 'POST /webhooks');
    expect(registrations).toHaveLength(1);
    expect(registrations[0]?.body).toMatchObject({ url: webhookUrl, authToken: credentials.webhookAuthToken });
  });

  it('wakes up a webhook that Asaas paused', async () => {
    const provider = connect();
    await provider.ensureWebhook({ webhookUrl });
    const headers = { access_token: credentials.apiKey, 'content-type': 'application/json' };
    const list = async () =>
      (await (await fetch(`${started.url}/webhooks`, { headers })).json()) as {
        data: { id: string; interrupted: boolean }[];
      };
    const [{ id, ...registration }] = (await list()).data as [{ id: string; interrupted: boolean }];
    const paused = { ...registration, email: 'ops@example.com', sendType: 'NON_SEQUENTIALLY', interrupted: true };
    await fetch(`${started.url}/webhooks/${id}`, { method: 'PUT', headers, body: JSON.stringify(paused) });
    expect((await list()).data).toMatchObject([{ id, interrupted: true }]);

    await provider.ensureWebhook({ webhookUrl });

    expect((await list()).data).toMatchObject([{ id, interrupted: false, enabled: true, hasAuthToken: true }]);
  });

  it('sends no webhook to an address nobody registered', async () => {
    const { transactionId } = await connect().createTransaction(bought('PIX'));

    await started.simulator.pay(transactionId);

    expect(started.deliveries).toEqual([]);
  });
});
