import { createPublicKey, verify } from 'node:crypto';
import { asManifest, mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import {
  openProvider,
  sampleCardToken,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../browser/tokenizer.ts';
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
  rawBody: string;
  body: unknown;
}

const manifest = mergeVariants(asManifest(json), { environment: 'sandbox', settings: {} });
const { credentials, cards } = simulator.samples!;
const shown = (operation: string) => examples.calls.find((call) => call.operation === operation)!.answer as object;
const PAYMENT = shown('createTransaction');
const PAYOUT = shown('withdraw');
const NOW = '2026-11-20T13:00:00.000Z';
const CARD = { cardNumber: '4111111111111111', holderName: 'ANA PRADO', expMonth: 12, expYear: 2034, cvv: '123' };

function open(...answers: Answer[]) {
  const sent: Sent[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    now: NOW,
    inProcess: async (request) => {
      sent.push(request);
      return answers.shift() ?? { status: 500, body: {} };
    },
  });
  return { provider, sent };
}
const ok = (body: unknown, status = 200): Answer => ({ status, body });
const read = async (payment: object, paymentMethod: 'PIX' | 'CREDIT_CARD' = 'PIX') =>
  (await open(ok(payment)).provider.getTransaction({
    transactionId: '1320000001',
    reference: 'attempt-0001',
    paymentMethod,
  }))!;
const statusOf = (word: string) => mapStatus(manifest.status.payment, word).status;

describe('mercadopago', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: [PAYMENT],
    webhooks: examples.events.map(({ body }) => body),
  });
});

describe('createTransaction', () => {
  it('sends reais, a key that is required, and a time with milliseconds and its zone', async () => {
    const { provider, sent } = open(ok(PAYMENT, 201));

    await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T13:00:00.000Z' }));

    expect(sent[0]?.headers).toMatchObject({ 'x-idempotency-key': 'attempt-0001' });
    expect(sent[0]?.body).toMatchObject({
      transaction_amount: 123.45,
      payment_method_id: 'pix',
      external_reference: 'attempt-0001',
      date_of_expiration: '2026-11-21T10:00:00.000-03:00',
      payer: { first_name: 'Maria', last_name: 'da Silva', identification: { type: 'CPF', number: '52998224725' } },
    });
  });

  it('asks for a PIX of half an hour at least, because a shorter one is refused', async () => {
    const { provider, sent } = open(ok(PAYMENT, 201));

    await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-20T13:10:00.000Z' }));

    expect(sent[0]?.body).toMatchObject({ date_of_expiration: '2026-11-20T10:31:00.000-03:00' });
  });

  it('keeps ids that exceed 2^31 as text, and makes a picture of the base64 of the code', async () => {
    const { provider } = open(ok({ ...PAYMENT, id: 130_000_000_001 }, 201));

    const result = await provider.createTransaction(sampleTransaction('PIX'));

    expect(result).toMatchObject({ transactionId: '130000000001', pixQrCode: 'data:image/png;base64,iVBORw0KGgo=' });
  });

  it('takes the brand and the issuer out of the token, for the payment has to name them', async () => {
    const { provider, sent } = open(ok(PAYMENT, 201), ok(PAYMENT, 201));

    for (const cardToken of ['abc:visa:25', 'abc'])
      await provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken, installments: 3 }));

    expect(sent[0]?.body).toMatchObject({ token: 'abc', payment_method_id: 'visa', issuer_id: '25', installments: 3 });
    expect(sent[1]?.body).toMatchObject({ token: 'abc', statement_descriptor: 'FEIRA' });
    expect(sent[1]?.body).not.toHaveProperty('payment_method_id');
  });

  it('reads a refused card out of an answer with status 201', async () => {
    const { provider } = open(ok({ ...PAYMENT, status: 'rejected', status_detail: 'cc_rejected_high_risk' }, 201));

    const { providerStatus, reason, declineCode } = await provider.createTransaction(sampleTransaction('CREDIT_CARD'));

    expect([statusOf(providerStatus), reason]).toEqual(['REJECTED', 'cc_rejected_high_risk']);
    expect(manifest.declines?.codes?.[declineCode!]).toBe('suspected_fraud');
  });

  it('tells the first cause of a refusal', async () => {
    const cause = [{ code: 2067, description: 'Invalid user identification number' }];
    const { provider } = open(ok({ message: 'bad request', error: 'bad_request', status: 400, cause }, 400));

    const call = provider.createTransaction(sampleTransaction('PIX'));

    await expect(call).rejects.toMatchObject({ outcome: 'REJECTED', reason: 'Invalid user identification number' });
  });

  it('reads older boletos, whose code stands in the barcode alone', async () => {
    const content = '23791123400000010501234060000000000400000123';
    const { provider } = open(ok({ ...PAYMENT, transaction_details: { barcode: { content } } }, 201));

    const result = await provider.createTransaction(sampleTransaction('BILLET'));

    expect(result).toMatchObject({ billetBarcode: content });
  });
});

describe('what is sent', () => {
  const CNPJ = '11222333000181';
  const send = async (...request: Parameters<typeof sampleTransaction>) => {
    const { provider, sent } = open(ok(PAYMENT, 201));
    await provider.createTransaction(sampleTransaction(...request));
    return sent[0]!.body as { payer: object; additional_info: { payer: object; items: object[] } };
  };
  const customer = { name: 'Ana', email: 'ana@example.test', document: CNPJ, phone: '11987654321' };

  it('names a company by its CNPJ, and a buyer of one name twice', async () => {
    const { payer } = await send('PIX', { customer });

    expect(payer).toMatchObject({
      email: 'ana@example.test',
      first_name: 'Ana',
      last_name: 'Ana',
      identification: { type: 'CNPJ', number: CNPJ },
    });
  });

  it('prices items in reais, and splits the phone of the buyer', async () => {
    const items = [{ id: 'offer', title: 'Curso', unitPrice: 12_345, quantity: 2, tangible: false }];

    const { additional_info } = await send('PIX', { customer, items, customerIp: '203.0.113.7' });

    expect(additional_info).toEqual({
      ip_address: '203.0.113.7',
      items: [{ id: 'offer', title: 'Curso', unit_price: 123.45, quantity: 2 }],
      payer: { first_name: 'Ana', last_name: 'Ana', phone: { area_code: '11', number: '987654321' } },
    });
  });

  it('gives a boleto, and nothing else, the address of its buyer', async () => {
    const address = {
      zipCode: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    };

    expect((await send('BILLET', { address })).payer).toMatchObject({
      address: {
        zip_code: '01310100',
        street_name: 'Avenida Paulista',
        street_number: '1000',
        neighborhood: 'Bela Vista',
        city: 'São Paulo',
        federal_unit: 'SP',
      },
    });
    expect((await send('PIX', { address })).payer).not.toHaveProperty('address');
  });

  it('says where events go, and what is sold', async () => {
    expect(await send('BILLET', { webhookUrl: 'https://shop.example/hook', description: 'Pedido 1' })).toMatchObject({
      payment_method_id: 'bolbradesco',
      notification_url: 'https://shop.example/hook?source_news=webhooks',
      description: 'Pedido 1',
    });
    expect(await send('PIX', { webhookUrl: 'https://shop.example/hook?of=1' })).toMatchObject({
      notification_url: 'https://shop.example/hook?of=1&source_news=webhooks',
    });
  });
});

describe('a card whose bank asks its owner', () => {
  const three_ds_info = { external_resource_url: 'https://acs.bank.example/challenge', creq: 'eyJhIjoxfQ' };

  it('is sent to the page of the bank by a form, for as long as the bank waits', async () => {
    const asked = await read(
      { ...PAYMENT, status: 'pending', status_detail: 'pending_challenge', three_ds_info },
      'CREDIT_CARD',
    );
    expect(statusOf(asked.providerStatus)).toBe('PENDING');
    expect(asked.nextStep).toEqual({
      kind: 'REDIRECT',
      url: 'https://acs.bank.example/challenge',
      form: { creq: 'eyJhIjoxfQ' },
    });

    const confirmed = await read(
      { ...PAYMENT, status: 'approved', status_detail: 'accredited', three_ds_info },
      'CREDIT_CARD',
    );
    expect(confirmed.nextStep).toBeUndefined();
  });

  it('is left to its bank to ask, with every card', async () => {
    const { provider, sent } = open(ok(PAYMENT, 201), ok(PAYMENT, 201));
    await provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken: 'abc:visa:25' }));
    await provider.createTransaction(sampleTransaction('PIX'));

    expect(sent[0]?.body).toMatchObject({ three_d_secure_mode: 'optional' });
    expect(sent[1]?.body).not.toHaveProperty('three_d_secure_mode');
  });

  it('confirms or refuses on the page that the simulator shows', async () => {
    const { url, close } = await startSimulator(simulator, { credentials });
    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    const buyWith = async (reference: string) => {
      const card = { ...CARD, cardNumber: cards!.challenged! };
      const { token } = await provider.createCardToken({ ...sampleCardToken(), card });
      return provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken: token, reference }));
    };
    const post = (to: string, fields: Record<string, string>) =>
      fetch(to, { method: 'POST', body: new URLSearchParams(fields) });
    const words: string[] = [];
    for (const answer of ['confirm', 'refuse']) {
      const { transactionId } = await buyWith(answer);
      const shown = await (await post(`${url}/challenges`, { creq: transactionId })).text();
      expect(shown).toContain(`/challenges/${transactionId}`);
      await post(`${url}/challenges/${transactionId}`, { answer });
      const found = await provider.getTransaction({ transactionId, reference: answer, paymentMethod: 'CREDIT_CARD' });
      words.push(found!.providerStatus);
    }
    await close();

    expect(words).toEqual(['approved', 'rejected']);
  });
});

describe('getTransaction', () => {
  it('reads what was given back, refund by refund', async () => {
    const words = ['approved', 'in_process', 'rejected', 'cancelled', 'never-heard-of'];
    const refunds = words.map((status, index) => ({ id: index + 1, status, amount: 1 }));

    const result = await read({ ...PAYMENT, status: 'approved', transaction_amount_refunded: 5.25, refunds });

    expect(result).toMatchObject({ amount: 1_050, paidAmount: 1_050, refundedAmount: 525 });
    expect(result.refunds?.map(({ refundId, status }) => `${refundId} ${status}`)).toEqual([
      '1 DONE',
      '2 PENDING',
      '3 REFUSED',
      '4 REFUSED',
      '5 PENDING',
    ]);
  });

  it('reads the line, the bars and the page of a boleto, and when it ends', async () => {
    const transaction_details = {
      digitable_line: '23793381286000000000300000000401184340000012345',
      barcode: { content: '23791843400000123453381260000000003000000040' },
      external_resource_url: 'https://mp.example/boleto/1',
    };

    const result = await read({
      ...PAYMENT,
      payment_method_id: 'bolbradesco',
      payment_type_id: 'ticket',
      transaction_details,
      date_of_expiration: '2026-11-23T22:59:59.000-04:00',
    });

    expect(result).toMatchObject({
      paymentMethod: 'BILLET',
      billetCode: transaction_details.digitable_line,
      billetBarcode: transaction_details.barcode.content,
      billetUrl: transaction_details.external_resource_url,
      expiresAt: '2026-11-24T02:59:59.000Z',
    });
  });

  it('reads the last digits of the card, and the reason of a refusal alone', async () => {
    const card = { last_four_digits: '1111' };
    const paid = await read({ ...PAYMENT, status: 'approved', status_detail: 'accredited', card });

    expect(paid.cardLastDigits).toBe('1111');
    expect(paid.reason).toBeUndefined();
  });

  it.each([
    ['approved', 'partially_refunded', 'APPROVED'],
    ['authorized', 'pending_capture', 'PENDING'],
    ['in_mediation', 'pending', 'CHARGEBACK'],
    ['cancelled', 'expired', 'REJECTED'],
    ['never-heard-of', '', 'REJECTED'],
  ])('takes %s (%s) for %s', async (status, status_detail, expected) => {
    const { providerStatus } = await read({ ...PAYMENT, status, status_detail });

    expect(statusOf(providerStatus)).toBe(expected);
  });

  it('counts money only under the words of a payment that came in', async () => {
    for (const status of ['approved', 'refunded', 'charged_back', 'in_mediation'])
      expect((await read({ ...PAYMENT, status })).paidAmount, status).toBe(1_050);
    expect((await read({ ...PAYMENT, status: 'cancelled' })).paidAmount).toBeUndefined();
  });

  it('counts what a buyer paid beyond the price, and no interest of a card', async () => {
    const transaction_details = { total_paid_amount: 11.5, overpaid_amount: 1 };

    expect((await read({ ...PAYMENT, status: 'approved', transaction_details })).paidAmount).toBe(1_150);
    const withInterest = { ...transaction_details, overpaid_amount: 0 };
    expect((await read({ ...PAYMENT, status: 'approved', transaction_details: withInterest })).paidAmount).toBe(1_050);
  });

  it.each([
    ['in_process', 'CHARGEBACK', undefined],
    ['reimbursed', 'APPROVED', 'WON'],
    ['settled', 'CHARGEBACK', 'LOST'],
  ])('reads how the bank decided a chargeback: %s', async (status_detail, status, decision) => {
    const { providerStatus, paidAmount } = await read({ ...PAYMENT, status: 'charged_back', status_detail });

    expect([statusOf(providerStatus), manifest.disputeWords?.[providerStatus], paidAmount]).toEqual([
      status,
      decision,
      1_050,
    ]);
  });

  it('reads a boleto that was paid with more than its price', async () => {
    const { url, simulator: played, close } = await startSimulator(simulator, { credentials });
    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    const address = { zipCode: '01310100', street: 'Rua', number: '1', district: 'Sé', city: 'São Paulo', state: 'SP' };
    const request = sampleTransaction('BILLET', { address, amount: 5_000 });
    const { transactionId } = await provider.createTransaction(request);
    await played.pay(transactionId, { amount: 5_250 });

    const found = await provider.getTransaction({ transactionId, reference: 'a', paymentMethod: 'BILLET' });
    await close();

    expect(found).toMatchObject({ amount: 5_000, paidAmount: 5_250 });
  });

  it.each([
    ['pix', 'bank_transfer', 'PIX'],
    ['bolbradesco', 'ticket', 'BILLET'],
    ['visa', 'credit_card', 'CREDIT_CARD'],
  ])('tells the method %s of the type %s: %s', async (payment_method_id, payment_type_id, method) => {
    expect((await read({ ...PAYMENT, payment_method_id, payment_type_id })).paymentMethod).toBe(method);
  });

  it('finds a payment by our reference, and takes no other', async () => {
    const other = { ...PAYMENT, id: 1, external_reference: 'other' };
    const own = { ...PAYMENT, id: 2, external_reference: 'attempt-0001' };
    const lookup = { reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
    const { provider, sent } = open(ok({ results: [other, own] }), ok({ results: [other] }));

    expect((await provider.getTransaction(lookup))?.transactionId).toBe('2');
    expect(await provider.getTransaction(lookup)).toBeNull();
    expect(sent[0]?.query).toMatchObject({ external_reference: 'attempt-0001' });
  });
});

describe('refund', () => {
  it('always names the amount, because without one the whole goes back', async () => {
    const { provider, sent } = open(ok({ id: 1009042015, status: 'in_process' }, 201));

    const result = await provider.refund(sampleRefund({ transactionId: '1320000001', amount: 525, isFull: false }));

    expect(result).toEqual({ refundId: '1009042015', status: 'PENDING' });
    expect(sent[0]).toMatchObject({ path: '/v1/payments/1320000001/refunds', body: { amount: 5.25 } });
    expect(sent[0]?.headers['x-idempotency-key']).toBe('refund-0001');
  });

  it('makes a result of a refusal', async () => {
    const { provider } = open(ok({ message: 'Invalid amount', status: 400, cause: [] }, 400));

    const result = await provider.refund(sampleRefund({ transactionId: '1320000001' }));

    expect(result).toMatchObject({ status: 'REFUSED', reason: 'Erro ao aprovar o reembolso. Invalid amount' });
  });
});

describe('withdraw', () => {
  it('signs exactly the bytes that it sends, and says in tests that it is one', async () => {
    const { provider, sent } = open(ok(PAYOUT, 202));

    await provider.withdraw(
      sampleWithdraw('PIX', { pixType: 'RANDOM', pixKey: 'b9f3c1de-1f9a-4d6c-8f3e-2a7b5c9d0e1f' }),
    );

    const [{ headers, rawBody, body }] = sent as [Sent];
    const key = createPublicKey(credentials.payoutPrivateKey!);
    expect(verify(null, Buffer.from(rawBody), key, Buffer.from(headers['x-signature']!, 'base64'))).toBe(true);
    expect(headers).toMatchObject({ 'x-enforce-signature': 'true', 'x-test-token': 'true' });
    expect(headers['x-idempotency-key']).toBe('withdraw-0001');
    expect(body).toMatchObject({
      external_reference: 'withdraw-0001',
      transaction: { total_amount: 50, to: { accounts: [{ amount: 50, chave: { type: 'PIX_CODE' } }] } },
    });
  });

  it.each([
    ['CPF', '529.982.247-25', 'CPF', '52998224725'],
    ['CNPJ', '11.222.333/0001-81', 'CNPJ', '11222333000181'],
    ['EMAIL', 'ana@example.test', 'EMAIL', 'ana@example.test'],
    ['PHONE', '(11) 98765-4321', 'PHONE', '+5511987654321'],
  ] as const)('writes a key that is a %s (%s) as %s %s', async (pixType, pixKey, type, value) => {
    const { provider, sent } = open(ok(PAYOUT, 202));

    await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey, amount: 5_025, document: '11222333000181' }));

    expect(sent[0]?.body).toMatchObject({
      point_of_interaction: { type: 'PSP_TRANSFER' },
      seller_configuration: { notification_info: { notification_url: expect.stringMatching(/^https:/) } },
      transaction: {
        total_amount: 50.25,
        from: { accounts: [{ amount: 50.25 }] },
        to: {
          accounts: [
            {
              type: 'current',
              amount: 50.25,
              chave: { type, value },
              owner: { identification: { type: 'CNPJ', number: '11222333000181' } },
            },
          ],
        },
      },
    });
  });

  it('tells why one failed', async () => {
    const transaction = { total_amount: 50, to: { accounts: [{ status_detail: 'invalid_key' }] } };
    const { provider } = open(ok({ ...PAYOUT, status: 'rejected', transaction }));

    const payout = await provider.getWithdraw({ withdrawId: '736669', withdrawReference: 'w' });

    expect(payout).toMatchObject({ amount: 5_000, reason: 'invalid_key' });
  });

  it('names ours, and when its money arrived', async () => {
    const times = { created_date: '2026-11-20T10:00:00.000-03:00', last_updated_date: '2026-11-20T10:05:00.000-03:00' };
    const { provider } = open(ok({ ...PAYOUT, ...times, external_reference: 'withdraw-0001', status: 'processed' }));

    const payout = await provider.getWithdraw({ withdrawId: '736669', withdrawReference: 'withdraw-0001' });

    expect(payout).toMatchObject({ reference: 'withdraw-0001', approvedAt: '2026-11-20T13:05:00.000Z' });
  });

  it('wants the document of the owner', async () => {
    const { provider, sent } = open();

    const call = provider.withdraw(sampleWithdraw('PIX', { document: undefined }));

    await expect(call).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    expect(sent).toHaveLength(0);
  });

  it.each([
    ['approved', 'PENDING'],
    ['processed', 'APPROVED'],
    ['success', 'APPROVED'],
    ['rejected', 'REJECTED'],
    ['canceled', 'CANCELED'],
    ['never-heard-of', 'PENDING'],
  ])('takes %s, of which "approved" is only a step on the way, for %s', async (status, expected) => {
    const { provider } = open(ok({ ...PAYOUT, status }));

    const payout = await provider.getWithdraw({ withdrawId: '736669', withdrawReference: 'w' });

    expect(mapStatus(manifest.status.withdraw!, payout!.providerStatus).status).toBe(expected);
    expect(payout!.approvedAt !== undefined).toBe(expected === 'APPROVED');
  });
});

describe('events', () => {
  it('are proven by the id of the address, the request and the time, of which the missing are left out', () => {
    const secrets = new Map([['webhookSecret', 'your_secret_key_here']]);
    const proof = (over: string, changes: Record<string, string> = {}) => {
      const headers = { 'x-request-id': 'bb56a2f1', 'x-signature': over, ...changes };
      return authenticateWebhook({ manifest, secrets, headers, query: { 'data.id': 'ABC123' }, rawBody: '{}' });
    };
    // Made with: printf '%s' "$text" | openssl dgst -sha256 -hmac your_secret_key_here
    const whole = 'ts=1742505638683,v1=28ba8ad8fefeb74910768b3c0e78e711f6c36885f45c992db3fb8619aa76805b';
    expect(proof(whole)).toEqual({ ok: true, isSigned: false });
    expect(proof('ts=1742505638,v1=d84076aa062c6dc798d82957fd7ad362c1ef35ec1d372e60449c2795f1987129').ok).toBe(true);
    expect(
      proof('ts=1742505638683,v1=947d83cc4a21fcbc14a1056149eb06de9b6622beb8256ea2556808edbce9ebf7', {
        'x-request-id': '',
      }).ok,
    ).toBe(true);
    expect(proof(whole.replace('683', '684')).ok).toBe(false);
    expect(proof(whole, { 'x-request-id': 'another' }).ok).toBe(false);
  });

  const receive = (body: object) =>
    open().provider.processWebhook({ headers: {}, query: {}, body, rawBody: JSON.stringify(body) });

  it('of a payout name it, its reference and its word', async () => {
    expect(await receive({ payout: {}, id: 736669, external_reference: 'withdraw-0001', status: 'processed' })).toEqual(
      {
        subject: 'withdraw',
        withdrawId: '736669',
        reference: 'withdraw-0001',
        providerStatus: 'processed',
      },
    );
  });

  it('of a chargeback name its payment in a place of their own; what is about no payment is ignored', async () => {
    const chargeback = { type: 'topic_chargebacks_wh', id: 9, data: { id: 217, payment_id: 1320000001 } };

    expect(await receive(chargeback)).toMatchObject({ subject: 'payment', eventId: '9', transactionId: '1320000001' });
    expect(await receive({ type: 'stop_delivery_op_wh', id: 'e-1' })).toEqual({
      subject: 'ignored',
      eventId: 'e-1',
      event: 'stop_delivery_op_wh',
    });
    expect(
      await receive({ type: 'payment', action: 'payment.updated', id: 1, data: { id: '1320000001' } }),
    ).toMatchObject({
      event: 'payment.updated',
      transactionId: '1320000001',
    });
  });

  it('of the simulator are signed, and say nothing of the state: the payment is asked for', async () => {
    const { url, simulator: played, settle, deliveries, close } = await startSimulator(simulator, { credentials });
    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    const { transactionId } = await provider.createTransaction(sampleTransaction('PIX'));
    await played.pay(transactionId);
    await played.chargeback(transactionId);
    await settle();
    await close();

    const secrets = new Map(Object.entries(credentials));
    expect(deliveries).toHaveLength(3);
    for (const { url: address, headers, body } of deliveries) {
      const query = Object.fromEntries(new URL(address).searchParams);
      expect(authenticateWebhook({ manifest, secrets, headers, query, rawBody: body })).toMatchObject({ ok: true });
      const event = await provider.processWebhook({ headers, query, body: JSON.parse(body), rawBody: body });
      expect(event).toMatchObject({ subject: 'payment', transactionId });
      expect(event.providerStatus).toBeUndefined();
    }
  });
});

describe('the card', () => {
  it('becomes a token with the public key alone, and carries its brand behind it', async () => {
    const { provider, sent } = open(
      ok({ results: [{ id: 'visa', issuer: { id: 25 } }] }),
      ok({ id: 'abc', last_four_digits: '1111' }, 201),
    );

    const result = await provider.createCardToken(sampleCardToken());

    expect(result).toEqual({ token: 'abc:visa:25', cardBrand: 'visa', cardLastDigits: '1111' });
    expect(sent.map(({ query }) => query.public_key)).toEqual([credentials.publicKey, credentials.publicKey]);
    for (const { headers } of sent) expect(headers).not.toHaveProperty('authorization');
  });

  it('is asked about by its first six digits alone, and leaves with a year of four digits', async () => {
    const { provider, sent } = open(ok({ results: [{ id: 'visa' }] }), ok({ id: 'abc' }, 201));

    await provider.createCardToken(sampleCardToken({ card: { ...CARD, expYear: 34 } }));

    expect(sent[0]?.query.bins).toBe('411111');
    expect(sent[1]?.body).toMatchObject({
      card_number: '4111111111111111',
      expiration_month: 12,
      expiration_year: 2034,
      security_code: '123',
      cardholder: { name: 'ANA PRADO' },
    });
  });

  it('is of whoever holds it, and else of the buyer', async () => {
    const identificationOf = async (holderDocument?: string) => {
      const { provider, sent } = open(ok({ results: [{ id: 'visa' }] }), ok({ id: 'abc' }, 201));
      await provider.createCardToken(sampleCardToken({ card: { ...CARD, ...(holderDocument && { holderDocument }) } }));
      return (sent[1]!.body as { cardholder: object }).cardholder;
    };

    expect(await identificationOf('11222333000181')).toMatchObject({
      identification: { type: 'CNPJ', number: '11222333000181' },
    });
    expect(await identificationOf()).toMatchObject({ identification: { number: sampleCardToken().customer.document } });
  });

  it('that no token is made of is refused, which is a result', async () => {
    const { provider } = open(ok({ results: [] }), ok({ message: 'invalid parameter card_number', cause: [] }, 400));

    const result = await provider.createCardToken(sampleCardToken({ card: CARD }));

    expect(result).toEqual({ token: '', refusedReason: 'invalid parameter card_number' });
  });

  it('becomes the same token in the browser', async () => {
    const { url, close } = await startSimulator(simulator, { credentials });
    const context = { publicKey: credentials.publicKey!, baseUrl: url };

    const token = await tokenize(CARD, context);
    const refused = await tokenize({ ...CARD, cardNumber: cards!.refused }, context);
    const wrong = tokenize({ ...CARD, cardNumber: '4111' }, context);
    await expect(wrong).rejects.toThrow('invalid parameter card_number');
    await expect(tokenize(CARD, { ...context, publicKey: '' })).rejects.toThrow('Public key is required');

    const { provider } = openProvider(manifest, module, { credentials, baseUrl: url });
    const pay = (cardToken: string, reference: string) =>
      provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken, reference }));
    expect(token).toMatchObject({ cardBrand: 'visa', cardLastDigits: '1111' });
    expect((await pay(token.token, 'a-1')).providerStatus).toBe('approved');
    expect((await pay(refused.token, 'a-2')).providerStatus).toBe('rejected');
    await close();
  });
});
