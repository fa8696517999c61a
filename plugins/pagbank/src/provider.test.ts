/** Tests PagBank's adapter against recorded calls of its sandbox, and its simulator with cards that a browser has sealed. */
import { asManifest, type SimulatorRequest } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import {
  findUnfit,
  fixture,
  openProvider,
  sampleCardToken,
  sampleRefund,
  sampleTransaction,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

type Schema = Parameters<typeof findUnfit>[0];
const manifest = asManifest(json);
const { credentials, cards } = simulator.samples!;
/** The fields of an order and of its answer, by the code of PagBank's own plugin for WooCommerce and calls of its sandbox. */
const WITNESS = fixture<{ source: string; order: Schema; answer: Schema; recorded: Record<string, unknown> }>(
  import.meta.url,
  'orders.json',
);
const lookup = (transactionId: string, paymentMethod: 'PIX' | 'CREDIT_CARD' | 'BILLET' = 'PIX') => ({
  transactionId,
  reference: 'attempt-0001',
  paymentMethod,
});
const address = {
  zipCode: '01452002',
  street: 'Avenida Brigadeiro Faria Lima',
  number: '1384',
  complement: 'apto 12',
  district: 'Pinheiros',
  city: 'São Paulo',
  state: 'SP',
};

async function open() {
  const started = await startSimulator(simulator, { credentials });
  onTestFinished(started.close);
  const wrong: string[] = [];
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    baseUrl: started.url,
    inProcess: async (request) => {
      sent.push(request);
      if (request.path === '/orders') wrong.push(...findUnfit(WITNESS.order, request.body));
      const answer = await started.simulator.handle(request);
      if (answer.status < 300 && request.path.startsWith('/orders'))
        wrong.push(...findUnfit(WITNESS.answer, answer.body));
      return answer;
    },
  });
  const seal = async (cardNumber: string) => {
    const { token } = await provider.createCardToken({ card: { ...sampleCardToken().card!, cardNumber } } as never);
    return token;
  };
  return { provider, wrong, sent, seal, bank: started.simulator, deliveries: started.deliveries };
}
const answering = (status: number, body: unknown) =>
  openProvider(manifest, module, { credentials, inProcess: async () => ({ status, body }) }).provider;

describe('pagbank', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: Object.values(WITNESS.recorded),
    webhooks: [WITNESS.recorded.card],
  });
});

describe('an order', () => {
  it('has the fields that PagBank knows, whichever way it is paid', async () => {
    const { provider, wrong, sent, seal } = await open();
    const cardToken = await seal(cards!.approved);

    await provider.createTransaction(sampleTransaction('PIX'));
    await provider.createTransaction(sampleTransaction('CREDIT_CARD', { reference: 'attempt-0002', cardToken }));
    await provider.createTransaction(sampleTransaction('BILLET', { reference: 'attempt-0003', address }));

    expect(wrong).toEqual([]);
    expect(sent.map(({ headers }) => headers['x-idempotency-key'])).toEqual([
      'attempt-0001',
      'attempt-0002',
      'attempt-0003',
    ]);
    expect(JSON.stringify(sent)).not.toContain(cards!.approved);
  });

  it('names its buyer without the signs that PagBank refuses', async () => {
    const { provider, sent } = await open();
    const { customer } = sampleTransaction('PIX');

    await provider.createTransaction(
      sampleTransaction('PIX', { customer: { ...customer, name: "D'Ávila & Cia. Ltda" } }),
    );

    expect(sent[0]?.body).toMatchObject({ customer: { name: 'D Ávila Cia Ltda' } });
  });

  it('is read as the sandbox shows it', async () => {
    const { pix, card } = WITNESS.recorded as Record<'pix' | 'card', { id: string }>;

    expect(await answering(200, pix).getTransaction(lookup(pix.id))).toMatchObject({
      providerStatus: 'WAITING',
      amount: 9_900,
      expiresAt: '2026-01-05T21:38:53.000Z',
    });
    expect(await answering(200, card).getTransaction(lookup(card.id, 'CREDIT_CARD'))).toMatchObject({
      providerStatus: 'PAID',
      paidAmount: 500,
      cardBrand: 'mastercard',
      memo: { chargeId: 'CHAR_09F6DEBA-ABA7-4C76-B520-8E346B7CB4D3' },
    });
  });

  it('with a charge that tells no status is not taken for a waiting one', async () => {
    const order = { id: 'ORDE_1', qr_codes: [{ text: '000201' }], charges: [{ id: 'CHAR_1' }] };

    await expect(answering(200, order).getTransaction(lookup('ORDE_1'))).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
    });
  });
});

describe('a refund', () => {
  it('finds the charge of a PIX, which the order has once it is paid, and repeats make no second one', async () => {
    const { provider, sent, bank } = await open();
    const { transactionId } = await provider.createTransaction(sampleTransaction('PIX'));
    await bank.pay(transactionId);
    const part = sampleRefund({ transactionId, amount: 100, isFull: false });

    await provider.refund(part);
    await provider.refund(part);

    expect(sent.at(-1)).toMatchObject({ path: transactionId.replace('ORDE_', '/charges/CHAR_').concat('/cancel') });
    expect(await provider.getTransaction(lookup(transactionId))).toMatchObject({
      providerStatus: 'PAID',
      paidAmount: 12_345,
      refundedAmount: 100,
    });
  });
});

describe('a refused card', () => {
  it('is a result with the reason', async () => {
    const { provider, seal } = await open();

    const refused = await provider.createTransaction(
      sampleTransaction('CREDIT_CARD', { cardToken: await seal(cards!.refused) }),
    );

    expect(refused).toMatchObject({ providerStatus: 'DECLINED', reason: 'NAO AUTORIZADO PELO EMISSOR', paidAmount: 0 });
  });
});

describe('a notification', () => {
  it('proves itself by the digest of the token and the body, and without one it is only a reason to ask', async () => {
    const { provider, bank, deliveries } = await open();
    const { transactionId } = await provider.createTransaction(sampleTransaction('PIX'));
    await bank.pay(transactionId);
    const [{ body = '', headers = {} } = {}] = deliveries;
    const check = (rawBody: string, own: Record<string, string>) =>
      authenticateWebhook({
        manifest,
        secrets: new Map([['token', credentials.token!]]),
        headers: own,
        rawBody,
        receivedAt: new Date(),
      });

    expect(check(body, headers)).toEqual({ ok: true, isSigned: true });
    expect(check(body.replace('PAID', 'WAITING'), headers)).not.toMatchObject({ isSigned: true });
    expect(check(body, {})).not.toMatchObject({ isSigned: true });
    expect(
      await provider.processWebhook({ headers: {}, query: {}, body: JSON.parse(body), rawBody: body }),
    ).toMatchObject({ transactionId, providerStatus: 'PAID', paidAmount: 12_345 });
  });
});
