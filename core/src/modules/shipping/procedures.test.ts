import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, pollPayment, sellPaid } from '../../../test/at-provider.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { newId } from '../../shared/ids.ts';

const PRICE = 9_990;
const PARCEL = {
  carrier: 'Correios',
  trackingCode: 'AA123456789BR',
  trackingUrl: 'https://rastreamento.example/AA123456789BR',
};

let market: Market;
let maria: Record<string, string>;
let stranger: Staff;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  const { platformId, sellerId } = world;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  maria = await openSessionOf(node.app, platformId, sellerId);
  stranger = await openStaff(node.app, platformId, { roles: ['seller'] });
});
afterAll(() => market.close());

/** Sells something physical, paid. */
async function sell({ isTangible = true } = {}) {
  const email = `${newId()}@buyers.dev`;
  const bought = await sellPaid(market, PRICE, { email });
  const [{ saleId } = { saleId: '' }] = await market.inspector.rows<{ saleId: string }>(
    'SELECT sale_id AS "saleId" FROM payment WHERE id = $1',
    [bought.paymentId],
  );
  await market.inspector.rows('UPDATE sale_item SET is_tangible = $2 WHERE sale_id = $1', [saleId, isTangible]);
  return { ...bought, saleId, email };
}

const post = async (name: string, payload: object, headers = maria) => {
  const answer = await market.node.app.inject({ method: 'POST', url: `/api/shipping.${name}`, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const ship = (saleId: string, version = 0, parcel: object = PARCEL, headers = maria) =>
  post('markShipped', { saleId, version, ...parcel }, headers);
const mailsTo = async (email: string, template: string) =>
  (
    await market.inspector.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM mail WHERE recipient = $1 AND template = $2',
      [email, template],
    )
  )[0]?.count;

describe('a shipment', () => {
  it('goes from the sale to the buyer, who is told of each step once', async () => {
    const { saleId, email, publicId } = await sell();

    const shipped = await ship(saleId);
    expect(shipped.body.shipment).toMatchObject({ state: 'SHIPPED', version: 1, obstacle: null, ...PARCEL });
    expect(await mailsTo(email, 'order-shipped')).toBe(1);

    const corrected = await ship(saleId, 1, { ...PARCEL, trackingCode: 'BB1' });
    expect(corrected.body.shipment).toMatchObject({ version: 2, trackingCode: 'BB1' });
    expect(corrected.body.shipment.shippedAt).toBe(shipped.body.shipment.shippedAt);
    expect(await mailsTo(email, 'order-shipped')).toBe(2);

    const delivered = await post('markDelivered', { saleId, version: 2 });
    expect(delivered.body.shipment).toMatchObject({ state: 'DELIVERED', version: 3, carrier: 'Correios' });
    expect(await mailsTo(email, 'order-delivered')).toBe(1);

    const returned = await post('markReturned', { saleId, version: 3 });
    expect(returned.body.shipment).toMatchObject({ state: 'RETURNED', version: 4 });
    const again = await ship(saleId, 4);
    expect(again.body.shipment).toMatchObject({ state: 'SHIPPED', version: 5, deliveredAt: null, returnedAt: null });

    const sale = await market.node.app.inject({ url: `/api/sales.getSale?saleId=${saleId}`, headers: maria });
    expect(sale.json().shipment).toEqual(again.body.shipment);
    expect(
      await market.inspector.rows('SELECT type FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id', [
        publicId,
      ]),
    ).toEqual(['shipped', 'shipped', 'delivered', 'returned', 'shipped'].map((step) => ({ type: `shipping.${step}` })));
  });

  it('marked in two tabs at once is marked once, and one mail is written', async () => {
    const { saleId, email } = await sell();
    const both = await Promise.all([ship(saleId), ship(saleId, 0, { carrier: 'Jadlog' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('SHIPMENT_CHANGED');
    expect(await mailsTo(email, 'order-shipped')).toBe(1);

    const steps = await Promise.all(
      ['markDelivered', 'markReturned'].map((name) => post(name, { saleId, version: 1 })),
    );
    expect(steps.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('waits for the money, and does not leave once it went back', async () => {
    const unpaid = await market.buyPix();
    const [{ id } = { id: '' }] = await market.inspector.rows<{ id: string }>(
      'UPDATE sale_item SET is_tangible = true WHERE sale_id = (SELECT sale_id FROM payment WHERE id = $1) RETURNING sale_id AS id',
      [unpaid.paymentId],
    );
    expect((await ship(id)).body.code).toBe('SHIPMENT_NOT_DUE');

    const sold = await sell();
    await chargeBackAtProvider(market, sold);
    await pollPayment(market, sold);
    expect((await ship(sold.saleId)).body.code).toBe('SHIPMENT_NOT_DUE');
    const sale = await market.node.app.inject({ url: `/api/sales.getSale?saleId=${sold.saleId}`, headers: maria });
    expect(sale.json().shipment).toMatchObject({ state: 'TO_SHIP', obstacle: 'MONEY_BACK' });
  });

  it('is refused to other sellers, for digital goods, out of order and with an address that a mail must not link to', async () => {
    const { saleId } = await sell();
    const digital = await sell({ isTangible: false });

    expect(await ship(saleId, 0, PARCEL, stranger.headers)).toMatchObject({
      status: 404,
      body: { code: 'SALE_NOT_FOUND' },
    });
    expect((await ship(digital.saleId)).body.code).toBe('SALE_NOT_FOUND');
    expect((await post('markDelivered', { saleId, version: 0 })).body.code).toBe('SHIPMENT_STATE_WRONG');
    expect((await ship(saleId, 7)).body.code).toBe('SHIPMENT_CHANGED');
    for (const trackingUrl of ['http://a.example', 'javascript:alert(1)', 'https://a.example/"x'])
      expect((await ship(saleId, 0, { carrier: 'X', trackingUrl })).body.details[0].field).toBe('trackingUrl');
  });
});
