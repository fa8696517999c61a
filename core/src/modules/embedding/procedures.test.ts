/** Only the pages of sites that a seller allows may frame the seller's checkouts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { insertRows } from '../../../test/rows.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

const SHOP = 'https://loja.example.com';

let market: Market;
let seller: Record<string, string>;
/** An offer of another seller of the platform. */
let rivalOfferId: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { platformId, sellerId } = market.world;
  const { app } = market.node;
  await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(app, 'maria@example.com');
  const rival = await createPerson(app, platformId, { email: 'rival@example.com', roles: ['seller'] });
  const productId = newId();
  rivalOfferId = newId();
  await app.database.transaction(platformId, async (transaction) => {
    const product = {
      platform_id: platformId,
      id: productId,
      seller_id: rival.id,
      name: 'Queijo',
      type_product: 'DIGITAL',
    };
    await transaction.run(insertRows('product', product));
    const offer = { platform_id: platformId, id: rivalOfferId, product_id: productId, title: 'Queijo', price: 5_000 };
    await transaction.run(insertRows('offer', offer));
  });
});
afterAll(() => market?.close());

async function allow(origins: string[], headers = seller) {
  const url = '/api/embedding.updateEmbedding';
  const answer = await market.node.app.inject({ method: 'POST', url, headers, payload: { origins } });
  market.node.app.cache.forgetAll();
  return { status: answer.statusCode, body: answer.json() };
}

const open = (url: string) => market.node.app.inject({ url });
const ancestorsOf = ({ headers }: Awaited<ReturnType<typeof open>>) =>
  [
    /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
    headers['x-frame-options'],
  ] as const;
const CLOSED = ["'none'", 'DENY'];

async function openPayment(): Promise<string> {
  const answer = await buy(market.node.app, pixPurchase(market.world, { email: `${newId()}@example.com` }));
  return `/checkout/payment/${answer.json().paymentId}`;
}

describe('the pages of a checkout', () => {
  it('are framed by nobody as long as no site is allowed', async () => {
    const { offerId } = market.world;
    await allow([]);

    for (const url of [`/checkout/${offerId}`, `/checkout/${offerId}?embed=${SHOP}`, await openPayment()]) {
      const page = await open(url);
      expect([url, ...ancestorsOf(page)]).toEqual([url, ...CLOSED]);
      expect(page.body).not.toContain('postMessage({feira');
    }
  });

  it("are framed by the seller's own sites alone: the checkout, its payment and its card form", async () => {
    const { offerId } = market.world;
    expect(await allow([SHOP, 'http://localhost:3000'])).toEqual({
      status: 200,
      body: { origins: [SHOP, 'http://localhost:3000'] },
    });

    for (const url of [`/checkout/${offerId}`, await openPayment()])
      expect([url, ...ancestorsOf(await open(url))]).toEqual([url, `${SHOP} http://localhost:3000`, undefined]);
    expect(ancestorsOf(await open(`/card-frame/${offerId}`))[0]).toBe(
      `http://localhost:80 ${SHOP} http://localhost:3000`,
    );
    expect(ancestorsOf(await open(`/checkout/${rivalOfferId}`))).toEqual(CLOSED);
    expect(ancestorsOf(await open(`/card-frame/${rivalOfferId}`))[0]).toBe('http://localhost:80');
    expect(ancestorsOf(await open(`/checkout/${offerId}/contact`))).toEqual(CLOSED);
  });

  it('tell the page around, and no other one, what happens', async () => {
    const { offerId } = market.world;
    await allow([SHOP]);

    expect((await open(`/checkout/${offerId}?embed=${SHOP}`)).body).toContain(`"origin":"${SHOP}"`);
    for (const other of [
      'https://evil.example.com',
      '*',
      `${SHOP}.evil.example.com`,
      `${SHOP}&embed=https://evil.example.com`,
    ])
      expect((await open(`/checkout/${offerId}?embed=${other}`)).body).not.toContain('postMessage({feira');
    const { body } = await open(`${await openPayment()}?embed=${SHOP}`);
    const [, told = ''] = /const c=(\{.*?\}\}),d=document/.exec(body) ?? [];
    expect(JSON.parse(told)).toEqual({
      origin: SHOP,
      paid: { saleId: expect.stringMatching(/^[0-9a-f-]{36}$/), amount: 9_990, currency: 'BRL' },
    });
  });

  it('of a payment link that cannot be paid say so in the frame too', async () => {
    await allow([SHOP]);
    const created = await market.node.app.inject({
      method: 'POST',
      url: '/api/paymentLinks.createPaymentLink',
      headers: seller,
      payload: { title: 'Doação', leastAmount: 500, mostAmount: 900 },
    });
    const { linkId } = created.json();
    const asked = await open(`/checkout/${linkId}?embed=${SHOP}`);
    expect(ancestorsOf(asked)[0]).toBe(SHOP);
    expect(asked.body).toContain(`name="embed" value="${SHOP}"`);
    await market.node.app.inject({
      method: 'POST',
      url: '/api/paymentLinks.closePaymentLink',
      headers: seller,
      payload: { linkId, version: 1 },
    });
    market.node.app.cache.forgetAll();

    const closed = await open(`/checkout/${linkId}?embed=${SHOP}`);
    expect([closed.statusCode, ancestorsOf(closed)[0]]).toEqual([410, SHOP]);
  });

  it('carry the page around from the form without JavaScript to the payment', async () => {
    const { offerId } = market.world;
    await allow([SHOP]);
    const form = {
      ...pixPurchase(market.world),
      email: 'no-script@example.com',
      idempotencyKey: 'framed-without-script',
    };

    const answer = await market.node.app.inject({
      method: 'POST',
      url: `/checkout/${offerId}?embed=${SHOP}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form as Record<string, string>).toString(),
    });

    expect(answer.statusCode).toBe(303);
    expect(new URL(String(answer.headers.location), 'http://localhost').searchParams.get('embed')).toBe(SHOP);
  });
});

describe('the allowed sites', () => {
  it('are refused by name where they are no origin of https', async () => {
    const { status, body } = await allow([SHOP, 'http://loja.example.com', 'https://*.example.com']);

    expect([status, body.code]).toEqual([422, 'EMBED_ORIGIN_INVALID']);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['origins.1', 'origins.2']);
  });

  it('are kept once each, as browsers write them, with an event', async () => {
    await allow([]);
    expect((await allow(['https://Loja.example.com/', SHOP])).body).toEqual({ origins: [SHOP] });
    const read = await market.node.app.inject({ url: '/api/embedding.getEmbedding', headers: seller });
    expect(read.json()).toEqual({ origins: [SHOP] });
    const [event] = await market.inspector.rows(
      `SELECT details FROM audit_event WHERE type = 'embedding.changed' ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
    expect(event).toEqual({ details: { before: { embedOrigins: [] }, after: { embedOrigins: [SHOP] } } });
  });
});

describe('/checkout.js', () => {
  it('is a small script that every site may load', async () => {
    const answer = await open('/checkout.js');

    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=600',
    });
    const versioned = await open(String(answer.headers['content-location']));
    expect(versioned.body).toBe(answer.body);
    expect(versioned.headers['cache-control']).toContain('immutable');
  });
});
