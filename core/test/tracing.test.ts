/** A collector of OpenTelemetry gets a purchase, its webhook and its refund, and never the buyer's data or a secret. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../src/plugins/config.ts';
import { newId } from '../src/shared/ids.ts';
import { payAtProvider } from './at-provider.ts';
import { buildNode, TEST_KEY } from './build.ts';
import { captureLog } from './capture-log.ts';
import { type CollectedSpan, openCollector } from './collector.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { openStaff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { buy, CPF, pixPurchase, SANDBOX_SECRETS } from './world.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const BUYER = { name: 'Otília Rastreada', email: 'otilia@rastreada.example', cpf: CPF, phone: '11976543210' };

let collector: Awaited<ReturnType<typeof openCollector>>;
let market: Market;
let spans: CollectedSpan[];
let sentToProvider: string;
let secrets: string[];
let eventId: string;

/** Lives through one sale, and stops the node: what is under way to the collector then has to arrive. */
beforeAll(async () => {
  collector = await openCollector();
  market = await openMarket({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'loopback' } });
  const { node, world, inspector } = market;
  const { app } = node;
  const admin = await openStaff(app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
  const handled = vi.spyOn(await market.host(), 'handleHttp');
  // The connection opens again, with the watched one.
  app.cache.forgetAll();
  const key = newId();
  const proxied = { 'x-forwarded-for': '203.0.113.7', traceparent: TRACEPARENT };
  const bought = await findBought(
    inspector,
    (await buy(app, pixPurchase(world, BUYER), key, proxied)).json().paymentId as string,
  );
  await payAtProvider(market, bought, 9_990);
  await waitFor('an event of the payment', () => market.letters.length > 0);
  for (const letter of market.letters) expect(await market.deliver(letter)).toBe(200);
  const isApproved = async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED';
  await waitFor('the approval', isApproved);
  const refund = await app.inject({
    method: 'POST',
    url: '/api/refunds.refundPayment?lang=en&email=otilia%40rastreada.example',
    headers: { ...admin.headers, 'idempotency-key': newId() },
    payload: { paymentId: bought.publicId },
  });
  expect(refund.statusCode).toBe(200);
  await waitFor('the refund', async () => (await market.readPayment(bought.paymentId)).refunded_amount > 0);
  // From a stranger who reaches the node without the proxy.
  await app.inject({ url: '/health/live' });
  await app.inject({
    url: '/api/platforms.listPlatforms',
    headers: { traceparent: TRACEPARENT },
    remoteAddress: '198.51.100.9',
  });
  const [event] = await inspector.rows<{ id: string }>('SELECT id FROM webhook ORDER BY received_at LIMIT 1');
  eventId = event?.id as string;
  sentToProvider = JSON.stringify(handled.mock.calls);
  const [sold] = await inspector.rows<{ qr: string }>('SELECT to_jsonb(a)::text AS qr FROM payment_attempt a');
  expect(sold?.qr).toContain(bought.transactionId);
  secrets = [
    ...Object.values(BUYER),
    ...Object.values(SANDBOX_SECRETS),
    TEST_KEY,
    key,
    admin.headers.cookie as string,
    admin.email,
    market.webhookPath.split('/').at(-1) as string,
    'maria@example.com',
    'lang=en',
  ].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  await market.close();
  spans = collector.spans();
});
afterAll(() => collector?.close());

const of = (name: RegExp | string) =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
/** The names of a span and of those that it is a part of, from the outermost on. */
function pathOf(span: CollectedSpan): string[] {
  const parent = spans.find(({ id }) => id === span.parentId);
  return [...(parent ? pathOf(parent) : []), span.name];
}

describe('a traced sale', () => {
  it('shows the stages of the purchase, its trips to the database and its calls', () => {
    const [charge] = of('provider sandbox createTransaction');
    expect(pathOf(charge as CollectedSpan)).toEqual([
      'POST /api/checkout.purchase',
      'purchase charge',
      'provider sandbox createTransaction',
    ]);
    expect(charge?.attributes).toMatchObject({ 'feira.outcome': 'OK', 'feira.provider': 'sandbox' });
    const stages = of(/^purchase /).map(({ name }) => name);
    expect(stages).toEqual(expect.arrayContaining(['purchase prepare', 'purchase commit', 'purchase charge']));
    const trips = of(/^database /).filter((span) => pathOf(span).includes('purchase commit'));
    expect(trips.length).toBeGreaterThan(0);
  });

  it('links the event from its receipt to its processing by its id', () => {
    const linked = spans.filter(({ attributes }) => attributes['feira.id'] === eventId).map(pathOf);
    expect(linked).toContainEqual(['POST /webhooks/:provider/:token', 'webhook store']);
    expect(linked).toContainEqual(['sweep webhooks']);
  });

  it('shows the refund as its request, and its call as part of the request or of the sweep that came first', () => {
    expect(of('POST /api/refunds.refundPayment')).toHaveLength(1);
    const [call] = of('provider sandbox refund').map(pathOf);
    expect(['POST /api/refunds.refundPayment', 'sweep refunds']).toContain(call?.[0]);
  });

  it('joins the trace of a proxy that is trusted, and nobody else’s', () => {
    const joined = spans.filter(({ traceId }) => traceId === TRACE);
    expect(joined.map(({ name }) => name)).toContain('POST /api/checkout.purchase');
    expect(new Set(joined.map((span) => pathOf(span)[0]))).toEqual(new Set(['POST /api/checkout.purchase']));
    expect(of('GET /api/platforms.listPlatforms')).toHaveLength(1);
    expect(of(/health/)).toHaveLength(0);
  });

  it('tells neither a name, a document, an address, a token nor a secret', () => {
    expect(collector.requests.length).toBeGreaterThan(0);
    for (const { body } of collector.requests)
      for (const secret of secrets) expect(body.includes(secret), secret).toBe(false);
  });

  it('tells providers nothing of the trace', () => {
    expect(sentToProvider).toContain(BUYER.cpf);
    expect(sentToProvider.toLowerCase()).not.toContain('traceparent');
    expect(sentToProvider).not.toContain(TRACE);
  });
});

describe('tracing', () => {
  it('says once that nobody takes the traces, and stops in time', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100');
    onTestFinished(() => void vi.unstubAllEnvs());
    const node = await buildNode({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
    const lines = captureLog(node.app, 'debug');
    /** More spans than a batch holds. */
    const fillBatch = async () => {
      for (let count = 0; count < 600; count++) await node.app.inject({ url: '/api/checkout.getCheckout' });
    };
    await fillBatch();
    await waitFor('the warning', () => lines.some((line) => line.includes('traces-lost')));
    await fillBatch();
    await node.close();
    expect(lines.filter((line) => line.includes('traces-lost'))).toHaveLength(1);
  });

  it('is off without a collector', () => {
    const read = (environment: Record<string, string>) =>
      readConfig({ DATABASE_URL: 'postgres://localhost/feira', ENCRYPTION_KEY: TEST_KEY, ...environment }).tracing;
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
    expect(read({})).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
    const quarter = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...quarter })).toEqual({
      url: 'http://collector:4318/v1/traces',
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
    });
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('http/protobuf');
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('0 to 1');
  });
});
