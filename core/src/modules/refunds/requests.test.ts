/** Buyers ask for refunds through their mailed link: granted at once within the law, the seller's to decide after that. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import {
  openRefundMarket,
  PRICE,
  type RefundMarket,
  type Sold,
  shareRefundMarket,
} from '../../../test/refund-market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { decideDue } from './decisions.ts';
import { notifyRefundEnd } from './notifications.ts';
import { sendRefund } from './provider-calls.ts';
import { notifyUnanswered } from './unanswered.ts';

const DAY_MS = 86_400_000;
const openShop = shareRefundMarket();

const askFor = (shop: RefundMarket, token: string, { publicId }: Sold, more: object = {}) =>
  shop.post(null, 'requestRefund', { token, paymentId: publicId, reason: 'REGRET', ...more });

/** Moves the purchase back by `days`, and gives it a guarantee. */
async function makeOlder(
  { inspector }: RefundMarket,
  { paymentId }: Sold,
  days: number,
  guaranteeDays = 7,
): Promise<void> {
  await inspector.rows(
    `UPDATE payment SET approved_at = approved_at - make_interval(days => $2),
       terms = jsonb_set(terms, '{guaranteeDays}', to_jsonb($3::int)) WHERE id = $1`,
    [paymentId, days, guaranteeDays],
  );
  await inspector.rows(
    'UPDATE payment_evidence SET occurred_at = occurred_at - make_interval(days => $2) WHERE payment_id = $1',
    [paymentId, days],
  );
}

const requestsOf = ({ inspector }: RefundMarket, { paymentId }: Sold) =>
  inspector.rows<{ state: string; paid_by: string; refund_id: string | null; decided_by: string | null }>(
    'SELECT state, paid_by, refund_id, decided_by FROM refund_request WHERE payment_id = $1 ORDER BY created_at',
    [paymentId],
  );

describe('the link of a buyer', () => {
  it('is mailed to who bought, and nobody else learns who did', async () => {
    const shop = await openShop();
    const { post, sell, mailsTo, linkFor, inspector, platformId } = shop;
    await sell('ana@example.com');

    expect(await post(null, 'sendRefundLink', { email: 'ninguem@example.com' })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await mailsTo('ninguem@example.com')).toEqual([]);
    const first = await linkFor('ana@example.com');
    expect(first.url.pathname).toBe('/request-refund');
    const second = await linkFor('ANA@example.com'.toLowerCase());

    expect((await post(null, 'listRefundable', { token: first.token })).body.code).toBe('TOKEN_INVALID');
    const listed = await post(null, 'listRefundable', { token: second.token });
    expect(listed.body).toMatchObject({
      email: 'ana@example.com',
      purchases: [
        {
          title: 'Curso de Pão',
          sellerName: 'Maria Vendedora',
          amount: PRICE,
          leftAmount: PRICE,
          ground: 'LAW',
          request: null,
          paidBy: 'PROVIDER',
        },
      ],
    });
    expect(listed.headers['cache-control']).toBe('no-store');
    await linkFor('ana@example.com');
    const fourth = await post(null, 'sendRefundLink', { email: 'ana@example.com' });
    expect(fourth).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    await inspector.rows('UPDATE one_time_token SET expires_at = now() WHERE platform_id = $1', [platformId]);
    expect((await post(null, 'listRefundable', { token: second.token })).body.code).toBe('TOKEN_INVALID');
  });

  it('reaches what its e-mail bought alone, and paid', async () => {
    const shop = await openShop();
    const { sell, linkFor } = shop;
    await sell('ana@example.com');
    const others = await sell('bia@example.com');
    const { token } = await linkFor('ana@example.com');

    expect((await askFor(shop, token, others)).body.code).toBe('PAYMENT_NOT_FOUND');
    expect((await askFor(shop, 'x'.repeat(43), others)).body.code).toBe('TOKEN_INVALID');
  });

  it('is had without a mail by who is signed in with a proven e-mail', async () => {
    const { app, platformId, inspector, sell, post } = await openShop();
    await sell('ana@example.com');
    const ana = await openStaff(app, platformId, { roles: ['customer'], email: 'ana@example.com' });

    expect((await post(ana, 'openRefundPage', {})).body.code).toBe('ACCESS_DENIED');
    await inspector.rows('UPDATE person SET email_verified_at = now() WHERE id = $1', [ana.id]);
    const elsewhere = await openSessionOf(app, platformId, ana.id);
    const signOut = (headers: Record<string, string>, payload: object) =>
      app.inject({ method: 'POST', url: '/api/session.signOut', headers, payload });
    const open = async () => (await post(null, 'listRefundable', { token })).body;
    const { token } = (await post(ana, 'openRefundPage', {})).body;

    await signOut(elsewhere, {});
    expect((await open()).purchases).toHaveLength(1);
    await signOut(await openSessionOf(app, platformId, ana.id), { isEverywhere: true });
    expect((await open()).code).toBe('TOKEN_INVALID');
  });
});

describe('a wish within seven days', () => {
  it('is granted at once, once, with a protocol that is mailed', async () => {
    const shop = await openShop();
    const { sell, linkFor, mailsTo, toldOf, auditOf, rowsOf, refunded, seller, app, ask, post, platformId, market } =
      shop;
    const sold = await sell();
    await market.inspector.rows(`UPDATE product SET support_email = 'padaria@example.com' WHERE platform_id = $1`, [
      platformId,
    ]);
    const { token } = await linkFor(sold.email);

    const answers = await Promise.all([1, 2, 3].map(() => askFor(shop, token, sold, { note: 'Não gostei.' })));

    const [answer] = answers;
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'GRANTED', ground: 'LAW', decideBy: null, paidBy: 'PROVIDER' },
    });
    expect(answer?.body.protocol).toMatch(/^R\d{6}-[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect(new Set(answers.map(({ body }) => body.protocol)).size).toBe(1);
    const [refund, ...rest] = await rowsOf(sold);
    expect([refund, rest]).toMatchObject([{ amount: PRICE, authorised_as: 'buyer', state: 'REQUESTED' }, []]);
    await sendRefund(app, platformId, refund?.id ?? '');
    expect(await refunded(sold)).toBe(PRICE);
    expect(await mailsTo(sold.email)).toMatchObject([
      { template: 'refund-link' },
      {
        template: 'refund-requested',
        parameters: {
          protocol: answer?.body.protocol,
          state: 'GRANTED',
          amount: PRICE,
          supportEmail: 'padaria@example.com',
          seller: 'Maria Vendedora',
          orderCode: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/),
        },
      },
    ]);
    expect(await toldOf(seller)).toMatchObject([{ type: 'refund.requested', parameters: { amount: PRICE } }]);
    expect((await auditOf(sold)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['refund.requested', null],
      ['refund.authorised', null],
    ]);
    expect((await post(null, 'listRefundable', { token })).body.purchases).toMatchObject([
      { ground: null, isReturned: true, request: { state: 'GRANTED', protocol: answer?.body.protocol } },
    ]);
    expect(await ask(seller, 'listRequests')).toMatchObject({
      waiting: 0,
      items: [{ protocol: answer?.body.protocol, note: 'Não gostei.', refundState: 'DONE', amount: PRICE }],
    });
    await checkWorld(market.node.databaseUrl);
  });

  it('that its provider does not carry out is told to the buyer, once', async () => {
    const shop = await openShop();
    const { sell, linkFor, mailsTo, toldOf, rowsOf, refundOutside, seller, app, platformId } = shop;
    const sold = await sell();
    const { token } = await linkFor(sold.email);
    expect((await askFor(shop, token, sold)).body.state).toBe('GRANTED');
    const [{ id } = { id: '' }] = await rowsOf(sold);
    await refundOutside(sold, 3_000);
    await sendRefund(app, platformId, id);

    expect(await rowsOf(sold)).toMatchObject([{ state: 'REFUSED' }]);
    for (const _ of [1, 2]) await notifyRefundEnd(app, platformId, id);
    expect((await mailsTo(sold.email)).map(({ template }) => template)).toEqual([
      'refund-link',
      'refund-requested',
      'refund-failed',
    ]);
    expect((await toldOf(seller)).map(({ type }) => type)).toContain('refund.failed');
  });

  it('gives back what is left after the seller gave a part, and nobody can decline it', async () => {
    const shop = await openShop();
    const { sell, linkFor, post, seller, rowsOf, inspector } = shop;
    const sold = await sell();
    await post(seller, 'refundSale', { paymentId: sold.publicId, amount: 1_000 });
    const { token } = await linkFor(sold.email);

    await askFor(shop, token, sold);

    expect((await rowsOf(sold)).map(({ amount }) => amount)).toEqual([1_000, PRICE - 1_000]);
    const [request] = await inspector.rows<{ id: string }>('SELECT id FROM refund_request WHERE payment_id = $1', [
      sold.paymentId,
    ]);
    const decline = { requestId: request?.id, decision: 'DECLINE', answer: 'Não.' };
    expect((await post(seller, 'decideRequest', decline)).body.code).toBe('REQUEST_DECIDED');
  });

  it('is refused while a bank decides about the same money', async () => {
    const shop = await openShop();
    const { sell, linkFor, inspector, platformId, seller } = shop;
    const sold = await sell();
    await inspector.rows(
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, amount, currency, due_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'MED', 100, 'BRL', now())`,
      [platformId, sold.paymentId, seller.id],
    );
    const { token } = await linkFor(sold.email);

    expect((await askFor(shop, token, sold)).body.code).toBe('PAYMENT_DISPUTED');
    expect(await requestsOf(shop, sold)).toEqual([]);
  });

  it('waits for surplus that is still on its way back, and is then granted by itself', async () => {
    const shop = await openShop();
    const { sell, linkFor, app, platformId, inspector, refunded, market } = shop;
    const sold = await sell(undefined, 2);
    const { token } = await linkFor(sold.email);
    expect((await askFor(shop, token, sold)).body).toMatchObject({ state: 'WAITING', ground: 'LAW' });

    const [excess] = await inspector.rows<{ id: string }>('SELECT id FROM refund WHERE payment_id = $1', [
      sold.paymentId,
    ]);
    await sendRefund(app, platformId, excess?.id ?? '');
    await decideDue(app);

    const [request] = await requestsOf(shop, sold);
    expect(request?.state).toBe('GRANTED');
    await sendRefund(app, platformId, request?.refund_id ?? '');
    expect(await refunded(sold)).toBe(2 * PRICE);
    await checkWorld(market.node.databaseUrl);
  });
});

describe('a later wish', () => {
  it('within the guarantee waits for the seller, and undecided is granted', async () => {
    const shop = await openShop();
    const { sell, linkFor, app, market, mailsTo, ask, seller } = shop;
    const sold = await sell();
    await makeOlder(shop, sold, 10, 14);
    const { token } = await linkFor(sold.email);

    const { body } = await askFor(shop, token, sold);
    expect(body).toMatchObject({ state: 'WAITING', ground: 'GUARANTEE' });
    expect(await ask(seller, 'listRequests', { state: 'WAITING' })).toMatchObject({
      waiting: 1,
      items: [{ decideBy: body.decideBy }],
    });
    const staff = await openStaff(app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
    const listed = (query = '') =>
      app
        .inject({ url: `/api/refunds.listPlatformRequests${query}`, headers: staff.headers })
        .then((answer) => answer.json().items);
    expect(await listed('?state=WAITING')).toMatchObject([
      { protocol: body.protocol, state: 'WAITING', ground: 'GUARANTEE', amount: PRICE, decideBy: body.decideBy },
    ]);
    expect(await listed(`?search=${body.protocol}`)).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
    for (const none of ['?state=DECLINED', '?search=nobody', '?from=2020-01-01&to=2020-01-02'])
      expect(await listed(none)).toEqual([]);
    await decideDue(app);
    expect(await requestsOf(shop, sold)).toMatchObject([{ state: 'WAITING' }]);
    market.clock.forward(4 * DAY_MS);
    await Promise.all([decideDue(app), decideDue(app)]);

    const [request] = await requestsOf(shop, sold);
    expect(request).toMatchObject({ state: 'GRANTED', decided_by: null });
    expect(request?.refund_id).not.toBeNull();
    expect((await mailsTo(sold.email)).at(-1)).toMatchObject({
      template: 'refund-decided',
      parameters: { state: 'GRANTED' },
    });
  });

  it('after the guarantee is the seller’s to decide, once and with a reason, and undecided is declined', async () => {
    const shop = await openShop();
    const { sell, linkFor, app, market, post, seller, stranger, inspector, mailsTo, auditOf, rowsOf, platformId } =
      shop;
    const [first, second] = [await sell(), await sell()];
    await inspector.rows(`UPDATE product SET support_email = 'padaria@example.com' WHERE platform_id = $1`, [
      platformId,
    ]);
    for (const sold of [first, second]) {
      await makeOlder(shop, sold, 20);
      expect((await askFor(shop, (await linkFor(sold.email)).token, sold)).body).toMatchObject({
        state: 'WAITING',
        ground: 'LATE',
      });
    }
    const [request] = await inspector.rows<{ id: string }>('SELECT id FROM refund_request WHERE payment_id = $1', [
      first.paymentId,
    ]);
    const decide = (by = seller, more: object = {}) =>
      post(by, 'decideRequest', { requestId: request?.id, decision: 'DECLINE', ...more });

    expect((await decide(stranger, { answer: 'Não.' })).body.code).toBe('REQUEST_NOT_FOUND');
    expect((await decide(seller, { answer: ' ' })).body).toMatchObject({
      code: 'REASON_REQUIRED',
      details: [{ field: 'answer' }],
    });
    const both = await Promise.all([
      decide(seller, { answer: 'Passou do prazo.' }),
      decide(seller, { decision: 'GRANT' }),
    ]);
    expect(both.map(({ body }) => body.code).sort()).toEqual(['REQUEST_DECIDED', undefined]);
    market.clock.forward(4 * DAY_MS);
    await decideDue(app);

    const isDeclined = both[0]?.body.code === undefined;
    expect(await requestsOf(shop, first)).toMatchObject([
      { state: isDeclined ? 'DECLINED' : 'GRANTED', decided_by: seller.id },
    ]);
    expect((await auditOf(first)).at(-1)?.type).toBe(isDeclined ? 'refund.declined' : 'refund.authorised');
    expect(await requestsOf(shop, second)).toMatchObject([{ state: 'DECLINED', decided_by: null }]);
    expect((await mailsTo(second.email)).at(-1)).toMatchObject({
      template: 'refund-decided',
      parameters: { state: 'DECLINED', supportEmail: 'padaria@example.com', amount: PRICE },
    });
    expect(await rowsOf(second)).toEqual([]);
    const { token } = await linkFor(second.email);
    expect((await askFor(shop, token, second)).body.code).toBe('REFUND_UNAVAILABLE');
  });

  it('is granted by a seller who gives everything back', async () => {
    const shop = await openShop();
    const { sell, linkFor, post, seller } = shop;
    const sold = await sell();
    await makeOlder(shop, sold, 20);
    await askFor(shop, (await linkFor(sold.email)).token, sold);

    await post(seller, 'refundSale', { paymentId: sold.publicId });

    expect(await requestsOf(shop, sold)).toMatchObject([{ state: 'GRANTED', decided_by: seller.id }]);
  });
});

describe('a wish that its seller leaves unanswered', () => {
  const HOUR_MS = 3_600_000;
  const openTeam = async ({ app, platformId }: RefundMarket) => ({
    ana: await openStaff(app, platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable', 'isChargesAvailable'],
    }),
    bia: await openStaff(app, platformId, { roles: ['admin'], permissions: ['isChargesAvailable'] }),
  });
  const told = async (shop: RefundMarket, person: Staff) =>
    (await shop.toldOf(person)).filter(({ type }) => type === 'refund.unanswered');

  it('reaches those of the team who may decide it after two days, once, and leaves their bells with the decision', async () => {
    const shop = await openShop();
    const { sell, linkFor, app, market, inspector, post, seller } = shop;
    const { ana, bia } = await openTeam(shop);
    const [first, second] = [await sell(), await sell()];
    const ids: string[] = [];
    for (const sold of [first, second]) {
      await makeOlder(shop, sold, 10, 14);
      const { token } = await linkFor(sold.email);
      const { body } = await askFor(shop, token, sold);
      const [row] = await inspector.rows<{ id: string }>('SELECT id FROM refund_request WHERE protocol = $1', [
        body.protocol,
      ]);
      ids.push(row!.id);
    }
    await post(seller, 'decideRequest', { requestId: ids[1], decision: 'DECLINE', answer: 'Não.' });
    market.clock.forward(47 * HOUR_MS);
    await notifyUnanswered(app);
    expect(await told(shop, ana)).toEqual([]);
    market.clock.forward(2 * HOUR_MS);

    await Promise.all([notifyUnanswered(app), notifyUnanswered(app)]);
    await notifyUnanswered(app);

    expect(await told(shop, ana)).toMatchObject([{ parameters: { title: 'Curso de Pão', amount: PRICE } }]);
    expect(await told(shop, bia)).toEqual([]);
    const unread = () =>
      inspector.rows(`SELECT 1 FROM notification WHERE type = 'refund.unanswered' AND read_at IS NULL`);
    // One is Ana's, the other belongs to the market's own administrator.
    expect(await unread()).toHaveLength(2);
    market.clock.forward(2 * DAY_MS);
    await decideDue(app);
    expect(await requestsOf(shop, first)).toMatchObject([{ state: 'GRANTED' }]);
    expect(await unread()).toEqual([]);
  });

  it('is granted by the team in the seller’s place, once, and recorded as the team’s', async () => {
    const shop = await openShop();
    const { sell, linkFor, app, platformId, inspector, post, seller, mailsTo, auditOf, rowsOf, refunded } = shop;
    const { ana } = await openTeam(shop);
    const sold = await sell();
    await makeOlder(shop, sold, 20);
    const { token } = await linkFor(sold.email);
    const { body } = await askFor(shop, token, sold);
    const [row] = await inspector.rows<{ id: string }>('SELECT id FROM refund_request WHERE protocol = $1', [
      body.protocol,
    ]);
    const requestId = row!.id;
    const stranger = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isChargesAvailable'] });
    expect((await post(stranger, 'grantRequest', { requestId })).body.code).toBe('ACCESS_DENIED');
    expect((await post(seller, 'grantRequest', { requestId })).body.code).toBe('ACCESS_DENIED');
    expect((await post(ana, 'grantRequest', { requestId: platformId })).body.code).toBe('REQUEST_NOT_FOUND');

    const answers = await Promise.all([1, 2].map(() => post(ana, 'grantRequest', { requestId })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await requestsOf(shop, sold)).toMatchObject([{ state: 'GRANTED', decided_by: ana.id }]);
    const [refund, ...rest] = await rowsOf(sold);
    expect([refund, rest]).toMatchObject([{ amount: PRICE, authorised_as: 'admin' }, []]);
    await sendRefund(app, platformId, refund!.id);
    expect(await refunded(sold)).toBe(PRICE);
    expect((await mailsTo(sold.email)).at(-1)).toMatchObject({
      template: 'refund-decided',
      parameters: { state: 'GRANTED' },
    });
    expect((await auditOf(sold)).at(-1)).toMatchObject({
      type: 'refund.authorised',
      actor_id: ana.id,
      details: { authorisedAs: 'admin' },
    });
    await checkWorld(shop.market.node.databaseUrl);
  });
});

describe('a payment that its provider cannot give back', () => {
  it('is the seller’s to pay, and the buyer is told so', async () => {
    const variants = await writeVariants({
      stubborn: (manifest) => Object.assign(manifest.capabilities.methods?.PIX ?? {}, { refund: 'none' }),
    });
    onTestFinished(variants.remove);
    const shop = await openRefundMarket({ provider: 'stubborn', providerDirectory: variants.directory });
    const { sell, linkFor, post, seller, mailsTo, ask, rowsOf } = shop;
    const sold = await sell();
    const { token } = await linkFor(sold.email);

    expect((await post(null, 'listRefundable', { token })).body.purchases).toMatchObject([
      { ground: 'LAW', paidBy: 'SELLER' },
    ]);
    expect((await askFor(shop, token, sold)).body).toMatchObject({ state: 'GRANTED', paidBy: 'SELLER' });

    expect(await rowsOf(sold)).toEqual([]);
    expect((await mailsTo(sold.email)).at(-1)?.parameters).toMatchObject({ paidBy: 'SELLER' });
    expect(await ask(seller, 'listRequests')).toMatchObject({ items: [{ paidBy: 'SELLER', refundState: null }] });
    expect((await ask(seller, 'getRefundable', { paymentId: sold.publicId })).obstacle).toBe('UNSUPPORTED');
    expect((await post(seller, 'refundSale', { paymentId: sold.publicId })).body.code).toBe('REFUND_UNAVAILABLE');
  });
});
