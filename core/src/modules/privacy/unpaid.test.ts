/** Buyers who never paid are forgotten: a dump of the whole database names them nowhere, and everybody else stays as they are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInDump } from '../../../test/find-in-dump.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, signInStaff } from '../../../test/people.ts';
import { updateRows } from '../../../test/rows.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from '../../../test/world.ts';
import { ERASED_EMAIL, ERASED_NAME } from '../../shared/erased.ts';
import { purgeCarts } from '../abandoned-carts/model.ts';
import { purgeMails } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import { purgeNotifications } from '../notifications/model.ts';
import { forgetOldKeys, forgetOldLogs, forgetPublished } from '../system/housekeeping.ts';
import { eraseUnpaidBuyers } from './unpaid-model.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

const rows = <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  market.inspector.rows<Row>(sql, values);

let count = 0;
/** A buyer of a name that nothing else in the database holds. */
const stranger = () => {
  const id = `zacarias${++count}`;
  return {
    name: `Zacarias${count} Quixadá`,
    email: `${id}.quixada@example.com`,
    phone: `119${String(80_000_000 + count)}`,
    ...BUYER_ADDRESS,
    street: `Travessa Zacarias${count}`,
    isRepeat: false,
    utmQuery: { utm_term: id },
    referer: `https://search.example/?q=${id}`,
  };
};

async function order(extra: Record<string, unknown> = {}) {
  const buyer = stranger();
  const answer = (await buy(market.node.app, pixPurchase(market.world, { ...buyer, ...extra }))).json();
  const [payment] = await rows<{ id: string; sale_id: string }>(
    'SELECT id, sale_id FROM payment WHERE public_id = $1',
    [answer.paymentId],
  );
  await endPrice(payment!.sale_id);
  return { buyer, paymentId: payment!.id, saleId: payment!.sale_id };
}

/** Ends a charge as the reducer does once the provider says so. */
const end = (paymentId: string, status = 'CANCELED', days = 31, extra: Record<string, unknown> = {}) =>
  market.node.app.database.transaction(market.world.platformId, async (transaction) => {
    await transaction.run(
      updateRows(
        'payment',
        { id: paymentId },
        { status, next_check_at: null, updated_at: new Date(Date.now() - days * 86_400_000), ...extra },
      ),
    );
  });

/** Its buyer gets no new code at its price any more. */
const endPrice = (saleId: string) =>
  rows(`UPDATE sale SET price_kept_until = now() - interval '1 day' WHERE id = $1`, [saleId]);

const buyerOf = async (saleId: string) =>
  (
    await rows(
      'SELECT buyer_name, buyer_email, buyer_document, buyer_phone, address, utm_query FROM sale WHERE id = $1',
      [saleId],
    )
  )[0];

describe('the buyer of a purchase that was never paid', () => {
  it('is found nowhere in a dump, once its days are over and logs and mails have met their ends', async () => {
    const { app } = market.node;
    const { buyer, paymentId, saleId } = await order({ cpf: '11144477735' });
    const texts = [buyer.name, buyer.email, buyer.phone, buyer.street, '11144477735', '111.444.777-35', 'zacarias1'];
    expect(await findInDump(market.inspector, texts)).not.toEqual([]);
    await end(paymentId);

    expect(await eraseUnpaidBuyers(app)).toBe(1);
    await rows(`UPDATE idempotency_key SET created_at = now() - interval '200 days'`);
    await rows(`UPDATE outbox SET published_at = now() - interval '200 days'`);
    for (const [table, time] of [
      ['mail', 'created_at'],
      ['notification', 'created_at'],
      ['webhook', 'received_at'],
      ['provider_exchange', 'started_at'],
    ])
      await rows(`UPDATE ${table} SET ${time} = now() - interval '200 days'`);
    await Promise.all([forgetOldKeys(app), forgetPublished(app), forgetOldLogs(app)]);
    await Promise.all([purgeMails(app), purgeNotifications(app), purgeCarts(app)]);
    await rows('DELETE FROM pgboss.job');

    expect(await findInDump(market.inspector, texts)).toEqual([]);
    expect(await buyerOf(saleId)).toEqual({
      buyer_name: ERASED_NAME,
      buyer_email: ERASED_EMAIL,
      buyer_document: null,
      buyer_phone: null,
      address: null,
      utm_query: {},
    });
    const [kept] = await rows('SELECT total, currency FROM sale WHERE id = $1', [saleId]);
    expect(kept).toEqual({ total: 9990, currency: 'BRL' });
    expect(await eraseUnpaidBuyers(app)).toBe(0);
  });

  it('is found by no search of the team any more', async () => {
    const { app } = market.node;
    await createPerson(app, market.world.platformId, {
      email: 'root@example.com',
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
    const { headers: admin } = await signInStaff(app, 'root@example.com', { entrance: 'admin' });
    const { buyer, paymentId } = await order();
    const search = async () => {
      const url = `/api/sales.listPlatformSales?search=${encodeURIComponent(buyer.name.split(' ')[0] as string)}`;
      return (await app.inject({ url, headers: admin })).json().sales;
    };
    expect(await search()).toHaveLength(1);

    await end(paymentId, 'REJECTED');
    await eraseUnpaidBuyers(app);
    expect(await search()).toHaveLength(0);
  });

  it('gets no mail once money comes for it after all', async () => {
    const { paymentId, saleId } = await order();
    await end(paymentId);
    await eraseUnpaidBuyers(market.node.app);
    await rows('DELETE FROM mail');
    const { platformId } = market.world;
    const to = String((await buyerOf(saleId))?.buyer_email);
    const parameters = {} as Parameters<typeof prepareMail>[2]['parameters'];
    const mail = { to, template: 'payment-approved', locale: 'pt-BR', parameters } as Parameters<typeof prepareMail>[2];
    await market.node.app.database.write(platformId, [await prepareMail(market.node.app, platformId, mail)]);
    expect(await rows('SELECT recipient FROM mail')).toEqual([]);
  });
});

describe('a buyer stays', () => {
  it.each([
    ['who paid', { status: 'APPROVED', extra: { paid_amount: 9_990 } }],
    ['whose money came and went back', { status: 'CANCELED', extra: { paid_amount: 100 } }],
    ['whose code can still be paid', { status: 'PENDING' }],
    ['whose answer nobody has confirmed', { status: 'REJECTED', extra: { is_provisional: true } }],
    ['whose days are not over', { status: 'CANCELED', days: 29 }],
  ])('%s', async (_, { status, days = 31, extra = {} }: { status: string; days?: number; extra?: object }) => {
    const { buyer, paymentId, saleId } = await order();
    await end(paymentId, status, days, extra as Record<string, unknown>);

    await eraseUnpaidBuyers(market.node.app);
    expect(await buyerOf(saleId)).toMatchObject({ buyer_name: buyer.name, buyer_email: buyer.email });
  });

  it('who may still get a new code at the price', async () => {
    const { buyer, paymentId, saleId } = await order();
    await rows(`UPDATE sale SET price_kept_until = now() + interval '1 day' WHERE id = $1`, [saleId]);
    await end(paymentId);

    await eraseUnpaidBuyers(market.node.app);
    expect(await buyerOf(saleId)).toMatchObject({ buyer_name: buyer.name });
  });

  it('whose charge may still appear at its provider', async () => {
    const { buyer, paymentId, saleId } = await order();
    await end(paymentId, 'REJECTED');
    await rows(`UPDATE payment_attempt SET state = 'UNKNOWN' WHERE payment_id = $1`, [paymentId]);

    await eraseUnpaidBuyers(market.node.app);
    expect(await buyerOf(saleId)).toMatchObject({ buyer_name: buyer.name });
  });

  it('for as long as the platform wants', async () => {
    const { app } = market.node;
    const { buyer, paymentId, saleId } = await order();
    await end(paymentId, 'CANCELED', 31);
    await rows(`UPDATE platform SET settings = settings || '{"unpaidBuyerDays": 90}'`);
    app.cache.forgetAll();

    await eraseUnpaidBuyers(app);
    expect(await buyerOf(saleId)).toMatchObject({ buyer_name: buyer.name });
  });
});
