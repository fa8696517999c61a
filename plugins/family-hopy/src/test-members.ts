import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleRefund, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const KEY = 'invented-key-0001';
const basic = `Basic ${Buffer.from(`${KEY}:x`).toString('base64')}`;
const now = '2026-11-20T15:00:00Z';
const lookup = { transactionId: '282', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

export interface Answer {
  status: number;
  body: unknown;
}

/** Opens a member of which nothing is known for sure: its address, its unit and its form of authentication are typed by the owner. */
export const openInferred = (url: string, typed: Record<string, string>, answers: Answer[]) =>
  openDescribed(
    url,
    {
      credentials: { baseUrl: 'https://api.example.com/v1', amountUnit: 'cents', ...typed },
      environment: 'production',
      now,
    },
    answers,
  );

/** Tests the rules that the specification has for every provider without a documentation; `key` is the name of its credential. */
export function testInferred(url: string, key: string): void {
  const open = (typed: Record<string, string>, ...answers: Answer[]) =>
    openInferred(url, { [key]: KEY, ...typed }, answers);
  const refused = { status: 400, body: { message: 'Documento inválido' } };

  it('is marked as inferred, and asks for address and unit without a default', async () => {
    const { manifest } = await open({});
    const { required = [], properties } = manifest.credentials;
    expect(manifest.evidence).toBe('inferred');
    expect(required).toEqual(expect.arrayContaining([key, 'baseUrl', 'amountUnit']));
    expect([properties.baseUrl?.default, properties.amountUnit?.default]).toEqual([undefined, undefined]);
    expect(manifest.environments).toEqual({ production: { default: { setting: 'baseUrl' } } });
  });

  it(`says that ${key} is required where it is missing, before anything is sent`, async () => {
    const { provider, sent } = await openInferred(url, {}, [refused]);
    await expect(provider.createTransaction(sampleTransaction('PIX'))).rejects.toMatchObject({
      outcome: 'NOT_SENT',
      message: `${key} is required`,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['basic-key-x', { authorization: basic }],
    ['bearer', { authorization: `Bearer ${KEY}` }],
    ['x-api-key', { 'x-api-key': KEY }],
  ])('proves itself by %s where the owner chose that', async (authScheme, headers) => {
    const { provider, sent } = await open({ authScheme }, refused);
    await expect(provider.createTransaction(sampleTransaction('PIX'))).rejects.toMatchObject({ outcome: 'REJECTED' });
    expect(sent[0]!.headers).toMatchObject(headers);
    expect('authorization' in sent[0]!.headers).toBe('authorization' in headers);
  });

  it.each([
    ['PENDING', ['processing', 'waiting', 'waiting_payment', 'partially_paid', 'authorized', 'pending', 'created']],
    ['APPROVED', ['paid']],
    ['REFUNDED', ['refunded', 'canceled']],
    ['CHARGEBACK', ['chargedback', 'infraction']],
    ['REJECTED', ['refused']],
  ])('reads as %s the words %j, in any case', async (status, words) => {
    const { manifest } = await open({});
    const table = manifest.status.payment;
    for (const word of words) {
      expect(mapStatus(table, word.toUpperCase())).toEqual({ status, isRecognised: true });
    }
    expect(
      Object.entries(table.map)
        .filter(([, one]) => one === status)
        .map(([word]) => word)
        .toSorted(),
    ).toEqual(words.toSorted());
  });

  it('asks for its key in the words of the specification, before anything is sent', async () => {
    const { provider, sent } = await open({ [key]: '' }, refused);
    const outcome = provider.createTransaction(sampleTransaction('PIX'));
    await expect(outcome).rejects.toMatchObject({ outcome: 'NOT_SENT', message: `${key} is required` });
    expect(sent).toEqual([]);
  });

  it('says what the specification says where it is refused without a reason', async () => {
    const { provider } = await open({}, { status: 400, body: {} });
    const outcome = provider.createTransaction(sampleTransaction('PIX'));
    await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Erro ao criar transação' });
  });

  it('takes a word that is in no table for refused, and for unrecognised', async () => {
    const { manifest } = await open({});
    for (const word of ['em_quarentena', 'approved', 'confirmed', 'expired']) {
      expect(mapStatus(manifest.status.payment, word)).toEqual({ status: 'REJECTED', isRecognised: false });
    }
  });
}

/** The traps of the engine; `key` is the name of its credential. */
export function testMember(url: string, key: string): void {
  const CHARGE = { id: 282, status: 'waiting_payment', amount: 12_345, externalRef: 'attempt-0001' };
  const open = (typed: Record<string, string>, ...bodies: object[]) =>
    openInferred(
      url,
      { [key]: KEY, ...typed },
      bodies.map((body) => ({ status: 200, body })),
    );

  testInferred(url, key);

  it('sends the key as the user of Basic, and the letter x as its password, unless told', async () => {
    const { provider, sent } = await open({}, CHARGE);
    await provider.createTransaction(sampleTransaction('PIX'));
    expect(sent[0]!.headers.authorization).toBe(basic);
  });

  it.each([
    ['cents', 12_345, 500],
    ['reais', 123.45, 5],
  ])('writes and reads sums in %s', async (amountUnit, amount, part) => {
    const charge = { ...CHARGE, amount, refundedAmount: part };
    const { provider, sent } = await open({ amountUnit }, charge, charge, charge);
    expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ amount: 12_345 });
    expect(await provider.getTransaction(lookup)).toMatchObject({ amount: 12_345, refundedAmount: 500 });
    await provider.refund(sampleRefund({ transactionId: '282', amount: 500, isFull: false }));
    expect(sent[0]!.body).toMatchObject({ amount, items: [{ unitPrice: amount }] });
    expect(sent[2]).toMatchObject({ path: '/transactions/282/refund', body: { amount: part } });
  });

  it.each([
    ['PIX', '2026-11-21T15:00:00Z', { paymentMethod: 'pix', pix: { expiresInDays: 1 } }],
    ['BILLET', '2026-11-23T15:00:00Z', { paymentMethod: 'boleto', boleto: { expiresInDays: 3 } }],
  ] as const)('lets %s end after the days of the specification', async (method, expiresAt, body) => {
    const { provider, sent, manifest } = await open({}, CHARGE);
    await provider.createTransaction(sampleTransaction(method, { expiresAt }));
    expect(sent[0]!.body).toMatchObject(body);
    const { PIX, BILLET } = manifest.capabilities.methods!;
    expect([PIX?.expiresInSeconds, PIX?.maxExpiresInSeconds, BILLET?.expiresInSeconds]).toEqual([
      86_400, 86_400, 259_200,
    ]);
  });

  it.each([
    ['2026-11-21', '2026-11-22T02:59:59.000Z'],
    ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00.000Z'],
  ])('reads %s, for a day and a time may tell the end', async (expirationDate, expiresAt) => {
    const { provider } = await open({}, { ...CHARGE, pix: { qrcode: '000201', expirationDate } });
    const charge = await provider.createTransaction(sampleTransaction('PIX'));
    expect(charge).toMatchObject({ pixCode: '000201', expiresAt });
    expect(charge).not.toHaveProperty('pixQrCode');
  });

  it.each([['Documento inválido'], [['Documento inválido', 'Telefone inválido']]])(
    'says why it was refused, from %j',
    async (message) => {
      const { provider } = await openInferred(url, { [key]: KEY }, [{ status: 400, body: { message } }]);
      const outcome = provider.createTransaction(sampleTransaction('PIX'));
      await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Documento inválido' });
    },
  );

  it.each([
    ['refunded', 'DONE'],
    ['paid', 'PENDING'],
  ])('takes a refund that is answered with %s for %s', async (status, expected) => {
    const { provider } = await open({}, { ...CHARGE, status, refunds: [{ id: 'ref_1' }, { id: 'ref_2' }] });
    const refund = await provider.refund(sampleRefund({ transactionId: '282', amount: 500, isFull: false }));
    expect(refund).toEqual({ refundId: 'ref_2', status: expected });
  });

  it('reads the id of an event as a number or a text, and ignores other events', async () => {
    const { readEvent } = await open({});
    const paid = { subject: 'payment', transactionId: '282', providerStatus: 'paid' };
    expect(await readEvent({ type: 'transaction', objectId: '282', data: { id: 282, status: 'paid' } })).toEqual(paid);
    expect(await readEvent({ type: 'transaction', objectId: '282', data: { status: 'paid' } })).toEqual(paid);
    expect(await readEvent({ type: 'checkout', objectId: '1', data: { id: 1, status: 'paid' } })).toEqual({
      subject: 'ignored',
    });
    expect(await readEvent({})).toEqual({ subject: 'ignored' });
  });

  it('believes no event: it has no proof', async () => {
    const { manifest } = await open({});
    expect(manifest.webhook.authentication).toEqual({ type: 'none' });
  });
}

const byCard = sampleTransaction('CREDIT_CARD', {
  card: { cardNumber: '4111111111111111', holderName: 'ANA', expMonth: 7, expYear: 34, cvv: '123' },
  cardToken: undefined,
  installments: 12,
});

/** A member that charges a card by what its holder typed. */
export function testCard(url: string, key: string): void {
  it('sends a card as its holder typed it, with a year of four digits', async () => {
    const answer = { id: 282, status: 'refused', amount: 12_345, refusedReason: 'Sem limite', card: null };
    const { provider, sent } = await openInferred(url, { [key]: KEY }, [{ status: 200, body: answer }]);
    const charge = await provider.createTransaction(byCard);
    expect(sent[0]!.body).toMatchObject({
      paymentMethod: 'credit_card',
      installments: 12,
      card: { number: '4111111111111111', holderName: 'ANA', expirationMonth: 7, expirationYear: 2034, cvv: '123' },
    });
    expect(charge).toMatchObject({ providerStatus: 'refused', reason: 'Sem limite' });
  });
}

/** A member that charges a card by a token of its own call. */
export function testTokenFirst(url: string, key: string): void {
  it('makes a token of the card at /card-token, and charges by its hash alone', async () => {
    const { provider, sent } = await openInferred(url, { [key]: KEY }, [
      { status: 200, body: { token: 'card_1' } },
      { status: 200, body: { id: 282, status: 'refused', refusedReason: 'Sem limite', card: null } },
    ]);
    expect(await provider.createTransaction(byCard)).toMatchObject({
      providerStatus: 'refused',
      reason: 'Sem limite',
    });
    expect(sent).toMatchObject([
      {
        path: '/card-token',
        body: {
          cardNumber: '4111111111111111',
          holderName: 'ANA',
          expirationMonth: 7,
          expirationYear: 2034,
          cvv: '123',
        },
      },
      { path: '/transactions', body: { paymentMethod: 'credit_card', installments: 12 } },
    ]);
    expect((sent[1]!.body as { card: object }).card).toEqual({ hash: 'card_1' });
  });

  it.each([
    [{ message: ['Cartão inválido', 'CVV inválido'] }, 'Cartão inválido'],
    [{}, 'Erro salvando cartão'],
  ])('charges nobody where the token is refused with %j', async (body, message) => {
    const { provider, sent } = await openInferred(url, { [key]: KEY }, [{ status: 400, body }]);
    await expect(provider.createTransaction(byCard)).rejects.toMatchObject({ outcome: 'REJECTED', message });
    expect(sent).toHaveLength(1);
  });
}
