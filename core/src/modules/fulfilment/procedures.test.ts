import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { openInspector } from '../../../test/inspect.ts';
import { findBought, type Market, openMarket } from '../../../test/market.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, createWorld, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { refreshListings } from './listing.ts';
import { notifyOverdue } from './overdue.ts';

const PRICE = 9_990;
const ADDRESS = {
  zipCode: '30140071',
  street: 'Rua da Bahia',
  number: '1148',
  complement: 'Sala 2',
  district: 'Lourdes',
  city: 'Belo Horizonte',
  state: 'MG',
};

let market: Market;
let maria: Record<string, string>;
let stranger: Staff;
let foreign: Staff;

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
  const other = await createWorld(node.app, { host: 'other.example.com' });
  foreign = await openStaff(node.app, other.platformId, { roles: ['seller'], host: 'other.example.com' });
});
afterAll(() => market.close());

/** Sells something physical. It is paid where `isPaid` says so, which is the default. */
async function sell({ name = 'Ana Compradora', isPaid = true } = {}) {
  const { node, world, inspector } = market;
  const email = `${newId()}@buyers.dev`;
  const answer = await buy(node.app, pixPurchase(world, { name, email }));
  const bought = (await findBought(inspector, answer.json().paymentId))!;
  const [{ saleId } = { saleId: '' }] = await inspector.rows<{ saleId: string }>(
    `WITH p AS (SELECT sale_id FROM payment WHERE id = $1), i AS (
       UPDATE sale_item SET is_tangible = true WHERE sale_id = (SELECT sale_id FROM p))
     UPDATE sale SET address = $2 WHERE id = (SELECT sale_id FROM p) RETURNING id AS "saleId"`,
    [bought.paymentId, JSON.stringify(ADDRESS)],
  );
  const sold = { ...bought, transactionId: bought.transactionId!, saleId, email };
  if (isPaid) await pay(sold);
  return sold;
}
async function pay(sold: { paymentId: string; transactionId: string }) {
  await payAtProvider(market, sold, PRICE);
  await pollPayment(market, sold);
}

interface Listed {
  shipments: {
    saleId: string;
    isOverdue: boolean;
    shipUntil: string;
    paidAt: string;
    shipment: { state: string; version: number };
  }[];
  next: string | null;
}
const get = async <T>(name: string, query: Record<string, string> = {}, headers = maria): Promise<T> => {
  const url = `/api/fulfilment.${name}?${new URLSearchParams(query)}`;
  const answer = await market.node.app.inject({ url, headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};
const list = (tab: string, query: Record<string, string> = {}, headers = maria) =>
  get<Listed>('listShipments', { tab, limit: '100', ...query }, headers);
const idsOf = async (tab: string, query: Record<string, string> = {}, headers = maria) =>
  (await list(tab, query, headers)).shipments.map(({ saleId }) => saleId);
const count = (headers = maria) => get<Record<string, number>>('countShipments', {}, headers);
const step = async (name: string, payload: object) => {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/api/shipping.${name}`,
    payload,
    headers: maria,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};
const post = async (name: string, payload: object, headers = maria) => {
  const answer = await market.node.app.inject({ method: 'POST', url: `/api/fulfilment.${name}`, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
};
/** By sale, why it was not marked; null where it was. */
const mark = async (name: string, payload: object, headers = maria): Promise<Record<string, string | null>> => {
  const { status, body } = await post(name, payload, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const results: { saleId: string; error: { code: string; message: string } | null }[] = body.results;
  return Object.fromEntries(results.map(({ saleId, error }) => [saleId, error ? error.code : null]));
};
const mailsTo = async (sold: { email: string }[], template: string) =>
  (
    await market.inspector.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM mail WHERE recipient = ANY ($1) AND template = $2',
      [sold.map(({ email }) => email), template],
    )
  )[0]?.count;
/** Lets the days to ship of a sale end. */
const makeOverdue = async (saleId: string, at = 'now()') => {
  await refreshListings(market.node.app, market.world.platformId);
  await market.inspector.rows(`UPDATE shipment_listing SET at = ${at} WHERE sale_id = $1`, [saleId]);
};

describe('fulfilment.listShipments', () => {
  it('has a paid sale with physical items from its payment to its last step, in one list at a time', async () => {
    const sold = await sell({ isPaid: false });
    const before = await count();
    expect(await idsOf('TO_SHIP')).not.toContain(sold.saleId);

    await pay(sold);
    expect((await list('TO_SHIP')).shipments.find(({ saleId }) => saleId === sold.saleId)).toEqual({
      saleId: sold.saleId,
      buyerName: 'Ana Compradora',
      city: 'Belo Horizonte',
      state: 'MG',
      items: [{ title: 'Curso de Pão', quantity: 1 }],
      paidAt: expect.stringMatching(/Z$/),
      shipUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      isOverdue: false,
      shipment: {
        state: 'TO_SHIP',
        version: 0,
        obstacle: null,
        carrier: null,
        trackingCode: null,
        trackingUrl: null,
        shippedAt: null,
        deliveredAt: null,
        returnedAt: null,
      },
    });
    expect((await count()).TO_SHIP).toBe(before.TO_SHIP! + 1);

    await step('markShipped', { saleId: sold.saleId, version: 0, carrier: 'Correios' });
    expect(await idsOf('TO_SHIP')).not.toContain(sold.saleId);
    expect(await idsOf('SHIPPED')).toContain(sold.saleId);
    await step('markDelivered', { saleId: sold.saleId, version: 1 });
    expect(await idsOf('DELIVERED')).toContain(sold.saleId);
    await step('markReturned', { saleId: sold.saleId, version: 2 });
    expect(await idsOf('RETURNED')).toContain(sold.saleId);
    expect(await count()).toEqual({ ...before, RETURNED: before.RETURNED! + 1 });
  });

  it('leaves out what was charged back or whose money is on its way back, unless the parcel has left', async () => {
    const [charged, returning, shipped] = [await sell(), await sell(), await sell()];
    await step('markShipped', { saleId: shipped.saleId, version: 0, carrier: 'Correios' });
    expect(await idsOf('TO_SHIP')).toEqual(expect.arrayContaining([charged.saleId, returning.saleId]));

    for (const sold of [charged, shipped]) {
      await chargeBackAtProvider(market, sold);
      await pollPayment(market, sold);
    }
    await market.inspector.rows('UPDATE payment SET returning_amount = amount WHERE id = $1', [returning.paymentId]);

    const waiting = await idsOf('TO_SHIP');
    expect(waiting).not.toContain(charged.saleId);
    expect(waiting).not.toContain(returning.saleId);
    const { shipments } = await list('SHIPPED');
    expect(shipments.find(({ saleId }) => saleId === shipped.saleId)?.shipment).toMatchObject({
      obstacle: 'MONEY_BACK',
    });

    // The refund did not come about.
    await market.inspector.rows('UPDATE payment SET returning_amount = 0 WHERE id = $1', [returning.paymentId]);
    expect(await idsOf('TO_SHIP')).toContain(returning.saleId);
  });

  it('lists what is to be shipped first at first, and what moved last otherwise, page by page without gaps', async () => {
    const sold = [await sell(), await sell(), await sell(), await sell(), await sell()];
    for (const [index, { saleId }] of sold.entries())
      await makeOverdue(saleId, `timestamptz '2026-01-0${5 - (index % 3)}T03:00:00Z'`);
    const expected = sold
      .map(({ saleId }, index) => ({ saleId, day: 5 - (index % 3) }))
      .toSorted((a, b) => a.day - b.day || (a.saleId < b.saleId ? -1 : 1))
      .map(({ saleId }) => saleId);

    for (const limit of ['1', '2', '5']) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page: Listed = await list('OVERDUE', { limit, ...(next && { after: next }) });
        seen.push(...page.shipments.map(({ saleId }) => saleId));
        expect(page.shipments.every(({ isOverdue }) => isOverdue)).toBe(true);
        next = page.next;
      } while (next);
      expect(seen).toEqual(expected);
    }
    expect((await idsOf('TO_SHIP')).slice(0, 5)).toEqual(expected);
    expect((await count()).OVERDUE).toBe(5);

    for (const { saleId } of sold) await step('markShipped', { saleId, version: 0, carrier: 'Correios' });
    expect((await idsOf('SHIPPED')).slice(0, 5)).toEqual(sold.map(({ saleId }) => saleId).toReversed());
    expect((await count()).OVERDUE).toBe(0);
  });

  it('finds by words and by the order code in one list alone, page by page', async () => {
    const sold = [await sell({ name: 'Zenaide Pires' }), await sell({ name: 'Zenaide Melo' })];
    const [first, second] = sold.map(({ saleId }) => saleId) as [string, string];
    expect(await idsOf('TO_SHIP', { search: 'zenaide' })).toEqual([second, first]);
    const page = await list('TO_SHIP', { search: 'zenaide', limit: '1' });
    expect(await idsOf('TO_SHIP', { search: 'zenaide', limit: '1', after: page.next! })).toEqual([first]);
    expect(await idsOf('TO_SHIP', { search: `${first.slice(-8, -4)}-${first.slice(-4)}` })).toEqual([first]);

    await step('markShipped', { saleId: first, version: 0, carrier: 'Correios' });
    expect(await idsOf('TO_SHIP', { search: 'zenaide' })).toEqual([second]);
    expect(await idsOf('SHIPPED', { search: 'zenaide' })).toEqual([first]);
    expect(await idsOf('SHIPPED', { search: 'zenaide melo' })).toEqual([]);
  });

  it('is for the seller alone', async () => {
    const { saleId } = await sell({ name: 'Quitéria Nunes' });
    for (const { headers } of [stranger, foreign]) {
      expect(await idsOf('TO_SHIP', {}, headers)).toEqual([]);
      expect(await idsOf('TO_SHIP', { search: 'quitéria' }, headers)).toEqual([]);
      expect((await count(headers)).TO_SHIP).toBe(0);
    }
    expect(await idsOf('TO_SHIP', { search: 'quitéria' })).toEqual([saleId]);
  });

  it('keeps the day until which it is to be shipped when the product states other days later', async () => {
    const { inspector, world } = market;
    const first = await sell();
    const day = async (id: string) => (await list('TO_SHIP')).shipments.find(({ saleId }) => saleId === id)!;
    const before = await day(first.saleId);
    await inspector.rows('UPDATE product SET ship_days = 1 WHERE platform_id = $1', [world.platformId]);

    const second = await sell();
    expect((await day(second.saleId)).shipUntil < before.shipUntil).toBe(true);
    await inspector.rows('UPDATE payment SET is_provisional = true WHERE id = $1', [first.paymentId]);
    await inspector.rows('UPDATE payment SET is_provisional = false WHERE id = $1', [first.paymentId]);
    expect((await day(first.saleId)).shipUntil).toBe(before.shipUntil);
    await inspector.rows('UPDATE product SET ship_days = 5 WHERE platform_id = $1', [world.platformId]);
  });

  it('refuses an "after" that is none of ours, by name', async () => {
    for (const search of ['', 'ana']) {
      const url = `/api/fulfilment.listShipments?tab=TO_SHIP&after=abc&search=${search}`;
      const answer = await market.node.app.inject({ url, headers: maria });
      expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'after']);
    }
  });
});

describe('fulfilment.markShipped', () => {
  it('marks each by itself, and says which were not and why', async () => {
    const [good, refunded, changed] = [await sell(), await sell(), await sell()];
    const unpaid = await sell({ isPaid: false });
    await chargeBackAtProvider(market, refunded);
    await pollPayment(market, refunded);
    await step('markShipped', { saleId: changed.saleId, version: 0, carrier: 'Jadlog' });
    const nobodys = '01930000-0000-7000-8000-000000000001';

    const trackingUrl = 'https://rastreio.example/AA1';
    const shipments = [refunded, changed, unpaid, { saleId: nobodys }, good].map(({ saleId }) => ({
      saleId,
      version: 0,
      ...(saleId === good.saleId && { trackingCode: 'AA1', trackingUrl }),
    }));
    expect(await mark('markShipped', { carrier: 'Correios', shipments })).toEqual({
      [refunded.saleId]: 'SHIPMENT_NOT_DUE',
      [changed.saleId]: 'SHIPMENT_CHANGED',
      [unpaid.saleId]: 'SHIPMENT_NOT_DUE',
      [nobodys]: 'SALE_NOT_FOUND',
      [good.saleId]: null,
    });
    const shipped = (await list('SHIPPED')).shipments;
    expect(shipped.find(({ saleId }) => saleId === good.saleId)?.shipment).toMatchObject({
      version: 1,
      carrier: 'Correios',
      trackingCode: 'AA1',
      trackingUrl,
    });
    expect(shipped.find(({ saleId }) => saleId === changed.saleId)?.shipment).toMatchObject({ carrier: 'Jadlog' });
  });

  it('marked in two tabs at once marks each order once, and one mail is written for it', async () => {
    const sold = [await sell(), await sell(), await sell()];
    const saleIds = sold.map(({ saleId }) => saleId);
    const shipments = saleIds.map((saleId) => ({ saleId, version: 0 }));

    const both = await Promise.all([
      mark('markShipped', { carrier: 'Correios', shipments }),
      mark('markShipped', { carrier: 'Jadlog', shipments: shipments.toReversed() }),
    ]);
    for (const id of saleIds) expect(both.map((results) => results[id]).sort()).toEqual(['SHIPMENT_CHANGED', null]);
    expect(await mailsTo(sold, 'order-shipped')).toBe(3);

    const delivered = shipments.map(({ saleId }) => ({ saleId, version: 1 }));
    const again = await Promise.all([1, 2].map(() => mark('markDelivered', { shipments: delivered })));
    for (const id of saleIds) expect(again.map((results) => results[id]).sort()).toEqual(['SHIPMENT_CHANGED', null]);
    expect(await mailsTo(sold, 'order-delivered')).toBe(3);

    const seen = shipments.map(({ saleId }) => ({ saleId, version: 2 }));
    const returned = await Promise.all([1, 2].map(() => mark('markReturned', { shipments: seen })));
    for (const id of saleIds) expect(returned.map((results) => results[id]).sort()).toEqual(['SHIPMENT_CHANGED', null]);
  });

  it('does not let a parcel leave while its refund commits', async () => {
    const sold = await sell();
    const { saleId, paymentId } = sold;
    const other = await openInspector(market.node.databaseUrl);
    await other.rows('BEGIN');
    await other.rows('UPDATE payment SET returning_amount = amount WHERE id = $1', [paymentId]);
    const marking = mark('markShipped', { carrier: 'Correios', shipments: [{ saleId, version: 0 }] });
    await waitFor('the step waits for the refund', async () => {
      const [blocked] = await market.inspector.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return blocked!.count > 0;
    });
    await other.rows('COMMIT');
    await other.close();

    expect(await marking).toEqual({ [saleId]: 'SHIPMENT_NOT_DUE' });
    expect(await mailsTo([sold], 'order-shipped')).toBe(0);
  });

  it('is refused to other sellers, on other platforms, and for more than 100', async () => {
    const { saleId } = await sell();
    const shipments = [{ saleId, version: 0 }];
    for (const { headers } of [stranger, foreign])
      expect(await mark('markShipped', { carrier: 'X', shipments }, headers)).toEqual({ [saleId]: 'SALE_NOT_FOUND' });
    const many = Array.from({ length: 101 }, () => shipments[0]!);
    for (const wrong of [many, []])
      expect((await post('markShipped', { carrier: 'X', shipments: wrong })).body.details[0].field).toBe('shipments');
    expect(
      (await post('markShipped', { carrier: 'X', shipments: [{ saleId, version: 0, trackingUrl: 'http://a' }] })).body
        .details[0].field,
    ).toBe('shipments.0.trackingUrl');
  });
});

describe('fulfilment.printShipments', () => {
  const print = async (payload: object, headers = maria) => {
    const { status, body } = await post('printShipments', payload, headers);
    return status === 200
      ? { fileName: body.fileName as string, pages: readPdf(Buffer.from(body.content, 'base64')) }
      : { status, ...body };
  };
  const codeOf = (saleId: string) => `${saleId.slice(-8, -4)}-${saleId.slice(-4)}`.toUpperCase();

  it('prints a label for each order, and one list of what to pack', async () => {
    const sold = [await sell({ name: 'Łucja São João' }), await sell({ name: 'Bruno Dias' })];
    const saleIds = sold.map(({ saleId }) => saleId);

    const labels = await print({ kind: 'LABELS', saleIds, sender: 'Rua do Forno, 12\n01001-000 São Paulo - SP' });
    expect(labels.fileName).toMatch(/^etiquetas-\d{4}-\d\d-\d\d\.pdf$/);
    expect(labels.pages).toHaveLength(2);
    // The fonts have no letter for the first one.
    expect(labels.pages[0]).toContain('?ucja São João');
    for (const part of [
      codeOf(saleIds[1]!),
      'Bruno Dias',
      'Rua da Bahia, 1148 - Sala 2',
      '30140-071',
      'Rua do Forno, 12',
    ])
      expect(labels.pages[1]).toContain(part);

    // The address is typed once, and an empty one takes it back.
    const ask = (headers = maria) => market.node.app.inject({ url: '/api/fulfilment.getSender', headers });
    expect((await ask()).json()).toEqual({ sender: 'Rua do Forno, 12\n01001-000 São Paulo - SP' });
    expect((await ask(stranger.headers)).json()).toEqual({ sender: null });
    expect((await print({ kind: 'LABELS', saleIds })).pages[0]).toContain('Rua do Forno, 12');
    expect((await print({ kind: 'LABELS', saleIds, sender: '' })).pages[0]).not.toContain('Rua do Forno, 12');
    expect((await ask()).json()).toEqual({ sender: null });

    const { pages } = await print({ kind: 'PACKING_LIST', saleIds });
    for (const part of ['2×', ...saleIds.map(codeOf), 'Bruno Dias', '30140-071', 'Curso de Pão'])
      expect(pages.join(' ')).toContain(part);
  });

  it('keeps every order on long lists', async () => {
    const saleIds: string[] = [];
    for (let index = 0; index < 12; index++) saleIds.push((await sell()).saleId);
    const { pages } = await print({ kind: 'PACKING_LIST', saleIds });
    expect(pages.length).toBeGreaterThan(1);
    for (const id of saleIds) expect(pages.join(' ')).toContain(codeOf(id));
  });

  it('is refused whole where one order is not among the shipments of the seller', async () => {
    const { saleId } = await sell();
    const unpaid = await sell({ isPaid: false });
    for (const kind of ['LABELS', 'PACKING_LIST']) {
      const ids = [saleId, unpaid.saleId];
      expect(await print({ kind, saleIds: ids })).toMatchObject({ status: 404, code: 'SALE_NOT_FOUND' });
      for (const { headers } of [stranger, foreign])
        expect(await print({ kind, saleIds: [saleId] }, headers)).toMatchObject({ code: 'SALE_NOT_FOUND' });
    }
    expect((await print({ kind: 'LABELS', saleIds: [saleId, saleId] })).details[0].field).toBe('saleIds');
  });
});

describe('an overdue order', () => {
  const told = () =>
    market.inspector.rows<{ person_id: string; href: string; title: string }>(
      `SELECT person_id, href, parameters->>'title' AS title FROM notification WHERE type = 'shipment.overdue' ORDER BY created_at`,
    );

  it('is told to its seller once, and then found among the overdue by words', async () => {
    const { inspector, node, world } = market;
    await notifyOverdue(node.app);
    await inspector.rows('DELETE FROM notification');
    const [late, early] = [await sell({ name: 'Tarcila Atrasada' }), await sell({ name: 'Tarcila Pontual' })];
    await makeOverdue(late.saleId);

    await Promise.all([notifyOverdue(node.app), notifyOverdue(node.app)]);
    await notifyOverdue(node.app);

    const title = `${late.saleId.slice(-8, -4)}-${late.saleId.slice(-4)}`.toUpperCase();
    expect(await told()).toEqual([
      { person_id: world.sellerId, href: '/platform/shipments?tab=OVERDUE', title: `${title} · Curso de Pão` },
    ]);
    expect(await idsOf('OVERDUE', { search: 'tarcila' })).toEqual([late.saleId]);
    expect(await idsOf('TO_SHIP', { search: 'tarcila' })).toEqual([early.saleId, late.saleId]);

    // Money that goes and comes back makes no second notice.
    for (const amount of ['amount', '0']) {
      await inspector.rows(`UPDATE payment SET returning_amount = ${amount} WHERE id = $1`, [late.paymentId]);
      await refreshListings(node.app, world.platformId);
    }
    await makeOverdue(late.saleId);
    await notifyOverdue(node.app);
    expect(await told()).toHaveLength(1);

    await step('markShipped', { saleId: late.saleId, version: 0, carrier: 'Correios' });
    expect(await idsOf('OVERDUE', { search: 'tarcila' })).toEqual([]);
  });

  it('that was shipped or refunded before its last day ended is told to nobody', async () => {
    const { inspector, node, world } = market;
    const [shipped, refunded] = [await sell(), await sell()];
    await refreshListings(node.app, world.platformId);
    await inspector.rows('DELETE FROM notification');
    await step('markShipped', { saleId: shipped.saleId, version: 0, carrier: 'Correios' });
    await chargeBackAtProvider(market, refunded);
    await pollPayment(market, refunded);
    await refreshListings(node.app, world.platformId);
    await inspector.rows(`UPDATE shipment_listing SET at = now() - interval '1 hour' WHERE sale_id = ANY ($1)`, [
      [shipped.saleId, refunded.saleId],
    ]);

    await notifyOverdue(node.app);

    expect(await told()).toEqual([]);
  });
});

describe('the buyer', () => {
  const paymentOf = async ({ publicId }: { publicId: string }) => {
    const url = `/api/checkout.getPaymentQuick?paymentId=${publicId}`;
    const answer = await market.node.app.inject({ url });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const purchaseOf = async (email: string) => {
    const { node, world } = market;
    const buyer = await openStaff(node.app, world.platformId, { roles: ['customer'], email });
    await market.inspector.rows('UPDATE person SET email_verified_at = now() WHERE id = $1', [buyer.id]);
    const answer = await node.app.inject({ url: '/api/purchases.listPurchases', headers: buyer.headers });
    return answer.json().purchases[0];
  };

  it('sees on the payment page and among the purchases until when it is shipped, and then where it is', async () => {
    const sold = await sell({ isPaid: false });
    expect((await paymentOf(sold)).tracking).toBeNull();
    await pay(sold);
    const { shipUntil } = (await list('TO_SHIP')).shipments.find(({ saleId }) => saleId === sold.saleId)!;
    const nothing = { carrier: null, trackingCode: null, trackingUrl: null };
    const undone = { shippedAt: null, deliveredAt: null, returnedAt: null };
    expect((await paymentOf(sold)).tracking).toEqual({ state: 'TO_SHIP', shipUntil, ...nothing, ...undone });

    const parcel = { carrier: 'Correios', trackingCode: 'AA1', trackingUrl: 'https://rastreio.example/AA1' };
    await step('markShipped', { saleId: sold.saleId, version: 0, ...parcel });
    await refreshListings(market.node.app, market.world.platformId);
    const { tracking } = await paymentOf(sold);
    expect(tracking).toMatchObject({ state: 'SHIPPED', ...parcel, deliveredAt: null });
    expect(new Date(tracking.shippedAt).getTime()).toBeGreaterThan(0);
    expect((await purchaseOf(sold.email)).tracking).toEqual(tracking);
  });

  it('sees nothing of a parcel where the money went back before it left', async () => {
    const sold = await sell();
    expect(await idsOf('TO_SHIP')).toContain(sold.saleId);
    await chargeBackAtProvider(market, sold);
    await pollPayment(market, sold);
    await refreshListings(market.node.app, market.world.platformId);
    expect((await paymentOf(sold)).tracking).toBeNull();
    expect((await purchaseOf(sold.email)).tracking).toBeNull();
  });
});

it('a sale with two payments is shipped as long as one of them is kept', async () => {
  const { inspector } = market;
  const sold = await sell();
  const columns = 'platform_id, public_id, sale_id, method, amount, currency, expires_at, terms';
  await inspector.rows(
    `INSERT INTO payment (id, status, ${columns}, created_at)
     SELECT gen_random_uuid(), 'REFUNDED', platform_id, reverse(public_id), sale_id, method, amount, currency, expires_at, terms,
       created_at + interval '1 minute' FROM payment WHERE id = $1`,
    [sold.paymentId],
  );
  await inspector.rows('INSERT INTO shipment_listing_due (platform_id, sale_id) VALUES ($1, $2)', [
    market.world.platformId,
    sold.saleId,
  ]);
  expect(await idsOf('TO_SHIP')).toContain(sold.saleId);
  expect(await mark('markShipped', { carrier: 'X', shipments: [{ saleId: sold.saleId, version: 0 }] })).toEqual({
    [sold.saleId]: null,
  });
});
