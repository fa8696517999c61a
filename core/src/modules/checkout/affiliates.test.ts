/** An affiliate's link leads to their share of the sale. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { post } from '../../../test/people.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import type { Terms } from '../payments/model.ts';

const COOKIE = '__Host-feira-affiliate';
const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
/** 30 % of what a fee of 5.98 leaves of 99.90. */
const COMMISSION = 2_817;

let node: TestNode;
let inspector: Inspector;
let world: World;
let shells: string;
let ana: Staff;
let rui: Staff;
const clock = movableClock();

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  await writeFile(
    join(shells, 'checkout/server/documents.mjs'),
    `export const renderCheckout = ({ affiliateId }) => JSON.stringify({ affiliateId });
     export const renderMessage = () => '';`,
  );
  node = await buildNode({ clock, env: { SHELLS_DIRECTORY: shells } });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  const { platformId } = world;
  ana = await openStaff(node.app, platformId, { roles: ['affiliate'], name: 'Ana' });
  rui = await openStaff(node.app, platformId, { roles: ['affiliate'], name: 'Rui' });
  await waitFor('the cache remembers', () => node.app.cache.isListening);
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM affiliation');
  await inspector.rows(
    `UPDATE product SET affiliation_open = true, affiliation_automatic = true, affiliate_basis_points = 3000,
       affiliate_window_days = $1`,
    [WINDOW_DAYS],
  );
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
  await rm(shells, { recursive: true });
});

const becomeAffiliate = async (who: Staff, productId = world.productId): Promise<string> => {
  const answer = await post(node.app, 'partners.requestAffiliation', who.headers, { productId });
  return answer.json().affiliationId;
};

/** Plays a browser: it keeps the cookies it is given, for as long as they last. */
function openBrowser() {
  let kept: { value: string; endsAt: number } | null = null;
  const headers = (): Record<string, string> =>
    kept && kept.endsAt > clock.now().getTime() ? { cookie: `${COOKIE}=${kept.value}` } : {};
  return {
    headers,
    size: () => kept?.value.length ?? 0,
    plant: (value: string) => {
      kept = { value, endsAt: Number.POSITIVE_INFINITY };
    },
    /** Answers whether it was told to keep anything. */
    async visit(affiliateId: string | null, offerId = world.offerId) {
      const query = affiliateId === null ? '' : `?affiliateId=${encodeURIComponent(affiliateId)}`;
      const page = await node.app.inject({ url: `/checkout/${offerId}${query}`, headers: headers() });
      expect(page.statusCode).toBe(200);
      const cookie = page.cookies.find(({ name }) => name === COOKIE);
      if (!cookie) return null;
      kept = { value: cookie.value, endsAt: clock.now().getTime() + (cookie.maxAge ?? 0) * 1000 };
      return cookie;
    },
    async buy(extra: Record<string, unknown> = {}, key?: string) {
      const answer = await buy(node.app, pixPurchase(world, extra), key, headers());
      expect(answer.statusCode).toBe(200);
      return answer.json().paymentId as string;
    },
  };
}

async function readSale(publicId: string) {
  const [row] = await inspector.rows<{ terms: Terms; affiliateId: string | null }>(
    `SELECT p.terms, s.affiliate_id AS "affiliateId" FROM payment p JOIN sale s ON s.id = p.sale_id WHERE p.public_id = $1`,
    [publicId],
  );
  const { terms, affiliateId } = row as { terms: Terms; affiliateId: string | null };
  const share = terms.shares.find(({ role }) => role === 'affiliate') ?? null;
  return { affiliationId: terms.affiliationId, affiliateId, share };
}
const paidTo = async (publicId: string) => (await readSale(publicId)).share?.personId ?? null;

describe("an affiliate's link", () => {
  it('is remembered by the browser alone, and pays its share of a sale made later without it', async () => {
    const affiliationId = await becomeAffiliate(ana);
    const browser = openBrowser();

    expect(await browser.visit(affiliationId)).toMatchObject({
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      maxAge: WINDOW_DAYS * 86_400,
    });
    expect(await browser.visit(null)).toBeNull();

    expect(await readSale(await browser.buy())).toEqual({
      affiliationId,
      affiliateId: affiliationId,
      share: { role: 'affiliate', personId: ana.id, amount: COMMISSION, basisPoints: 3_000 },
    });
    expect(await paidTo(await openBrowser().buy())).toBeNull();
  });

  it('loses to the one that was followed last', async () => {
    const [first, second] = [await becomeAffiliate(ana), await becomeAffiliate(rui)];
    const browser = openBrowser();
    await browser.visit(first);
    await browser.visit(second);

    expect(await paidTo(await browser.buy())).toBe(rui.id);
    // The page the buyer stands on is the last link there is.
    expect(await paidTo(await browser.buy({ affiliateId: first }))).toBe(ana.id);
  });

  it('counts as long as the product says, from the last visit on', async () => {
    const affiliationId = await becomeAffiliate(ana);
    const browser = openBrowser();
    const { value = '' } = (await browser.visit(affiliationId)) ?? {};
    clock.forward((WINDOW_DAYS - 1) * DAY_MS);
    expect(await paidTo(await browser.buy())).toBe(ana.id);

    await browser.visit(affiliationId);
    clock.forward(2 * DAY_MS);
    expect(await paidTo(await browser.buy())).toBe(ana.id);

    // Also for a browser that keeps things longer than it was told.
    browser.plant(value);
    expect(await paidTo(await browser.buy())).toBeNull();
  });

  it.each<[string, () => string | Promise<string>]>([
    ['nobody', () => newId()],
    ['no id', () => "ana' OR 1=1"],
    [
      'somebody who has left',
      async () => {
        const id = await becomeAffiliate(rui);
        await post(node.app, 'partners.endAffiliation', rui.headers, { affiliationId: id });
        return id;
      },
    ],
    [
      "another product's affiliate",
      async () => {
        const [other] = await inspector.rows<{ id: string }>('SELECT id FROM product WHERE id <> $1', [
          world.productId,
        ]);
        return becomeAffiliate(rui, other?.id);
      },
    ],
  ])('that names %s is not kept, and takes nothing from the one before', async (_, make) => {
    const browser = openBrowser();
    await browser.visit(await becomeAffiliate(ana));
    const wrong = await make();

    expect(await browser.visit(wrong)).toBeNull();

    expect(await paidTo(await browser.buy({ affiliateId: wrong }))).toBe(ana.id);
    const alone = await readSale(await openBrowser().buy({ affiliateId: wrong }));
    expect(alone).toEqual({ affiliationId: null, affiliateId: wrong, share: null });
  });

  it('pays nothing once the affiliation has ended', async () => {
    const affiliationId = await becomeAffiliate(ana);
    const browser = openBrowser();
    await browser.visit(affiliationId);

    await post(node.app, 'partners.endAffiliation', ana.headers, { affiliationId });

    await waitFor('the end is heard of', async () => (await paidTo(await browser.buy())) === null);
  });

  it("of the seller's own pays nothing, were there one", async () => {
    const id = newId();
    await inspector.rows(
      `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 9000, 'ACTIVE')`,
      [world.platformId, id, world.productId, world.sellerId],
    );
    const browser = openBrowser();

    expect(await browser.visit(id)).toBeNull();
    expect(await paidTo(await browser.buy({ affiliateId: id }))).toBeNull();
  });

  it('followed between two tries of one purchase changes neither its answer nor its shares', async () => {
    const [first, second] = [await becomeAffiliate(ana), await becomeAffiliate(rui)];
    const browser = openBrowser();
    await browser.visit(first);
    const key = newId();
    const paymentId = await browser.buy({}, key);

    await browser.visit(second);

    expect(await browser.buy({}, key)).toBe(paymentId);
    expect(await paidTo(paymentId)).toBe(ana.id);
    expect(await inspector.rows('SELECT 1 FROM payment WHERE public_id = $1', [paymentId])).toHaveLength(1);
  });

  it('is kept beside those to other products, the latest twenty of them', async () => {
    const browser = openBrowser();
    await browser.visit(await becomeAffiliate(ana));
    const shops: { productId: string; offerId: string; affiliationId: string }[] = [];
    for (let count = 0; count < 20; count++) {
      const shop = { productId: newId(), offerId: newId() };
      const { platformId, sellerId } = world;
      await inspector.rows(
        `INSERT INTO product (platform_id, id, seller_id, name, type_product, affiliation_open, affiliation_automatic)
         VALUES ($1, $2, $3, 'Outro', 'DIGITAL', true, true)`,
        [platformId, shop.productId, sellerId],
      );
      await inspector.rows(
        `INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $3, 'Outro', 1000)`,
        [platformId, shop.offerId, shop.productId],
      );
      shops.push({ ...shop, affiliationId: await becomeAffiliate(rui, shop.productId) });
    }
    const [last, ...others] = shops;
    for (const { affiliationId, offerId } of others) await browser.visit(affiliationId, offerId);
    expect(await paidTo(await browser.buy())).toBe(ana.id);

    await browser.visit(last?.affiliationId ?? '', last?.offerId);

    expect(await paidTo(await browser.buy())).toBeNull();
    expect(await paidTo(await browser.buy({ offerId: shops[7]?.offerId }))).toBe(rui.id);
    expect(browser.size()).toBeLessThan(1_100);
  });

  it.each(['', '.', 'x'.repeat(4_000), 'A'.repeat(44), `${'A'.repeat(44)}zzzzzzzzz`, '%00.%ff'])(
    'that somebody made up (%#) spoils no purchase',
    async (value) => {
      const browser = openBrowser();
      browser.plant(value);

      expect(await paidTo(await browser.buy())).toBeNull();
    },
  );

  it('counts on the form without JavaScript too', async () => {
    const browser = openBrowser();
    await browser.visit(await becomeAffiliate(ana));
    const form = new URLSearchParams(pixPurchase(world) as unknown as Record<string, string>);

    const answer = await node.app.inject({
      method: 'POST',
      url: `/checkout/${world.offerId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser.headers() },
      payload: form.toString(),
    });

    expect(answer.statusCode).toBe(303);
    const paymentId = /payment\/([\w-]{22})/.exec(String(answer.headers.location))?.[1] ?? '';
    expect(await paidTo(paymentId)).toBe(ana.id);
  });
});
