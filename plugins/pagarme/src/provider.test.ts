import { readFileSync } from 'node:fs';
import { asManifest } from '@feira/plugin-kit';
import {
  fixture,
  http,
  openProvider,
  sampleCardToken,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import manifestJson from '../plugin.json' with { type: 'json' };
import module from './index.ts';

const manifest = asManifest(manifestJson);
const credentials = {
  secretKey: 'sk_test_invented0001',
  publicKey: 'pk_test_invented0001',
  webhookUser: 'feira-webhooks',
  webhookPassword: 'invented-password',
  defaultRecipientId: 're_platform0001',
};
const BASE = 'https://api.pagar.me/core/v5';
const BASIC = `Basic ${Buffer.from(`${credentials.secretKey}:`).toString('base64')}`;

const read = (name: string) => fixture<object>(import.meta.url, name);
const open = (values: Record<string, string> = credentials) => openProvider(manifest, module, { credentials: values });
const provider = () => open().provider;
const receive = (name: string) =>
  provider().processWebhook!({ headers: {}, query: {}, body: read(name), rawBody: JSON.stringify(read(name)) });

testProvider({
  manifest,
  answers: [read('create-card.json'), read('order-paid.json')],
  module,
  credentials,
  webhooks: ['charge-paid', 'charge-refunded', 'charge-partial-canceled', 'order-paid', 'transfer-paid'].map((name) =>
    read(`webhook-${name}.json`),
  ),
});

describe('createCardToken', () => {
  it('sends the card with the public key and no Authorization header', async () => {
    const api = http(BASE);
    api
      .post('/tokens', read('create-token.request.json'))
      .query({ appId: credentials.publicKey })
      .reply(200, read('create-token.json'));

    const result = await provider().createCardToken!(sampleCardToken());

    expect(result).toEqual({ token: 'token_Zx81', cardBrand: 'Visa', cardLastDigits: '0010' });
    expect(api.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('answers the first message of the provider when the card is refused', async () => {
    http(BASE)
      .post('/tokens')
      .query(true as never)
      .reply(422, read('token-refused.json'));

    const result = await provider().createCardToken!(sampleCardToken());

    expect(result).toMatchObject({ token: '', refusedReason: 'The number field is not a valid card number' });
  });

  it('asks for the public key before calling anybody', async () => {
    const { provider } = open({ secretKey: 'sk_test_invented0001' });

    await expect(provider.createCardToken!(sampleCardToken())).rejects.toMatchObject({
      message: 'Public key is required',
      outcome: 'NOT_SENT',
    });
  });
});

describe('createCardId', () => {
  it('creates the customer, then the card, and keeps both ids', async () => {
    const api = http(BASE);
    api.post('/customers', read('create-customer.request.json')).reply(200, read('create-customer.json'));
    api.post('/customers/cus_7mPq/cards', read('create-card-id.request.json')).reply(200, read('create-card-id.json'));

    const result = await provider().createCardId!(sampleCardToken({ card: undefined, cardToken: 'token_Zx81' }));

    expect(result).toEqual({ token: 'cus_7mPq:card_9xKz', cardBrand: 'Visa', cardLastDigits: '0010' });
  });

  it('takes a failed verification for a refused card', async () => {
    const api = http(BASE);
    api.post('/customers').reply(200, read('create-customer.json'));
    api.post('/customers/cus_7mPq/cards').reply(412, { message: 'The card verification failed.' });

    const result = await provider().createCardId!(sampleCardToken());

    expect(result).toMatchObject({ refusedReason: 'The card verification failed.' });
  });
});

describe('deleteCard', () => {
  it.each([
    ['deletes the card of the customer', 200, {}],
    ['says of a card that is gone that there is none', 404, null],
  ])('%s', async (_, status, expected) => {
    http(BASE).delete('/customers/cus_7mPq/cards/card_9xKz').reply(status, { message: 'Card not found.' });

    expect(await provider().deleteCard!({ cardId: 'cus_7mPq:card_9xKz' })).toEqual(expected);
  });

  it('does not take a refusal for a deletion', async () => {
    http(BASE).delete('/customers/cus_7mPq/cards/card_9xKz').reply(412, { message: 'The card is in use.' });

    await expect(provider().deleteCard!({ cardId: 'cus_7mPq:card_9xKz' })).rejects.toMatchObject({
      outcome: 'REJECTED',
      message: 'The card is in use.',
    });
  });
});

describe('createTransaction', () => {
  it('opens a PIX order under our reference and idempotency key', async () => {
    const api = http(BASE);
    api
      .post('/orders', read('create-pix.request.json'))
      .matchHeader('authorization', BASIC)
      .matchHeader('idempotency-key', 'attempt-0001')
      .reply(200, read('create-pix.json'));

    const result = await provider().createTransaction!(sampleTransaction('PIX'));

    expect(result).toMatchObject({
      transactionId: 'or_9Lz3',
      reference: 'attempt-0001',
      paymentMethod: 'PIX',
      providerStatus: 'pending',
      amount: 12_345,
      expiresAt: '2034-01-31T12:00:00.000Z',
    });
    expect(result.pixCode).toMatch(/^000201/);
    expect(result.pixQrCode).toBeUndefined();
  });

  it('prints a boleto as 47 digits and leaves pictures out', async () => {
    http(BASE).post('/orders', read('create-boleto.request.json')).reply(200, read('create-boleto.json'));

    const result = await provider().createTransaction!(sampleTransaction('BILLET'));

    expect(result).toMatchObject({
      providerStatus: 'pending',
      billetCode: '23792656029000471149635005393703774970000012345',
      billetUrl: 'https://api.pagar.me/core/v5/transactions/tran_a1/pdf',
      expiresAt: '2034-02-01T02:59:59.000Z',
    });
    expect([result.pixCode, result.billetBarcode]).toEqual([undefined, undefined]);
  });

  it('of a Gateway account charges a card token with its billing address, installments and fingerprint', async () => {
    http(BASE).post('/orders', read('create-card.request.json')).reply(200, read('create-card.json'));
    const request = sampleTransaction('CREDIT_CARD', {
      cardToken: 'token_Zx81',
      installments: 3,
      fingerPrints: [
        { provider: 'other', value: 'print-1' },
        { provider: 'PAGARME', value: 'print-77' },
      ],
    });

    const result = await open({ ...credentials, accountType: 'GATEWAY' }).provider.createTransaction!(request);

    expect(result).toMatchObject({
      providerStatus: 'paid',
      paidAmount: 12_345,
      cardBrand: 'Visa',
      cardLastDigits: '0010',
    });
    expect(result.reason).toBeUndefined();
  });

  const bySale = { customer: 'customer-attempt-0001', card: 'card-attempt-0001' };
  const storeCard = (status: number, card: object) => {
    const api = http(BASE);
    api
      .post('/customers', read('create-customer.request.json'))
      .matchHeader('idempotency-key', bySale.customer)
      .reply(200, read('create-customer.json'));
    api
      .post('/customers/cus_7mPq/cards', { ...read('create-card-id.request.json'), options: { verify_card: false } })
      .matchHeader('idempotency-key', bySale.card)
      .reply(status, card);
    return api;
  };
  const tokenSale = sampleTransaction('CREDIT_CARD', { cardToken: 'token_Zx81' });

  it('of a PSP account stores the card first and charges it by card_id: tokens in orders are for Gateway clients', async () => {
    const api = storeCard(200, read('create-card-id.json'));
    api.post('/orders', read('create-stored-card.request.json')).reply(200, read('create-card.json'));

    expect(await provider().createTransaction!(tokenSale)).toMatchObject({ providerStatus: 'paid' });
  });

  it('of a PSP account takes a card that cannot be stored for a refused one', async () => {
    storeCard(412, { message: 'The card is not valid.' });

    expect(await provider().createTransaction!(tokenSale)).toEqual({
      transactionId: 'attempt-0001',
      reference: 'attempt-0001',
      providerStatus: 'failed',
      reason: 'The card is not valid.',
    });
  });

  it('of a PSP account is sure that nothing was charged when the card was not stored', async () => {
    storeCard(500, {});

    await expect(provider().createTransaction!(tokenSale)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  });

  it.each([null, '', 7, {}])('knows the money where brand and digits of the card are %j', async (value) => {
    const order = read('create-card.json') as { charges: { last_transaction: object }[] };
    const [charge] = order.charges;
    const card = { brand: value === '' ? '' : value, last_four_digits: value };
    const charges = [{ ...charge, last_transaction: { ...charge!.last_transaction, card } }];
    http(BASE)
      .post('/orders')
      .reply(200, { ...order, charges });

    const request = sampleTransaction('CREDIT_CARD', { cardToken: undefined, cardId: 'cus_7mPq:card_9xKz' });
    const result = await provider().createTransaction!(request);

    expect(result).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345 });
    expect([result.cardBrand, result.cardLastDigits]).toEqual([undefined, undefined]);
  });

  it('charges a stored card as its own customer', async () => {
    http(BASE).post('/orders', read('create-stored-card.request.json')).reply(200, read('create-card.json'));
    const request = sampleTransaction('CREDIT_CARD', { cardToken: undefined, cardId: 'cus_7mPq:card_9xKz' });

    const result = await provider().createTransaction!(request);

    expect(result.providerStatus).toBe('paid');
  });

  it('answers a refused card as a result with the words of the acquirer', async () => {
    http(BASE).post('/orders').reply(200, read('create-card-refused.json'));

    const request = sampleTransaction('CREDIT_CARD', { cardToken: undefined, cardId: 'cus_7mPq:card_9xKz' });
    const result = await provider().createTransaction!(request);

    expect(result).toMatchObject({
      providerStatus: 'failed',
      reason: 'Transação não autorizada',
      declineCode: '51',
    });
  });

  it.each([400, 412, 422])('keeps a refusal of the request (%i) an error that says what is wrong', async (status) => {
    const errors = {
      'order.customer.document': ['The document 529.982.247-25 is not valid.'],
      'order.items': ['Empty.'],
    };
    http(BASE).post('/orders').reply(status, { message: 'The request is invalid.', errors });

    await expect(provider().createTransaction!(sampleTransaction('PIX'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      outcome: 'REJECTED',
      status,
      message: 'The request is invalid. order.customer.document: The document *** is not valid. order.items: Empty.',
    });
  });

  it('keeps the plain error when the body holds no words', async () => {
    http(BASE)
      .post('/orders')
      .reply(422, { message: {}, errors: [null, 1] });

    await expect(provider().createTransaction!(sampleTransaction('PIX'))).rejects.toThrow('The provider answered 422');
  });

  it('keeps a charge whose times cannot be read', async () => {
    const order = read('create-pix.json') as { charges: { last_transaction: object }[] };
    const [charge] = order.charges;
    const last_transaction = { ...charge!.last_transaction, expires_at: '31/01/2034' };
    http(BASE)
      .post('/orders')
      .reply(200, { ...order, charges: [{ ...charge, last_transaction }] });

    const result = await provider().createTransaction!(sampleTransaction('PIX'));

    expect(result).toMatchObject({ transactionId: 'or_9Lz3', providerStatus: 'pending' });
    expect(result.expiresAt).toBeUndefined();
  });

  it('does not know what became of a key that is still being worked on', async () => {
    http(BASE).post('/orders').reply(409, { message: 'processing' });

    await expect(provider().createTransaction!(sampleTransaction('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('refuses a card payment without a card before calling anybody', async () => {
    const request = sampleTransaction('CREDIT_CARD', { cardToken: undefined });

    await expect(provider().createTransaction!(request)).rejects.toThrow(
      'Card token is required for credit card payments.',
    );
  });
});

describe('getTransaction', () => {
  const lookup = { reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

  it('reads an order and the movement that paid it', async () => {
    http(BASE).get('/orders/or_9Lz3').reply(200, read('order-paid.json'));

    const result = await provider().getTransaction!({ ...lookup, transactionId: 'or_9Lz3' });

    expect(result).toMatchObject({
      providerStatus: 'paid',
      paidAmount: 12_345,
      movementIds: ['E1650155520261120130212345678901'],
    });
  });

  it('reads a charge as its order', async () => {
    http(BASE).get('/charges/ch_4kWb2').reply(200, read('refund-full.json'));

    const result = await provider().getTransaction!({ ...lookup, transactionId: 'ch_4kWb2' });

    expect(result).toMatchObject({
      transactionId: 'or_9Lz3',
      providerStatus: 'canceled_with_refund',
      refundedAmount: 12_345,
    });
  });

  it('finds an order by our reference and then reads it whole', async () => {
    const api = http(BASE);
    api.get('/orders', { code: 'attempt-0001', page: 1, size: 30 }).reply(200, read('order-list.json'));
    api.get('/orders/or_9Lz3').reply(200, read('order-paid.json'));

    const result = await provider().getTransaction!(lookup);

    expect(result).toMatchObject({ transactionId: 'or_9Lz3', providerStatus: 'paid' });
  });

  it('reads a refunded charge rather than the failed one before it', async () => {
    const order = read('order-paid.json') as { charges: object[] };
    const failed = { id: 'ch_0', status: 'failed', amount: 12_345, paid_amount: 0 };
    http(BASE)
      .get('/orders/or_9Lz3')
      .reply(200, { ...order, charges: [failed, read('refund-full.json')] });

    const result = await provider().getTransaction!({ ...lookup, transactionId: 'or_9Lz3' });

    expect(result).toMatchObject({ providerStatus: 'canceled_with_refund', refundedAmount: 12_345 });
  });

  it('hands over what went back of a charge that the panel refunded, which shows neither paid_amount nor paid_at', async () => {
    const { paid_amount: _, paid_at: __, ...charge } = read('refund-full.json') as Record<string, unknown>;
    const voided = { ...charge, last_transaction: { id: 'tran_1', status: 'voided' } };
    const failed = { id: 'ch_0', status: 'failed', amount: 12_345 };
    http(BASE)
      .get('/orders/or_9Lz3')
      .reply(200, { ...read('order-paid.json'), charges: [failed, voided] });

    const result = await provider().getTransaction!({ ...lookup, transactionId: 'or_9Lz3' });

    expect(result).toMatchObject({ providerStatus: 'canceled', refundedAmount: 12_345 });
  });

  it('looks for a card that was refused before its order by reference, and is sure that there is none', async () => {
    http(BASE).get('/orders', { code: 'attempt-0001', page: 1, size: 30 }).reply(200, { data: [] });

    expect(await provider().getTransaction!({ ...lookup, transactionId: 'attempt-0001' })).toBeNull();
  });

  it('does not take an order of another code for ours', async () => {
    const other = { data: [{ id: 'or_1', code: 'attempt-00012', status: 'paid' }] };
    http(BASE).get('/orders', { code: 'attempt-0001', page: 1, size: 30 }).reply(200, other);

    expect(await provider().getTransaction!(lookup)).toBeNull();
  });

  it('answers null for an order that does not exist', async () => {
    http(BASE).get('/orders/or_gone').reply(404, { message: 'Order not found.' });

    expect(await provider().getTransaction!({ ...lookup, transactionId: 'or_gone' })).toBeNull();
  });
});

describe('capture and void', () => {
  const order = { reference: 'attempt-0001', transactionId: 'or_9Lz3', amount: 12_345 };
  const held = {
    id: 'ch_4kWb2',
    status: 'pending',
    amount: 12_345,
    payment_method: 'credit_card',
    last_transaction: { status: 'authorized_pending_capture' },
  };
  const orderOf = (charge: object) => ({ id: 'or_9Lz3', code: 'attempt-0001', status: 'pending', charges: [charge] });

  it('tells what is held, and takes it under a key of its own', async () => {
    const api = http(BASE);
    const paid = { ...held, status: 'paid', paid_amount: 12_345, last_transaction: { status: 'captured' } };
    api.get('/orders/or_9Lz3').times(2).reply(200, orderOf(held));
    api
      .post('/charges/ch_4kWb2/capture', { amount: 12_345, code: 'attempt-0001' })
      .matchHeader('idempotency-key', 'capture-attempt-0001')
      .reply(200, paid);

    const waiting = await provider().getTransaction!({ ...order, paymentMethod: 'CREDIT_CARD' });
    const captured = await provider().capture!(order);

    expect(waiting).toMatchObject({ providerStatus: 'pending', heldAmount: 12_345 });
    expect(captured).toMatchObject({ transactionId: 'or_9Lz3', providerStatus: 'paid', paidAmount: 12_345 });
    expect(captured.heldAmount).toBeUndefined();
  });

  it('never gives back what was captured', async () => {
    const paid = { ...held, status: 'paid', paid_amount: 12_345, last_transaction: { status: 'captured' } };
    http(BASE).get('/orders/or_9Lz3').reply(200, orderOf(paid));

    expect(await provider().void!(order)).toMatchObject({ providerStatus: 'paid', paidAmount: 12_345 });
  });

  it('reads the charge again where a hold cannot be taken any more', async () => {
    const api = http(BASE);
    api.get('/orders/or_9Lz3').reply(200, orderOf(held));
    api.post('/charges/ch_4kWb2/capture').reply(412, { message: 'This charge can not be captured.' });
    api.get('/charges/ch_4kWb2').reply(200, { ...held, status: 'canceled', last_transaction: { status: 'voided' } });

    expect(await provider().capture!(order)).toMatchObject({ transactionId: 'or_9Lz3', providerStatus: 'canceled' });
  });

  it('does not know what became of a hold whose charge is gone', async () => {
    const api = http(BASE);
    api.get('/orders/or_9Lz3').reply(200, orderOf(held));
    api.post('/charges/ch_4kWb2/capture').reply(412, { message: 'This charge can not be captured.' });
    api.get('/charges/ch_4kWb2').reply(404, {});

    await expect(provider().capture!(order)).rejects.toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
  });
});

describe('refund', () => {
  it('resolves the order to its charge and gives part of it back', async () => {
    const api = http(BASE);
    api.get('/orders/or_9Lz3').reply(200, read('order-paid.json'));
    api
      .delete('/charges/ch_4kWb2', { amount: 2_000, operation_reference: 'refund-0001' })
      .matchHeader('idempotency-key', 'refund-refund-0001')
      .reply(200, read('refund-partial.json'));

    const result = await provider().refund!(sampleRefund({ transactionId: 'or_9Lz3', amount: 2_000, isFull: false }));

    expect(result).toEqual({ refundId: 'tran_b2', status: 'DONE' });
  });

  it('says what each recipient of a split charge gives of a part, and the platform the rest', async () => {
    const options = { charge_processing_fee: false, charge_remainder_fee: false, liable: true };
    const own = { charge_processing_fee: true, charge_remainder_fee: true, liable: false };
    const share = { type: 'FIXED', chargeProcessingFee: false, chargeRemainder: false, liable: true } as const;
    const api = http(BASE);
    api.get('/orders/or_9Lz3').reply(200, read('order-paid.json'));
    api
      .delete('/charges/ch_4kWb2', {
        amount: 2_000,
        split: [
          { type: 'flat', amount: 1_205, recipient_id: 're_ana', options },
          { type: 'flat', amount: 795, recipient_id: 're_platform0001', options: own },
        ],
        operation_reference: 'refund-0001',
      })
      .reply(200, read('refund-partial.json'));

    const splits = [{ ...share, recipientId: 're_ana', amount: 1_205 }];
    const result = await provider().refund!(
      sampleRefund({ transactionId: 'or_9Lz3', amount: 2_000, isFull: false, splits }),
    );

    expect(result.status).toBe('DONE');
  });

  it('is not done while the canceled amount has not grown', async () => {
    const api = http(BASE);
    api.get('/orders/or_9Lz3').reply(200, read('order-paid.json'));
    api.delete('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));

    const result = await provider().refund!(sampleRefund({ transactionId: 'or_9Lz3', amount: 2_001, isFull: false }));

    expect(result.status).toBe('PENDING');
  });

  it('does not take an earlier refund for this one', async () => {
    const api = http(BASE);
    api.get('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));
    api.delete('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2', amount: 1_000, isFull: false }));

    expect(result.status).toBe('PENDING');
  });

  it('of a charge already given back whole is done without asking again', async () => {
    http(BASE).get('/charges/ch_4kWb2').reply(200, read('refund-full.json'));

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    expect(result).toEqual({ refundId: 'tran_c3', status: 'DONE' });
  });

  it('tells why the acquirer refused it', async () => {
    const refused = {
      id: 'ch_4kWb2',
      status: 'paid',
      last_transaction: { success: false, acquirer_message: 'No balance' },
    };
    const api = http(BASE);
    api.get('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));
    api.delete('/charges/ch_4kWb2').reply(200, refused);

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    const reason = 'Erro ao aprovar o reembolso. No balance';
    expect(result).toEqual({ refundId: 'ch_4kWb2', status: 'REFUSED', reason });
  });

  const { paid_amount: _, paid_at: __, ...bare } = read('refund-full.json') as Record<string, unknown>;
  const voided = { ...bare, last_transaction: { id: 'tran_1', status: 'voided' } };

  it('of everything asked again after a lost answer is done, though the charge shows no paid_amount', async () => {
    http(BASE).get('/charges/ch_4kWb2').reply(200, voided);

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    expect(result).toEqual({ refundId: 'tran_1', status: 'DONE' });
  });

  it('of everything that another call made meanwhile is done, not refused', async () => {
    const api = http(BASE);
    api.get('/charges/ch_4kWb2').reply(200, (read('order-paid.json') as { charges: object[] }).charges[0]);
    api.delete('/charges/ch_4kWb2').reply(412, { message: 'This charge can not be canceled.' });
    api.get('/charges/ch_4kWb2').reply(200, voided);

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    expect(result).toEqual({ refundId: 'tran_1', status: 'DONE' });
  });

  it.each([412, 422])('that Pagar.me refuses (%i) is a result in its words', async (status) => {
    const api = http(BASE);
    api.get('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));
    api.delete('/charges/ch_4kWb2').reply(status, { message: 'This charge can not be canceled.' });
    api.get('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    const reason = 'Erro ao aprovar o reembolso. This charge can not be canceled.';
    expect(result).toEqual({ refundId: 'ch_4kWb2', status: 'REFUSED', reason });
  });

  it.each([
    [401, 'REJECTED'],
    [409, 'UNKNOWN'],
    [500, 'UNKNOWN'],
  ])('that was not judged (%i) is an error', async (status, outcome) => {
    const api = http(BASE);
    api.get('/charges/ch_4kWb2').reply(200, read('refund-partial.json'));
    api.delete('/charges/ch_4kWb2').reply(status, { message: 'no' });

    const call = provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    await expect(call).rejects.toMatchObject({ outcome, status });
  });

  it('of a charge whose whole refund is under way is pending without asking again', async () => {
    const charge = {
      ...read('refund-full.json'),
      status: 'paid',
      last_transaction: { id: 'tran_c3', status: 'pending_refund' },
    };
    http(BASE).get('/charges/ch_4kWb2').reply(200, charge);

    const result = await provider().refund!(sampleRefund({ transactionId: 'ch_4kWb2' }));

    expect(result).toEqual({ refundId: 'tran_c3', status: 'PENDING' });
  });
});

describe('withdraw', () => {
  it("pays a recipient's balance to its own account and marks it with our reference", async () => {
    const api = http(BASE);
    api
      .post('/recipients/re_2Hq/withdrawals', { amount: 5_000, metadata: { reference: 'withdraw-0001' } })
      .matchHeader('idempotency-key', 'withdraw-0001')
      .reply(200, read('withdrawal.json'));

    const result = await provider().withdraw!(sampleWithdraw('RECEIVER', { receiverId: 're_2Hq' }));

    expect(result).toMatchObject({ withdrawId: 'with_5Tr', providerStatus: 'pending', reference: 'withdraw-0001' });
    expect(result.approvedAt).toBeUndefined();
  });
});

describe('withdraw to a key or an account', () => {
  it.each(['PIX', 'BANK_ACCOUNT'] as const)('is not supported for %s and calls nobody', async (method) => {
    const { context, provider } = open();

    const call = provider.withdraw!(sampleWithdraw(method, { receiverId: 're_2Hq' }));

    await expect(call).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      outcome: 'NOT_SENT',
      message: 'Payment method not supported',
    });
    expect(context.exchanges).toEqual([]);
  });
});

describe('getWithdraw', () => {
  const lost = { withdrawReference: 'withdraw-0001', receiverId: 're_2Hq' };
  const list = { page: 1, size: 30 };

  it('reads a withdrawal of a recipient', async () => {
    http(BASE).get('/recipients/re_2Hq/withdrawals/with_5Tr').reply(200, read('withdrawal-done.json'));

    const result = await provider().getWithdraw!({ ...lost, withdrawId: 'with_5Tr' });

    expect(result).toMatchObject({ providerStatus: 'transferred', approvedAt: '2026-11-21T12:30:00.000Z' });
  });

  it('reads a transfer when the recipient is not known', async () => {
    http(BASE).get('/transfers/with_5Tr').reply(200, read('withdrawal-done.json'));

    const result = await provider().getWithdraw!({ withdrawId: 'with_5Tr', withdrawReference: 'withdraw-0001' });

    expect(result).toMatchObject({ withdrawId: 'with_5Tr', providerStatus: 'transferred' });
  });

  it('finds a lost withdrawal by our mark', async () => {
    const data = [
      { ...read('withdrawal.json'), id: 'with_0', metadata: { reference: 'other' } },
      read('withdrawal.json'),
    ];
    http(BASE).get('/recipients/re_2Hq/withdrawals', list).reply(200, { data });

    expect(await provider().getWithdraw!(lost)).toMatchObject({ withdrawId: 'with_5Tr' });
  });

  it('is sure that there is none only when every withdrawal carries a mark', async () => {
    const marked = { ...read('withdrawal.json'), metadata: { reference: 'other' } };
    http(BASE)
      .get('/recipients/re_2Hq/withdrawals', list)
      .reply(200, { data: [marked] });
    expect(await provider().getWithdraw!(lost)).toBeNull();

    http(BASE)
      .get('/recipients/re_2Hq/withdrawals', list)
      .reply(200, { data: [{ ...marked, metadata: null }] });
    await expect(provider().getWithdraw!(lost)).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });
});

describe('createReceiver', () => {
  const extra = { monthlyRevenue: 500_000, occupation: 'Professora' };

  it('registers a person with everything Pagar.me asks for, under a code that is not their document', async () => {
    const api = http(BASE).post('/recipients').reply(200, read('recipient.json'));

    const result = await provider().createReceiver!(sampleReceiver({ providerSpecificData: extra }));

    const { code, ...body } = api.requests[0]!.body as { code: string };
    expect(body).toEqual(read('create-recipient.request.json'));
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    expect(result).toMatchObject({ receiverId: 're_2Hq', providerStatus: 'registration', name: 'Maria da Silva' });
  });

  it('registers a company: the trade name as company_name, an ISO founding date, income in whole reais', async () => {
    const api = http(BASE).post('/recipients').reply(200, read('recipient.json'));
    const partner = { partnerName: 'Ana Lima', partnerDocument: '52998224725', partnerBirthDate: '1980-01-31' };
    const company = { tradingName: 'Loja da Ana', foundingDate: '2010-10-30', corporationType: 'LTDA', ...partner };
    const register = async (more: object) => {
      const receiver = { name: 'Lima Comercio LTDA', document: '12ABC34501DE35', documentType: 'CNPJ' as const };
      const request = sampleReceiver({ ...receiver, providerSpecificData: { ...extra, ...company, ...more } });
      await provider().createReceiver!(request);
      return (api.requests.at(-1)!.body as { register_information: { managing_partners: object[] } })
        .register_information;
    };

    const information = await register({});

    expect(information).toMatchObject({
      company_name: 'Loja da Ana',
      trading_name: 'Lima Comercio LTDA',
      founding_date: '2010-10-30',
      annual_revenue: 60_000,
      corporation_type: 'LTDA',
    });
    // The revenue of the company is no income of its partner.
    expect(information.managing_partners[0]).not.toHaveProperty('monthly_income');
    api.post('/recipients').reply(200, read('recipient.json'));
    const told = await register({ partnerMonthlyIncome: 123_456 });
    expect(told.managing_partners[0]).toMatchObject({ birthdate: '31/01/1980', monthly_income: 1_235 });
  });

  it.each<[string, Parameters<typeof sampleReceiver>[0], string]>([
    [
      'a person',
      { phone: undefined, address: undefined, bankAccount: undefined, birthDate: undefined, providerSpecificData: {} },
      'telefone (phone), endereço (address), conta bancária (bankAccount), ' +
        'renda ou faturamento mensal (monthlyRevenue), ocupação profissional (occupation), data de nascimento (birthDate)',
    ],
    [
      'a company',
      { document: '12ABC34501DE35', documentType: 'CNPJ', birthDate: undefined, providerSpecificData: extra },
      'nome do sócio administrador (partnerName), CPF do sócio administrador (partnerDocument), ' +
        'nascimento do sócio administrador (partnerBirthDate)',
    ],
    ['one thing only', { bankAccount: undefined, providerSpecificData: extra }, 'conta bancária (bankAccount)'],
  ])('names what is missing of %s before calling anybody', async (_what, changes, missing) => {
    const { context, provider } = open();

    await expect(provider.createReceiver!(sampleReceiver(changes))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      outcome: 'NOT_SENT',
      message: `Faltam dados do recebedor: ${missing}.`,
    });

    expect(context.exchanges).toEqual([]);
  });
});

describe('getReceiver', () => {
  it('reads status and balance', async () => {
    const api = http(BASE);
    api.get('/recipients/re_2Hq').reply(200, read('recipient.json'));
    api.get('/recipients/re_2Hq/balance').reply(200, read('balance.json'));

    const result = await provider().getReceiver!({ receiverId: 're_2Hq' });

    expect(result).toMatchObject({ providerStatus: 'registration', document: '52998224725', balance: 98_765 });
  });

  it('answers null for a recipient that does not exist', async () => {
    http(BASE).get('/recipients/re_gone').reply(404, { message: 'Recipient not found.' });

    expect(await provider().getReceiver!({ receiverId: 're_gone' })).toBeNull();
  });
});

describe('getReceiverDocuments', () => {
  const recipient = (kyc?: object) => ({ ...(read('recipient.json') as object), ...(kyc && { kyc_details: kyc }) });

  it.each<[string, object | undefined, object[]]>([
    ['nothing before the recipient may prove who they are', undefined, []],
    [
      'a page while proof is missing',
      { status: 'partially_denied', status_reason: 'additional_documents_required' },
      [{ documentId: 'kyc', providerStatus: 'partially_denied', takesFile: false, hasLink: true, reason: undefined }],
    ],
    [
      'why the proof was refused',
      { status: 'denied', status_reason: 'fully_denied' },
      [{ providerStatus: 'denied', hasLink: false, reason: 'fully_denied' }],
    ],
    ['nothing to do once it was approved', { status: 'approved' }, [{ providerStatus: 'approved', hasLink: false }]],
  ])('tells of %s', async (_, kyc, expected) => {
    http(BASE).get('/recipients/re_2Hq').reply(200, recipient(kyc));

    const { documents } = await provider().getReceiverDocuments!({ receiverId: 're_2Hq' });

    expect(documents).toMatchObject(expected);
    expect(documents).toHaveLength(expected.length);
  });
});

describe('getReceiverLink', () => {
  it('asks for the page where a recipient shows who they are', async () => {
    const url = 'https://kyc.pagar.me/abc';
    http(BASE)
      .post('/recipients/re_2Hq/kyc_link')
      .reply(200, { url, base64: 'iVBOR', expiration_date: '2026-11-20T15:20:00Z' });

    const link = await provider().getReceiverLink!({ receiverId: 're_2Hq', documentId: 'kyc' });

    expect(link).toEqual({ url, expiresAt: '2026-11-20T15:20:00.000Z' });
    expect(await provider().getReceiverLink!({ receiverId: 're_2Hq', documentId: 'rg' })).toBeNull();
  });
});

describe('processWebhook', () => {
  it('says nothing of the status where a partly cancelled charge has none', async () => {
    const data = { id: 'ch_1', amount: 12_345, canceled_amount: 345, order: { id: 'or_1', code: 'attempt-00012' } };
    const body = { id: 'hook_1', type: 'charge.partial_canceled', data };

    const result = await provider().processWebhook!({ headers: {}, query: {}, body, rawBody: '' });

    expect(result).toMatchObject({ subject: 'payment', transactionId: 'or_1', refundedAmount: 345 });
    expect(result.providerStatus).toBeUndefined();
  });

  const ids = { eventId: 'hook_1', transactionId: 'or_9Lz3', reference: 'attempt-0001' };

  it('reads a paid charge and its movement', async () => {
    expect(await receive('webhook-charge-paid.json')).toMatchObject({
      ...ids,
      subject: 'payment',
      event: 'charge.paid',
      providerStatus: 'paid',
      paidAmount: 12_345,
      movementIds: ['E1650155520261120130212345678901'],
    });
  });

  it('reads a refund by the name of the event, for its status says "canceled"', async () => {
    expect(await receive('webhook-charge-refunded.json')).toMatchObject({
      ...ids,
      providerStatus: 'refunded',
      refundedAmount: 12_345,
    });
  });

  it('keeps a partly refunded charge paid and does not count the refund as a payment', async () => {
    const result = await receive('webhook-charge-partial-canceled.json');

    expect(result).toMatchObject({ ...ids, providerStatus: 'paid', paidAmount: 12_345, refundedAmount: 2_000 });
    expect(result.movementIds).toBeUndefined();
  });

  it('reads an order event through its charge', async () => {
    expect(await receive('webhook-order-paid.json')).toMatchObject({ ...ids, providerStatus: 'paid', amount: 12_345 });
  });

  it('reads the charge of an order that holds money, whatever failed before', async () => {
    const data = {
      id: 'or_9Lz3',
      status: 'canceled',
      charges: [{ id: 'ch_0', status: 'failed' }, read('refund-full.json')],
    };
    const body = { id: 'hook_2', type: 'order.canceled', data };

    const result = await provider().processWebhook!({ headers: {}, query: {}, body, rawBody: '' });

    expect(result).toMatchObject({ providerStatus: 'canceled_with_refund', refundedAmount: 12_345 });
  });

  it.each([
    ['a dispute with its charge', { id: 'chb_1', status: 'received', amount: 999, charge: read('refund-full.json') }],
    ['a charge', { ...read('refund-full.json'), status: 'chargedback' }],
  ])('reads chargeback.received about %s as a reason to look the charge up', async (_what, data) => {
    const body = { id: 'hook_2', type: 'chargeback.received', data };

    const result = await provider().processWebhook!({ headers: {}, query: {}, body, rawBody: '' });

    const told = { subject: 'payment', eventId: 'hook_2', event: 'chargeback.received' };
    expect(result).toEqual({ ...told, transactionId: 'or_9Lz3', reference: expect.any(String) });
  });

  it('does not guess the charge of a chargeback.received that names none', async () => {
    const body = { id: 'hook_2', type: 'chargeback.received', data: { amount: 999 } };

    await expect(provider().processWebhook!({ headers: {}, query: {}, body, rawBody: '' })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      message: 'The event chargeback.received names neither order nor charge.',
    });
  });

  it('reads transfers and recipients', async () => {
    expect(await receive('webhook-transfer-paid.json')).toMatchObject({
      subject: 'withdraw',
      withdrawId: 'with_5Tr',
      reference: 'withdraw-0001',
      providerStatus: 'transferred',
    });
    expect(await receive('webhook-recipient-updated.json')).toMatchObject({
      subject: 'receiver',
      receiverId: 're_2Hq',
      providerStatus: 'active',
    });
  });

  it.each(['customer.created', 'order.created', 'charge.created', 'charge.antifraud_approved', 'invoice.paid'])(
    'ignores %s',
    async (type) => {
      const body = { id: 'hook_2', type, data: { id: 'x_1', status: 'paid', amount: 1 } };

      const result = await provider().processWebhook!({ headers: {}, query: {}, body, rawBody: '' });

      expect(result).toEqual({ subject: 'ignored', eventId: 'hook_2', event: type });
    },
  );
});

describe('README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const tables = readme.split('\n\n').filter((block) => /\| Ours *\|/.test(block));

  it.each(Object.entries(manifest.status))('tells every word of %s beside what it means', (kind, { map, unknown }) => {
    const rows = tables[['payment', 'withdraw', 'receiver', 'receiverDocument'].indexOf(kind)]?.split('\n') ?? [];

    for (const [word, status] of [...Object.entries(map), ['any other word', unknown]]) {
      const isTold = rows.some((row) => new RegExp(`[| ]${word}[¹²³,| ].*\\| ${status} *\\|$`).test(row));
      expect(isTold, `${word} is ${status}`).toBe(true);
    }
  });
});
