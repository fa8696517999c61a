import { readFileSync } from 'node:fs';
import { asManifest, mapStatus } from '@feira/plugin-kit';
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
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import { EVENTS } from './webhook.ts';

const manifest = asManifest(json);
const credentials = {
  apiKey: '$aact_hmlg_invented-key-of-the-test',
  webhookAuthToken: 'invented-webhook-token-of-32-characters',
  webhookEmail: 'ops@example.com',
};
const load = <T>(name: string) => fixture<T>(import.meta.url, name);

const paidCharge = load<object>('create-card-charge.json');

testProvider({
  manifest,
  answers: [{ ...paidCharge, data: [paidCharge] }],
  module,
  credentials,
  webhooks: ['webhook-received.json', 'webhook-transfer.json', 'webhook-account.json'].map(load),
});

const CUSTOMER = 'cus_000005219613';
const REFUSAL = { errors: [{ code: 'invalid_creditCard', description: 'Transação não autorizada.' }] };
const start = () => openProvider(manifest, module, { credentials, now: '2026-11-20T15:00:00Z' });
const asaas = () => http('https://api-sandbox.asaas.com/v3');
const withCustomer = () =>
  asaas()
    .get('/customers', { cpfCnpj: '52998224725', limit: 1 })
    .reply(200, { data: [{ id: CUSTOMER }] });
const card = sampleCardToken().card!;
const cardCharge = (changes = {}) =>
  sampleTransaction('CREDIT_CARD', { cardToken: undefined, card: { ...card, expMonth: 5, expYear: 34 }, ...changes });

describe('createTransaction', () => {
  it('charges by PIX with the key of the connection and reads the code with a second call', async () => {
    const mock = withCustomer()
      .post('/payments', load('create-charge.request.json'))
      .reply(200, load('create-charge.json'))
      .get('/payments/pay_080225913252/pixQrCode')
      .reply(200, load('pix-qr-code.json'));

    const result = await start().provider.createTransaction(sampleTransaction('PIX'));

    expect(result).toEqual({
      transactionId: 'pay_080225913252',
      paymentMethod: 'PIX',
      providerStatus: 'PENDING',
      amount: 12_345,
      reference: 'attempt-0001',
      pixCode: load<{ payload: string }>('pix-qr-code.json').payload,
      pixQrCode: `data:image/png;base64,${load<{ encodedImage: string }>('pix-qr-code.json').encodedImage}`,
      expiresAt: '2035-02-01T02:59:59.000Z',
    });
    for (const { headers } of mock.requests) {
      expect(headers).toMatchObject({ access_token: credentials.apiKey, 'user-agent': 'Feira/0.1' });
    }
  });

  it('creates a customer who is not there yet, without messages of Asaas to the buyer', async () => {
    const mock = asaas()
      .get('/customers', { cpfCnpj: '52998224725', limit: 1 })
      .reply(200, { data: [] })
      .post('/customers', {
        name: 'Maria da Silva',
        cpfCnpj: '52998224725',
        email: 'maria@example.com',
        mobilePhone: '11987654321',
        postalCode: '01001000',
        address: 'Praça da Sé',
        addressNumber: '100',
        complement: 'Lado ímpar',
        province: 'Sé',
        notificationDisabled: true,
      })
      .reply(200, { id: CUSTOMER })
      .post('/payments')
      .reply(200, load('create-charge.json'))
      .get('/payments/pay_080225913252/pixQrCode')
      .reply(200, load('pix-qr-code.json'));

    await start().provider.createTransaction(sampleTransaction('PIX'));

    expect(mock.requests[2]?.body).toMatchObject({ customer: CUSTOMER });
  });

  it.each(['PIX', 'CREDIT_CARD'] as const)(
    'sells by %s to a customer whose telephone Asaas refuses, which no sale needs',
    async (method) => {
      const fault = { code: 'invalid_mobilePhone', description: 'O celular informado é inválido.' };
      const mock = asaas()
        .get('/customers', { cpfCnpj: '52998224725', limit: 1 })
        .reply(200, { data: [] })
        .post('/customers')
        .reply(400, { errors: [fault] })
        .post('/customers')
        .reply(200, { id: CUSTOMER })
        .post('/payments')
        .reply(200, load('create-card-charge.json'));

      const request = method === 'PIX' ? sampleTransaction('PIX') : cardCharge();
      expect(await start().provider.createTransaction(request)).toMatchObject({ providerStatus: 'CONFIRMED' });

      expect(mock.requests[1]?.body).toMatchObject({ mobilePhone: '11987654321' });
      expect(mock.requests[2]?.body).toEqual({ ...(mock.requests[1]?.body as object), mobilePhone: undefined });
    },
  );

  it('leaves every other fault of a customer one', async () => {
    asaas()
      .get('/customers', { cpfCnpj: '52998224725', limit: 1 })
      .reply(200, { data: [] })
      .post('/customers')
      .reply(400, { errors: [{ code: 'invalid_cpfCnpj', description: 'O CPF é inválido.' }] });

    await expect(start().provider.createTransaction(sampleTransaction('PIX'))).rejects.toMatchObject({
      outcome: 'REJECTED',
      message: 'O CPF é inválido.',
    });
  });

  it.each([200, 500])(
    'switches off messages to a customer who has them on, and charges even if that fails (%i)',
    async (status) => {
      const mock = asaas()
        .get('/customers', { cpfCnpj: '52998224725', limit: 1 })
        .reply(200, { data: [{ id: CUSTOMER, notificationDisabled: false }] })
        .put(`/customers/${CUSTOMER}`, { notificationDisabled: true })
        .reply(status, {})
        .post('/payments')
        .reply(200, load('create-card-charge.json'));

      const result = await start().provider.createTransaction(cardCharge());

      expect(result.providerStatus).toBe('CONFIRMED');
      expect(mock.requests).toHaveLength(3);
    },
  );

  it('keeps a charge whose time of expiry cannot be read', async () => {
    withCustomer()
      .post('/payments')
      .reply(200, load('create-charge.json'))
      .get('/payments/pay_080225913252/pixQrCode')
      .reply(200, { payload: '000201', expirationDate: '31/01/2035' });

    const result = await start().provider.createTransaction(sampleTransaction('PIX'));

    expect(result).toMatchObject({ pixCode: '000201', transactionId: 'pay_080225913252' });
    expect(result.expiresAt).toBeUndefined();
  });

  it('makes a boleto due on the São Paulo day it expires and reads its line', async () => {
    const mock = withCustomer()
      .post('/payments')
      .reply(200, {
        id: 'pay_1',
        status: 'PENDING',
        value: 123.45,
        billingType: 'BOLETO',
        dueDate: '2026-11-23',
        bankSlipUrl: 'https://sandbox.asaas.com/b/pdf/1',
      })
      .get('/payments/pay_1/identificationField')
      .reply(200, { identificationField: '46190000', barCode: '4619', nossoNumero: '6543' });

    const request = sampleTransaction('BILLET', { expiresAt: '2026-11-24T02:30:00.000Z' });
    const result = await start().provider.createTransaction(request);

    expect(mock.requests[1]?.body).toMatchObject({ billingType: 'BOLETO', dueDate: '2026-11-23' });
    expect(result).toMatchObject({
      paymentMethod: 'BILLET',
      billetCode: '46190000',
      billetBarcode: '4619',
      billetUrl: 'https://sandbox.asaas.com/b/pdf/1',
      expiresAt: '2026-11-24T02:59:59.000Z',
    });
  });

  it('charges card data with the year in full, the month in two digits and the due date a year away', async () => {
    withCustomer()
      .post('/payments', load('create-card-charge.request.json'))
      .reply(200, load('create-card-charge.json'));

    const result = await start().provider.createTransaction(cardCharge());

    expect(result).toEqual({
      transactionId: 'pay_626366773834',
      paymentMethod: 'CREDIT_CARD',
      providerStatus: 'CONFIRMED',
      amount: 12_345,
      paidAmount: 12_345,
      reference: 'attempt-0001',
      cardBrand: 'VISA',
      cardLastDigits: '1111',
    });
  });

  it('charges a stored card by its token alone', async () => {
    const mock = withCustomer().post('/payments').reply(200, load('create-card-charge.json'));

    await start().provider.createTransaction(cardCharge({ card: undefined, cardId: 'stored-card' }));

    const body = mock.requests[1]?.body as object;
    expect(body).toMatchObject({ creditCardToken: 'stored-card', remoteIp: '203.0.113.7' });
    expect(body).not.toHaveProperty('creditCard');
  });

  it('charges a plan by its total, splits it in total and answers for all installments as one', async () => {
    const mock = withCustomer()
      .post('/payments')
      .reply(200, { ...load<object>('create-card-charge.json'), value: 33.34, installment: 'plan-1' })
      .get('/installments/plan-1/payments', { limit: 100 })
      .reply(200, load('plan-payments.json'));
    const split = { chargeProcessingFee: true, chargeRemainder: true, liable: true };

    const result = await start().provider.createTransaction(
      cardCharge({
        amount: 10_000,
        installments: 3,
        splits: [
          { recipientId: 'wallet-1', amount: 1_001, type: 'FIXED', ...split },
          { recipientId: 'wallet-2', amount: 2_550, type: 'PERCENTAGE', ...split },
        ],
      }),
    );

    const body = mock.requests[1]?.body as object;
    expect(body).toMatchObject({
      installmentCount: 3,
      totalValue: 100,
      split: [
        { walletId: 'wallet-1', totalFixedValue: 10.01 },
        { walletId: 'wallet-2', totalFixedValue: 25.5 },
      ],
    });
    expect(body).not.toHaveProperty('value');
    expect(result).toMatchObject({
      transactionId: '2765d086-c7c5-5cca-898a-4262d212587c',
      providerStatus: 'RECEIVED',
      amount: 10_000,
      paidAmount: 10_000,
    });
    expect(result.refundedAmount).toBeUndefined();
  });

  it('splits percents of the price into exact cents, because Asaas would take them from what its fee leaves', async () => {
    const mock = withCustomer().post('/payments').reply(200, load('create-card-charge.json'));
    const thirds = ['wallet-1', 'wallet-2'].map((recipientId) => ({
      recipientId,
      amount: 3_333,
      type: 'PERCENTAGE' as const,
      chargeProcessingFee: false,
      chargeRemainder: false,
      liable: false,
    }));

    await start().provider.createTransaction(cardCharge({ amount: 1_001, splits: thirds }));

    expect(mock.requests[1]?.body).toMatchObject({
      split: [
        { walletId: 'wallet-1', fixedValue: 3.34 },
        { walletId: 'wallet-2', fixedValue: 3.33 },
      ],
    });
  });

  it.each([
    ['splits above the price', { splits: [{ recipientId: 'wallet-1', amount: 12_346, type: 'FIXED' }] }, 'splits'],
    ['a card without the address of its buyer', { customerIp: undefined }, 'customerIp'],
    ['a stored card without it', { card: undefined, cardId: 'stored-card', customerIp: undefined }, 'customerIp'],
  ])('asks nobody about %s', async (_what, changes, field) => {
    const { provider, context } = start();

    await expect(provider.createTransaction(cardCharge(changes))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      outcome: 'NOT_SENT',
      message: expect.stringContaining(field),
    });

    expect(context.exchanges).toEqual([]);
  });

  it('splits a single charge by fixedValue', async () => {
    const mock = withCustomer().post('/payments').reply(200, load('create-card-charge.json'));
    const split = { chargeProcessingFee: false, chargeRemainder: false, liable: false };

    await start().provider.createTransaction(
      cardCharge({ splits: [{ recipientId: 'wallet-1', amount: 1_001, type: 'FIXED', ...split }] }),
    );

    expect(mock.requests[1]?.body).toMatchObject({ split: [{ walletId: 'wallet-1', fixedValue: 10.01 }] });
  });

  it('answers a refused card as a refusal in the words of Asaas', async () => {
    withCustomer().post('/payments').reply(400, REFUSAL);

    const result = await start().provider.createTransaction(cardCharge());

    expect(result).toEqual({
      transactionId: 'attempt-0001',
      reference: 'attempt-0001',
      paymentMethod: 'CREDIT_CARD',
      providerStatus: 'REFUSED',
      reason: 'Transação não autorizada.',
    });
  });

  it.each([
    ['another fault of the request', 400, { errors: [{ code: 'invalid_value', description: 'Valor inválido.' }] }],
    ['a bad key', 401, { errors: [{ code: 'invalid_access_token', description: 'Chave inválida para o card.' }] }],
  ])('throws for %s, card or not', async (_what, status, body) => {
    withCustomer().post('/payments').reply(status, body);

    const call = start().provider.createTransaction(cardCharge());

    await expect(call).rejects.toMatchObject({ outcome: 'REJECTED', status, message: body.errors[0]?.description });
  });

  it('throws for a 400 about a card on a PIX charge', async () => {
    withCustomer().post('/payments').reply(400, REFUSAL);

    const call = start().provider.createTransaction(sampleTransaction('PIX'));

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'REJECTED' });
  });

  it('leaves the outcome open when the charge was made and its code could not be read', async () => {
    withCustomer()
      .post('/payments')
      .reply(200, load('create-charge.json'))
      .get('/payments/pay_080225913252/pixQrCode')
      .reply(503);

    const call = start().provider.createTransaction(sampleTransaction('PIX'));

    await expect(call).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('knows that nothing was charged when the answer about the customer was lost', async () => {
    asaas()
      .get('/customers')
      .query({ cpfCnpj: '52998224725', limit: 1 })
      .reply(200, { data: [] })
      .post('/customers')
      .reply(502);

    const call = start().provider.createTransaction(sampleTransaction('PIX'));

    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it('asks nobody when the document or the card is missing', async () => {
    const { provider, context } = start();
    const { document, ...customer } = sampleTransaction('PIX').customer;

    await expect(provider.createTransaction(sampleTransaction('PIX', { customer }))).rejects.toMatchObject({
      outcome: 'NOT_SENT',
    });

    expect(context.exchanges).toEqual([]);
  });

  it('refuses a card payment without a card in the words of the contract', async () => {
    const call = start().provider.createTransaction(cardCharge({ card: undefined }));

    await expect(call).rejects.toMatchObject({
      outcome: 'NOT_SENT',
      message: 'Card token is required for credit card payments.',
    });
  });
});

describe('createCardToken', () => {
  it('stores the card under the buyer and tells brand and last digits', async () => {
    const mock = withCustomer()
      .post('/creditCard/tokenizeCreditCard')
      .reply(200, { creditCardToken: 'token-1', creditCardNumber: '1111', creditCardBrand: 'VISA' });

    const result = await start().provider.createCardToken(sampleCardToken());

    expect(mock.requests[1]?.body).toMatchObject({
      customer: CUSTOMER,
      creditCard: { number: '4111111111111111', expiryMonth: '12', expiryYear: '2034', ccv: '123' },
      remoteIp: '203.0.113.7',
    });
    expect(result).toEqual({ token: 'token-1', cardBrand: 'VISA', cardLastDigits: '1111' });
  });

  it('answers a refused card with its reason', async () => {
    withCustomer().post('/creditCard/tokenizeCreditCard').reply(400, REFUSAL);

    const result = await start().provider.createCardToken(sampleCardToken());

    expect(result).toEqual({ token: '', refusedReason: 'Transação não autorizada.' });
  });
});

describe('createCardToken without the address of the buyer', () => {
  it('asks nobody', async () => {
    const { provider, context } = start();

    const call = provider.createCardToken(sampleCardToken({ customerIp: undefined }));

    await expect(call).rejects.toMatchObject({ outcome: 'NOT_SENT', message: expect.stringContaining('customerIp') });
    expect(context.exchanges).toEqual([]);
  });
});

describe('createCardId', () => {
  it('keeps the token of a card it made before: Asaas lets it be charged again', async () => {
    const { provider, context } = start();

    const result = await provider.createCardId(sampleCardToken({ card: undefined, cardToken: 'token-1' }));

    expect(result).toEqual({ token: 'token-1' });
    expect(context.exchanges).toEqual([]);
  });
});

describe('getTransaction', () => {
  const lookup = { reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

  const { payment: received } = load<{ payment: object }>('webhook-received.json');
  const withRefunds = (payment: object, refunds: object[]) =>
    asaas()
      .get('/payments/pay_1')
      .reply(200, payment)
      .get('/payments/pay_1/refunds', { limit: 100 })
      .reply(200, { data: refunds });
  const readPayment = () => start().provider.getTransaction({ ...lookup, transactionId: 'pay_1' });

  it('reads an open charge by its id in one call', async () => {
    asaas().get('/payments/pay_1').reply(200, load('create-charge.json'));

    expect(await readPayment()).toMatchObject({ providerStatus: 'PENDING', amount: 12_345, refundedAmount: 0 });
  });

  it('tells what was charged from what was paid', async () => {
    withRefunds({ ...received, id: 'pay_1', value: 120, originalValue: 123.45 }, []);

    expect(await readPayment()).toMatchObject({
      providerStatus: 'RECEIVED',
      amount: 12_345,
      paidAmount: 12_000,
      refundedAmount: 0,
      movementIds: ['f95d0f3f-8e1c-4b60-9b13-7d8f8a0b3c11'],
    });
  });

  it('adds up the refunds that are done from their own list, whatever the payment shows', async () => {
    withRefunds({ ...received, id: 'pay_1', refunds: [{ status: 'DONE', value: 99 }] }, [
      { status: 'DONE', value: 10.1 },
      { status: 'DONE', value: 20.2 },
      { status: 'PENDING', value: 5 },
      { status: 'CANCELLED', value: 7 },
    ]);

    expect(await readPayment()).toMatchObject({ providerStatus: 'RECEIVED', refundedAmount: 3_030 });
  });

  const WAITING = [
    'PENDING',
    'AWAITING_CRITICAL_ACTION_AUTHORIZATION',
    'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION',
    'SOMETHING_NEW',
  ];
  const REFUNDING = ['REFUND_REQUESTED', 'REFUND_IN_PROGRESS', 'REFUNDED'];

  it.each(REFUNDING.flatMap((word) => WAITING.map((waiting) => [word, waiting])))(
    'is a sale while it is %s and its refund %s: only DONE is a refund',
    async (word, waiting) => {
      withRefunds({ ...received, id: 'pay_1', status: word }, [
        { status: waiting, value: 123.45 },
        { status: 'CANCELLED', value: 7 },
      ]);

      const result = await readPayment();

      expect(mapStatus(manifest.status.payment, result!.providerStatus)).toEqual({
        status: 'APPROVED',
        isRecognised: true,
      });
      expect(result).toMatchObject({ paidAmount: 12_345, refundedAmount: 0 });
    },
  );

  it('is a sale again when its refund was denied', async () => {
    withRefunds({ ...received, id: 'pay_1' }, [{ status: 'CANCELLED', value: 123.45 }]);

    expect(await readPayment()).toMatchObject({ providerStatus: 'RECEIVED', refundedAmount: 0 });
  });

  it('counts what is done beside a refund that waits', async () => {
    withRefunds({ ...received, id: 'pay_1', status: 'REFUND_IN_PROGRESS' }, [
      { status: 'DONE', value: 23.45 },
      { status: 'AWAITING_CRITICAL_ACTION_AUTHORIZATION', value: 100 },
    ]);

    expect(await readPayment()).toMatchObject({ providerStatus: 'REFUND_IN_PROGRESS', refundedAmount: 2_345 });
  });

  it('is refunded whole where Asaas says REFUNDED and lists nothing', async () => {
    withRefunds({ ...received, id: 'pay_1', status: 'REFUNDED' }, []);

    expect(await readPayment()).toMatchObject({ providerStatus: 'REFUNDED', refundedAmount: 12_345 });
  });

  it.each([
    ['null', null],
    ['an empty text', ''],
    ['a number', 4_111],
    ['an object', {}],
    ['too short', '11'],
  ])('knows the money where brand and digits of the card are %s', async (_kind, value) => {
    const creditCard = { creditCardNumber: value, creditCardBrand: typeof value === 'string' ? '' : value };
    withRefunds({ ...load<object>('create-card-charge.json'), id: 'pay_1', creditCard }, []);

    const result = await readPayment();

    expect(result).toMatchObject({ providerStatus: 'CONFIRMED', paidAmount: 12_345 });
    expect([result?.cardBrand, result?.cardLastDigits]).toEqual([undefined, undefined]);
  });

  it('says DELETED of a removed charge, whatever its status', async () => {
    asaas()
      .get('/payments/pay_1')
      .reply(200, { ...load<object>('create-charge.json'), deleted: true });

    const result = await start().provider.getTransaction({ ...lookup, transactionId: 'pay_1' });

    expect(result).toMatchObject({ providerStatus: 'DELETED' });
  });

  it('finds a lost charge by our reference, with its code', async () => {
    asaas()
      .get('/payments', { externalReference: 'attempt-0001', limit: 100 })
      .reply(200, { data: [load('create-charge.json')] })
      .get('/payments/pay_080225913252/pixQrCode')
      .reply(200, load('pix-qr-code.json'));

    const result = await start().provider.getTransaction(lookup);

    expect(result).toMatchObject({
      transactionId: 'pay_080225913252',
      pixCode: expect.stringContaining('br.gov.bcb.pix'),
    });
  });

  it('takes the charge that was paid and has exactly our reference', async () => {
    const charge = load<object>('create-card-charge.json');
    asaas()
      .get('/payments', { externalReference: 'attempt-0001', limit: 100 })
      .reply(200, {
        data: [
          { ...charge, id: 'pay_other', externalReference: 'attempt-00012' },
          { ...load<object>('create-charge.json'), id: 'pay_unpaid' },
          { ...load<object>('create-charge.json'), id: 'pay_deleted', deleted: true },
          { ...charge, id: 'pay_own' },
        ],
      })
      .get('/payments/pay_own/refunds', { limit: 100 })
      .reply(200, { data: [] });

    const result = await start().provider.getTransaction(lookup);

    expect(result).toMatchObject({ transactionId: 'pay_own' });
  });

  it('does not lose a charge whose plan Asaas does not show', async () => {
    const payment = { ...load<object>('create-card-charge.json'), id: 'pay_1', installment: 'plan-1' };
    asaas()
      .get('/payments', { externalReference: 'attempt-0001', limit: 100 })
      .reply(200, { data: [payment] })
      .get('/installments/plan-1/payments', { limit: 100 })
      .reply(404, {})
      .get('/payments/pay_1/refunds', { limit: 100 })
      .reply(200, { data: [] });

    const result = await start().provider.getTransaction(lookup);

    expect(result).toMatchObject({ transactionId: 'plan-1', providerStatus: 'CONFIRMED' });
  });

  it('looks for a refused card by reference and is sure that there is no charge', async () => {
    asaas().get('/payments', { externalReference: 'attempt-0001', limit: 100 }).reply(200, { data: [] });

    const result = await start().provider.getTransaction({ ...lookup, transactionId: 'attempt-0001' });

    expect(result).toBeNull();
  });

  it('reads a plan as one transaction', async () => {
    asaas()
      .get('/installments/plan-1/payments', { limit: 100 })
      .reply(200, load('plan-payments.json'))
      .get('/payments/pay_1/refunds', { limit: 100 })
      .reply(200, { data: [] })
      .get('/payments/pay_2/refunds', { limit: 100 })
      .reply(200, { data: [{ status: 'DONE', value: 10.1 }] })
      .get('/payments/pay_3/refunds', { limit: 100 })
      .reply(200, { data: [] });

    const result = await start().provider.getTransaction({ ...lookup, transactionId: 'plan-1' });

    expect(result).toMatchObject({ providerStatus: 'RECEIVED', amount: 10_000, refundedAmount: 4_343 });
  });

  it('calls a plan charged back as soon as one installment is, and refunded when all are', async () => {
    const plan = (statuses: string[]) => ({
      data: load<{ data: object[] }>('plan-payments.json').data.map((payment, index) => ({
        ...payment,
        status: statuses[index],
      })),
    });
    const { provider } = start();
    const readPlan = (statuses: string[]) => {
      const mock = asaas().get('/installments/plan-1/payments', { limit: 100 }).reply(200, plan(statuses));
      for (const [index] of statuses.entries())
        mock.get(`/payments/pay_${index + 1}/refunds`, { limit: 100 }).reply(200, { data: [] });
      return provider.getTransaction({ ...lookup, transactionId: 'plan-1' });
    };

    const taken = await readPlan(['RECEIVED', 'CHARGEBACK_REQUESTED', 'REFUNDED']);
    const refunded = await readPlan(['REFUNDED', 'REFUNDED', 'REFUNDED']);
    const open = await readPlan(['REFUNDED', 'REFUND_IN_PROGRESS', 'REFUNDED']);

    expect(taken?.providerStatus).toBe('CHARGEBACK_REQUESTED');
    expect(refunded).toMatchObject({ providerStatus: 'REFUNDED', refundedAmount: 10_000 });
    expect(open).toMatchObject({ providerStatus: 'REFUND_IN_PROGRESS' });
  });

  it('tells of our own refunds by their mark: done, open, waiting for an authorisation, denied', async () => {
    const of = (reference: string, status: string) => ({ status, value: 1, description: `feira ${reference}: Pedido` });
    withRefunds({ ...received, id: 'pay_1' }, [
      of('r1', 'DONE'),
      of('r2', 'PENDING'),
      of('r3', 'AWAITING_CRITICAL_ACTION_AUTHORIZATION'),
      of('r4', 'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION'),
      of('r5', 'CANCELLED'),
      { status: 'DONE', value: 1, description: 'No painel' },
      { status: 'DONE', value: 1, description: null },
    ]);

    expect((await readPayment())?.refunds).toEqual([
      { reference: 'r1', status: 'DONE' },
      { reference: 'r2', status: 'PENDING' },
      { reference: 'r3', status: 'AWAITING' },
      { reference: 'r4', status: 'AWAITING' },
      { reference: 'r5', status: 'DENIED' },
    ]);
  });

  it('is sure only when Asaas says 404', async () => {
    asaas().get('/payments/pay_1').reply(404, {}).get('/payments/pay_1').reply(500);
    const { provider } = start();

    expect(await provider.getTransaction({ ...lookup, transactionId: 'pay_1' })).toBeNull();
    await expect(provider.getTransaction({ ...lookup, transactionId: 'pay_1' })).rejects.toMatchObject({
      outcome: 'NOT_SENT',
    });
  });
});

describe('a part of a split charge', () => {
  const share = { type: 'FIXED', chargeProcessingFee: false, chargeRemainder: false, liable: true } as const;
  const splits = [{ ...share, recipientId: 'wallet-2', amount: 301 }];

  it('names what its splits give, by the ids that Asaas gave them', async () => {
    const request = sampleRefund({ transactionId: 'pay_1', amount: 1_005, isFull: false, splits });
    const description = 'feira refund-0001: Pedido cancelado';
    const split = [
      { id: 'split-1', walletId: 'wallet-1' },
      { id: 'split-2', walletId: 'wallet-2' },
    ];
    asaas()
      .get('/payments/pay_1/refunds', { limit: 100 })
      .reply(200, { data: [] })
      .get('/payments/pay_1')
      .reply(200, { id: 'pay_1', split })
      .post('/payments/pay_1/refund', { value: 10.05, splitRefunds: [{ id: 'split-2', value: 3.01 }], description })
      .reply(200, { id: 'pay_1' })
      .get('/payments/pay_1/refunds', { limit: 100 })
      .reply(200, { data: [{ status: 'DONE', value: 10.05, description }] });

    expect(await start().provider.refund(request)).toMatchObject({ status: 'DONE' });
  });
});

describe('refund', () => {
  const request = sampleRefund({ transactionId: 'pay_1' });
  const part = { ...request, amount: 1_005, isFull: false };
  const description = 'feira refund-0001: Pedido cancelado';
  const listing = (...refunds: object[]) =>
    asaas().get('/payments/pay_1/refunds', { limit: 100 }).reply(200, { data: refunds });
  const thenListing = (mock: ReturnType<typeof asaas>, ...refunds: object[]) =>
    mock.get('/payments/pay_1/refunds', { limit: 100 }).reply(200, { data: refunds });
  const refused = { errors: [{ code: 'invalid_action', description: 'Saldo insuficiente.' }] };

  it('refunds everything without naming a value, under our mark', async () => {
    const mock = listing()
      .post('/payments/pay_1/refund', { description })
      .reply(200, { id: 'pay_1', status: 'REFUNDED' });
    thenListing(mock, { status: 'DONE', value: 123.45, description });

    expect(await start().provider.refund(request)).toEqual({ refundId: 'pay_1', status: 'DONE' });
  });

  it.each([
    ['DONE', 'DONE'],
    ['PENDING', 'PENDING'],
    ['AWAITING_CRITICAL_ACTION_AUTHORIZATION', 'AWAITING'],
  ])('refunds a part and says so when its record is %s', async (word, status) => {
    const mock = listing().post('/payments/pay_1/refund', { value: 10.05, description }).reply(200, { id: 'pay_1' });
    thenListing(mock, { status: word, value: 10.05, description });

    expect(await start().provider.refund(part)).toMatchObject({ status });
  });

  it('is pending when Asaas took it and its record cannot be read', async () => {
    listing()
      .post('/payments/pay_1/refund')
      .reply(200, {})
      .get('/payments/pay_1/refunds')
      .query({ limit: 100 })
      .reply(503);

    expect(await start().provider.refund(part)).toEqual({ refundId: 'pay_1', status: 'PENDING' });
  });

  it('asked again after a lost answer finds what it did instead of paying twice', async () => {
    listing({ status: 'DONE', value: 10.05, description });

    expect(await start().provider.refund(part)).toEqual({ refundId: 'pay_1', status: 'DONE' });
  });

  it('takes neither a cancelled refund nor that of a longer reference for its own', async () => {
    const mock = listing(
      { status: 'CANCELLED', value: 10.05, description },
      { status: 'DONE', value: 10.05, description: 'feira refund-00012' },
      { status: 'DONE', value: 10.05, description: null },
    )
      .post('/payments/pay_1/refund')
      .reply(200, {});
    thenListing(mock);

    expect(await start().provider.refund(part)).toMatchObject({ status: 'PENDING' });
  });

  it('that shows only after a 400 is done, not refused', async () => {
    const mock = listing().post('/payments/pay_1/refund').reply(400, refused);
    thenListing(mock, { status: 'DONE', value: 123.45, description });

    expect(await start().provider.refund(request)).toMatchObject({ status: 'DONE' });
  });

  it('answers a 400 as a refusal once its refunds show none of ours', async () => {
    thenListing(listing().post('/payments/pay_1/refund').reply(400, refused));

    expect(await start().provider.refund(request)).toEqual({
      refundId: 'pay_1',
      status: 'REFUSED',
      reason: 'Erro ao aprovar o reembolso. Saldo insuficiente.',
    });
  });

  it('leaves open a lost answer, and a 400 whose refunds cannot be read', async () => {
    listing().post('/payments/pay_1/refund').replyWithError();
    await expect(start().provider.refund(request)).rejects.toMatchObject({ outcome: 'UNKNOWN' });

    const mock = listing().post('/payments/pay_1/refund').reply(400, refused);
    mock.get('/payments/pay_1/refunds').query({ limit: 100 }).reply(503);
    await expect(start().provider.refund(request)).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('refunds a plan as a whole and is done once its payments show all of it', async () => {
    const plan = { data: [{ id: 'pay_1' }, { id: 'pay_2' }] };
    const readPlan = (mock: ReturnType<typeof asaas>, ...values: number[]) => {
      mock.get('/installments/plan-1/payments', { limit: 100 }).reply(200, plan);
      values.forEach((value, index) => {
        const data = value ? [{ status: 'DONE', value, description: 'feira refund-0001' }] : [];
        mock.get(`/payments/pay_${index + 1}/refunds`, { limit: 100 }).reply(200, { data });
      });
    };
    const wanted = { ...part, transactionId: 'plan-1', amount: 4_000, description: undefined };
    const mock = asaas();
    readPlan(mock, 0, 0);
    mock.post('/installments/plan-1/refund', { value: 40, description: 'feira refund-0001' }).reply(200, {});
    readPlan(mock, 30, 0);
    readPlan(mock, 30, 10);
    const { provider } = start();

    expect(await provider.refund(wanted)).toEqual({ refundId: 'plan-1', status: 'PENDING' });
    expect(await provider.refund(wanted)).toEqual({ refundId: 'plan-1', status: 'DONE' });
  });

  it('refuses a boleto without asking', async () => {
    const { provider, context } = start();

    const result = await provider.refund({ ...request, paymentMethod: 'BILLET' });

    expect(result).toEqual({ refundId: 'pay_1', status: 'REFUSED', reason: 'Erro ao aprovar o reembolso.' });
    expect(context.exchanges).toEqual([]);
  });
});

describe('withdraw', () => {
  const answer = { id: 'transfer-1', status: 'BANK_PROCESSING', value: 50, effectiveDate: null };

  it.each([
    ['PIX', sampleWithdraw('PIX'), load<object>('withdraw-pix.request.json')],
    ['a bank account', sampleWithdraw('BANK_ACCOUNT'), load<object>('withdraw-bank.request.json')],
    [
      'a wallet',
      sampleWithdraw('RECEIVER'),
      { value: 50, walletId: 'receiver-0001', description: 'Saque', externalReference: 'withdraw-0001' },
    ],
  ])('pays out to %s', async (_destination, request, body) => {
    asaas().post('/transfers', body).reply(200, answer);

    const result = await start().provider.withdraw(request);

    expect(result).toEqual({ withdrawId: 'transfer-1', amount: 5_000, providerStatus: 'BANK_PROCESSING' });
  });

  it('sends a phone key with the country code', async () => {
    const mock = asaas().post('/transfers').reply(200, answer);

    await start().provider.withdraw(sampleWithdraw('PIX', { pixKey: '11987654321', pixType: 'PHONE' }));

    expect(mock.requests[0]?.body).toMatchObject({ pixAddressKey: '+5511987654321', pixAddressKeyType: 'PHONE' });
  });

  it.each([
    ['RECEIVER', credentials.apiKey],
    ['PIX', '$aact_hmlg_the-key-of-the-sub-account'],
    ['BANK_ACCOUNT', '$aact_hmlg_the-key-of-the-sub-account'],
  ] as const)('%s leaves the right account', async (method, key) => {
    const mock = asaas().post('/transfers').reply(200, answer);
    const { provider, context } = start();
    const receiverToken = context.vault.seal('$aact_hmlg_the-key-of-the-sub-account');

    await provider.withdraw(sampleWithdraw(method, { receiverToken }));

    expect(mock.requests[0]?.headers.access_token).toBe(key);
  });

  it('calls a random key EVP', async () => {
    const mock = asaas().post('/transfers').reply(200, answer);
    const pixKey = '123e4567-e89b-42d3-a456-426614174000';

    await start().provider.withdraw(sampleWithdraw('PIX', { pixKey, pixType: 'RANDOM' }));

    expect(mock.requests[0]?.body).toMatchObject({ pixAddressKey: pixKey, pixAddressKeyType: 'EVP' });
  });

  it('cuts the check digit off an account that holds it', async () => {
    const mock = asaas().post('/transfers').reply(200, answer);
    const account = { accountNumber: '12345-X', accountDigit: undefined, accountType: 'SAVINGS' } as const;

    await start().provider.withdraw(sampleWithdraw('BANK_ACCOUNT', account));

    expect(mock.requests[0]?.body).toMatchObject({
      bankAccount: { account: '12345', accountDigit: 'X', bankAccountType: 'CONTA_POUPANCA' },
    });
  });

  it('answers a refusal with its reason, documents masked', async () => {
    const description = 'O CPF 529.982.247-25 não pode receber.';
    asaas()
      .post('/transfers')
      .reply(400, { errors: [{ code: 'invalid_action', description }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(200, { data: [], hasMore: false });

    const result = await start().provider.withdraw(sampleWithdraw('PIX'));

    expect(result).toEqual({
      withdrawId: 'withdraw-0001',
      reference: 'withdraw-0001',
      amount: 5_000,
      providerStatus: 'REFUSED',
      reason: 'O CPF *** não pode receber.',
    });
  });

  it('asked again after a lost answer finds the transfer behind the 400', async () => {
    const made = { ...answer, externalReference: 'withdraw-0001' };
    asaas()
      .post('/transfers')
      .reply(400, { errors: [{ code: 'invalid_action', description: 'Saldo insuficiente.' }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(200, { data: [made], hasMore: true });

    expect(await start().provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({
      withdrawId: 'transfer-1',
      providerStatus: 'BANK_PROCESSING',
    });
  });

  it.each([
    [409, 'Já existe uma transferência deste valor para este destino nos últimos 15 minutos.'],
    [404, 'Não encontrado.'],
    [422, 'Valor inválido.'],
    [403, 'Não permitido.'],
  ])('finds our own transfer behind status %i, by our reference', async (status, description) => {
    const made = { ...answer, externalReference: 'withdraw-0001' };
    asaas()
      .post('/transfers')
      .reply(status, { errors: [{ code: 'conflict', description }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(200, { data: [{ ...answer, id: 'transfer-0', externalReference: 'withdraw-0000' }, made] });

    expect(await start().provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({
      withdrawId: 'transfer-1',
      providerStatus: 'BANK_PROCESSING',
    });
  });

  it('refuses with the reason of Asaas when 409 speaks of the transfer of somebody else', async () => {
    const description = 'Já existe uma transferência deste valor para este destino nos últimos 15 minutos.';
    asaas()
      .post('/transfers')
      .reply(409, { errors: [{ code: 'conflict', description }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(200, { data: [{ ...answer, externalReference: 'withdraw-0000' }], hasMore: false });

    expect(await start().provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({
      withdrawId: 'withdraw-0001',
      providerStatus: 'REFUSED',
      reason: description,
    });
  });

  it('leaves a 400 open while the transfers cannot be read', async () => {
    asaas()
      .post('/transfers')
      .reply(400, { errors: [{ code: 'invalid_action', description: 'Saldo insuficiente.' }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(503);

    await expect(start().provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('throws for a key that may not withdraw: the withdrawal itself was not judged', async () => {
    asaas()
      .post('/transfers')
      .reply(403, { errors: [{ code: 'forbidden', description: 'IP não autorizado.' }] })
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(403, {});

    await expect(start().provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      outcome: 'REJECTED',
      message: 'IP não autorizado.',
    });
  });

  it('leaves a lost answer open', async () => {
    asaas().post('/transfers').replyWithError();

    await expect(start().provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('asks nobody when the destination is incomplete', async () => {
    const { provider, context } = start();

    for (const request of [
      sampleWithdraw('PIX', { pixKey: undefined }),
      sampleWithdraw('BANK_ACCOUNT', { bankCode: undefined }),
      sampleWithdraw('RECEIVER', { receiverId: undefined }),
    ]) {
      await expect(provider.withdraw(request)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    }
    expect(context.exchanges).toEqual([]);
  });
});

describe('getWithdraw', () => {
  it('leaves a blocked transfer open: BLOCKED is no final word, and the host raises an alert for a word it does not know', async () => {
    asaas().get('/transfers/transfer-1').reply(200, { id: 'transfer-1', status: 'BLOCKED', value: 50 });

    const result = await start().provider.getWithdraw({ withdrawId: 'transfer-1', withdrawReference: 'withdraw-0001' });

    expect(mapStatus(manifest.status.withdraw!, result!.providerStatus)).toEqual({
      status: 'PENDING',
      isRecognised: false,
    });
  });

  it('reads a transfer by its id, with the time the money arrived', async () => {
    asaas()
      .get('/transfers/transfer-1')
      .reply(200, { id: 'transfer-1', status: 'DONE', value: 50, effectiveDate: '2026-11-20 10:00:00' });

    const result = await start().provider.getWithdraw({ withdrawId: 'transfer-1', withdrawReference: 'withdraw-0001' });

    expect(result).toMatchObject({ providerStatus: 'DONE', approvedAt: '2026-11-20T13:00:00.000Z' });
  });

  it.each([
    ['FAILED', '2026-11-20 10:00:00'],
    ['DONE', '20/11/2026'],
  ])('tells no time of arrival for %s at %s', async (status, effectiveDate) => {
    asaas().get('/transfers/transfer-1').reply(200, { id: 'transfer-1', status, value: 50, effectiveDate });

    const result = await start().provider.getWithdraw({ withdrawId: 'transfer-1', withdrawReference: 'withdraw-0001' });

    expect(result).toMatchObject({ providerStatus: status, amount: 5_000 });
    expect(result?.approvedAt).toBeUndefined();
  });

  it("looks into the receiver's account, then into the platform's, which pays wallets", async () => {
    const mock = asaas()
      .get('/transfers/transfer-1')
      .reply(404, {})
      .get('/transfers/transfer-1')
      .reply(200, { id: 'transfer-1', status: 'DONE', value: 50 });
    const { provider, context } = start();
    const receiverToken = context.vault.seal('$aact_hmlg_the-key-of-the-sub-account');

    const result = await provider.getWithdraw({
      withdrawId: 'transfer-1',
      withdrawReference: 'withdraw-0001',
      receiverToken,
    });

    expect(result).toMatchObject({ withdrawId: 'transfer-1' });
    expect(mock.requests.map(({ headers }) => headers.access_token)).toEqual([
      '$aact_hmlg_the-key-of-the-sub-account',
      credentials.apiKey,
    ]);
  });

  it('looks for a lost one page by page', async () => {
    const other = { id: 'transfer-0', status: 'DONE', value: 1, externalReference: 'another' };
    const wanted = { id: 'transfer-1', status: 'DONE', value: 50, externalReference: 'withdraw-0001' };
    asaas()
      .get('/transfers', { offset: 0, limit: 100 })
      .reply(200, { data: [other], hasMore: true })
      .get('/transfers', { offset: 100, limit: 100 })
      .reply(200, { data: [wanted], hasMore: true });

    const result = await start().provider.getWithdraw({ withdrawReference: 'withdraw-0001' });

    expect(result).toMatchObject({ withdrawId: 'transfer-1', reference: 'withdraw-0001' });
  });

  it('says no only after the last page, never because it stopped looking', async () => {
    const mock = asaas().get('/transfers', { offset: 0, limit: 100 }).reply(200, { data: [], hasMore: false });
    const { provider } = start();
    const lookup = { withdrawReference: 'withdraw-0001' };

    expect(await provider.getWithdraw(lookup)).toBeNull();

    for (let page = 0; page < 10; page += 1) {
      mock.get('/transfers', { offset: page * 100, limit: 100 }).reply(200, { data: [], hasMore: true });
    }
    await expect(provider.getWithdraw(lookup)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  });
});

describe('createReceiver', () => {
  it('opens a sub-account whose key the adapter never sees', async () => {
    const apiKey = '$aact_hmlg_the-key-of-the-sub-account';
    asaas()
      .post('/accounts', load('create-receiver.request.json'))
      .reply(200, { id: 'account-1', walletId: 'wallet-1', apiKey });
    const registered = asaas().post('/webhooks').reply(200, { id: 'hook-1' });
    const { provider, context } = start();

    const result = await provider.createReceiver(sampleReceiver());

    expect(result).toMatchObject({ receiverId: 'wallet-1', providerStatus: 'PENDING' });
    expect(result.receiverToken).not.toContain('aact');
    expect(context.vault.open(result.receiverToken!)).toBe(apiKey);
    const [{ headers, body } = { headers: {}, body: undefined }] = registered.requests;
    expect(headers).toMatchObject({ access_token: apiKey });
    expect(body).toMatchObject({
      url: `${sampleReceiver().webhookUrl}/receivers/wallet-1`,
      authToken: credentials.webhookAuthToken,
      events: expect.arrayContaining(['ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED', 'TRANSFER_DONE']),
    });
  });

  it('is open although its events could not be registered', async () => {
    asaas().post('/accounts').reply(200, { id: 'account-1', walletId: 'wallet-1', apiKey: 'key' });
    asaas().post('/webhooks').reply(500, {});

    const result = await start().provider.createReceiver(sampleReceiver());

    expect(result).toMatchObject({ receiverId: 'wallet-1', providerStatus: 'PENDING' });
  });

  it.each([
    ['ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED', 'APPROVED'],
    ['ACCOUNT_STATUS_GENERAL_APPROVAL_REJECTED', 'REJECTED'],
    ['ACCOUNT_STATUS_DOCUMENT_REJECTED', undefined],
  ])('hears of its sub-account by an address that names the wallet: %s', async (event, providerStatus) => {
    const body = { id: 'evt_1', event, accountStatus: { id: 'account-1', general: 'PENDING' } };
    const request = { headers: {}, query: {}, body, rawBody: JSON.stringify(body) };
    const { provider } = start();

    expect(await provider.processWebhook({ ...request, path: '/receivers/wallet-1' })).toEqual({
      subject: 'receiver',
      eventId: 'evt_1',
      event,
      receiverId: 'wallet-1',
      providerStatus,
    });
    expect(await provider.processWebhook(request)).toMatchObject({ subject: 'ignored' });
  });

  it('sends the company type of a CNPJ instead of a birth date', async () => {
    const mock = asaas().post('/accounts').reply(200, { id: 'account-1', walletId: 'wallet-1', apiKey: 'key' });
    asaas().post('/webhooks').reply(200, { id: 'hook-1' });
    const providerSpecificData = { monthlyRevenue: 1_000_000, companyType: 'LIMITED' };

    await start().provider.createReceiver(
      sampleReceiver({ document: '12ABC34501DE35', documentType: 'CNPJ', providerSpecificData }),
    );

    expect(mock.requests[0]?.body).toMatchObject({
      cpfCnpj: '12ABC34501DE35',
      companyType: 'LIMITED',
      incomeValue: 10_000,
    });
    expect(mock.requests[0]?.body).not.toHaveProperty('birthDate');
  });

  it('asks for the monthly revenue before it asks Asaas', async () => {
    const call = start().provider.createReceiver(sampleReceiver({ providerSpecificData: {} }));

    await expect(call).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      outcome: 'NOT_SENT',
      message: 'Adquirente requer campo de renda mensal.',
    });
  });
});

describe('getReceiver', () => {
  it("asks with the sub-account's own key", async () => {
    const mock = asaas()
      .get('/myAccount/status')
      .reply(200, { id: 'account-1', general: 'AWAITING_APPROVAL' })
      .get('/finance/balance')
      .reply(200, { balance: 1_234.56 });
    const { provider, context } = start();
    const receiverToken = context.vault.seal('$aact_hmlg_the-key-of-the-sub-account');

    const result = await provider.getReceiver({ receiverId: 'wallet-1', receiverToken });

    expect(result).toEqual({ receiverId: 'wallet-1', providerStatus: 'AWAITING_APPROVAL', balance: 123_456 });
    for (const { headers } of mock.requests) {
      expect(headers.access_token).toBe('$aact_hmlg_the-key-of-the-sub-account');
    }
  });

  it("never answers with the platform's own account", async () => {
    const call = start().provider.getReceiver({ receiverId: 'wallet-1' });

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
  });
});

describe('processWebhook', () => {
  const read = (body: unknown) => start().provider.processWebhook({ headers: {}, query: {}, body, rawBody: '' });
  const received = load<{ payment: object }>('webhook-received.json');
  const event = (name: string, changes: object = {}) => ({
    ...received,
    event: name,
    payment: { ...received.payment, ...changes },
  });

  it('reads a received payment', async () => {
    expect(await read(received)).toEqual({
      subject: 'payment',
      eventId: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
      event: 'PAYMENT_RECEIVED',
      transactionId: 'pay_080225913252',
      reference: 'attempt-0001',
      providerStatus: 'RECEIVED',
      amount: 12_345,
      paidAmount: 12_345,
      movementIds: ['f95d0f3f-8e1c-4b60-9b13-7d8f8a0b3c11'],
    });
  });

  it('leaves the amount of a partial refund to the re-read', async () => {
    const refunds = [{ status: 'DONE', value: 10.1 }];

    const result = await read(event('PAYMENT_PARTIALLY_REFUNDED', { refunds }));

    expect(result).toMatchObject({ providerStatus: 'RECEIVED', paidAmount: 12_345 });
    expect(result.refundedAmount).toBeUndefined();
  });

  it.each([
    ['PAYMENT_REFUND_IN_PROGRESS', 'REFUND_IN_PROGRESS'],
    ['PAYMENT_REFUNDED', 'REFUNDED'],
  ])('says nothing of the status with %s: only the list of refunds knows what went back', async (name, status) => {
    expect(await read(event(name, { status }))).toEqual({
      subject: 'payment',
      eventId: expect.any(String),
      event: name,
      transactionId: 'pay_080225913252',
      reference: 'attempt-0001',
    });
  });

  it('reads a denied refund as news of its charge, which is a sale again', async () => {
    expect(EVENTS).toContain('PAYMENT_REFUND_DENIED');
    expect(await read(event('PAYMENT_REFUND_DENIED'))).toMatchObject({
      subject: 'payment',
      transactionId: 'pay_080225913252',
      providerStatus: 'RECEIVED',
    });
  });

  it.each([
    ['PAYMENT_DELETED', { status: 'PENDING' }, 'DELETED'],
    ['PAYMENT_REPROVED_BY_RISK_ANALYSIS', { status: 'AWAITING_RISK_ANALYSIS' }, 'REPROVED_BY_RISK_ANALYSIS'],
    ['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', { status: 'PENDING' }, 'CREDIT_CARD_CAPTURE_REFUSED'],
  ])('%s is a rejection whatever status it carries', async (name, changes, word) => {
    const { providerStatus } = await read(event(name, changes));

    expect(providerStatus).toBe(word);
    expect(manifest.status.payment.map[word]).toBe('REJECTED');
  });

  it('lets the re-read decide about a plan, of which one installment says nothing', async () => {
    const result = await read(event('PAYMENT_REFUNDED', { status: 'REFUNDED', installment: 'plan-1' }));

    expect(result).toEqual({
      subject: 'payment',
      eventId: expect.any(String),
      event: 'PAYMENT_REFUNDED',
      transactionId: 'plan-1',
      reference: 'attempt-0001',
    });
  });

  it.each([
    'PAYMENT_CREATED',
    'PAYMENT_UPDATED',
    'PAYMENT_ANTICIPATED',
    'PAYMENT_BANK_SLIP_VIEWED',
    'PAYMENT_CHECKOUT_VIEWED',
    'PAYMENT_DUNNING_REQUESTED',
    'PAYMENT_SPLIT_DIVERGENCE_BLOCK_FINISHED',
  ])('ignores %s', async (name) => {
    expect(await read(event(name))).toMatchObject({ subject: 'ignored', event: name });
  });

  it.each([
    ['BALANCE_VALUE_BLOCKED', { balance: { value: 10, type: 'PIX_INFRACTION' } }, 'PIX_INFRACTION'],
    ['BALANCE_VALUE_BLOCKED', { balanceData: { value: 10, type: 'JUDICIAL' } }, 'JUDICIAL'],
    ['PAYMENT_SPLIT_DIVERGENCE_BLOCK', { payment: { id: 'pay_1', status: 'RECEIVED', value: 10 } }, undefined],
    ['PAYMENT_SPLIT_CANCELLED', { payment: { id: 'pay_1', status: 'RECEIVED', value: 10 } }, undefined],
  ])('tells people of %s, by which Asaas holds money back', async (name, body, reason) => {
    expect(EVENTS).toContain(name);
    expect(await read({ id: 'evt_1', event: name, ...body })).toEqual({
      subject: 'notice',
      eventId: 'evt_1',
      event: name,
      ...(reason && { reason }),
    });
  });

  it.each([
    { paymentId: 'pay_1', balanceData: { value: 10, type: 'PIX_INFRACTION' } },
    { balanceData: { value: 10, type: 'PIX_INFRACTION', paymentId: 'pay_1' } },
    { balance: { value: 10, type: 'PIX_INFRACTION', paymentId: 'pay_1' } },
  ])('opens the dispute of a charge that another bank wants back: %o', async (body) => {
    expect(await read({ id: 'evt_1', event: 'BALANCE_VALUE_BLOCKED', ...body })).toEqual({
      subject: 'payment',
      eventId: 'evt_1',
      event: 'BALANCE_VALUE_BLOCKED',
      transactionId: 'pay_1',
      dispute: 'OPENED',
      reason: 'PIX_INFRACTION',
    });
  });

  it('reads a failed transfer', async () => {
    expect(await read(load('webhook-transfer.json'))).toMatchObject({
      subject: 'withdraw',
      withdrawId: '777eb7c8-b1a2-4356-8fd8-a1b0644b5282',
      reference: 'withdraw-0001',
      providerStatus: 'FAILED',
      amount: 5_000,
      reason: 'A chave não existe mais.',
    });
  });

  it('ignores news of an account: it names no wallet, so no receiver', async () => {
    expect(await read(load('webhook-account.json'))).toMatchObject({ subject: 'ignored' });
  });
});

describe('authorizeWithdraw', () => {
  const ask = (body: unknown) => start().provider.authorizeWithdraw({ headers: {}, query: {}, body, rawBody: '' });
  const answers = { approve: { status: 'APPROVED' }, refuse: { status: 'REFUSED', refuseReason: expect.any(String) } };
  const transfer = { id: 't1', value: 46.33, externalReference: 'withdraw-0001' };

  it.each([
    ['a telephone', { bankAccount: { pixAddressKey: '+5511987654321' } }, { pixKey: '11987654321' }],
    ['an e-mail', { bankAccount: { pixAddressKey: 'maria@example.com' } }, { pixKey: 'maria@example.com' }],
    ['a wallet', { walletId: 'wallet-1', bankAccount: null }, { receiverId: 'wallet-1' }],
    [
      'a bank account',
      {
        bankAccount: { bank: { code: '001' }, agency: '1234', account: '567', accountDigit: '8', pixAddressKey: null },
      },
      { bankCode: '001', branchNumber: '1234', accountNumber: '567', accountDigit: '8' },
    ],
  ])('reads the question about a transfer to %s', async (_what, destination, expected) => {
    const result = await ask({ type: 'TRANSFER', transfer: { ...transfer, ...destination } });

    const named = { reference: 'withdraw-0001', withdrawId: 't1', amount: 4_633 };
    expect(result).toEqual({ ...answers, ...named, ...expected });
  });

  it('names no withdrawal in a question about anything else, so that it is refused', async () => {
    for (const body of [{ type: 'PIX_REFUND', transfer }, { type: 'PAYMENT_SPLIT', paymentSplit: {} }, {}, null])
      expect(await ask(body)).toEqual(answers);
  });
});

describe('ensureWebhook', () => {
  const webhookUrl = 'https://pay.example.com/webhooks/1';

  it('registers a missing address with the token the host fills in', async () => {
    asaas()
      .get('/webhooks', { limit: 100 })
      .reply(200, { data: [{ url: 'https://another.example.com' }] })
      .post('/webhooks', {
        name: 'Feira',
        url: webhookUrl,
        email: 'ops@example.com',
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        authToken: credentials.webhookAuthToken,
        sendType: 'NON_SEQUENTIALLY',
        events: EVENTS,
      })
      .reply(200, {});

    await start().provider.ensureWebhook({ webhookUrl });
  });

  const registered = {
    id: 'webhook-1',
    url: webhookUrl,
    enabled: true,
    interrupted: false,
    hasAuthToken: true,
    events: [...EVENTS, 'PAYMENT_CREATED'],
  };

  it('leaves a registered address alone', async () => {
    asaas()
      .get('/webhooks', { limit: 100 })
      .reply(200, { data: [registered] });

    await start().provider.ensureWebhook({ webhookUrl });
  });

  it.each([
    ['was paused', { interrupted: true }],
    ['was switched off', { enabled: false }],
    ['has no token', { hasAuthToken: false }],
    ['lacks events', { events: ['PAYMENT_CREATED', ...EVENTS.slice(1)] }],
  ])('repairs one that %s and keeps what somebody added', async (_what, changes) => {
    const mock = asaas()
      .get('/webhooks', { limit: 100 })
      .reply(200, { data: [{ ...registered, ...changes }] })
      .put('/webhooks/webhook-1')
      .reply(200, {});

    await start().provider.ensureWebhook({ webhookUrl });

    const { events, ...body } = mock.requests[1]!.body as { events: string[] };
    expect(body).toMatchObject({ enabled: true, interrupted: false, authToken: credentials.webhookAuthToken });
    expect(new Set(events)).toEqual(new Set([...EVENTS, 'PAYMENT_CREATED']));
  });
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
