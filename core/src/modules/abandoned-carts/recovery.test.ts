/** Carts are kept, recovered and ended as their seller says: through HTTP, on two nodes, with the clock in the test's hand. */
import { STANDARD_TEXTS } from '@feira/schemas/rules/cart-recovery';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { readMails } from '../../../test/mails.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSmtpInbox, type SmtpInbox } from '../../../test/smtp-inbox.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { checkPayment } from '../payments/service.ts';
import { advanceCart, isInHoldout } from './advance.ts';
import { purgeCarts } from './model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let market: Market;
let second: TestNode;

beforeAll(async () => {
  market = await openMarket({ env: { SWEEP_INTERVAL_MS: '50' } });
  second = await buildNode({
    databaseUrl: market.node.databaseUrl,
    isListening: true,
    clock: market.clock,
    env: { SWEEP_INTERVAL_MS: '50' },
  });
});
afterAll(async () => {
  await second?.close();
  await market?.close();
});

const mailStep = (afterMinutes: number, extra: object = {}) => ({
  id: newId(),
  channel: 'MAIL',
  afterMinutes,
  coupon: null,
  texts: STANDARD_TEXTS.MAIL,
  ...extra,
});

const RECOVERY = { isEnabled: true, keepDays: 30, holdoutPercent: 0, quiet: { from: 0, until: 0 } };

interface Shop {
  world: World;
  host: string;
  seller: Record<string, string>;
  get(name: string, query?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(name: string, payload: object): Promise<LightMyRequestResponse>;
  /** Saves the recovery of the product. */
  recover(settings?: object, subject?: object): Promise<{ steps: { id: string }[] }>;
  /** Leaves a cart, and returns its id and the cookies of the browser. */
  leave(fields?: object, cookie?: string): Promise<{ cartId: string; cookie: string }>;
  list(query?: Record<string, string>): Promise<{ items: ListedCart[]; atStake: object[]; recovered: object[] }>;
  mails(email?: string): ReturnType<typeof readMails>;
}

interface ListedCart {
  id: string;
  state: string;
  stopReason: string | null;
  isHoldout: boolean;
  resumeUrl: string | null;
  whatsappUrl: string | null;
  document: string | null;
  saleId: string | null;
  name: string | null;
  steps: { channel: string; state: string }[];
}

const BUYER = 'bia@example.com';

/** Each test has a shop of its own, whose time may be put forward for all of them. */
async function openShop(): Promise<Shop> {
  const { app } = market.node;
  const host = `${newId()}.example`;
  const world = await createWorld(app, { host, offer: { abandoned_cart_enabled: true } });
  await connect(app, world);
  await market.inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  const seller = await openSessionOf(app, world.platformId, world.sellerId, { host });
  const get: Shop['get'] = (name, query = {}) =>
    app.inject({ url: `/api/abandonedCarts.${name}?${new URLSearchParams(query)}`, headers: seller });
  const post: Shop['post'] = (name, payload) =>
    app.inject({ method: 'POST', url: `/api/abandonedCarts.${name}`, headers: seller, payload });
  return {
    world,
    host,
    seller,
    get,
    post,
    async recover(settings = {}, subject = { subject: 'PRODUCT', subjectId: world.productId }) {
      const recovery = { ...RECOVERY, steps: [mailStep(60)], ...settings };
      const saved = await post('updateRecovery', { ...subject, ...recovery, version: 0 });
      expect(saved.json()).toEqual({ version: 1 });
      return recovery;
    },
    async leave(fields = {}, cookie = '') {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/checkout.putAbandonedCart',
        headers: { host, cookie },
        payload: { offerId: world.offerId, email: BUYER, name: 'Bia Rocha', cartAmt: 9_990, ...fields },
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return { cartId: answer.json().cartId, cookie: [cookie, cookies].filter(Boolean).join('; ') };
    },
    async list(query = {}) {
      return (await get('listCarts', query)).json();
    },
    mails: (email = BUYER) => readMails(app, market.inspector, world.platformId, email),
  };
}

/** Waits until nothing of a platform's carts is due and no job about carts is left. */
const settle = () =>
  waitFor('nothing about carts is left to do', async () => {
    const [open] = await market.inspector.rows<{ carts: number; jobs: number; events: number }>(
      `SELECT (SELECT count(*)::int FROM abandoned_cart WHERE due_at <= $1) AS carts,
        (SELECT count(*)::int FROM outbox WHERE published_at IS NULL) AS events,
        (SELECT count(*)::int FROM pgboss.job WHERE name LIKE 'carts.%' AND state NOT IN ('completed', 'failed')
          AND name <> 'carts.purge') AS jobs`,
      [market.clock.now()],
    );
    return open?.carts === 0 && open.jobs === 0 && open.events === 0;
  });

async function forward(ms: number): Promise<void> {
  market.clock.forward(ms);
  await settle();
}

const buyPix = (shop: Shop, extra: object = {}, cookie = '') =>
  buy(market.node.app, pixPurchase(shop.world, { email: BUYER, ...extra }), undefined, { host: shop.host, cookie });

/** Pays the newest payment of a shop at its acquirer, and lets the node hear of it. */
async function pay({ world }: Shop): Promise<void> {
  const { app } = market.node;
  const [payment] = await market.inspector.rows<{ id: string; transaction: string; connection: string }>(
    `SELECT p.id, a.transaction_id AS transaction, a.connection_id AS connection FROM payment p
     JOIN payment_attempt a ON a.payment_id = p.id WHERE p.platform_id = $1 ORDER BY p.created_at DESC LIMIT 1`,
    [world.platformId],
  );
  const simulator = (await app.simulators.get(payment?.connection as string))?.simulator;
  await simulator?.pay(payment?.transaction as string);
  await checkPayment(app, world.platformId, payment?.id as string);
}

describe('a cart that its buyer left', () => {
  it('is listed once it is abandoned, with what is at stake, and the seller is told once', async () => {
    const shop = await openShop();
    const { cookie } = await shop.leave({ document: '529.982.247-25', phone: '92987654321' });

    expect((await shop.list()).items).toEqual([]);
    await forward(31 * MINUTE_MS);
    await shop.leave({ document: '52998224725', phone: '92987654321', cartAmt: 11_980 }, cookie);
    await forward(31 * MINUTE_MS);

    const listed = await shop.list();
    expect(listed).toMatchObject({
      items: [{ state: 'OPEN', document: '•••.982.247-••', name: 'Bia Rocha', cartAmt: 11_980, isHoldout: false }],
      atStake: [{ currency: 'BRL', amount: 11_980, count: 1 }],
      recovered: [],
    });
    expect(
      await market.inspector.rows(`SELECT zone FROM abandoned_cart WHERE platform_id = $1`, [shop.world.platformId]),
    ).toEqual([{ zone: 'America/Manaus' }]);
    const notices = await market.inspector.rows<{ parameters: object }>(
      `SELECT person_id, type, parameters FROM notification WHERE platform_id = $1`,
      [shop.world.platformId],
    );
    expect(notices).toMatchObject([{ person_id: shop.world.sellerId, type: 'cart.abandoned' }]);
    expect(JSON.stringify(notices)).not.toMatch(/Bia|bia@/);
    expect(await shop.mails()).toEqual([]);
  });

  it('is found by period, state, product and words, and exported without documents', async () => {
    const shop = await openShop();
    await shop.leave({ document: '52998224725', phone: '11987654321', utmQuery: { utm_source: 'insta' } });
    await forward(31 * MINUTE_MS);
    const count = async (query: Record<string, string>) => (await shop.list(query)).items.length;

    expect(await count({ search: 'rocha' })).toBe(1);
    expect(await count({ search: '98765' })).toBe(1);
    expect(await count({ search: 'outra' })).toBe(0);
    expect(await count({ state: 'OPEN', productId: shop.world.productId })).toBe(1);
    expect(await count({ state: 'RECOVERED' })).toBe(0);
    expect(await count({ productId: newId() })).toBe(0);
    expect(await count({ isToContact: 'true' })).toBe(0);
    const file = await market.node.app.inject({
      url: '/exports/abandoned-carts?format=csv&lang=en',
      headers: { ...shop.seller, 'sec-fetch-site': 'same-origin' },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).toMatch(/Bia Rocha.*bia@example\.com.*11987654321.*Open.*insta.*BRL/);
    expect(file.body).not.toMatch(/529|982/);
  });
});

describe('a link back', () => {
  it('fills the form on another device, without anything of the buyer in an address, and goes on with the same cart', async () => {
    const shop = await openShop();
    const { app } = market.node;
    await shop.recover();
    const { cartId } = await shop.leave({
      document: '52998224725',
      phone: '11987654321',
      utmQuery: { utm_source: 'insta' },
      orderBumpsIds: [shop.world.bumpId],
      paymentMethod: 'BILLET',
      affiliateId: 'amiga',
    });
    await forward(61 * MINUTE_MS);
    const [mail] = await shop.mails();
    const { pathname } = new URL(mail?.parameters.link as string);
    expect(pathname).toMatch(/^\/checkout\/resume\/[\w-]{22}$/);

    const opened = await app.inject({ url: pathname, headers: { host: shop.host } });

    expect(opened.statusCode).toBe(303);
    const location = opened.headers.location as string;
    expect(location).toBe(`/checkout/${shop.world.offerId}?utm_source=insta&affiliateId=amiga`);
    const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(opened.cookies[0]).toMatchObject({ httpOnly: true });
    const again = await shop.leave({ phone: '11987654321' }, cookie);
    expect(again.cartId).toBe(cartId);
    const bought = await buyPix(shop, { abandonedCartId: cartId, email: 'other@example.com' }, cookie);
    expect(bought.statusCode).toBe(200);
    await pay(shop);
    await settle();
    expect(await shop.list()).toMatchObject({
      items: [{ id: cartId, state: 'RECOVERED', saleId: expect.any(String), resumeUrl: null, whatsappUrl: null }],
    });
    // The link of a cart that was bought opens the plain offer.
    const late = await app.inject({ url: pathname, headers: { host: shop.host } });
    expect([late.statusCode, late.cookies]).toEqual([303, []]);
  });

  it('fills nothing after its time, and is unknown to another platform', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    await shop.leave();
    await forward(31 * MINUTE_MS);
    const path = new URL((await shop.list()).items[0]?.resumeUrl as string).pathname;
    const open = (host: string) => market.node.app.inject({ url: path, headers: { host } });

    expect((await open(shop.host)).cookies).toHaveLength(1);
    expect((await open(other.host)).statusCode).toBe(404);
    await forward(31 * DAY_MS);
    expect(await open(shop.host).then(({ statusCode, cookies }) => [statusCode, cookies])).toEqual([303, []]);
    expect((await shop.list()).items).toMatchObject([{ state: 'EXPIRED', resumeUrl: null }]);
  });
});

describe('the steps of a recovery', () => {
  it('come once each, however often and on however many nodes their jobs run', async () => {
    const shop = await openShop();
    await shop.recover({ steps: [mailStep(60), mailStep(24 * 60), { ...mailStep(48 * 60), channel: 'WHATSAPP' }] });
    const { cartId } = await shop.leave({ phone: '11987654321' });
    const race = () =>
      Promise.all(
        [market.node, second, market.node, second, market.node].map(({ app }) =>
          advanceCart(app, { platformId: shop.world.platformId, id: cartId }),
        ),
      );

    await race();
    for (const [ms, mails] of [
      [61 * MINUTE_MS, 1],
      [23 * HOUR_MS, 2],
      [24 * HOUR_MS, 2],
    ] as const) {
      // Beside the jobs of both nodes, which find the same cart due.
      market.clock.forward(ms);
      await race();
      await settle();
      await race();
      expect(await shop.mails()).toHaveLength(mails);
    }
    const [cart] = (await shop.list({ isToContact: 'true' })).items;
    expect(cart?.steps.map(({ channel, state }) => [channel, state])).toEqual([
      ['MAIL', 'SENT'],
      ['MAIL', 'SENT'],
      ['WHATSAPP', 'WAITING'],
    ]);
    const chat = new URL(cart?.whatsappUrl as string);
    expect(chat.origin + chat.pathname).toBe('https://wa.me/5511987654321');
    expect(chat.searchParams.get('text')).toMatch(/^Sua compra|Olá, Bia!/);
    expect(chat.searchParams.get('text')).toContain(cart?.resumeUrl);
    expect((await shop.post('markContacted', { cartId })).statusCode).toBe(200);
    expect((await shop.list({ isToContact: 'true' })).items).toEqual([]);
  });

  it('bring the seller’s words in the buyer’s language and a coupon that still counts', async () => {
    const shop = await openShop();
    const { app } = market.node;
    await app.inject({
      method: 'POST',
      url: '/api/coupons.createCoupon',
      headers: shop.seller,
      payload: {
        code: 'VOLTA10',
        discount: { basisPoints: 1_000 },
        maxUses: null,
        maxUsesPerBuyer: null,
        cycles: 1,
        startsAt: null,
        endsAt: null,
        offerIds: [],
        productIds: [],
        isActive: true,
      },
    });
    const texts = {
      'pt-BR': {
        subject: 'Volte, {nome}',
        intro: '{produto} por {valor} de {vendedor} em {plataforma}\nCupom {cupom}',
      },
      en: { subject: 'Come back, {name}', intro: '{product}' },
    };
    await shop.recover({ steps: [mailStep(60, { coupon: 'volta10', texts })] });
    await shop.leave();
    await forward(61 * MINUTE_MS);

    const [mail] = await shop.mails();
    expect(mail).toMatchObject({ template: 'cart-reminder', locale: 'pt-BR', parameters: { coupon: 'VOLTA10' } });
    const link = new URL(mail?.parameters.link as string);
    expect(link.search).toBe('?coupon=VOLTA10');
    const opened = await app.inject({ url: link.pathname + link.search, headers: { host: shop.host } });
    expect(opened.headers.location).toBe(`/checkout/${shop.world.offerId}?coupon=VOLTA10`);
  });

  it('keep the quiet hours of the buyer’s time zone', async () => {
    const shop = await openShop();
    // From 21 to 8 o'clock: whatever the hour of the test is, one of the two zones is in it or out of it with the other hour.
    await shop.recover({ quiet: { from: 21, until: 8 } });
    const { cartId } = await shop.leave({ state: 'AC' });
    const dueHours = await hoursOfStep(cartId, 'America/Rio_Branco');

    expect(dueHours).toBeGreaterThanOrEqual(8);
    expect(dueHours).toBeLessThan(21);
  });

  it('stop once the buyer has ended mails of this seller, with one click, also for later carts', async () => {
    const shop = await openShop();
    const { app } = market.node;
    await shop.recover({ steps: [mailStep(60), mailStep(120)] });
    await shop.leave();
    await forward(61 * MINUTE_MS);
    const [mail] = await shop.mails();
    const { pathname, search } = new URL(mail?.parameters.unsubscribeLink as string);
    const url = pathname + search;

    // A program that looks at links ends nothing.
    expect((await app.inject({ url, headers: { host: shop.host } })).statusCode).toBe(200);
    expect((await shop.list()).items).toMatchObject([{ state: 'OPEN' }]);
    const clicked = await app.inject({
      method: 'POST',
      url,
      headers: { host: shop.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.statusCode).toBe(200);
    await shop.leave({ email: 'BIA@example.com' });
    await forward(3 * HOUR_MS);

    expect(await shop.mails()).toHaveLength(1);
    expect(await shop.mails('BIA@example.com')).toEqual([]);
    expect((await shop.list()).items.map(({ state, stopReason }) => [state, stopReason])).toContainEqual([
      'STOPPED',
      'UNSUBSCRIBED',
    ]);
    const foreign = await openShop();
    expect((await app.inject({ url, headers: { host: foreign.host } })).json().code).toBe('TOKEN_INVALID');
  });

  it('wait while a code can be paid, and never come after it is paid or given back', async () => {
    const shop = await openShop();
    await shop.recover({ steps: [mailStep(60), mailStep(120)] });
    await shop.leave();
    expect((await buyPix(shop)).statusCode).toBe(200);
    await forward(61 * MINUTE_MS);
    const reminders = async () => (await shop.mails()).filter(({ template }) => template === 'cart-reminder');
    expect(await reminders()).toEqual([]);

    await pay(shop);
    await settle();
    await forward(3 * DAY_MS);

    expect(await reminders()).toEqual([]);
    // A buyer who paid before the cart counted as abandoned never left one.
    expect((await shop.list()).items).toEqual([]);
  });

  it('are stopped by the seller, and by a newer cart of the same buyer', async () => {
    const shop = await openShop();
    await shop.recover();
    const older = await shop.leave();
    market.clock.forward(MINUTE_MS);
    const newer = await shop.leave();
    expect((await shop.post('stopCart', { cartId: newer.cartId })).statusCode).toBe(200);
    await forward(2 * HOUR_MS);

    // Two browsers of one buyer count once.
    expect(await shop.mails()).toHaveLength(1);
    expect((await shop.post('stopCart', { cartId: newId() })).json().code).toBe('CART_NOT_FOUND');
    expect(older.cartId).not.toBe(newer.cartId);
  });
});

async function hoursOfStep(cartId: string, zone: string): Promise<number> {
  await forward(31 * MINUTE_MS);
  await forward(30 * MINUTE_MS);
  const [row] = await market.inspector.rows<{ hour: number }>(
    `SELECT extract(hour FROM coalesce(c.due_at, s.created_at) AT TIME ZONE $2)::int AS hour FROM abandoned_cart c
     LEFT JOIN cart_step s ON s.cart_id = c.id WHERE c.id = $1`,
    [cartId, zone],
  );
  return row?.hour ?? -1;
}

describe('the holdout group', () => {
  it('gets no messages, and the report compares both groups', async () => {
    const shop = await openShop();
    await shop.recover({ holdoutPercent: 50 });
    // The seller's id is drawn, and decides who is held out: six buyers of either group are chosen by it.
    const everybody = Array.from({ length: 1_000 }, (_, index) => `buyer-${index}@example.com`);
    const groupOf = (email: string) => isInHoldout(shop.world.sellerId, email, 50);
    const held = everybody.filter(groupOf).slice(0, 6);
    const written = everybody.filter((email) => !groupOf(email)).slice(0, 6);
    for (const email of [...held, ...written]) await shop.leave({ email });
    await forward(61 * MINUTE_MS);

    const countMails = (emails: string[]) => Promise.all(emails.map(async (email) => (await shop.mails(email)).length));
    expect(await countMails(held)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await countMails(written)).toEqual([1, 1, 1, 1, 1, 1]);
    await buyPix(shop, { email: written[0] });
    await pay(shop);
    await settle();
    const report = (await shop.get('getUplift')).json();
    expect(report).toMatchObject({
      withRecovery: { carts: 6, recovered: 1, share: 1 / 6 },
      holdout: { carts: 6, recovered: 0, share: 0 },
      isProven: false,
    });
    expect(report.difference.low).toBeLessThan(0);
    expect(report.difference.high).toBeGreaterThan(report.difference.value);
  });

  it('is drawn by chance, always the same', () => {
    const emails = Array.from({ length: 4_000 }, (_, index) => `p${index}@example.com`);
    const held = emails.filter((email) => isInHoldout('seller', email, 20));

    expect(held.length).toBeGreaterThan(4_000 * 0.17);
    expect(held.length).toBeLessThan(4_000 * 0.23);
    expect(emails.filter((email) => isInHoldout('seller', email, 20))).toEqual(held);
    // Another share keeps who was in.
    expect(held.every((email) => isInHoldout('seller', email, 30))).toBe(true);
  });
});

describe('the keeping time', () => {
  it('ends with everything that tells who it was; the comparison stays for a year', async () => {
    const shop = await openShop();
    await shop.recover({ keepDays: 7 });
    const { cartId } = await shop.leave({ document: '52998224725', phone: '11987654321', street: 'Rua das Flores' });
    await forward(61 * MINUTE_MS);
    market.clock.forward(8 * DAY_MS);

    await purgeCarts(market.node.app);

    const [row] = await market.inspector.rows('SELECT * FROM abandoned_cart WHERE id = $1', [cartId]);
    expect(JSON.stringify(row)).not.toMatch(/Bia|bia@|52998224725|11987654321|Flores/);
    expect(row).toMatchObject({ state: 'EXPIRED', resume_token: null });
    expect((await shop.get('getUplift')).json().withRecovery.carts).toBe(1);
    expect((await shop.list()).items).toMatchObject([{ name: null, state: 'EXPIRED' }]);
    await market.inspector.rows(`UPDATE abandoned_cart SET updated_at = $2 WHERE id = $1`, [
      cartId,
      new Date(market.clock.now().getTime() - 401 * DAY_MS),
    ]);
    await purgeCarts(market.node.app);
    expect(await market.inspector.rows('SELECT 1 FROM abandoned_cart WHERE id = $1', [cartId])).toEqual([]);
  });

  it('that the seller shortens holds for carts that are there', async () => {
    const shop = await openShop();
    const { cartId } = await shop.leave();
    await shop.recover({ keepDays: 7 });

    const [row] = await market.inspector.rows<{ days: number }>(
      'SELECT extract(day FROM purge_at - updated_at)::int AS days FROM abandoned_cart WHERE id = $1',
      [cartId],
    );
    expect(row?.days).toBe(7);
  });

  it('is over at once where the buyer does not want it kept', async () => {
    const shop = await openShop();
    const { cartId, cookie } = await shop.leave();
    const remove = (headers: Record<string, string>) =>
      market.node.app.inject({
        method: 'POST',
        url: '/api/checkout.deleteAbandonedCart',
        headers: { host: shop.host, ...headers },
        payload: { offerId: shop.world.offerId },
      });
    const count = async () =>
      (await market.inspector.rows('SELECT 1 FROM abandoned_cart WHERE id = $1', [cartId])).length;

    expect((await remove({})).statusCode).toBe(200);
    expect(await count()).toBe(1);
    await remove({ cookie });
    expect(await count()).toBe(0);
  });
});

describe('abandonedCarts.updateRecovery', () => {
  it('proposes what is usual, and saves for an offer or its product; the offer’s own comes first', async () => {
    const shop = await openShop();
    const subject = { subject: 'OFFER', subjectId: shop.world.offerId };
    const proposed = (await shop.get('getRecovery', subject)).json();
    expect(proposed).toMatchObject({ isEnabled: false, keepDays: 30, version: 0, isCaptured: true });
    expect(proposed.steps.map(({ channel }: { channel: string }) => channel)).toEqual(['MAIL', 'WHATSAPP', 'MAIL']);

    await shop.recover({ isEnabled: true });
    await shop.recover({ isEnabled: false }, subject);
    await shop.leave();
    await forward(2 * HOUR_MS);

    expect(await shop.mails()).toEqual([]);
  });

  it('has the offers keep carts once it is turned on, where none of them did', async () => {
    const shop = await openShop();
    const { platformId, productId, offerId } = shop.world;
    const keep = (isKept: boolean) =>
      market.inspector.rows('UPDATE offer SET abandoned_cart_enabled = $3 WHERE platform_id = $1 AND id = $2', [
        ...[platformId, offerId, isKept],
      ]);
    const isKept = async () =>
      (await shop.get('getRecovery', { subject: 'PRODUCT', subjectId: productId })).json().isCaptured;
    await keep(false);

    await shop.recover({ isEnabled: false });
    expect(await isKept()).toBe(false);
    await shop.recover({ isEnabled: true }, { subject: 'OFFER', subjectId: offerId });

    expect(await isKept()).toBe(true);
    await shop.leave();
    await forward(31 * MINUTE_MS);
    expect((await shop.list()).items).toHaveLength(1);
  });

  it.each([
    [{ steps: [mailStep(60, { coupon: 'NENHUM' })] }, 'COUPON_NOT_FOUND', 'steps.0.coupon'],
    [
      { steps: [mailStep(60, { texts: { ...STANDARD_TEXTS.MAIL, en: { subject: 'a {cpf}', intro: 'b' } } })] },
      'MAIL_PLACEHOLDER_UNKNOWN',
      'steps.0.texts.en.subject',
    ],
    [
      { steps: [mailStep(60, { texts: { ...STANDARD_TEXTS.MAIL, en: { subject: ' ', intro: 'b' } } })] },
      'MAIL_TEXT_EMPTY',
      'steps.0.texts.en.subject',
    ],
    [{ subjectId: newId() }, 'PRODUCT_NOT_FOUND', 'subjectId'],
    [{ version: 3 }, 'EDIT_CONFLICT', 'version'],
    [{ steps: [mailStep(1)] }, 'VALIDATION_FAILED', undefined],
    [{ holdoutPercent: 51 }, 'VALIDATION_FAILED', 'holdoutPercent'],
  ])('refuses %j', async (wrong, code, field) => {
    const shop = await openShop();

    const answer = await shop.post('updateRecovery', {
      subject: 'PRODUCT',
      subjectId: shop.world.productId,
      version: 0,
      ...RECOVERY,
      steps: [mailStep(60)],
      ...wrong,
    });

    expect(answer.json().code).toBe(code);
    if (field) expect(answer.json().details[0].field).toBe(field);
  });

  it('tells the second of two tabs that the first one saved', async () => {
    const shop = await openShop();
    const save = () =>
      shop.post('updateRecovery', {
        subject: 'PRODUCT',
        subjectId: shop.world.productId,
        version: 0,
        ...RECOVERY,
        steps: [mailStep(60)],
      });

    const codes = (await Promise.all([save(), save(), save()])).map(({ statusCode }) => statusCode).sort();

    expect(codes).toEqual([200, 409, 409]);
  });

  it('shows a mail as it would arrive', async () => {
    const shop = await openShop();
    const { subject, intro } = STANDARD_TEXTS.MAIL.en;

    const preview = (
      await shop.get('previewStep', { locale: 'en', subject, intro: `${intro} <b>`, coupon: 'VOLTA10' })
    ).json();

    expect(preview.subject).toBe('Your purchase of Curso de Pão Artesanal is waiting');
    expect(preview.html).toContain('&#60;b&#62;');
    expect(preview.text).toMatch(/Hello, Ana!.*VOLTA10.*Stop these emails/s);
  });

  it('is refused to who sells nothing', async () => {
    const shop = await openShop();
    const customer = await openStaff(market.node.app, shop.world.platformId, { roles: ['customer'], host: shop.host });
    const answer = await market.node.app.inject({
      url: '/api/abandonedCarts.listCarts',
      headers: customer.headers,
    });

    expect(answer.json().code).toBe('ACCESS_DENIED');
  });
});

describe('a payment between the writing and the sending of a mail', () => {
  let inbox: SmtpInbox;
  let sender: TestNode;
  beforeAll(async () => {
    inbox = await openSmtpInbox();
  });
  afterAll(async () => {
    await sender?.close();
    await inbox?.close();
  });

  it('holds the mail back; without a payment it goes out with one-click headers', async () => {
    const [paid, unpaid] = [await openShop(), await openShop()];
    for (const shop of [paid, unpaid]) {
      await shop.recover();
      await shop.leave({ email: `${newId()}@lojas.dev`, ...(shop === paid && { email: 'paga@lojas.dev' }) });
    }
    await forward(61 * MINUTE_MS);
    const waiting = await market.inspector.rows(
      `SELECT 1 FROM mail WHERE template = 'cart-reminder' AND state = 'WAITING' AND platform_id = ANY ($1)`,
      [[paid.world.platformId, unpaid.world.platformId]],
    );
    expect(waiting).toHaveLength(2);
    await buyPix(paid, { email: 'paga@lojas.dev' });
    await pay(paid);

    sender = await buildNode({
      databaseUrl: market.node.databaseUrl,
      isListening: true,
      clock: market.clock,
      env: { SMTP_URL: inbox.url, SWEEP_INTERVAL_MS: '50' },
    });

    const ended = await waitFor('both mails have ended', async () => {
      const rows = await market.inspector.rows<{ platform_id: string; state: string; failure: string | null }>(
        `SELECT platform_id, state, failure FROM mail WHERE template = 'cart-reminder' AND state <> 'WAITING' AND platform_id = ANY ($1)`,
        [[paid.world.platformId, unpaid.world.platformId]],
      );
      return rows.length === 2 ? rows : undefined;
    });
    expect(ended.find(({ platform_id }) => platform_id === paid.world.platformId)).toMatchObject({
      state: 'FAILED',
      failure: 'WITHDRAWN',
    });
    expect(ended.find(({ platform_id }) => platform_id === unpaid.world.platformId)).toMatchObject({ state: 'SENT' });
    const reminders = inbox.letters.filter(({ headers }) =>
      headers.get('list-unsubscribe')?.includes('abandoned-carts'),
    );
    expect(reminders.map(({ to }) => to[0])).not.toContain('paga@lojas.dev');
    expect(reminders[0]?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });
});
