import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { findBought, type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

const COOKIE = '__Host-feira-test';

let market: Market;
let shells: string;
let seller: Record<string, string>;
let rival: Staff;

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  await writeFile(
    join(shells, 'checkout/server/documents.mjs'),
    `export const renderCheckout = ({ checkout }) => JSON.stringify(checkout.checkoutBuilderConfig);
     export const renderPreview = ({ checkout }) => JSON.stringify(checkout.checkoutBuilderConfig);
     export const renderMessage = () => '';`,
  );
  market = await openMarket({ isListening: false, env: { SHELLS_DIRECTORY: shells } });
  const { app } = market.node;
  const { platformId, sellerId } = market.world;
  await market.inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  seller = await openSessionOf(app, platformId, sellerId);
  rival = await openStaff(app, platformId, { roles: ['seller'], name: 'Rui Rival' });
  await waitFor('the cache remembers', () => app.cache.isListening);
});
afterAll(async () => {
  await market?.close();
  await rm(shells, { recursive: true });
});

async function call(name: string, payload: object, headers = seller) {
  const url = `/api/checkoutBuilder.${name}`;
  const answer = await market.node.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

async function ask(name: string, query: Record<string, string>, headers = seller) {
  const answer = await market.node.app.inject({ url: `/api/checkoutBuilder.${name}`, query, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/** Creates an offer of the seller with these published settings, as nodes without versions left them. */
async function createOffer(config: object = {}): Promise<string> {
  const offerId = newId();
  const { platformId, productId } = market.world;
  await market.inspector.rows(
    `INSERT INTO offer (platform_id, id, product_id, title, price, checkout_builder_config) VALUES ($1, $2, $3, 'Oferta', 9990, $4)`,
    [platformId, offerId, productId, JSON.stringify(config)],
  );
  return offerId;
}

const builderOf = async (offerId: string) => (await ask('getBuilder', { offerId })).body;

/** Saves and publishes; returns the version's id. */
async function publish(offerId: string, config: object): Promise<string> {
  const { draft } = await builderOf(offerId);
  const saved = await call('saveDraft', { offerId, version: draft.version, config });
  expect(saved.status).toBe(200);
  const published = await call('publishDraft', { offerId, version: saved.body.version });
  expect(published.status).toBe(200);
  return published.body.versionId;
}

async function startTest(offerId: string, config: object, shareB = 50): Promise<string> {
  const { draft } = await builderOf(offerId);
  const saved = await call('saveDraft', { offerId, version: draft.version, config });
  const started = await call('startTest', { offerId, version: saved.body.version, shareB });
  expect(started.status).toBe(200);
  return started.body.testId;
}

/** Plays a browser, which keeps the cookie of tests. */
function openBrowser() {
  let cookie = '';
  return {
    cookie: () => cookie,
    async visit(offerId: string, headers: Record<string, string> = {}) {
      const page = await market.node.app.inject({
        url: `/checkout/${offerId}`,
        headers: { ...(cookie && { cookie }), ...headers },
      });
      expect(page.statusCode).toBe(200);
      const set = page.cookies.find(({ name }) => name === COOKIE);
      if (set) cookie = `${COOKIE}=${set.value}`;
      return { config: page.json(), set };
    },
    async buy(offerId: string) {
      const answer = await buy(market.node.app, pixPurchase(market.world, { offerId }), newId(), { cookie });
      expect(answer.statusCode).toBe(200);
      return answer.json().paymentId as string;
    },
  };
}

/** Opens browsers until one draws this version. */
async function openBrowserOf(offerId: string, variant: string) {
  await waitFor('the test runs', async () => (await openBrowser().visit(offerId)).set !== undefined);
  for (let visitor = 0; visitor < 200; visitor += 1) {
    const browser = openBrowser();
    const { config, set } = await browser.visit(offerId);
    if (set && config.bannerText === variant) return browser;
  }
  throw new Error(`None of 200 browsers drew ${variant}.`);
}

async function pay(publicId: string): Promise<void> {
  const bought = await findBought(market.inspector, publicId);
  await payAtProvider(market, bought, 9_990);
  await pollPayment(market, bought);
}

const COLOUR_B = '#FFD400';
const colourOf = async (publicId: string) =>
  (await market.node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: publicId } })).json()
    .colorPrimary;

const versionOfSale = async (publicId: string) => {
  const [row] = await market.inspector.rows(
    `SELECT s.checkout_version_id AS version, s.checkout_test_id AS test FROM sale s JOIN payment p ON p.sale_id = s.id
     WHERE p.public_id = $1`,
    [publicId],
  );
  return row;
};

describe('a draft', () => {
  it('begins as what is published, is saved, and is seen by no buyer', async () => {
    const offerId = await createOffer({ bannerText: 'Antes' });
    expect(await builderOf(offerId)).toMatchObject({
      offer: { id: offerId, title: 'Oferta', status: 'PUBLISHED', typeProduct: 'DIGITAL' },
      draft: { config: { bannerText: 'Antes' }, version: 0, savedAt: null, savedBy: null },
      published: { versionId: null, number: null, config: { bannerText: 'Antes' } },
      runningTestId: null,
    });

    const saved = await call('saveDraft', { offerId, version: 0, config: { bannerText: 'Depois' } });

    expect(saved).toMatchObject({ status: 200, body: { version: 1 } });
    expect((await builderOf(offerId)).draft).toMatchObject({
      config: { bannerText: 'Depois' },
      version: 1,
      savedBy: 'Maria Vendedora',
    });
    expect((await openBrowser().visit(offerId)).config).toEqual({ bannerText: 'Antes' });
  });

  it('tells the second of two tabs who saved and when, and keeps the first', async () => {
    const offerId = await createOffer();

    const answers = await Promise.all(
      ['Um', 'Dois'].map((bannerText) => call('saveDraft', { offerId, version: 0, config: { bannerText } })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe('EDIT_CONFLICT');
    expect(refused?.body.details[0].message).toMatch(/^Salvo por Maria Vendedora em \d{2}\/\d{2}\/\d{4}/);
    expect((await builderOf(offerId)).draft.version).toBe(1);
    expect((await call('publishDraft', { offerId, version: 0 })).body.code).toBe('EDIT_CONFLICT');
  });

  it.each([
    [{ backRedirect: 'javascript:alert(1)' }, 'config.backRedirect'],
    [{ backRedirect: 'data:text/html,x' }, 'config.backRedirect'],
    [{ headerImageURL: 'javascript:alert(1)' }, 'config.headerImageURL'],
    [{ headerImageURL: '//evil.example/x.png' }, 'config.headerImageURL'],
    [{ logoTopImageURL: 'http://plain.example/x.png' }, 'config.logoTopImageURL'],
    [{ colorPrimary: 'red;}body{display:none' }, 'config.colorPrimary'],
    [{ countdown: { timer: 1441, text: '', endText: '' } }, 'config.countdown.timer'],
    [{ bannerText: 'x'.repeat(201) }, 'config.bannerText'],
    [{ buttonTexts: { PIX: 'x'.repeat(41) } }, 'config.buttonTexts.PIX'],
    [{ sections: ['PAYMENT', 'PAYMENT'] }, 'config.sections'],
    [{ script: 'alert(1)' }, 'config.script'],
  ])('refuses %j and names the field', async (config, field) => {
    const offerId = await createOffer();

    const answer = await call('saveDraft', { offerId, version: 0, config });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } });
    expect((await builderOf(offerId)).draft.version).toBe(0);
  });

  it('takes what hides a picture, and addresses of http and https to go back to', async () => {
    const offerId = await createOffer();
    const config = {
      headerImageURL: 'remove',
      logoTopImageURL: '/media/logo.png',
      backRedirect: 'http://loja.example/a?b=1',
    };

    expect((await call('saveDraft', { offerId, version: 0, config })).status).toBe(200);
    expect((await builderOf(offerId)).draft.config).toEqual(config);
  });
});

describe('publishing', () => {
  it('shows the draft to buyers at once, on a node that remembered the old settings', async () => {
    const offerId = await createOffer({ bannerText: 'Um' });
    expect((await openBrowser().visit(offerId)).config).toEqual({ bannerText: 'Um' });

    await publish(offerId, { bannerText: 'Dois' });

    await waitFor('the page is new', async () => (await openBrowser().visit(offerId)).config.bannerText === 'Dois');
  });

  it('keeps every version to go back to, the settings from before included', async () => {
    const offerId = await createOffer({ bannerText: 'Antigo' });
    const versionId = await publish(offerId, { bannerText: 'Novo' });

    const { items } = (await ask('listVersions', { offerId })).body;

    expect(items).toMatchObject([
      { id: versionId, number: 2, publishedBy: 'Maria Vendedora', isPublished: true },
      { number: 1, publishedBy: null, isPublished: false },
    ]);
    const first = await ask('getVersion', { offerId, versionId: items[1].id });
    expect(first.body).toEqual({ number: 1, config: { bannerText: 'Antigo' } });
    await publish(offerId, first.body.config);
    expect((await builderOf(offerId)).published).toMatchObject({ number: 3, config: { bannerText: 'Antigo' } });
  });

  it('makes no new version of the same settings, and keeps a hundred besides tested ones', async () => {
    const offerId = await createOffer();
    const versionId = await publish(offerId, { bannerText: 'Um' });
    const { draft } = await builderOf(offerId);
    expect((await call('publishDraft', { offerId, version: draft.version })).body).toEqual({ versionId, number: 2 });
    const { platformId } = market.world;
    await market.inspector.rows(
      `INSERT INTO checkout_version (platform_id, id, offer_id, number, config)
       SELECT $1, gen_random_uuid(), $2, number, '{}' FROM generate_series(3, 120) AS number`,
      [platformId, offerId],
    );

    await publish(offerId, { bannerText: 'Dois' });

    const kept = await market.inspector.rows(
      'SELECT count(*)::int AS count, min(number) FROM checkout_version WHERE offer_id = $1',
      [offerId],
    );
    expect(kept).toEqual([{ count: 100, min: 22 }]);
  });

  it('stores the version with the sale', async () => {
    const offerId = await createOffer();
    const before = await openBrowser().buy(offerId);
    const versionId = await publish(offerId, { bannerText: 'Um' });
    await waitFor(
      'the offer is read anew',
      async () => (await openBrowser().visit(offerId)).config.bannerText === 'Um',
    );

    expect(await versionOfSale(before)).toEqual({ version: null, test: null });
    expect(await versionOfSale(await openBrowser().buy(offerId))).toEqual({ version: versionId, test: null });
  });
});

describe('a test', () => {
  it('shows a visitor the same version at every visit, by a cookie that says no more than that', async () => {
    const offerId = await createOffer({ bannerText: 'A' });
    await startTest(offerId, { bannerText: 'B' });
    await waitFor('the test runs', async () => (await openBrowser().visit(offerId)).set !== undefined);
    const shown = new Set<string>();

    for (let visitor = 0; shown.size < 2 && visitor < 200; visitor += 1) {
      const browser = openBrowser();
      const first = await browser.visit(offerId);
      shown.add(first.config.bannerText);
      expect(first.set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(browser.cookie()).toMatch(new RegExp(`^${COOKIE}=[\\w-]{22}${first.config.bannerText}$`));
      for (let visit = 0; visit < 5; visit += 1) {
        const again = await browser.visit(offerId);
        expect(again.set).toBeUndefined();
        expect(again.config).toEqual(first.config);
      }
    }
    expect([...shown].sort()).toEqual(['A', 'B']);
  });

  it('counts visitors and their paid purchases, and publishes the winner', async () => {
    const offerId = await createOffer({ bannerText: 'A' });
    const testId = await startTest(offerId, { bannerText: 'B', colorPrimary: COLOUR_B });
    const browser = await openBrowserOf(offerId, 'B');
    const { app } = market.node;
    await app.checkoutVisits.write();
    const [before] = (await ask('listTests', { offerId })).body.items;
    await browser.visit(offerId);
    const [paid, unpaid] = [await browser.buy(offerId), await browser.buy(offerId)];
    await pay(paid);
    // The page of the payment has the colours in which this buyer saw the checkout.
    expect(await colourOf(paid)).toBe(COLOUR_B);
    // A visitor without the cookie does not count in the test.
    await pay(await openBrowser().buy(offerId));
    await openBrowser().visit(offerId, { 'sec-purpose': 'prefetch' });
    await app.checkoutVisits.write();

    const [test] = (await ask('listTests', { offerId })).body.items;

    expect(await versionOfSale(unpaid)).toEqual({ version: test.b.versionId, test: testId });
    expect(test).toMatchObject({
      id: testId,
      shareB: 50,
      winner: null,
      endedAt: null,
      b: { number: 2, purchases: 1, visits: before.b.visits },
      a: { number: 1, purchases: 0, visits: before.a.visits },
      verdict: 'TOO_EARLY',
    });
    expect(test.b.visits).toBeGreaterThan(0);
    expect((await builderOf(offerId)).runningTestId).toBe(testId);

    expect(await colourOf(await (await openBrowserOf(offerId, 'A')).buy(offerId))).not.toBe(COLOUR_B);
    const ended = await call('endTest', { offerId, testId, winner: 'B' });

    expect(ended.body).toEqual({ versionId: test.b.versionId });
    expect((await builderOf(offerId)).published).toMatchObject({
      number: 2,
      config: { bannerText: 'B', colorPrimary: COLOUR_B },
    });
    await waitFor('the test is over', async () => (await openBrowser().visit(offerId)).set === undefined);
    expect((await openBrowser().visit(offerId)).config).toEqual({ bannerText: 'B', colorPrimary: COLOUR_B });
    expect((await ask('listTests', { offerId })).body.items).toMatchObject([{ winner: 'B' }]);
    expect((await call('endTest', { offerId, testId, winner: 'A' })).body.code).toBe('CHECKOUT_TEST_NOT_FOUND');
  });

  it('runs alone, and needs two different versions', async () => {
    const offerId = await createOffer({ bannerText: 'A' });
    expect((await call('startTest', { offerId, version: 0, shareB: 50 })).body.code).toBe('CHECKOUT_DRAFT_UNCHANGED');
    await startTest(offerId, { bannerText: 'B' });
    const { draft } = await builderOf(offerId);

    for (const name of ['startTest', 'publishDraft'])
      expect(
        await call(name, { offerId, version: draft.version, ...(name === 'startTest' && { shareB: 50 }) }),
      ).toMatchObject({
        status: 409,
        body: { code: 'CHECKOUT_TEST_RUNNING' },
      });
  });

  it('keeps visits that could not be written for the next time', async () => {
    const offerId = await createOffer({ bannerText: 'A' });
    const testId = await startTest(offerId, { bannerText: 'B' });
    const { app } = market.node;
    const { database } = app;
    const { write } = database;
    app.checkoutVisits.add(market.world.platformId, testId, 'A', 3);
    database.write = () => Promise.reject(new Error('The database is away.'));
    await app.checkoutVisits.write().finally(() => {
      database.write = write;
    });

    await app.checkoutVisits.write();

    expect((await ask('listTests', { offerId })).body.items[0].a.visits).toBe(3);
  });
});

describe('the preview', () => {
  it('shows the draft of an offer that is not on sale, in a sandbox that sends nothing', async () => {
    const offerId = await createOffer({ bannerText: 'A' });
    await market.inspector.rows(`UPDATE offer SET status = 'DRAFT' WHERE id = $1`, [offerId]);
    await call('saveDraft', { offerId, version: 0, config: { bannerText: 'B' } });

    const page = await market.node.app.inject({ url: `/checkout/${offerId}/preview`, headers: seller });

    expect(page.json()).toMatchObject({ bannerText: 'B' });
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = String(page.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-scripts',
      ]),
    );
    expect(policy.filter((rule) => /^(connect|frame)-src/.test(rule))).toEqual([]);
  });

  it('is for the seller of the offer alone', async () => {
    const url = `/checkout/${await createOffer()}/preview`;
    const { app } = market.node;

    expect((await app.inject({ url, headers: rival.headers })).statusCode).toBe(404);
    expect((await app.inject({ url })).statusCode).toBe(401);
  });
});

describe("another seller's page", () => {
  it('is not found, read or changed', async () => {
    const offerId = await createOffer();
    const inputs = {
      saveDraft: { version: 0, config: {} },
      publishDraft: { version: 0 },
      startTest: { version: 0, shareB: 50 },
      endTest: { testId: newId(), winner: 'A' },
    };

    for (const [name, input] of Object.entries(inputs))
      expect((await call(name, { offerId, ...input }, rival.headers)).body.code).toBe('OFFER_NOT_FOUND');
    for (const name of ['getBuilder', 'listVersions', 'listTests'])
      expect((await ask(name, { offerId }, rival.headers)).body.code).toBe('OFFER_NOT_FOUND');
    const versionId = await publish(offerId, { bannerText: 'Segredo' });
    expect((await ask('getVersion', { offerId, versionId }, rival.headers)).body.code).toBe('OFFER_NOT_FOUND');
    const other = await createOffer();
    expect((await ask('getVersion', { offerId: other, versionId })).body.code).toBe('CHECKOUT_VERSION_NOT_FOUND');
  });
});
