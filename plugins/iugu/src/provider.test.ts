import { createPublicKey, verify } from 'node:crypto';
import { asManifest, isProviderError, mapStatus, type SimulatorRequest } from '@feira/plugin-kit';
import {
  openProvider,
  sampleCardToken,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  testProvider,
} from '@feira/plugin-kit/testing';
import type { ReceiverRequest } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { BANK_CODES } from '../../family-iugu/src/banks.ts';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
const ID = '892CFB1F859940669B62BA0A433B5F10';
const TRANSFER = '0321A2977E7D4C199AF26AE5C74220EA';
const INVOICE = {
  id: ID,
  status: 'pending',
  due_date: '2026-11-24',
  total_cents: 12_345,
  paid_cents: null,
  refunded_cents: null,
  order_id: 'attempt-0001',
  pix: { qrcode: 'https://faturas.iugu.com/qr_code/1', qrcode_text: '000201', status: 'qr_code_created' },
  bank_slip: null,
};
const PAID = { ...INVOICE, status: 'paid', paid_cents: 12_345 };
const CHARGED = { success: true, message: 'Autorizado', LR: '00', status: 'captured', invoice_id: ID, last4: '1111' };
const DECLINED = { ...CHARGED, success: false, message: 'Não Autorizado', LR: '51', status: 'unauthorized' };
const TRIGGER = { id: '1', event: 'invoice.status_changed', url: 'https://pay.example.com/webhooks/1', active: true };
const FORM = { event: 'invoice.status_changed', 'data[id]': ID, 'data[status]': 'paid', 'data[paid_cents]': '12345' };
const statusOf = (word = '') => mapStatus(manifest.status.payment, word).status;

interface Answer {
  status: number;
  body: unknown;
}
const ok = (body: unknown): Answer => ({ status: 200, body });

/** Answers are given one after the other. */
function open(...answers: Answer[]) {
  const sent: SimulatorRequest[] = [];
  const { context, provider } = openProvider(manifest, module, {
    credentials,
    now: '2026-11-23T12:00:00Z',
    inProcess: async (request) => {
      sent.push(request);
      return answers.shift() ?? { status: 500, body: {} };
    },
  });
  const readEvent = (body: Record<string, string>) =>
    provider.processWebhook({ headers: {}, query: {}, body, rawBody: new URLSearchParams(body).toString() });
  return { provider, sent, readEvent, files: context.files };
}
const outcomeOf = (call: Promise<unknown>) => call.catch((error) => (isProviderError(error) ? error.outcome : error));

describe('iugu', () => {
  testProvider({ manifest, module, credentials, answers: [PAID], webhooks: [FORM] });
});

describe('a stored card', () => {
  const CUSTOMER = '138C7CBCBC9547F9873B6084BA4ACC87';
  const METHOD = 'A3AE4AB7486741E282AA77053C231779';
  const cardId = `${CUSTOMER}:${METHOD}`;

  it('is known by its customer and itself, and charged by itself', async () => {
    const { provider, sent } = open(ok({ id: CUSTOMER }), ok({ id: METHOD }), ok(CHARGED), ok(PAID));
    const { card: _, ...request } = sampleCardToken();

    expect(await provider.createCardId({ ...request, cardToken: 'from-the-browser' })).toMatchObject({ token: cardId });
    await provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardId, cardToken: undefined }));

    expect(sent[2]?.body).toMatchObject({ customer_payment_method_id: METHOD });
  });

  it.each([
    ['is deleted at its customer', 200, {}],
    ['that is gone is said to be gone', 404, null],
  ])('%s', async (_kind, status, expected) => {
    const { provider, sent } = open({ status, body: {} });

    expect(await provider.deleteCard({ cardId })).toEqual(expected);
    expect(sent).toMatchObject([{ method: 'DELETE', path: `/customers/${CUSTOMER}/payment_methods/${METHOD}` }]);
  });

  it('is not taken for deleted where iugu refuses, nor asked about without its customer', async () => {
    const { provider, sent } = open({ status: 422, body: { errors: 'Forma de pagamento em uso.' } });

    const refusal = { outcome: 'REJECTED', message: 'Forma de pagamento em uso.' };
    await expect(provider.deleteCard({ cardId })).rejects.toMatchObject(refusal);
    await expect(provider.deleteCard({ cardId: METHOD })).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    expect(sent).toHaveLength(1);
  });
});

describe('an invoice', () => {
  it('is due tomorrow, ends as a PIX when the sale does, and is searched for by our reference', async () => {
    const { provider, sent } = open(ok(INVOICE));
    const expiresAt = '2026-11-23T13:30:00.000Z';
    expect(await provider.createTransaction(sampleTransaction('PIX', { expiresAt }))).toMatchObject({
      transactionId: ID,
      amount: 12_345,
      pixCode: '000201',
    });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/invoices',
      headers: { 'idempotency-key': 'attempt-0001' },
    });
    expect(sent[0]?.body).toMatchObject({
      due_date: '2026-11-24',
      pix_qr_code_expires_at: '2026-11-23T13:30:00-00:00',
      payable_with: ['pix'],
      order_id: 'attempt-0001',
      items: [{ description: 'Curso de violão', quantity: 1, price_cents: 12_345 }],
      payer: { cpf_cnpj: '52998224725', phone_prefix: '11', phone: '987654321' },
      ignore_due_email: true,
    });
  });

  it('is due on the day on which its boleto ends', async () => {
    const { provider, sent } = open(
      ok({
        ...INVOICE,
        pix: {},
        bank_slip: { digitable_line: '4019', barcode_data: 7, bank_slip_pdf_url: 'https://b' },
      }),
    );
    const boleto = sampleTransaction('BILLET', { expiresAt: '2026-11-28T02:00:00Z' });
    expect(await provider.createTransaction(boleto)).toMatchObject({
      billetCode: '4019',
      billetUrl: 'https://b',
      expiresAt: '2026-11-25T02:59:59.000Z',
    });
    expect(sent[0]?.body).toMatchObject({ due_date: '2026-11-27', payable_with: ['bank_slip'] });
  });

  it('has one item where a discount, interest or a price below one real stands between them', async () => {
    const { provider, sent } = open(ok(INVOICE));
    await provider.createTransaction(sampleTransaction('PIX', { amount: 12_000 }));
    expect(sent[0]?.body).toMatchObject({
      items: [{ description: 'Curso de violão', quantity: 1, price_cents: 12_000 }],
    });
  });

  it.each([
    [
      'an item below one real',
      [
        { unitPrice: 50, quantity: 2 },
        { unitPrice: 12_245, quantity: 1 },
      ],
      1,
    ],
    [
      'more than 30 items',
      Array.from({ length: 31 }, (_, at) => ({ unitPrice: at === 0 ? 9_345 : 100, quantity: 1 })),
      1,
    ],
    [
      'items that make the price',
      [
        { unitPrice: 6_000, quantity: 2 },
        { unitPrice: 345, quantity: 1 },
      ],
      2,
    ],
  ])('tells %s in items of their own, or as one', async (_kind, prices, count) => {
    const items = prices.map((price, at) => ({ id: String(at), title: `Item ${at}`, tangible: false, ...price }));
    const { provider, sent } = open(ok(INVOICE));
    await provider.createTransaction(sampleTransaction('PIX', { items }));
    expect((sent[0]!.body as { items: object[] }).items).toHaveLength(count);
  });

  it('writes to nobody, cuts the descriptor to 12 letters and names the whole address', async () => {
    const { provider, sent } = open(ok(INVOICE));
    const address = { ...sampleTransaction('PIX').address!, complement: 'Sala 5' };
    await provider.createTransaction(sampleTransaction('PIX', { softDescriptor: 'LOJADOCHICO13', address }));
    expect(sent[0]?.body).toMatchObject({
      ignore_due_email: true,
      ignore_canceled_email: true,
      soft_descriptor_light: 'LOJADOCHICO1',
      payer: {
        address: {
          zip_code: address.zipCode,
          street: address.street,
          number: address.number,
          complement: 'Sala 5',
          district: address.district,
          city: address.city,
          state: address.state,
        },
      },
    });
  });

  it('of a PIX that is payable longer is due on its last day, of a card tomorrow whatever the sale says', async () => {
    const { provider, sent } = open(ok(INVOICE), ok(INVOICE), ok(DECLINED), ok(INVOICE));
    const expiresAt = '2026-11-28T13:30:00.000Z';
    const split = { recipientId: 'SUB', amount: 2_500, type: 'PERCENTAGE', chargeProcessingFee: false } as const;
    const splits = [{ ...split, chargeRemainder: false, liable: false }];
    await provider.createTransaction(sampleTransaction('PIX', { expiresAt }));
    await provider.createTransaction(sampleTransaction('CREDIT_CARD', { expiresAt, splits, amount: 10_000 }));
    expect(sent.slice(0, 2).map(({ body }) => (body as { due_date: string }).due_date)).toEqual([
      '2026-11-28',
      '2026-11-24',
    ]);
  });

  it('names no receiver whose share is nothing', async () => {
    const share = { type: 'FIXED', chargeProcessingFee: false, chargeRemainder: false, liable: false } as const;
    const splits = [
      { ...share, recipientId: 'SUB', amount: 100 },
      { ...share, recipientId: 'NOTHING', amount: 0 },
    ];
    const { provider, sent } = open(ok(INVOICE));
    await provider.createTransaction(sampleTransaction('PIX', { splits }));
    expect(sent[0]?.body).toMatchObject({ splits: [{ recipient_account_id: 'SUB', cents: 100 }] });
    expect((sent[0]!.body as { splits: object[] }).splits).toHaveLength(1);
  });

  it('tells the movement of its PIX, and the bars and the page of its boleto', async () => {
    const { provider } = open(
      ok({ ...PAID, pix: { qrcode_text: '000201', end_to_end_id: 'E1' } }),
      ok({ ...PAID, pix: {}, bank_slip: { digitable_line: '4019', barcode_data: '77', bank_slip_url: 'https://c' } }),
    );
    const lookup = { transactionId: ID, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
    expect(await provider.getTransaction(lookup)).toMatchObject({ movementIds: ['E1'] });
    expect(await provider.getTransaction(lookup)).toMatchObject({ billetBarcode: '77', billetUrl: 'https://c' });
  });

  it('is looked for where the key of its request was used before', async () => {
    const { provider, sent } = open({ status: 409, body: {} }, ok({ resource: PAID }));
    expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ providerStatus: 'paid' });
    expect(sent[1]).toMatchObject({
      path: '/resource_search',
      query: { query_field: 'order_id', value: 'attempt-0001' },
    });
    const lost = open({ status: 409, body: {} }, { status: 404, body: {} });
    expect(await outcomeOf(lost.provider.createTransaction(sampleTransaction('PIX')))).toBe('UNKNOWN');
  });

  it('of somebody else is no answer to a search', async () => {
    const lookup = { reference: 'attempt-0002', paymentMethod: 'PIX' } as const;
    expect(await outcomeOf(open(ok({ resource: PAID })).provider.getTransaction(lookup))).toBe('NOT_SENT');
    expect(await open({ status: 404, body: {} }).provider.getTransaction(lookup)).toBeNull();
  });

  it.each([
    ['pending', 'PENDING'],
    ['in_analysis', 'PENDING'],
    ['partially_paid', 'PENDING'],
    ['authorized', 'PENDING'],
    ['externally_paid', 'APPROVED'],
    ['chargeback', 'CHARGEBACK'],
    ['in_protest', 'CHARGEBACK'],
    ['canceled', 'REJECTED'],
    ['expired', 'REJECTED'],
    ['a_word_nobody_knows', 'REJECTED'],
  ])('that is %s is %s', (word, status) => expect(statusOf(word)).toBe(status));
});

describe('a card', () => {
  it('is charged by its token, and only the invoice says what came of it', async () => {
    const { provider, sent } = open(ok(CHARGED), ok(PAID));
    const made = await provider.createTransaction(sampleTransaction('CREDIT_CARD', { installments: 3 }));
    expect(made).toMatchObject({
      transactionId: ID,
      providerStatus: 'paid',
      paidAmount: 12_345,
      cardLastDigits: '1111',
    });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /charge', `GET /invoices/${ID}`]);
    expect(sent[0]?.body).toMatchObject({ token: 'tok_sample_0001', months: 3, order_id: 'attempt-0001' });
    expect(sent[0]?.body).not.toHaveProperty('splits');
    const held = open(ok(CHARGED), ok({ ...INVOICE, status: 'in_analysis' }));
    const waiting = await held.provider.createTransaction(sampleTransaction('CREDIT_CARD'));
    expect(statusOf(waiting.providerStatus)).toBe('PENDING');
  });

  it('that is refused is a result, although the status is 200', async () => {
    const { provider } = open(ok(DECLINED));
    const refused = await provider.createTransaction(sampleTransaction('CREDIT_CARD'));
    expect(statusOf(refused.providerStatus)).toBe('REJECTED');
    expect(refused.reason).toBe('Não Autorizado, LR 51');
    const { invoice_id: _, ...nameless } = DECLINED;
    const unnamed = await open(ok(nameless)).provider.createTransaction(sampleTransaction('CREDIT_CARD'));
    expect(unnamed.transactionId).toBe('attempt-0001');
  });

  it('stays open where the answer does not say success, or the invoice cannot be read', async () => {
    const { success: _, ...vague } = CHARGED;
    for (const answers of [[ok(vague)], [ok(CHARGED), { status: 404, body: {} }], [ok(CHARGED)]])
      expect(await outcomeOf(open(...answers).provider.createTransaction(sampleTransaction('CREDIT_CARD')))).toBe(
        'UNKNOWN',
      );
  });

  it('of a split sale is charged to an invoice, which is cancelled when it is refused', async () => {
    const share = { chargeProcessingFee: false, chargeRemainder: false, liable: false };
    const splits = [{ ...share, recipientId: 'SUB', amount: 2_500, type: 'PERCENTAGE' as const }];
    const { provider, sent } = open(ok(INVOICE), ok(DECLINED), ok({ ...INVOICE, status: 'canceled' }));
    const made = await provider.createTransaction(sampleTransaction('CREDIT_CARD', { amount: 10_000, splits }));
    expect(statusOf(made.providerStatus)).toBe('REJECTED');
    expect(sent.map(({ path }) => path)).toEqual(['/invoices', '/charge', `/invoices/${ID}/cancel`]);
    expect(sent[0]?.body).toMatchObject({
      splits: [{ recipient_account_id: 'SUB', cents: 2_500 }],
      payable_with: ['credit_card'],
    });
    expect(sent[1]?.body).toEqual({ token: 'tok_sample_0001', invoice_id: ID });
  });

  it('becomes a token of the test mode without a token of the API, with first and last name apart', async () => {
    const { provider, sent } = open(ok({ id: 'tok', extra_info: { brand: 'VISA', display_number: 'XXXX-1111' } }));
    expect(await provider.createCardToken(sampleCardToken())).toEqual({
      token: 'tok',
      cardBrand: 'VISA',
      cardLastDigits: '1111',
    });
    const refused = open({ status: 422, body: {} }).provider.createCardToken(sampleCardToken());
    expect(await refused).toEqual({ token: '', refusedReason: 'Erro salvando cartão' });
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
    expect(sent[0]?.body).toMatchObject({
      account_id: '0123456789ABCDEF0123456789ABCDEF',
      test: true,
      data: { first_name: 'MARIA', last_name: 'DA SILVA', month: '12', year: '2034' },
    });
  });
});

describe('a card that is kept or made a token', () => {
  const live = (publicKey: string) => {
    const sent: SimulatorRequest[] = [];
    const { provider } = openProvider(manifest, module, {
      credentials: { ...credentials, publicKey },
      inProcess: async (request) => {
        sent.push(request);
        return ok({ id: 'tok', data: { brand: 'Master', display_number: 'XXXX-4444' } });
      },
    });
    return { provider, sent };
  };
  const card = { cardNumber: '5555555555554444', holderName: 'ANA PRADO', expMonth: 7, expYear: 34, cvv: '123' };

  it('is none of the test mode where the id of the account is the plain one', async () => {
    const { provider, sent } = live('0123456789ABCDEF0123456789ABCDEF');
    const { cardBrand, cardLastDigits } = await provider.createCardToken(sampleCardToken({ card }));
    expect(sent[0]?.body).toMatchObject({
      account_id: '0123456789ABCDEF0123456789ABCDEF',
      test: false,
      data: { month: '07', year: '2034' },
    });
    expect([cardBrand, cardLastDigits]).toEqual(['Master', '4444']);
  });

  it('belongs to a customer with a document, and is not what their other charges are paid with', async () => {
    const { provider, sent } = open(ok({ id: 'CUSTOMER' }), ok({ id: 'METHOD' }));
    const { customer, ...request } = sampleCardToken();
    await provider.createCardId({ ...request, card: undefined, customer, cardToken: 'from-the-browser' });
    expect(sent[0]?.body).toEqual({ name: customer.name, email: customer.email, cpf_cnpj: customer.document });
    expect(sent[1]?.body).toMatchObject({ token: 'from-the-browser', set_as_default: false });
  });

  it('is charged under a key of its own, beside that of its invoice', async () => {
    const { provider, sent } = open(ok(CHARGED), ok(PAID), { status: 409, body: {} }, ok({ resource: PAID }));
    await provider.createTransaction(sampleTransaction('CREDIT_CARD'));
    expect(sent[0]?.headers['idempotency-key']).toBe('charge-attempt-0001');
    const again = await provider.createTransaction(sampleTransaction('CREDIT_CARD'));
    expect(again).toMatchObject({ transactionId: ID, providerStatus: 'paid' });
  });
});

describe('a refund', () => {
  it('that was refused because an earlier call had done it is done', async () => {
    const refunded = { ...PAID, status: 'refunded', refunded_cents: 12_345 };
    const { provider } = open(ok(PAID), { status: 422, body: { errors: 'Fatura já reembolsada' } }, ok(refunded));
    expect(await provider.refund(sampleRefund({ transactionId: ID }))).toEqual({ refundId: ID, status: 'DONE' });
  });

  it('is done once the invoice says that so much more went back', async () => {
    const refund = { transactionId: ID, paymentMethod: 'CREDIT_CARD', amount: 1_000, isFull: false } as const;
    const part = (cents: number) => ok({ ...PAID, refunded_cents: cents });
    const done = open(part(500), part(1_500));
    expect(await done.provider.refund(sampleRefund(refund))).toEqual({ refundId: ID, status: 'DONE' });
    expect(done.sent[1]?.body).toEqual({ partial_value_refund_cents: 1_000 });
    expect(await open(part(1_500), part(1_500)).provider.refund(sampleRefund(refund))).toMatchObject({
      status: 'PENDING',
    });
  });

  it('of a whole invoice carries no amount, and repeated is done', async () => {
    const { provider, sent } = open(ok(PAID), ok({ ...PAID, refunded_cents: 12_345 }));
    expect(await provider.refund(sampleRefund({ transactionId: ID }))).toMatchObject({ status: 'DONE' });
    expect(sent[1]?.rawBody).toBe('');
    const again = open(ok({ ...PAID, status: 'refunded' }));
    expect(await again.provider.refund(sampleRefund({ transactionId: ID }))).toMatchObject({ status: 'DONE' });
    expect(again.sent).toHaveLength(1);
  });

  it('that is refused says why', async () => {
    const { provider } = open(
      ok(PAID),
      { status: 400, body: { errors: 'Sem saldo disponível para reembolso' } },
      ok(PAID),
    );
    expect(await provider.refund(sampleRefund({ transactionId: ID }))).toMatchObject({
      status: 'REFUSED',
      reason: 'Sem saldo disponível para reembolso',
    });
  });

  it('of all that was paid makes a paid invoice refunded', async () => {
    const lookup = { transactionId: ID, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
    const read = await open(ok({ ...PAID, refunded_cents: 12_345 })).provider.getTransaction(lookup);
    expect(statusOf(read?.providerStatus)).toBe('REFUNDED');
    const part = await open(ok({ ...PAID, refunded_cents: 345 })).provider.getTransaction(lookup);
    expect([statusOf(part?.providerStatus), part?.refundedAmount]).toEqual(['APPROVED', 345]);
  });
});

describe('a withdrawal', () => {
  const done = { transfer_request_id: TRANSFER, status: 'processing', amount_cents: 5_000 };

  it('is signed over METHOD|path, TOKEN|time and exactly the bytes that were sent', async () => {
    const { provider, sent } = open({ status: 202, body: done });
    expect(await provider.withdraw(sampleWithdraw('PIX', { pixKey: '11987654321', pixType: 'PHONE' }))).toMatchObject({
      withdrawId: TRANSFER,
      providerStatus: 'processing',
    });
    const { headers, rawBody, body } = sent[0]!;
    const text = `POST|/v1/transfer_requests\n${credentials.apiToken}|2026-11-23T09:00:00-03:00\n${rawBody}`;
    const signature = Buffer.from(headers.signature!.replace('signature=', ''), 'base64');
    const key = createPublicKey(credentials.privateKey!);
    expect(headers['request-time']).toBe('2026-11-23T09:00:00-03:00');
    expect(verify('sha256', Buffer.from(text), key, signature)).toBe(true);
    expect(verify('sha256', Buffer.from(`${text} `), key, signature)).toBe(false);
    expect(body).toMatchObject({
      transfer_type: 'pix',
      external_reference: 'withdraw-0001',
      receiver: { pix: { key: '+5511987654321', type: 'phone' } },
      api_token: credentials.apiToken,
    });
  });

  it('calls a random key evp, and joins number and digit of an account', async () => {
    const { provider, sent } = open({ status: 202, body: done }, { status: 202, body: done });
    const key = 'b6295ee1-f054-47d1-9e90-ee57b74f60d9';
    await provider.withdraw(sampleWithdraw('PIX', { pixKey: key, pixType: 'RANDOM' }));
    await provider.withdraw(sampleWithdraw('BANK_ACCOUNT', { accountType: 'SAVINGS' }));
    expect(sent[0]?.body).toMatchObject({ receiver: { pix: { key, type: 'evp' } } });
    expect(sent[1]?.body).toMatchObject({
      transfer_type: 'pix',
      receiver: {
        cpf_cnpj: '52998224725',
        bank: { compe: '001', branch: '1234', account: '1234567', account_type: 'savings_account' },
      },
    });
  });

  it('names its holder, its text and a current account unless told', async () => {
    const { provider, sent } = open({ status: 202, body: done }, { status: 202, body: done });
    const account = { accountType: undefined, accountHolder: 'A'.repeat(200), description: 'Saque 1' };
    await provider.withdraw(sampleWithdraw('BANK_ACCOUNT', account));
    await provider.withdraw(sampleWithdraw('PIX', { pixKey: 'ana@example.test', pixType: 'EMAIL' }));
    expect(sent[0]?.body).toMatchObject({
      description: 'Saque 1',
      receiver: { name: 'A'.repeat(140), bank: { account_type: 'checking_account' } },
    });
    expect(sent[1]?.body).toMatchObject({ receiver: { pix: { key: 'ana@example.test', type: 'email' } } });
  });

  it('tells when it was carried out, and why it was not', async () => {
    const { provider } = open(
      ok({ ...done, status: 'done', executed_at: '2026-11-23T12:30:00-03:00' }),
      ok({ ...done, status: 'rejected', rejected_reason: 'Chave inválida', reason: 'outra' }),
    );
    const lookup = { withdrawId: TRANSFER, withdrawReference: 'withdraw-0001' };
    expect(await provider.getWithdraw(lookup)).toMatchObject({ approvedAt: '2026-11-23T15:30:00.000Z' });
    expect(await provider.getWithdraw(lookup)).toMatchObject({ reason: 'Chave inválida' });
  });

  it('stays open where its key was used before, and was not sent where another came within five seconds', async () => {
    const withdraw = (answer: Answer) => outcomeOf(open(answer).provider.withdraw(sampleWithdraw('PIX')));
    expect(await withdraw({ status: 409, body: {} })).toBe('UNKNOWN');
    const errors = 'Já existe uma transferência em processamento nesta conta. Espere a conclusão e tente novamente.';
    expect(await withdraw({ status: 422, body: { errors } })).toBe('NOT_SENT');
    expect(await withdraw({ status: 422, body: { errors: { amount_cents: ['maior que o saldo da conta'] } } })).toBe(
      'REJECTED',
    );
  });

  it.each([
    [{ errors: 'Public Key Not Found' }, 'Public Key Not Found'],
    [{ errors: { amount_cents: ['maior que o saldo da conta'] } }, 'amount_cents: maior que o saldo da conta'],
    [{ errors: ['Não é possível.'] }, 'Não é possível.'],
    [{ message: { receiver_account: ['não encontrado'] } }, 'receiver_account: não encontrado'],
    [{}, 'Erro desconhecido.'],
  ])('that is refused with %j says: %s', async (body, reason) => {
    const call = open({ status: 422, body }).provider.withdraw(sampleWithdraw('PIX'));
    await expect(call).rejects.toMatchObject({ reason });
  });

  it('is read in both shapes, and an unknown word leaves it open', async () => {
    const shown = { id: TRANSFER, status: 'rejected', amount_cents: '5000', reson: '2 - Conta inválida' };
    const { provider } = open(ok(shown), { status: 404, body: { errors: 'Transferência não encontrada' } });
    const lookup = { withdrawId: TRANSFER, withdrawReference: 'withdraw-0001' };
    expect(await provider.getWithdraw(lookup)).toMatchObject({ amount: 5_000, reason: '2 - Conta inválida' });
    expect(await provider.getWithdraw(lookup)).toBeNull();
    expect(mapStatus(manifest.status.withdraw!, 'novo').status).toBe('PENDING');
    // A part of the money is with the receiver, the other part is back.
    expect(mapStatus(manifest.status.withdraw!, 'partially_refunded').status).toBe('PENDING');
  });
});

describe('a withdrawal to a sub-account', () => {
  const lookup = { withdrawId: TRANSFER, withdrawReference: 'withdraw-0001', receiverId: 'SUB' };

  it('is signed, carries our reference, and has moved its money when it is answered', async () => {
    const { provider, sent } = open(ok({ id: TRANSFER, amount_cents: 5_000 }));
    const made = await provider.withdraw(sampleWithdraw('RECEIVER', { receiverId: 'SUB' }));
    expect(made).toMatchObject({ withdrawId: TRANSFER, amount: 5_000 });
    expect(mapStatus(manifest.status.withdraw!, made.providerStatus).status).toBe('APPROVED');
    expect(sent[0]).toMatchObject({ path: '/transfers', headers: { 'idempotency-key': 'withdraw-0001' } });
    expect(sent[0]?.headers.signature).toMatch(/^signature=/);
    expect(sent[0]?.body).toMatchObject({
      receiver_id: 'SUB',
      amount_cents: 5_000,
      custom_variables: [{ name: 'reference', value: 'withdraw-0001' }],
    });
  });

  it('is nothing that moved where its answer has no id or no amount, or its key was used before', async () => {
    for (const answer of [ok({ amount_cents: 5_000 }), ok({ id: TRANSFER }), { status: 409, body: {} }])
      expect(await outcomeOf(open(answer).provider.withdraw(sampleWithdraw('RECEIVER')))).toBe('UNKNOWN');
  });

  it('is found among those that were sent with our reference, whose amounts are texts', async () => {
    const { provider, sent } = open(
      ok({
        sent: [
          { id: 'OTHER', amount_cents: '1' },
          { id: TRANSFER, amount_cents: '5000' },
        ],
        received: [],
      }),
      ok({ sent: [], received: [{ id: TRANSFER, amount_cents: '5000' }] }),
    );
    expect(await provider.getWithdraw(lookup)).toMatchObject({ withdrawId: TRANSFER, amount: 5_000 });
    expect(sent[0]?.query).toEqual({ custom_variables_name: 'reference', custom_variables_value: 'withdraw-0001' });
    expect(await provider.getWithdraw(lookup)).toBeNull();
  });
});

describe('a sub-account', () => {
  const SUB = 'E638DCED176240E4A510510C065FB52D';
  const OPENED = {
    account_id: SUB,
    name: 'Acai',
    live_api_token: 'LIVE1',
    test_api_token: 'TEST1',
    user_token: 'USER1',
  };
  const DATA = {
    priceRange: 'Até R$ 100,00',
    businessType: 'Aulas de violão',
    monthlyRevenue: 500_000,
    website: 'https://violao.example.com',
  };
  const VERIFIED = ok({ id: '4857E1D7FD5E410A9C563024250015TC', account_id: SUB });
  const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');
  const apply = (changes: Partial<ReceiverRequest>, ...answers: Answer[]) => {
    const context = open(ok(OPENED), ...answers);
    const hold = (name: string) => {
      const file = { name: `${name}-da-ana.png`, mediaType: 'image/png' as const, content: PICTURE };
      return { ...file, reference: context.files.hold(file), byteCount: PICTURE.length };
    };
    const files = { identification: hold('rg'), selfie: hold('selfie'), addressProof: hold('conta') };
    const papers = { balanceSheet: hold('balanco'), socialContract: hold('contrato') };
    const isCompany = changes.documentType === 'CNPJ';
    const request = sampleReceiver({
      providerSpecificData: DATA,
      files: isCompany ? { ...files, ...papers } : files,
      ...changes,
    });
    return { ...context, made: context.provider.createReceiver(request) };
  };
  const openSub = (...answers: Answer[]) => apply({ name: 'Açaí & Cia. São João' }, VERIFIED, ...answers);
  const standing = (word: string) => mapStatus(manifest.status.receiver!, word).status;

  it('is opened under the signature of the master, without special characters, and its tokens stay with the host', async () => {
    const { made, sent } = openSub();
    const receiver = await made;
    expect(receiver).toMatchObject({ receiverId: SUB });
    expect(standing(receiver.providerStatus)).toBe('PENDING');
    expect(JSON.stringify(receiver)).not.toMatch(/LIVE1|TEST1|USER1/);
    expect(sent[0]?.body).toMatchObject({ name: 'Acai Cia Sao Joao' });
    const text = `POST|/v1/marketplace/create_account\n${credentials.apiToken}|${sent[0]!.headers['request-time']}\n${sent[0]!.rawBody}`;
    const signature = Buffer.from(sent[0]!.headers.signature!.replace('signature=', ''), 'base64');
    expect(verify('sha256', Buffer.from(text), createPublicKey(credentials.privateKey!), signature)).toBe(true);
  });

  it('is read with its own token, and active only where it can receive', async () => {
    const account = { id: SUB, 'can_receive?': true, 'is_verified?': true, balance: 'R$ 1.234,56' };
    const refused = {
      last_verification_request_status: 'rejected',
      last_verification_request_feedback: 'Foto ilegível',
    };
    const accepted = { last_verification_request_status: 'accepted' };
    const { made, provider, sent } = openSub(
      ok(account),
      ok({ ...account, 'can_receive?': false, ...refused, balance: '-R$ 0,05' }),
      ok({ ...account, 'can_receive?': false, ...accepted, balance: 'R$' }),
    );
    const { receiverId, receiverToken } = await made;
    const read = () => provider.getReceiver({ receiverId, receiverToken });
    const [active, rejected, waiting] = [await read(), await read(), await read()];
    expect(sent[2]?.headers.authorization).toBe(`Basic ${Buffer.from('LIVE1:').toString('base64')}`);
    expect([standing(active!.providerStatus), active!.balance]).toEqual(['ACTIVE', 123_456]);
    expect([standing(rejected!.providerStatus), rejected!.balance, rejected!.reason]).toEqual([
      'REJECTED',
      -5,
      'Foto ilegível',
    ]);
    expect([standing(waiting!.providerStatus), waiting!.balance]).toEqual(['PENDING', undefined]);
  });

  it('waits while its own token is not taken, but a wrong token of the platform is an error', async () => {
    const { made, provider } = openSub({ status: 401, body: { errors: 'Unauthorized' } }, { status: 401, body: {} });
    const { receiverId, receiverToken } = await made;
    const read = await provider.getReceiver({ receiverId, receiverToken });
    expect(standing(read!.providerStatus)).toBe('PENDING');
    expect(await outcomeOf(provider.getReceiver({ receiverId }))).toBe('REJECTED');
  });

  it('is verified in one call under its user token, with its owner, bank and pictures', async () => {
    const { made, sent } = apply({}, VERIFIED);
    const { providerStatus } = await made;
    const picture = (name: string) => `data:image/png;name=${name}.png;base64,${PICTURE.toString('base64')}`;
    expect(sent[1]).toMatchObject({ method: 'POST', path: `/accounts/${SUB}/request_verification` });
    expect(sent[1]?.headers.authorization).toBe(`Basic ${Buffer.from('USER1:').toString('base64')}`);
    expect(sent[1]?.body).toEqual({
      data: {
        cpf: '52998224725',
        name: 'Maria da Silva',
        person_type: 'Pessoa Física',
        price_range: 'Até R$ 100,00',
        physical_products: false,
        business_type: 'Aulas de violão',
        estimated_revenue: '5000.00',
        website: 'https://violao.example.com',
        politically_exposed_person: false,
        automatic_transfer: true,
        telephone: '11987654321',
        address: 'Praça da Sé, 100',
        street: 'Praça da Sé',
        number: '100',
        district: 'Sé',
        cep: '01001-000',
        city: 'São Paulo',
        state: 'SP',
        bank: 'Banco do Brasil',
        bank_ag: '1234',
        account_type: 'Corrente',
        bank_cc: '123456-7',
      },
      files: {
        identification: picture('identification'),
        selfie: picture('selfie'),
        address_proof: picture('address_proof'),
      },
    });
    expect(JSON.stringify(sent[1]?.body)).not.toContain('da-ana');
    expect(standing(providerStatus)).toBe('PENDING');
  });

  it('of a company is verified with the person responsible for it and its papers', async () => {
    const providerSpecificData = { ...DATA, responsibleName: 'Ana Souza', responsibleDocument: '52998224725' };
    const company = {
      documentType: 'CNPJ',
      document: '12ABC34501DE35',
      name: 'Loja Ltda',
      providerSpecificData,
    } as const;
    const { made, sent } = apply(company, VERIFIED);
    await made;
    expect(sent[1]?.body).toMatchObject({
      data: {
        person_type: 'Pessoa Jurídica',
        cnpj: '12ABC34501DE35',
        company_name: 'Loja Ltda',
        resp_name: 'Ana Souza',
        resp_cpf: '52998224725',
      },
      files: { balance_sheet: expect.any(String), social_contract: expect.any(String) },
    });
  });

  it.each([
    ['identification', 'CPF', 'Foto do documento é obrigatório.'],
    ['selfie', 'CPF', 'Foto do documento com pessoa é obrigatório.'],
    ['addressProof', 'CPF', 'Comprovante de endereço é obrigatório.'],
    ['balanceSheet', 'CNPJ', 'Balanço patrimonial é obrigatório.'],
    ['socialContract', 'CNPJ', 'Contrato social é obrigatório.'],
  ] as const)('is not asked for without %s of a %s', async (field, documentType, message) => {
    const one = { reference: 'file_1', name: 'a.png', mediaType: 'image/png', byteCount: 8 } as const;
    const all = { identification: one, selfie: one, addressProof: one, balanceSheet: one, socialContract: one };
    const { [field]: _, ...files } = all;
    const document = documentType === 'CPF' ? '52998224725' : '12ABC34501DE35';
    const { made, sent } = apply({ documentType, document, files });
    await expect(made).rejects.toMatchObject({ outcome: 'NOT_SENT', message });
    expect(sent).toEqual([]);
  });

  it.each([
    [{ bankAccount: { ...sampleReceiver().bankAccount!, bankCode: '999' } }, 'Banco não suportado, tente outro.'],
    [{ bankAccount: undefined }, 'Adquirente requer campo de conta bancária.'],
    [{ address: undefined }, 'Adquirente requer campo de endereço.'],
    [{ phone: undefined }, 'Adquirente requer campo de telefone.'],
  ])('is not opened where iugu could not verify its owner: %j', async (changes, message) => {
    const { made, sent } = apply(changes);
    await expect(made).rejects.toMatchObject({ outcome: 'NOT_SENT', message });
    expect(sent).toEqual([]);
  });

  it('is refused with iugu’s reason where its verification is, and waits where nobody knows what became of that', async () => {
    const refused = await apply({}, { status: 422, body: { errors: { selfie: ['não pode ficar em branco'] } } }).made;
    expect([standing(refused.providerStatus), refused.reason]).toEqual([
      'REJECTED',
      'selfie: não pode ficar em branco',
    ]);
    const lost = await apply({}, { status: 500, body: {} }).made;
    expect([standing(lost.providerStatus), lost.receiverId]).toEqual(['PENDING', SUB]);
    expect(lost.receiverToken).toBeDefined();
  });

  it('is told of by the event of its verification', async () => {
    const event = {
      event: 'referrals.verification',
      'data[id]': '1',
      'data[account_id]': SUB,
      'data[status]': 'rejected',
    };
    expect(await open().readEvent({ ...event, 'data[feedback]': 'CPF não confere.' })).toEqual({
      subject: 'receiver',
      event: 'referrals.verification',
      receiverId: SUB,
      providerStatus: 'rejected',
      reason: 'CPF não confere.',
    });
  });
});

describe('an event', () => {
  it('is a form, whose fields stand in data[…] or beside it', async () => {
    const { readEvent } = open();
    expect(await readEvent({ ...FORM, 'data[order_id]': 'attempt-0001' })).toMatchObject({
      subject: 'payment',
      transactionId: ID,
      reference: 'attempt-0001',
      providerStatus: 'paid',
      paidAmount: 12_345,
    });
    const plain = { event: 'transfer_request.done', transfer_request_id: TRANSFER, transfer_status: 'done' };
    expect(await readEvent({ ...plain, amount_cents: '5000' })).toMatchObject({
      subject: 'withdraw',
      withdrawId: TRANSFER,
      providerStatus: 'done',
      amount: 5_000,
    });
  });

  it.each([
    'invoice.status_changed',
    'invoice.refund',
    'invoice.partially_refunded',
    'invoice.refund_reverted',
    'invoice.payment_failed',
    'invoice.rejected',
  ])('named %s is about its invoice, and is registered', async (event) => {
    const { readEvent, provider, sent } = open(ok([]), ...Array.from({ length: 9 }, () => ok(TRIGGER)));
    expect(await readEvent({ event, 'data[id]': ID })).toMatchObject({ subject: 'payment', transactionId: ID });
    await provider.ensureWebhook!({ webhookUrl: TRIGGER.url });
    expect(sent.slice(1).map(({ body }) => (body as { event: string }).event)).toContain(event);
  });

  it('about anything else is ignored', async () => {
    const { readEvent } = open();
    for (const event of ['invoice.created', 'invoice.due', 'deposit.pix_status_changed', 'split_invoice.released'])
      expect((await readEvent({ event, 'data[id]': ID })).subject).toBe('ignored');
  });

  it('is registered once, and not at all where everything is told already', async () => {
    const context = open(ok([TRIGGER]), ...Array.from({ length: 8 }, () => ok(TRIGGER)));
    await context.provider.ensureWebhook!({ webhookUrl: TRIGGER.url });
    const registered = context.sent.slice(1).map(({ body }) => (body as { event: string }).event);
    expect(registered).toContain('transfer_request.status_changed');
    expect(registered).not.toContain(TRIGGER.event);
    expect(context.sent[1]?.body).toMatchObject({ authorization: credentials.webhookAuthorization });
    const all = open(ok([{ ...TRIGGER, event: 'all' }]));
    await all.provider.ensureWebhook!({ webhookUrl: TRIGGER.url });
    expect(all.sent).toHaveLength(1);
  });
});

it('declares the banks whose names it knows, so that another is refused before anything is sent', () => {
  expect(manifest.capabilities.receiverBanks).toEqual(BANK_CODES);
});
