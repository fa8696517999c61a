import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleRefund, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { galaxId: '5473', galaxHash: 'invented-hash-0001', confirmHash: 'invented-confirm-0001' };
const TOKEN = { status: 200, body: { access_token: 'invented-token', token_type: 'Bearer', expires_in: 600 } };
const REFERENCE = 'attempt-0001';
const lookup = { transactionId: '9', reference: REFERENCE, paymentMethod: 'PIX' } as const;

const toCharge = (transaction: object, status = 'active') => ({
  galaxPayId: 9,
  myId: REFERENCE,
  value: 12_345,
  status,
  Transactions: [{ galaxPayId: 10, value: 12_345, ...transaction }],
});
const made = (transaction: object) => ({ status: 200, body: { type: true, Charge: toCharge(transaction) } });
const listed = (...charges: object[]) => ({ status: 200, body: { totalQtdFoundInPage: 1, Charges: charges } });

async function open(...answers: { status: number; body: unknown }[]) {
  const options = { credentials, now: '2026-11-23T23:00:00Z' };
  const opened = await openDescribed(import.meta.url, options, [TOKEN, ...answers]);
  return { ...opened, statusOf: (word = '') => mapStatus(opened.manifest.status.payment, word).status };
}
const buy = (method: 'PIX' | 'BILLET' | 'CREDIT_CARD', changes = {}) =>
  sampleTransaction(method, { expiresAt: '2026-11-29T01:00:00Z', ...changes });

it('asks for its token with a grant that sounds like a browser and is none', async () => {
  const { provider, sent } = await open(made({ status: 'pendingPix' }));
  await provider.createTransaction(buy('PIX'));
  const basic = Buffer.from(`${credentials.galaxId}:${credentials.galaxHash}`).toString('base64');
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/token', headers: { authorization: `Basic ${basic}` } });
  expect(sent[0]?.body).toMatchObject({
    grant_type: 'authorization_code',
    scope: expect.stringMatching(/charges\.write/),
  });
  expect(sent[1]).toMatchObject({ path: '/charges', headers: { authorization: 'Bearer invented-token' } });
});

it('makes charges due in five days unless told, in cents, and tells days of São Paulo', async () => {
  const { provider, sent, manifest } = await open(made({ status: 'pendingPix', Pix: { qrCode: '000201' } }));
  const result = await provider.createTransaction(buy('PIX'));
  expect(manifest.capabilities.methods?.PIX?.expiresInSeconds).toBe(5 * 86_400);
  expect(manifest.capabilities.methods?.BILLET?.expiresInSeconds).toBe(5 * 86_400);
  expect(sent[1]?.body).toMatchObject({
    myId: REFERENCE,
    value: 12_345,
    payday: '2026-11-28',
    mainPaymentMethodId: 'pix',
    Customer: { document: '52998224725', emails: ['maria@example.com'], phones: [11_987_654_321] },
    PaymentMethodPix: { Deadline: { type: 'minutes', value: 5 * 1_440 + 120 } },
  });
  expect(result).toMatchObject({ transactionId: '9', reference: REFERENCE, amount: 12_345, pixCode: '000201' });
});

it('names the whole address of its buyer, and asks for money that was not paid elsewhere', async () => {
  const { provider, sent } = await open(made({ status: 'pendingBoleto' }));
  const address = { ...sampleTransaction('BILLET').address!, complement: 'Sala 5' };
  await provider.createTransaction(buy('BILLET', { address, description: 'Pedido 1' }));
  const { street, number, district, city, state, zipCode } = address;
  expect(sent[1]?.body).toMatchObject({
    payedOutsideGalaxPay: false,
    additionalInfo: 'Pedido 1',
    Customer: { Address: { zipCode, street, number, complement: 'Sala 5', neighborhood: district, city, state } },
    PaymentMethodBoleto: { instructions: 'Pedido 1' },
  });
});

it('reads the codes of a PIX and of a boleto in a later answer, too', async () => {
  const Pix = { qrCode: '000201', reference: 'x' };
  const Boleto = { pdf: 'https://example.test/9.pdf', bankLine: '00000.00000', barCode: '0000' };
  const { provider } = await open(listed(toCharge({ status: 'pendingPix', Pix, Boleto })));
  expect(await provider.getTransaction(lookup)).toMatchObject({
    pixCode: '000201',
    billetCode: '00000.00000',
    billetUrl: 'https://example.test/9.pdf',
  });
});

it.each(['https://example.test/qr/9.png', 'data:image/png;base64,iVBORw0KGgo='])(
  'leaves the picture of a QR code to the page, be it an address or data: %s',
  async (image) => {
    const { provider } = await open(made({ status: 'pendingPix', Pix: { qrCode: '000201', image } }));
    const result = await provider.createTransaction(buy('PIX'));
    expect(result).toMatchObject({ pixCode: '000201' });
    expect(result).not.toHaveProperty('pixQrCode');
  },
);

it('charges a card today, whenever boletos are due, and tells why it was refused', async () => {
  const refusal = {
    status: 'denied',
    reasonDenied: 'x',
    AbecsReasonDenied: { code: '51', message: 'Saldo insuficiente' },
  };
  const { provider, sent, statusOf } = await open(made(refusal));
  const card = { cardNumber: '4111111111111111', holderName: 'ANA SOUZA', expMonth: 7, expYear: 34, cvv: '123' };
  const result = await provider.createTransaction(buy('CREDIT_CARD', { card, cardToken: undefined, installments: 3 }));
  expect(sent[1]?.body).toMatchObject({
    payday: '2026-11-23',
    PaymentMethodCreditCard: {
      Card: { number: '4111111111111111', holder: 'ANA SOUZA', expiresAt: '2034-07', cvv: '123' },
      qtdInstallments: 3,
    },
  });
  expect([statusOf(result.providerStatus), result.reason]).toEqual(['REJECTED', 'Saldo insuficiente']);
});

it('reads the line and the file of a boleto', async () => {
  const Boleto = { pdf: 'https://example.test/9.pdf', bankLine: '00000.00000', barCode: '0000' };
  const { provider, sent } = await open(made({ status: 'pendingBoleto', Boleto }));
  expect(await provider.createTransaction(buy('BILLET'))).toMatchObject({
    billetCode: '00000.00000',
    billetBarcode: '0000',
    billetUrl: 'https://example.test/9.pdf',
  });
  expect(sent[1]?.body).toMatchObject({ payday: '2026-11-28', mainPaymentMethodId: 'boleto' });
});

it.each(['active', 'closed', 'waitingPayment'])(
  'believes the transaction, and not the charge around it, which may be "%s" unpaid',
  async (status) => {
    const { provider, statusOf } = await open(listed(toCharge({ status: 'pendingPix' }, status)));
    expect(statusOf((await provider.getTransaction(lookup))?.providerStatus)).toBe('PENDING');
  },
);

it('finds a charge in a list of ten, by its id or by our reference, and takes no other', async () => {
  const paid = toCharge({ status: 'payedPix' });
  const { provider, sent } = await open(listed(paid), listed(paid), listed({ ...paid, myId: 'another' }), listed());
  expect(await provider.getTransaction(lookup)).toMatchObject({ transactionId: '9', providerStatus: 'payedPix' });
  const { transactionId: _, ...byReference } = lookup;
  expect(await provider.getTransaction(byReference)).toMatchObject({ transactionId: '9' });
  expect(await provider.getTransaction(byReference)).toBeNull();
  expect(await provider.getTransaction(lookup)).toBeNull();
  expect(sent.slice(1, 3).map(({ query }) => query)).toEqual([
    { galaxPayIds: '9', startAt: '0', limit: '10' },
    { myIds: REFERENCE, startAt: '0', limit: '10' },
  ]);
});

it('takes an answer of status 200 without success for a refusal', async () => {
  const errors = [{ id: 1, parameter: 'key', message: 'Chave não encontrada.' }];
  const { provider } = await open({ status: 200, body: { type: false, errors } });
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
    outcome: 'REJECTED',
    reason: 'Chave não encontrada.',
  });
});

it('counts a refund as done only once the transaction is reversed', async () => {
  const { provider, sent } = await open(made({ status: 'payedPix' }), made({ status: 'reversed' }));
  const refund = () => provider.refund(sampleRefund({ transactionId: '9' }));
  expect((await refund()).status).toBe('PENDING');
  expect((await refund()).status).toBe('DONE');
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    path: '/charges/9/galaxPayId/reverse',
    body: { valueToReverse: 12_345 },
  });
});

it.each([
  ['RANDOM', '5c1ea479-0000-4000-8000-000000000000', 'random'],
  ['PHONE', '+5511987654321', 'mobilePhone'],
  ['EMAIL', 'ana@example.test', 'email'],
  ['CPF', '52998224725', 'cpf'],
  ['CNPJ', '11222333000181', 'cnpj'],
] as const)('pays a key of type %s with our reference as its text', async (pixType, pixKey, type) => {
  const Payment = { galaxPayId: 77, value: 5_000, desc: 'withdraw-0001', status: 'confirm' };
  const { provider, sent, manifest } = await open({ status: 200, body: { type: true, Payment } });
  const result = await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));
  expect(sent[1]).toMatchObject({
    path: '/pix/payment',
    body: { key: pixKey, type, value: 5_000, desc: 'withdraw-0001' },
  });
  expect(result).toMatchObject({ withdrawId: '77', reference: 'withdraw-0001', amount: 5_000 });
  expect(mapStatus(manifest.status.withdraw!, result.providerStatus).status).toBe('PENDING');
});

it('cannot ask for a withdrawal afterwards: an event with our reference tells its end', async () => {
  const { manifest, readEvent } = await open();
  expect(manifest.operations).not.toContain('getWithdraw');
  const Cashout = { Pix: { description: 'withdraw-0001', status: 'efectivated' } };
  expect(await readEvent({ event: 'company.cashOut', Cashout })).toEqual({
    subject: 'withdraw',
    reference: 'withdraw-0001',
    providerStatus: 'efectivated',
  });
  expect(mapStatus(manifest.status.withdraw!, 'estornado')).toEqual({ status: 'PENDING', isRecognised: false });
});

it('reads the event of a charge, and none of a subscription', async () => {
  const { manifest, readEvent, statusOf } = await open();
  const event = {
    event: 'transaction.updateStatus',
    webhookId: 123,
    confirmHash: credentials.confirmHash,
    Transaction: { galaxPayId: 10, chargeGalaxPayId: 9, chargeMyId: REFERENCE, status: 'payedPix', value: 12_345 },
  };
  const read = await readEvent(event);
  expect(read).toMatchObject({ subject: 'payment', transactionId: '9', reference: REFERENCE, amount: 12_345 });
  // The id of the webhook is the same in all events.
  expect(read).not.toHaveProperty('eventId');
  expect(statusOf(read.providerStatus)).toBe('APPROVED');
  expect(await readEvent({ ...event, Subscription: { galaxPayId: 5 } })).toEqual({ subject: 'ignored' });
  expect(await readEvent({ ...event, event: 'subscription.addTransaction' })).toEqual({ subject: 'ignored' });
  expect(manifest.webhook.authentication).toMatchObject({ type: 'field', in: 'body', credential: 'confirmHash' });
});

it("has the specification's table: too little money waits, and an unknown word is refused", async () => {
  const { statusOf } = await open();
  expect(statusOf('lessValueBoleto')).toBe('PENDING');
  expect(statusOf('paidDuplicityBoleto')).toBe('APPROVED');
  expect(statusOf('chargeback')).toBe('CHARGEBACK');
  expect(statusOf('unknown')).toBe('REJECTED');
  // A charge that was waived brought no money.
  expect(statusOf('free')).not.toBe('APPROVED');
});
