/** A seller looks at an order, sees where its money went, and ships it. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { BrowserContext } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { browser, button, context, dialog, heading, PHONE, page, said } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const BUYER = { name: 'Joana Compradora', email: 'joana@example.com' };

let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

setUpStage({ wantedRefusals: /status of 401/ });
beforeAll(async () => {
  const first = await browser.newContext();
  const form = await first.newPage();
  await form.goto(`${stage.url}/login`);
  await fillSignIn(form, SELLERS[1]!.email, DEMO_PASSWORD);
  await form.waitForURL((url) => url.pathname.startsWith('/platform/'));
  cookies = await first.cookies();
  await first.close();
});

let purchases = 0;
/** Buys a physical product by PIX, pays it, and returns the public id of its payment. */
async function sell(): Promise<string> {
  const response = await fetch(`${stage.url}/api/checkout.purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `order-purchase-${++purchases}` },
    body: JSON.stringify({
      offerId: stage.ids.offers.find('coffee'),
      ...BUYER,
      paymentMethod: 'PIX',
      cpf: '52998224725',
      phone: '11987654321',
      cep: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      complement: 'Apto 12',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      deliveryOptionId: stage.ids.deliveryOptions.find('Correios PAC'),
      utmQuery: { utm_source: 'instagram' },
    }),
  });
  const bought = await response.json();
  if (!response.ok) throw new Error(`The purchase was answered ${response.status}: ${JSON.stringify(bought)}`);
  const [charge] = await stage.query<{ transaction_id: string }>(
    `SELECT a.transaction_id FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1`,
    [bought.paymentId],
  );
  await (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(charge!.transaction_id);
  await expect
    .poll(async () => (await stage.query('SELECT status FROM payment WHERE public_id = $1', [bought.paymentId]))[0])
    .toEqual({ status: 'APPROVED' });
  return bought.paymentId;
}

const open = async (address: string) => {
  await context.addCookies(cookies);
  await page.goto(stage.url + address);
};

it('leads from the list of sales to one sale, and says where its money is', async () => {
  await sell();
  await open('/platform/my-sales');
  await page.getByRole('link', { name: 'Kit Café da Serra' }).first().click();

  await heading('Para onde foi o dinheiro', 2);
  await expect.poll(() => page.locator('h1').textContent()).toMatch(/^Pedido [0-9A-F]{4}-[0-9A-F]{4}$/);
  await page.getByText('529.982.247-25').waitFor();
  await page.getByText('Avenida Paulista, 1000, Apto 12').waitFor();
  await page.getByText('utm_source').waitFor();
  await page.getByText('Retido até').first().waitFor();
  await button('Reenviar e-mail da compra').click();
  await said('Reenviado. Hoje ainda dá para reenviar 4 vezes.');
  const chat = await page.getByRole('link', { name: /Conversar no WhatsApp/ }).getAttribute('href');
  expect(chat).toMatch(/^https:\/\/wa\.me\/5511987654321\?text=Ol%C3%A1%2C%20Joana!/);
  expect(await listViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await listViolations(page)).toEqual([]);
});

it('ships a paid order, and mails its buyer the way to track it', async () => {
  await sell();
  await open('/platform/my-sales');
  await page.getByRole('link', { name: 'Kit Café da Serra' }).first().click();
  await page.getByText('A enviar').waitFor();

  await button('Marcar como enviado').click();
  await dialog().getByLabel('Transportadora').fill('Correios');
  await dialog().getByLabel('Código de rastreio').fill('AA123456789BR');
  await dialog().getByLabel('Página de rastreio').fill('rastreio');
  await button('Salvar e avisar o comprador').click();
  await dialog().getByText('Digite um endereço que começa com https://').waitFor();
  await dialog().getByLabel('Página de rastreio').fill('https://rastreio.example/AA123456789BR');
  await button('Salvar e avisar o comprador').click();

  await page.getByRole('link', { name: 'AA123456789BR' }).waitFor();
  await button('Marcar como entregue').click();
  await said('Entregue');
  const mails = await stage.query<{ template: string }>(
    `SELECT template FROM mail WHERE recipient = $1 AND template LIKE 'order-%' ORDER BY created_at`,
    [BUYER.email],
  );
  expect(mails.map(({ template }) => template)).toEqual(['order-shipped', 'order-delivered']);
});
