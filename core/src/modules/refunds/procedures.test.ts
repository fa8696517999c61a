/** Sellers and the platform give money back once, never more than is left, and every share with it. */
import { describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';
import { balanceOf, PRICE, shareRefundMarket } from '../../../test/refund-market.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { notifyRefundEnd } from './notifications.ts';
import { sendRefund } from './provider-calls.ts';

const openShop = shareRefundMarket();

describe('a seller', () => {
  it('gives a part back and then the rest, and every share goes with it', async () => {
    const shop = await openShop();
    const { seller, post, ask, sell, refunded, rowsOf, paymentOf, auditOf, market } = shop;
    const sold = await sell();
    const earned = await balanceOf(market, seller.id);
    const about = { paymentId: sold.publicId };

    const before = await ask(seller, 'getRefundable', { ...about, amount: '4000' });
    expect(before).toMatchObject({ obstacle: null, refundable: PRICE, returnedAmount: 0, isPartialPossible: true });
    expect(before.ownShare).toBe(earned);
    expect(before.shares.reduce((sum: number, share: { amount: number }) => sum + share.amount, 0)).toBe(4_000);
    const part = await post(seller, 'refundSale', { ...about, amount: 4_000, note: ' Faltou uma aula. ' });

    expect(part).toMatchObject({
      status: 200,
      body: {
        refund: { amount: 4_000, paidAmount: PRICE, state: 'DONE', authorisedAs: 'seller', note: 'Faltou uma aula.' },
      },
    });
    expect(await refunded(sold)).toBe(4_000);
    expect(earned - (await balanceOf(market, seller.id))).toBe(before.shares[0].amount);
    expect(await ask(seller, 'getRefundable', about)).toMatchObject({
      refundable: PRICE - 4_000,
      returnedAmount: 4_000,
    });

    expect((await post(seller, 'refundSale', about)).body.refund).toMatchObject({
      amount: PRICE - 4_000,
      state: 'DONE',
    });
    expect(await refunded(sold)).toBe(PRICE);
    expect(await paymentOf(sold)).toMatchObject({ status: 'REFUNDED', refunded_amount: PRICE });
    expect(await balanceOf(market, seller.id)).toBe(0);
    expect(await ask(seller, 'getRefundable', about)).toMatchObject({ obstacle: 'ALL_RETURNED', refundable: 0 });
    expect((await post(seller, 'refundSale', about)).body.code).toBe('REFUND_TOO_LARGE');
    expect((await rowsOf(sold)).map(({ state }) => state)).toEqual(['DONE', 'DONE']);
    expect(await auditOf(sold)).toMatchObject([
      { type: 'refund.authorised', actor_id: seller.id, details: { amount: 4_000, authorisedAs: 'seller' } },
      { type: 'refund.authorised', actor_id: seller.id, details: { amount: PRICE - 4_000 } },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is answered the same for the same key, and needs one', async () => {
    const { seller, stranger, post, sell, rowsOf, refunded, app } = await openShop();
    const sold = await sell();
    const wanted = { paymentId: sold.publicId, amount: 1_000 };
    const key = newId();

    const answers = await Promise.all([1, 2, 3].map(() => post(seller, 'refundSale', wanted, key)));
    const again = await post(seller, 'refundSale', wanted, key);

    expect(new Set([...answers, again].map(({ body }) => body.refund?.id)).size).toBe(1);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await rowsOf(sold)).toMatchObject([{ amount: 1_000, state: 'DONE' }]);
    expect(await refunded(sold)).toBe(1_000);
    expect((await post(seller, 'refundSale', { ...wanted, amount: 2_000 }, key)).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await post(stranger, 'refundSale', wanted, key)).body.code).toBe('PAYMENT_NOT_FOUND');
    const without = await app.inject({
      method: 'POST',
      url: '/api/refunds.refundSale',
      headers: seller.headers,
      payload: wanted,
    });
    expect(without.json().code).toBe('IDEMPOTENCY_KEY_MISSING');
  });

  it('gives back neither more than is left, nor what was not paid, nor what is in dispute, nor of others', async () => {
    const { seller, stranger, admin, post, ask, sell, inspector, rowsOf, app, platformId, market } = await openShop();
    const sold = await sell();
    const about = { paymentId: sold.publicId };

    expect(await post(seller, 'refundSale', { ...about, amount: PRICE + 1 })).toMatchObject({
      status: 422,
      body: { code: 'REFUND_TOO_LARGE', details: [{ field: 'amount' }] },
    });
    expect((await post(stranger, 'refundSale', about)).body.code).toBe('PAYMENT_NOT_FOUND');
    expect((await ask(stranger, 'getRefundable', about)).code).toBe('PAYMENT_NOT_FOUND');
    expect((await post(seller, 'refundPayment', about)).body.code).toBe('ACCESS_DENIED');
    await inspector.rows(
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, amount, currency, due_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'MED', 100, 'BRL', now())`,
      [platformId, sold.paymentId, seller.id],
    );
    expect((await post(admin, 'refundPayment', about)).body.code).toBe('PAYMENT_DISPUTED');
    expect((await ask(seller, 'getRefundable', about)).obstacle).toBe('DISPUTED');
    const unpaid = (await buy(app, pixPurchase(market.world))).json().paymentId;
    expect((await post(seller, 'refundSale', { paymentId: unpaid })).body.code).toBe('REFUND_UNAVAILABLE');
    expect((await ask(seller, 'getRefundable', { paymentId: unpaid })).obstacle).toBe('NOT_PAID');
    expect(await rowsOf(sold)).toEqual([]);
  });

  it('is told by a bad request where the provider refuses, keeps the share, and may try again with the same key', async () => {
    const { seller, post, sell, rowsOf, paymentOf, market, inspector, toldOf, platformId, app } = await openShop({
      refundOutcome: 'refused',
    });
    const sold = await sell();
    const earned = await balanceOf(market, seller.id);
    const key = newId();
    for (const _ of [1, 2]) {
      expect(await post(seller, 'refundSale', { paymentId: sold.publicId }, key)).toMatchObject({
        status: 400,
        body: { code: 'REFUND_FAILED', message: 'Erro ao aprovar o reembolso.' },
      });
    }

    const rows = await rowsOf(sold);
    expect(rows.map(({ state }) => state)).toEqual(['REFUSED', 'REFUSED']);
    expect(await paymentOf(sold)).toMatchObject({ status: 'APPROVED', returning_amount: 0, refunded_amount: 0 });
    expect(await balanceOf(market, seller.id)).toBe(earned);
    for (const { id } of [...rows, ...rows]) await notifyRefundEnd(app, platformId, id);
    expect((await toldOf(seller)).map(({ type }) => type)).toEqual(['refund.failed', 'refund.failed']);
    expect(
      await inspector.rows("SELECT 1 FROM mail WHERE template = 'refund-done' AND platform_id = $1", [platformId]),
    ).toEqual([]);
    await checkWorld(market.node.databaseUrl);
  });

  it('sees own refunds page by page, found by buyer, state and day, with what they come to', async () => {
    const { seller, stranger, post, ask, sell } = await openShop();
    const sold = [await sell('um@example.com'), await sell('dois@example.com'), await sell('tres@example.com')];
    for (const [index, { publicId }] of sold.entries())
      await post(seller, 'refundSale', { paymentId: publicId, amount: 100 * (index + 1) });

    const first = await ask(seller, 'listRefunds', { limit: '2' });
    const second = await ask(seller, 'listRefunds', { limit: '2', after: first.next });

    expect([...first.items, ...second.items].map(({ amount }) => amount)).toEqual([300, 200, 100]);
    expect([first.count, first.total, second.next, second.total]).toEqual([3, 600, null, 600]);
    expect(await ask(seller, 'listRefunds', { search: 'DOIS@' })).toMatchObject({ count: 1, total: 200 });
    expect(await ask(seller, 'listRefunds', { state: 'REFUSED' })).toMatchObject({ items: [], count: 0, total: 0 });
    expect(await ask(seller, 'listRefunds', { currency: 'USD' })).toMatchObject({ count: 0 });
    expect(await ask(seller, 'listRefunds', { from: '2020-01-02', to: '2020-01-01' })).toMatchObject({
      code: 'PERIOD_INVALID',
      details: [{ field: 'to' }],
    });
    expect(await ask(seller, 'listRefunds', { to: '2020-01-01' })).toMatchObject({ count: 0 });
    expect(await ask(stranger, 'listRefunds')).toMatchObject({ items: [], count: 0, total: 0 });
  });
});

describe('a provider that is silent', () => {
  it('closes a refund by a later word, and the buyer is told once', async () => {
    const { seller, post, sell, rowsOf, refunded, inspector, market, app, platformId, mailsTo } = await openShop({
      refundOutcome: 'pending',
    });
    const sold = await sell();
    await inspector.rows(`UPDATE product SET support_email = 'padaria@example.com' WHERE platform_id = $1`, [
      platformId,
    ]);
    expect((await post(seller, 'refundSale', { paymentId: sold.publicId })).body.refund.state).toBe('PENDING');
    const [{ id } = { id: '' }] = await rowsOf(sold);
    await notifyRefundEnd(app, platformId, id);
    expect(await mailsTo(sold.email)).toEqual([]);

    market.clock.forward(10_000);
    await market.host();
    await expect.poll(() => refunded(sold)).toBe(PRICE);
    await inspector.rows('UPDATE refund SET next_check_at = now()');
    await app.refunds.run();

    expect(await rowsOf(sold)).toMatchObject([{ state: 'DONE' }]);
    for (const _ of [1, 2]) await notifyRefundEnd(app, platformId, id);
    expect(await mailsTo(sold.email)).toMatchObject([
      { template: 'refund-done', parameters: { amount: PRICE, supportEmail: 'padaria@example.com' } },
    ]);
  });

  it('leaves it to a person after three days, who says it once and is written down', async () => {
    const { seller, admin, post, ask, sell, rowsOf, paymentOf, inspector, host, auditOf, market } = await openShop();
    const sold = await sell();
    host.addFault({ kind: 'error-500', times: 1, match: 'POST /charges/' });
    const answer = await post(seller, 'refundSale', { paymentId: sold.publicId });
    expect(answer.body.refund.state).toBe('UNKNOWN');
    const [{ id } = { id: '' }] = await rowsOf(sold);
    const settle = { refundId: id, outcome: 'REFUSED', note: 'O provedor confirmou por telefone.' };
    expect((await post(admin, 'settleRefund', settle)).body.code).toBe('REFUND_NOT_OVERDUE');
    await inspector.rows(`UPDATE refund SET created_at = now() - interval '73 hours'`);

    expect((await ask(admin, 'listPlatformRefunds', { isOverdue: 'true' })).items).toMatchObject([
      { id, isOverdue: true },
    ]);
    expect((await post(admin, 'settleRefund', { ...settle, note: ' ' })).body.code).toBe('VALIDATION_FAILED');
    const codes = (await Promise.all([1, 2].map(() => post(admin, 'settleRefund', settle)))).map(
      ({ body }) => body.code,
    );

    expect(codes.sort()).toEqual(['REFUND_NOT_OVERDUE', undefined]);
    expect(await rowsOf(sold)).toMatchObject([{ state: 'REFUSED', reason: settle.note }]);
    expect(await paymentOf(sold)).toMatchObject({ status: 'APPROVED', returning_amount: 0 });
    expect((await auditOf(sold)).at(-1)).toMatchObject({
      type: 'refund.settled',
      actor_id: admin.id,
      details: { outcome: 'REFUSED' },
    });
    await checkWorld(market.node.databaseUrl);
  });
});

describe('money that somebody gives back at the provider meanwhile', () => {
  it('is not given back a second time', async () => {
    const { seller, post, sell, rowsOf, refunded, refundOutside, host, paymentOf, app, platformId, market } =
      await openShop();
    const sold = await sell();
    host.addFault({ kind: 'error-500', times: 1, match: 'GET /charges' });
    const { body } = await post(seller, 'refundSale', { paymentId: sold.publicId, amount: 4_000 });
    expect(body.refund.state).toBe('REQUESTED');
    await refundOutside(sold, 3_000);

    await sendRefund(app, platformId, body.refund.id);

    expect(await rowsOf(sold)).toMatchObject([{ state: 'REFUSED', reason: 'NOT_CONFIRMED' }]);
    expect(await refunded(sold)).toBe(3_000);
    expect(await paymentOf(sold)).toMatchObject({ returning_amount: 0, refunded_amount: 3_000 });
    // A seller who grants more now means more than that.
    expect((await post(seller, 'refundSale', { paymentId: sold.publicId, amount: 4_000 })).status).toBe(200);
    expect(await refunded(sold)).toBe(7_000);
    await checkWorld(market.node.databaseUrl);
  });
});

describe('many who give the same money back', () => {
  it(`never give back more than was paid (seed ${SEED})`, async () => {
    const {
      seller,
      admin,
      post,
      sell,
      rowsOf,
      refunded,
      refundOutside,
      poll: look,
      linkFor,
      market,
      inspector,
      app,
    } = await openShop();
    const { below, deck } = openDraw();
    const isWhole = deck([true, false, false]);
    const isOutside = deck([true, false]);
    for (let round = 0; round < rounds({ short: 6, long: 50 }); round++) {
      const sold = await sell();
      const { token } = await linkFor(sold.email);
      const about = { paymentId: sold.publicId };
      const some = () => ({ ...about, ...(!isWhole() && { amount: 1 + below(PRICE) }) });
      const outside = 1 + below(PRICE);
      await Promise.all([
        post(seller, 'refundSale', some()),
        post(seller, 'refundSale', some()),
        post(admin, 'refundPayment', some()),
        post(null, 'requestRefund', { token, ...about, reason: 'REGRET' }),
        ...(isOutside() ? [refundOutside(sold, outside).then(() => look(sold))] : []),
      ]);
      await inspector.rows('UPDATE refund SET next_check_at = now()');
      await app.refunds.run();
      await look(sold);

      const rows = await rowsOf(sold);
      const back = rows.filter(({ state }) => state !== 'REFUSED').reduce((sum, { amount }) => sum + amount, 0);
      expect(rows.every(({ state }) => state === 'DONE' || state === 'REFUSED')).toBe(true);
      expect(back).toBeLessThanOrEqual(PRICE);
      expect(await refunded(sold)).toBeLessThanOrEqual(PRICE);
      expect(await refunded(sold)).toBeGreaterThanOrEqual(back);
    }
    await checkWorld(market.node.databaseUrl);
  });
});
