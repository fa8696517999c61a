/** Tests Stripe's adapter, whose requests and simulator are held against the names and values of Stripe's own library. */
import { asManifest, type SimulatorRequest } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import {
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
import { toForm } from './client.ts';
import module from './index.ts';
import simulator from './simulator.ts';

interface Spec {
  type?: string;
  enum?: string[];
  list?: Spec;
  fields?: Record<string, Spec>;
  required?: boolean;
  null?: boolean;
}
type Shown = Record<string, unknown>;
interface Answer extends Shown {
  data?: Shown[];
  error?: { payment_intent?: Shown };
}
interface Witness {
  apiVersion: string;
  /** The parameters of each call: `POST /v1/refunds`. */
  operations: Record<string, Record<string, Spec>>;
  /** The fields of each object, by its `object`. */
  answers: Record<string, Record<string, Spec>>;
  examples: Record<string, Record<string, unknown>>;
}
const WITNESS = fixture<Witness>(import.meta.url, 'stripe-2026-10-28.json');
const SIGNED = fixture<Record<'payload' | 'secret' | 'header', string> & { timestamp: number }>(
  import.meta.url,
  'signed-event.json',
);
const manifest = asManifest(json);
const { credentials, cards } = simulator.samples!;
const address = { zipCode: '01310100', street: 'Av. Paulista', number: '1', district: 'Bela Vista', city: 'São Paulo' };

function operationOf({ method, path }: Pick<SimulatorRequest, 'method' | 'path'>): Record<string, Spec> {
  const exact = WITNESS.operations[`${method} ${path}`];
  const found = exact ?? WITNESS.operations[`${method} ${path.replace(/\/(pi|pm)_[^/]+/, '/{id}')}`];
  if (!found) throw new Error(`Stripe has no ${method} ${path}.`);
  return found;
}

/** Returns the problems of one value that was sent as a text. */
function findWrong(spec: Spec | undefined, [key, ...path]: string[], value: string, name: string): string[] {
  if (!spec) return [`${name} is no parameter`];
  if (key !== undefined) return findWrong(spec.list ?? spec.fields?.[key] ?? freeOf(spec), path, value, name);
  if (spec.enum && !spec.enum.includes(value)) return [`${name} is ${value}`];
  if (spec.type === 'number' && !/^\d+$/.test(value)) return [`${name} is no number`];
  return spec.type === 'boolean' && !['true', 'false'].includes(value) ? [`${name} is no boolean`] : [];
}
/** Metadata has keys of one's own. */
const freeOf = ({ type }: Spec): Spec | undefined => (type === 'object' ? { type: 'string' } : undefined);

/** Returns the problems of a call's parameters, as Stripe's library names them. */
function findWrongParams({ method, path, body, query }: SimulatorRequest): string[] {
  const operation = operationOf({ method, path });
  const sent = { ...query, ...(body as Record<string, string> | undefined) };
  const heads = new Set(Object.keys(sent).map((name) => name.split('[')[0]!));
  const missing = Object.keys(operation).filter((name) => operation[name]!.required && !heads.has(name));
  const wrong = Object.entries(sent).flatMap(([name, value]) => {
    const [head = '', ...path] = name.split(/[[\]]+/).filter(Boolean);
    return findWrong(operation[head], path, value, name);
  });
  return [...missing.map((name) => `${name} is missing`), ...wrong];
}

/** Returns the problems of an object that the simulator shows. */
function findWrongFields(shown: Record<string, unknown>): string[] {
  const spec = WITNESS.answers[String(shown.object)];
  if (!spec) return [];
  return Object.entries(shown).flatMap(([name, value]) => {
    const field = spec[name];
    if (!field) return [`${shown.object}.${name} is no field`];
    const isWrong = typeof value === 'string' && field.enum && !field.enum.includes(value);
    const isNull = value === null && !field.null;
    return isWrong || isNull ? [`${shown.object}.${name} is ${value}`] : [];
  });
}

async function open() {
  const started = await startSimulator(simulator, { credentials, webhookUrl: 'https://pay.example.com/webhooks/1' });
  onTestFinished(started.close);
  const wrong: string[] = [];
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    baseUrl: started.url,
    inProcess: async (request) => {
      sent.push(request);
      wrong.push(...findWrongParams(request));
      const answer = await started.simulator.handle(request);
      const { error, data, ...body } = (answer.body ?? {}) as Answer;
      for (const one of data ?? [error?.payment_intent ?? body]) {
        wrong.push(...findWrongFields(one));
        if (typeof one.latest_charge === 'object' && one.latest_charge)
          wrong.push(...findWrongFields(one.latest_charge as Shown));
      }
      return answer;
    },
  });
  const buy = async (cardNumber: string, changes = {}) => {
    const { token } = await provider.createCardToken(
      sampleCardToken({ card: { ...sampleCardToken().card!, cardNumber } }),
    );
    return provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken: token, ...changes }));
  };
  return { provider, wrong, sent, buy, bank: started.simulator, deliveries: started.deliveries };
}
const lookup = (transactionId: string) =>
  ({ transactionId, reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' }) as const;

describe('stripe', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: [{ ...WITNESS.examples.payment_intent, status: 'succeeded' }],
    webhooks: [JSON.parse(SIGNED.payload)],
  });
});

describe("Stripe's own library", () => {
  it('is of the API version that each call asks for', async () => {
    const { provider, sent } = await open();

    await provider.getTransaction(lookup('pi_1')).catch(() => null);

    expect(sent[0]?.headers['stripe-version']).toBe(WITNESS.apiVersion);
  });

  it.each(['BRL', 'EUR', 'USD'] as const)(
    'knows each parameter of a card in %s, its refund and its hold',
    async (currency) => {
      const { provider, wrong, sent, buy } = await open();

      const paid = await buy(cards!.approved, { currency, softDescriptor: 'Curso *1' });
      await provider.refund(sampleRefund({ transactionId: paid.transactionId, amount: 100, isFull: false }));
      const held = await buy(cards!.approved, { currency, authorizeOnly: true, reference: 'attempt-0002' });
      const captured = await provider.capture({ ...lookup(held.transactionId), amount: held.amount! });
      const other = await buy(cards!.approved, { currency, authorizeOnly: true, reference: 'attempt-0003' });
      const ended = await provider.void({ ...lookup(other.transactionId), amount: other.amount! });
      const late = await provider.capture({ ...lookup(other.transactionId), amount: other.amount! });
      const found = await provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' });

      expect(wrong).toEqual([]);
      expect(sent[1]?.body).toMatchObject({ currency: currency.toLowerCase(), statement_descriptor_suffix: 'Curso 1' });
      expect([held.heldAmount, captured.providerStatus, ended.providerStatus]).toEqual([
        12_345,
        'succeeded',
        'canceled',
      ]);
      expect(late.providerStatus).toBe('canceled');
      expect(found).toMatchObject({ transactionId: paid.transactionId, refundedAmount: 100 });
    },
  );

  it('knows each parameter of PIX and boleto, and each field that the simulator shows', async () => {
    const { provider, wrong, sent } = await open();

    const pix = await provider.createTransaction(sampleTransaction('PIX'));
    const boleto = await provider.createTransaction(
      sampleTransaction('BILLET', {
        reference: 'attempt-0002',
        address: { ...address, state: 'SP', country: 'BR' } as never,
      }),
    );

    expect(wrong).toEqual([]);
    expect(pix.pixCode).toMatch(/^000201/);
    expect(sent[0]?.headers['idempotency-key']).toBe('attempt-0001');
    const { customer } = sampleTransaction('PIX');
    for (const { body } of sent) {
      expect(body).toMatchObject({
        'payment_method_data[billing_details][name]': customer.name,
        'payment_method_data[billing_details][email]': customer.email,
      });
    }
    expect(sent[1]?.body).toMatchObject({
      'payment_method_data[billing_details][address][postal_code]': address.zipCode,
      'payment_method_data[billing_details][address][country]': 'BR',
    });
    expect(boleto.billetUrl).toMatch(/\/voucher$/);
    expect(boleto.billetCode).toMatch(/^\d{47}$/);
  });

  it('shows the objects of Stripe, which are read', async () => {
    const { payment_intent: intent, charge } = WITNESS.examples;
    const answer = { ...intent, status: 'succeeded', amount_received: 1_099, latest_charge: charge };
    const { provider } = openProvider(manifest, module, {
      credentials,
      inProcess: async () => ({ status: 200, body: answer }),
    });

    const read = await provider.getTransaction(lookup(String(intent!.id)));

    expect(read).toMatchObject({ amount: 1_099, paidAmount: 1_099, refundedAmount: 0, providerStatus: 'succeeded' });
    expect(read).toMatchObject({ cardBrand: 'visa', cardLastDigits: '4242' });
  });

  it('signs events as the host checks them: the time and the body, byte for byte', () => {
    const secrets = new Map([['webhookSecret', SIGNED.secret]]);
    const check = (rawBody: string, seconds = 10) =>
      authenticateWebhook({
        manifest,
        secrets,
        headers: { 'stripe-signature': SIGNED.header },
        rawBody,
        receivedAt: new Date((SIGNED.timestamp + seconds) * 1_000),
      });

    expect(check(SIGNED.payload)).toEqual({ ok: true, isSigned: true });
    expect(check(SIGNED.payload.replace('ch_1', 'ch_2')).ok).toBe(false);
    expect(check(SIGNED.payload, 301).ok).toBe(false);
  });
});

describe('a refused card', () => {
  it('is a result with the code of the bank, and may be read again', async () => {
    const { provider, buy } = await open();

    const refused = await buy(cards!.refused);

    expect(refused).toMatchObject({ providerStatus: 'requires_payment_method', declineCode: 'insufficient_funds' });
    expect(refused).toMatchObject({ reason: 'Your card has insufficient funds.', paymentMethod: 'CREDIT_CARD' });
    expect(await provider.getTransaction(lookup(refused.transactionId))).toMatchObject({
      providerStatus: 'requires_payment_method',
    });
  });
});

describe('a stored card', () => {
  it("is set up by its owner's charge, charged while they are away, and charged no more once it is deleted", async () => {
    const { provider, wrong, sent } = await open();
    const { card, ...person } = sampleCardToken();
    const { token: cardToken } = await provider.createCardToken({
      ...person,
      card: { ...card!, cardNumber: cards!.approved },
    });
    const stored = await provider.createCardId({ ...person, cardToken });
    const cardId = stored.token;
    expect(stored).toMatchObject({
      cardBrand: 'visa',
      cardLastDigits: '4242',
      cardExpiry: expect.stringMatching(/^20/),
    });
    const charge = (reference: string, initiator: 'BUYER' | 'MERCHANT') =>
      provider.createTransaction(
        sampleTransaction('CREDIT_CARD', {
          reference,
          initiator,
          cardId,
          currency: 'EUR',
          agreement: 'subscription-1',
          returnUrl: 'https://pay.example.com/r',
        }),
      );

    await charge('attempt-0001', 'BUYER');
    await charge('attempt-0002', 'MERCHANT');
    await provider.deleteCard({ cardId });

    expect(wrong).toEqual([]);
    const [own, later] = sent.filter(({ path }) => path === '/v1/payment_intents').map(({ body }) => body);
    expect(own).toMatchObject({
      setup_future_usage: 'off_session',
      'payment_method_options[card][setup_credential_usage]': 'recurring',
      return_url: 'https://pay.example.com/r',
    });
    expect(own).not.toHaveProperty('off_session');
    expect(later).toMatchObject({
      off_session: 'true',
      'payment_method_options[card][stored_credential_usage]': 'recurring',
      'metadata[agreement]': 'subscription-1',
    });
    expect(later).not.toHaveProperty('return_url');
    await expect(charge('attempt-0003', 'MERCHANT')).rejects.toMatchObject({ outcome: 'REJECTED' });
    expect(await provider.deleteCard({ cardId })).toBeNull();
  });
});

describe('a disputed payment', () => {
  it('is told by its disputes, which are asked for', async () => {
    const { provider, buy, bank, wrong, deliveries } = await open();
    const { transactionId } = await buy(cards!.approved);

    await bank.chargeback(transactionId);

    expect((await provider.getTransaction(lookup(transactionId)))?.providerStatus).toBe('disputed_needs_response');
    expect(wrong).toEqual([]);
    const events = deliveries.map(({ body }) => JSON.parse(body));
    const event = events.find(({ type }) => type === 'charge.dispute.created');
    const read = await provider.processWebhook({ headers: {}, query: {}, body: event, rawBody: '' });
    expect(read).toMatchObject({ subject: 'payment', transactionId });
    expect(read.providerStatus).toBeUndefined();
  });

  it.each([
    ['won', 'disputed_won'],
    ['lost', 'disputed_lost'],
    ['warning_needs_response', 'succeeded'],
    ['prevented', 'succeeded'],
  ])('that is %s counts as %s', async (status, expected) => {
    const { payment_intent: intent, charge, dispute } = WITNESS.examples;
    const answer = { ...intent, status: 'succeeded', latest_charge: { ...charge, disputed: true } };
    const { provider } = openProvider(manifest, module, {
      credentials,
      inProcess: async ({ path }) => ({
        status: 200,
        body: path === '/v1/disputes' ? { data: [{ ...dispute, status }] } : answer,
      }),
    });

    expect((await provider.getTransaction(lookup(String(intent!.id))))?.providerStatus).toBe(expected);
  });
});

describe('refunds', () => {
  it('count once they are done: one that waits is told and not counted', async () => {
    const { payment_intent: intent, charge, refund } = WITNESS.examples;
    const data = [{ ...refund, amount: 40, status: 'pending' }];
    const latest_charge = { ...charge, amount_refunded: 100, refunds: { data } };
    const { provider } = openProvider(manifest, module, {
      credentials,
      inProcess: async () => ({
        status: 200,
        body: { ...intent, status: 'succeeded', amount_received: 100, latest_charge },
      }),
    });

    const read = await provider.getTransaction(lookup(String(intent!.id)));

    expect(read).toMatchObject({ refundedAmount: 60, providerStatus: 'succeeded', refunds: [{ status: 'PENDING' }] });
  });
});

describe('a single refund', () => {
  it.each([
    ['succeeded', 'DONE'],
    ['pending', 'PENDING'],
    ['requires_action', 'PENDING'],
    ['failed', 'REFUSED'],
    ['canceled', 'REFUSED'],
  ])('that is %s is %s', async (status, expected) => {
    const { provider } = openProvider(manifest, module, {
      credentials,
      inProcess: async () => ({
        status: 200,
        body: { ...WITNESS.examples.refund, status, failure_reason: 'lost_or_stolen_card' },
      }),
    });

    expect(await provider.refund(sampleRefund())).toMatchObject({ status: expected, reason: 'lost_or_stolen_card' });
  });
});

describe('createTransaction', () => {
  it('charges no card without a token, and sends nothing', async () => {
    const { provider, sent } = await open();

    const refusal = provider.createTransaction(sampleTransaction('CREDIT_CARD', { cardToken: undefined }));

    await expect(refusal).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    expect(sent).toEqual([]);
  });
});

describe('processWebhook', () => {
  it('refuses an event without a type', async () => {
    const { provider } = await open();

    const read = provider.processWebhook({ headers: {}, query: {}, body: { id: 'evt_1' }, rawBody: '' });

    await expect(read).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  });
});

describe('toForm', () => {
  it('writes objects and lists into brackets, and leaves out what is undefined', () => {
    expect(toForm({ a: { b: [1, 'x'] }, c: undefined, d: true })).toEqual({
      'a[b][0]': '1',
      'a[b][1]': 'x',
      d: 'true',
    });
  });
});
