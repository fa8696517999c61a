/** A provider's score is one more signal: rules decide by it, it never sees a card's number, and no sale is lost because it does not come. */
import type { SimulatorRequest } from '@feira/plugin-kit';
import { sampleScore } from '@feira/plugin-kit/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { BUYER_ADDRESS, buy, connect, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { reportOutcome, scorePurchase } from './scores.ts';

let base: Market;
let market: Market;
let admin: Staff;
/** The requests about scores that reached the provider. */
let asked: SimulatorRequest[];
let answer: ((request: SimulatorRequest) => Promise<{ status: number; body?: unknown }>) | null;

beforeEach(async () => {
  base ??= await openMarket({ isListening: false });
  market = await base.replace();
  const { simulator } = await market.host();
  asked = [];
  answer = null;
  const handle = simulator.handle.bind(simulator);
  simulator.handle = (request) => {
    if (!request.path.startsWith('/scores')) return handle(request);
    asked.push(request);
    return answer ? answer(request) : handle(request);
  };
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable', 'isSalesAvailable'],
  });
});
afterAll(() => base?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

async function saveRule(extra: Record<string, unknown> = {}) {
  const rule = {
    id: newId(),
    name: 'Pontuação alta',
    isEnabled: true,
    methods: ['PIX', 'CREDIT_CARD'],
    conditions: [{ signal: 'PROVIDER_SCORE', operator: 'AT_LEAST', value: 80 }],
    action: 'REFUSE',
    ...extra,
  };
  const saved = await market.node.app.inject({
    method: 'POST',
    url: '/api/risk.saveRules',
    headers: admin.headers,
    payload: { version: 0, rules: [rule] },
  });
  expect(saved.statusCode).toBe(200);
  market.node.app.cache.forgetAll();
  // The connection is opened anew, with the simulator that it had.
  await market.host();
}

async function order(extra: Record<string, unknown> = {}, key: string = newId()) {
  const purchase = pixPurchase(market.world, { ...BUYER_ADDRESS, isRepeat: true, ...extra });
  const body = (await buy(market.node.app, purchase, key)).json();
  return { outcome: String(body.status ?? body.code), paymentId: body.paymentId as string };
}

const scoreOf = async (publicId: string) =>
  (
    await rows<{ id: string; score: { score: number; scoreId: string; reference: string } | null }>(
      `SELECT id, terms -> 'score' AS score FROM payment WHERE public_id = $1`,
      [publicId],
    )
  )[0];

describe('a score', () => {
  it('is asked for where a rule that looks at the method wants it, and decides', async () => {
    expect((await order()).outcome).toBe('PENDING');
    expect(asked).toEqual([]);
    await saveRule();

    expect((await order({ email: 'risco87@example.com' })).outcome).toBe('PURCHASE_REFUSED');
    const { outcome, paymentId } = await order({ email: 'maria@example.com' });
    expect(outcome).toBe('PENDING');
    expect((await scoreOf(paymentId))?.score).toMatchObject({ score: 12, scoreId: expect.stringMatching(/^scr_/) });
    expect(asked).toHaveLength(2);
    expect((await order({ email: 'risco87@example.com', paymentMethod: 'BILLET' })).outcome).toBe('PENDING');
    expect(asked).toHaveLength(2);
  });

  it('knows the buyer, and of the card its first six digits at most', async () => {
    await saveRule();
    await order({ email: 'maria@example.com' });
    const [request] = asked;
    expect(request?.body).toMatchObject({
      amount: 9_990,
      currency: 'BRL',
      method: 'pix',
      payer: { email: 'maria@example.com', document: expect.any(String) },
    });
    const keys = Object.keys(request?.body as object);
    expect(keys.filter((key) => /card|token|cvv|number/.test(key))).toEqual([]);
  });

  it('is one for one order, though the order is sent again', async () => {
    await saveRule();
    const key = newId();
    const { paymentId } = await order({ email: 'maria@example.com' }, key);
    expect((await order({ email: 'maria@example.com' }, key)).paymentId).toBe(paymentId);

    const references = asked.map(({ body }) => (body as { reference: string }).reference);
    expect(new Set(references).size).toBe(1);
  });

  it('is left out where somebody is allowed or blocked by a list', async () => {
    await saveRule();
    await market.node.app.inject({
      method: 'POST',
      url: '/api/risk.addEntry',
      headers: admin.headers,
      payload: { list: 'BLOCK', kind: 'EMAIL', value: 'fraude@example.com', reason: 'Contestou duas compras.' },
    });
    market.node.app.cache.forgetAll();
    await market.host();
    expect((await order({ email: 'fraude@example.com' })).outcome).toBe('PURCHASE_REFUSED');
    expect(asked).toEqual([]);
  });

  it.each([
    ['fails', async () => ({ status: 500, body: {} })],
    ['answers what nobody understands', async () => ({ status: 200, body: { score: 'high' } })],
    ['answers more than the scale has', async () => ({ status: 200, body: { id: 'scr_1', score: 870, reason: null } })],
  ])('costs no sale where the provider %s, and it is left alone for a while', async (_, how) => {
    await saveRule();
    answer = how;
    const { outcome, paymentId } = await order({ email: 'risco87@example.com' });
    expect(outcome).toBe('PENDING');
    expect((await scoreOf(paymentId))?.score).toBe(null);
    const before = asked.length;
    expect((await order({ email: 'risco88@example.com' })).outcome).toBe('PENDING');
    expect(asked).toHaveLength(before);

    answer = null;
    market.clock.forward(31_000);
    expect((await order({ email: 'risco89@example.com' })).outcome).toBe('PURCHASE_REFUSED');
  });

  it('is asked for of the next purchase after the provider refused the data of one, as a buyer can bring that about', async () => {
    await saveRule();
    answer = async () => ({ status: 422, body: { error: { message: 'Telefone inválido.' } } });
    expect((await order({ email: 'risco87@example.com' })).outcome).toBe('PENDING');
    answer = null;
    expect((await order({ email: 'risco88@example.com' })).outcome).toBe('PURCHASE_REFUSED');
  });

  it('is unknown where it does not come in time', async () => {
    answer = () => new Promise(() => undefined);
    const { app } = market.node;
    expect(await scorePurchase(app, market.world.platformId, sampleScore({ reference: newId() }), 20)).toBe(null);
  });

  it('stands at the sale for administrators, in words of its provider', async () => {
    await saveRule();
    const { paymentId } = await order({ email: 'maria@example.com' });
    const [sale] = await rows<{ saleId: string }>(`SELECT sale_id AS "saleId" FROM payment WHERE public_id = $1`, [
      paymentId,
    ]);
    const page = await market.node.app.inject({
      url: `/api/sales.getSale?saleId=${sale?.saleId}`,
      headers: admin.headers,
    });
    expect(page.json().order?.riskScore).toEqual({ provider: 'Sandbox', score: 12 });
  });
});

describe('the outcome of a purchase', () => {
  it('is told to the provider that scored it, and told again where it may not have heard', async () => {
    await saveRule();
    const { paymentId: publicId } = await order({ email: 'maria@example.com' });
    const payment = await scoreOf(publicId);
    const { app } = market.node;
    const event = { platformId: market.world.platformId, paymentId: payment?.id as string };
    asked = [];

    for (const type of ['payment.approved', 'payment.chargeback', 'payment.rejected'])
      await reportOutcome(app, { ...event, type });
    expect(asked.map(({ method, path, body }) => [method, path, (body as { outcome: string }).outcome])).toEqual(
      ['paid', 'charged_back', 'refused'].map((outcome) => [
        'PUT',
        `/scores/${payment?.score?.scoreId}/outcome`,
        outcome,
      ]),
    );

    answer = async () => ({ status: 503, body: {} });
    await expect(reportOutcome(app, { ...event, type: 'payment.approved' })).rejects.toThrow();
    answer = async () => ({ status: 404, body: { error: { message: 'Pontuação não encontrada.' } } });
    await reportOutcome(app, { ...event, type: 'payment.approved' });
  });

  it('is told to nobody where nobody scored the purchase', async () => {
    const { paymentId: publicId } = await order();
    const payment = await scoreOf(publicId);
    const event = { platformId: market.world.platformId, paymentId: payment?.id as string, type: 'payment.approved' };
    await reportOutcome(market.node.app, event);
    expect(asked).toEqual([]);
  });
});

describe('a connection', () => {
  it('that scores need not be the one that charges', async () => {
    await rows(`UPDATE provider_connection SET methods = '{}' WHERE id = $1`, [market.connectionId]);
    await connect(market.node.app, market.world, {
      provider: 'asaas',
      methods: ['PIX'],
      settings: { webhookEmail: 'a@example.com' },
      secrets: { apiKey: '$aact_hmlg_0123456789', webhookAuthToken: 'token-0123456789abcdef0123456789abcdef' },
    });
    await saveRule();
    const { outcome, paymentId } = await order({ email: 'maria@example.com' });
    expect(outcome).toBe('PENDING');
    const [made] = await rows(
      `SELECT c.provider FROM payment p JOIN payment_attempt a ON a.payment_id = p.id JOIN provider_connection c ON c.id = a.connection_id
        WHERE p.public_id = $1`,
      [paymentId],
    );
    expect(made).toEqual({ provider: 'asaas' });
    expect((await scoreOf(paymentId))?.score).toMatchObject({ score: 12 });
  });
});
