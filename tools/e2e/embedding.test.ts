/**
 * Tests checkouts in the pages of another site: bought in a dialog and in the page itself, with what the site hears of it. The browser of this file
 * keeps no cookies of other sites.
 */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { launchBrowser } from '../src/test/chromium.ts';
import { button, heading, openContext, PHONE, page as plainPage, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const SHOP = 'https://loja.example.com';
const LONG_PAGE = '<p style="height:1500px">Texto</p>';

/** Cookies of other sites are not kept; a page of the internet may load from this machine. */
const FLAGS = ['--test-third-party-cookie-phaseout', '--disable-features=LocalNetworkAccessChecks'];
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ args: FLAGS });
});
afterAll(() => browser?.close());

const offerId = () => stage.ids.offers.find('course');

/** Serves the page of the shop, which notes each message of the checkout. */
async function openShop(
  markup: string,
  { viewport = { width: 1280, height: 900 }, origin = SHOP } = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport });
  const shop = await context.newPage();
  await shop.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy': `script-src 'unsafe-inline' ${stage.url}; frame-src ${stage.url}; style-src 'none'`,
      },
      body: `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Loja</title>
        <body><script>heard=[];for(const n of ['loaded','method','paid','closed','height'])
          document.addEventListener('feira:'+n,e=>heard.push([n,e.detail]))</script>
        <script async src="${stage.url}/checkout.js"></script>${markup}${LONG_PAGE}</body></html>`,
    }),
  );
  await shop.goto(`${origin}/produto?utm_source=loja`);
  return shop;
}

const heard = async (shop: Page, name: string): Promise<Record<string, unknown>[]> =>
  (await shop.evaluate<[string, Record<string, unknown>][]>('heard')).flatMap(([one, detail]) =>
    one === name ? [detail] : [],
  );

async function allow(...origins: string[]): Promise<void> {
  await stage.query(
    `UPDATE person SET embed_origins = $2 WHERE id = (
       SELECT p.seller_id FROM offer o JOIN product p ON p.id = o.product_id AND p.platform_id = o.platform_id WHERE o.id = $1)`,
    [offerId(), origins],
  );
  await expect
    .poll(async () => (await fetch(`${stage.url}/checkout/${offerId()}`)).headers.get('content-security-policy'))
    .toContain(`frame-ancestors ${origins.join(' ') || "'none'"}`);
}

/** Buys in the frame by PIX, pays at the bank, and returns the sale. */
async function buyInFrame(shop: Page, email: string) {
  const frame = shop.frameLocator('iframe');
  await frame.locator('[name=paymentMethod][value=PIX]').check();
  await frame.locator('[name=name]').fill('João Comprador');
  await frame.locator('[name=email]').fill(email);
  await frame.locator('form.page[novalidate]').waitFor();
  await frame.locator('button.primary').last().click();
  await frame.locator('[data-scene=pix]').waitFor();
  const [sold] = await stage.query<{ sale_id: string; amount: number; transaction_id: string; utm: string }>(
    `SELECT s.id AS sale_id, p.amount::int AS amount, a.transaction_id, s.utm_query->>'utm_source' AS utm
     FROM sale s JOIN payment p ON p.sale_id = s.id JOIN payment_attempt a ON a.payment_id = p.id WHERE s.buyer_email = $1`,
    [email],
  );
  if (!sold) throw new Error('Nothing was sold.');
  await (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(sold.transaction_id);
  await frame.locator('[data-scene=approved]').waitFor();
  return sold;
}

describe('a checkout in another site', () => {
  it('is bought in the page, as high as its content, without cookies', async () => {
    await allow(SHOP);
    const shop = await openShop(`<div data-feira-offer="${offerId()}" data-feira-mode="inline"></div>`);
    await expect.poll(() => heard(shop, 'loaded')).toHaveLength(1);
    const checkout = shop.frames().find((one) => one.url().includes('/checkout/'));
    expect(await checkout?.evaluate(`document.cookie='probe=1;Secure;SameSite=None';document.cookie`)).toBe('');
    const heightOf = () => shop.locator('iframe').evaluate((frame) => [frame.clientHeight, frame.scrollHeight]);
    await expect.poll(async () => (await heard(shop, 'height')).at(-1)?.height).toBe((await heightOf())[0]);
    expect(await checkout?.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);

    const sold = await buyInFrame(shop, 'inline@example.com');

    expect(sold.utm).toBe('loja');
    await expect
      .poll(() => heard(shop, 'paid'))
      .toEqual([{ saleId: sold.sale_id, amount: sold.amount, currency: 'BRL' }]);
    expect((await heard(shop, 'method')).at(-1)).toEqual({ method: 'PIX' });
    // Nothing that was heard names the buyer.
    expect(JSON.stringify(await shop.evaluate('heard'))).not.toMatch(/Jo.o|inline@/);
    await shop.context().close();
  });

  it('is bought in a dialog, which locks the page, keeps the focus and closes by Escape inside and outside of the frame', async () => {
    await allow(SHOP);
    const shop = await openShop(
      `<a href="${stage.url}/checkout/${offerId()}" data-feira-offer="${offerId()}">Comprar</a>`,
      {
        viewport: PHONE,
      },
    );
    const link = shop.getByRole('link', { name: 'Comprar' });
    await expect.poll(() => shop.evaluate('typeof Feira')).toBe('object');
    await link.click();
    const dialog = shop.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => heard(shop, 'loaded')).toHaveLength(1);
    expect(await shop.evaluate('document.documentElement.style.overflow')).toBe('hidden');
    expect(await shop.evaluate('document.activeElement.tagName')).toBe('IFRAME');
    expect(await dialog.evaluate((one) => [one.clientWidth, one.clientHeight])).toEqual([PHONE.width, PHONE.height]);
    const { SHOTS } = process.env;
    if (SHOTS) await shop.screenshot({ path: `${SHOTS}/embed-overlay-phone.png` });
    await shop.frameLocator('iframe').locator('[name=name]').press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await heard(shop, 'closed')).toHaveLength(1);
    expect(await shop.evaluate('document.documentElement.style.overflow')).toBe('');
    expect(await shop.evaluate('document.activeElement.textContent')).toBe('Comprar');

    await link.press('Enter');
    await expect.poll(() => heard(shop, 'loaded')).toHaveLength(2);
    const sold = await buyInFrame(shop, 'overlay@example.com');
    await expect
      .poll(() => heard(shop, 'paid'))
      .toEqual([{ saleId: sold.sale_id, amount: sold.amount, currency: 'BRL' }]);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await shop.context().close();
  });

  it('opens the page of the bank in a tab of its own, and goes on when it is confirmed', async () => {
    await allow(SHOP);
    const shop = await openShop(`<div data-feira-offer="${offerId()}" data-feira-mode="inline"></div>`);
    const frame = shop.frameLocator('iframe').first();
    await frame.locator('[name=paymentMethod][value=PIX]').waitFor();
    await frame.locator('[name=name]').fill('João Comprador');
    await frame.locator('[name=email]').fill('bank@example.com');
    await frame.locator('form.page[novalidate]').waitFor();
    await frame.locator('[name=paymentMethod][value=CREDIT_CARD]').check();
    const card = frame.frameLocator('iframe[src*="card-frame"]');
    const typed = { 'cc-number': '4000000000000085', 'cc-name': 'JOAO COMPRADOR', 'cc-exp': '12/34', 'cc-csc': '123' };
    for (const [name, value] of Object.entries(typed)) await card.locator(`[autocomplete=${name}]`).fill(value);
    await frame.getByLabel('Parcelas').locator('option').nth(1).waitFor({ state: 'attached' });
    for (const [name, value] of Object.entries({ cpf: '529.982.247-25', phone: '(11) 98765-4321' })) {
      const field = frame.locator(`[name=${name}]:visible`);
      if (await field.count()) await field.fill(value);
    }
    await frame.locator('button[type=submit][aria-disabled=false]').click();
    const link = frame.getByRole('link', { name: 'Abrir a página do banco' });
    const [bank] = await Promise.all([shop.waitForEvent('popup'), link.click()]);
    await bank.getByRole('button', { name: 'Confirmar' }).click();

    await frame.locator('[data-scene=approved]').waitFor();
    await expect.poll(() => heard(shop, 'paid')).toHaveLength(1);
    await shop.context().close();
  });

  it('takes a card in the frame inside the frame', async () => {
    await allow(SHOP);
    const shop = await openShop('<main></main>');
    await expect.poll(() => shop.evaluate('typeof Feira')).toBe('object');
    await shop.evaluate(
      `Feira.mount(document.querySelector('main'), { offer: '${offerId()}', params: { method: 'CREDIT_CARD' } })`,
    );
    const card = shop.frameLocator('iframe').frameLocator('iframe[src*="card-frame"]');
    await card.locator('input').first().waitFor();
    await shop.context().close();
  });

  it('opens by itself where the site is not allowed, and tells nothing', async () => {
    await allow('https://outra.example.com');
    const shop = await openShop(`<button data-feira-offer="${offerId()}">Comprar</button>`);
    await expect.poll(() => shop.evaluate('typeof Feira')).toBe('object');
    await shop.getByRole('button', { name: 'Comprar' }).click();

    await shop.waitForURL(`${stage.url}/checkout/**`);
    expect(new URL(shop.url()).searchParams.has('embed')).toBe(false);
    await shop.context().close();
  });

  it('believes no message of another frame or origin', async () => {
    await allow(SHOP);
    const shop = await openShop(`<div data-feira-offer="${offerId()}" data-feira-mode="inline"></div>`);
    await expect.poll(() => heard(shop, 'loaded')).toHaveLength(1);
    await shop.evaluate(`postMessage({ feira: 1, type: 'paid', saleId: 'x', amount: 1, currency: 'BRL' }, '*')`);
    await shop.evaluate(`new Promise((resolve) => {
      addEventListener('message', ({ data }) => data === 'last' && resolve());
      postMessage('last', '*');
    })`);

    expect(await heard(shop, 'paid')).toEqual([]);
    await shop.context().close();
  });
});

it('its seller copies the code, sees a preview and allows the site', async () => {
  await plainPage.goto(`${stage.url}/login`);
  await fillSignIn(plainPage, SELLERS[0]!.email, DEMO_PASSWORD);
  await plainPage.waitForURL('**/platform/**');
  await plainPage.goto(`${stage.url}/platform/my-products/offers/${offerId()}`);
  await plainPage.getByRole('link', { name: 'Colocar no seu site' }).click();
  await heading('Checkout no seu site');
  await plainPage.getByText(`data-feira-offer="${offerId()}"`).waitFor();
  await plainPage.frameLocator('iframe').locator('legend').first().waitFor();
  const sites = plainPage.getByLabel('Endereços, um por linha');
  await sites.fill('loja.example.com');
  await button('Salvar alterações').click();
  await plainPage.getByText('Use endereços como https://loja.com.br').waitFor();
  await sites.fill('https://Loja.example.com\nhttp://localhost:3000');
  await button('Salvar alterações').click();
  await expect
    .poll(async () => (await fetch(`${stage.url}/checkout/${offerId()}`)).headers.get('content-security-policy'))
    .toContain('frame-ancestors https://loja.example.com http://localhost:3000');
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await plainPage.setViewportSize(viewport);
    expect([size, await listViolations(plainPage)]).toEqual([size, []]);
    const { SHOTS } = process.env;
    if (SHOTS) await plainPage.screenshot({ path: `${SHOTS}/embed-page-${size}.png`, fullPage: true });
  }
});

it('a checkout of its own is as it was', async () => {
  await allow(SHOP);
  await openContext();
  await plainPage.goto(`${stage.url}/checkout/${offerId()}`);
  await plainPage.locator('form.page[novalidate]').waitFor();
  expect(await plainPage.evaluate('document.documentElement.outerHTML.includes("postMessage({feira")')).toBe(false);
});
