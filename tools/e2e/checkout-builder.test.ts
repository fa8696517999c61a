/** Tests how a seller designs the page of an offer, publishes it, goes back, and tests two versions of it. */
import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { browser, button, dialog, heading, openContext, PHONE, page, said } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

/** The offer that the running test designs; each test has one of its own. */
let offerId: string;

beforeEach(async () => {
  const [made] = await stage.query<{ id: string }>(
    `INSERT INTO offer (platform_id, id, product_id, title, price)
     SELECT platform_id, gen_random_uuid(), product_id, title, price FROM offer WHERE id = $1 RETURNING id`,
    [stage.ids.offers.find('course')],
  );
  offerId = made!.id;
});

const preview = (device: 'celular' | 'computador', on: Page = page): FrameLocator =>
  on.frameLocator(`iframe[title="Prévia no ${device}"]`);
const tab = (name: string) => page.getByRole('tab', { name }).click();
const saved = (on: Page = page) => on.getByText(/^Rascunho salvo às/).waitFor();
const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function look(name: string): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  expect(await fits()).toBe(true);
  const { SHOTS } = process.env;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function signIn(): Promise<void> {
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
}

async function openBuilder(): Promise<void> {
  await page.goto(`${stage.url}/platform/checkout-builder/${offerId}`);
  await heading('Editar página');
  await preview('computador').getByRole('heading', { level: 1 }).waitFor();
}

/** Opens the checkout as a buyer with a browser of their own. */
async function asBuyer<T>(use: (buyer: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'pt-BR' });
  try {
    const buyer = await context.newPage();
    await buyer.goto(`${stage.url}/checkout/${offerId}`);
    return await use(buyer);
  } finally {
    await context.close();
  }
}

it('leads a newcomer from the offer to a page that buyers see, and back by undo', async () => {
  await signIn();
  await page.goto(`${stage.url}/platform/my-products/offers/${offerId}`);
  await page.getByRole('link', { name: 'Editar página' }).click();
  await heading('Editar página');
  await preview('computador').getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Igual à página publicada').waitFor();

  await button(/^Artesanal/).click();
  await preview('celular').getByText('Feito à mão, para você').waitFor();
  await tab('Blocos');
  await page.getByLabel('Texto da faixa').fill('Só esta semana');
  await preview('computador').getByText('Só esta semana').waitFor();
  await saved();
  expect(await asBuyer((buyer) => buyer.getByText('Só esta semana').count())).toBe(0);
  await look('builder-blocks');

  await button('Publicar').click();
  await said('Versão 2 publicada. Os compradores já veem esta página.');
  expect(await asBuyer((buyer) => buyer.getByText('Só esta semana').count())).toBe(1);

  await button('Desfazer').click();
  await preview('computador').getByText('Feito à mão, para você').waitFor();
  await button('Refazer').click();
  await preview('computador').getByText('Só esta semana').waitFor();
  await tab('Versões');
  await button('Usar a versão 1').click();
  await said('A versão 1 está no rascunho.');
  await preview('computador').getByText('Só esta semana').waitFor({ state: 'detached' });
  await look('builder-versions');
});

it('shows the stepped layout one step after the other in the preview, without filling it in', async () => {
  await signIn();
  await openBuilder();
  await page.getByRole('radio', { name: 'Dropshipping' }).check();
  const shown = preview('computador');
  const fields = (step: number) => shown.locator(`[data-step="${step}"] .step-fields`);
  await shown.locator('.step').first().waitFor();

  await fields(1).waitFor();
  await fields(3).waitFor({ state: 'hidden' });
  await fields(1).getByRole('button', { name: 'Continuar' }).click();

  await fields(3).waitFor();
  await fields(1).waitFor({ state: 'hidden' });
});

it('shows blocks in the preview, which stands still and sends nothing', async () => {
  await signIn();
  await openBuilder();
  const purchases: string[] = [];
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame() && request.method() !== 'GET') purchases.push(request.url());
  });
  await tab('Blocos');
  await page.getByRole('switch', { name: 'Mostrar a contagem' }).check();
  await preview('computador').getByText('00:15:00').waitFor();
  await button('Adicionar depoimento').click();
  await page.getByLabel('Nome ou título').fill('Dona Ana');
  const remove = preview('computador').getByRole('button', { name: /Dona Ana/ });
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('Dona Ana').count()).toBe(0);
  await button('Desfazer').click();
  await remove.waitFor();
  await page.getByRole('switch', { name: 'Mostrar o botão flutuante' }).check();
  await page.getByLabel('Telefone com DDD').fill('(11) 98765-4321');
  await page.getByLabel('Lado', { exact: true }).selectOption('LEFT');
  await preview('celular').getByRole('link', { name: 'WhatsApp' }).waitFor();
  await expect.poll(() => preview('computador').getByText('00:15:00').count()).toBe(1);

  await preview('computador').locator('button[type=submit]').last().click();
  await saved();
  await page.getByLabel('Cor do texto').first().fill('#333333');
  await page.getByText(/muita gente não consegue ler/).waitFor();
  await page.getByRole('button', { name: /^Usar #/ }).click();
  await page.getByText(/muita gente não consegue ler/).waitFor({ state: 'detached' });

  expect(purchases).toEqual([]);
  expect(
    await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getAttribute('sandbox'))),
  ).toEqual(['allow-scripts', 'allow-scripts']);
});

it('moves sections by keyboard, refuses script addresses, and works on a phone', async () => {
  await openContext({ viewport: PHONE });
  await signIn();
  await page.goto(`${stage.url}/platform/checkout-builder/${offerId}`);
  await heading('Editar página');
  await look('builder-phone');
  await tab('Ordem e textos');
  await page.getByRole('button', { name: 'Depoimentos: mover para cima' }).focus();
  await page.keyboard.press('Enter');
  await said('Depoimentos: posição 2 de 7.');
  await expect.poll(() => button('Resumo e botão: mover para cima').isDisabled()).toBe(true);
  await button('Cupom: mover para cima').click();
  await said('Cupom: posição 5 de 7.');
  await page.getByLabel('Com Pix').fill('Quero meu pão');
  await saved();
  await page.getByLabel('Ao voltar, levar para').fill('javascript:alert(1)');
  await page.getByText('Escreva um endereço que comece com').waitFor();
  await expect.poll(() => button('Publicar').isDisabled()).toBe(true);
  await page.getByLabel('Ao voltar, levar para').fill('https://loja.example/volte');
  await saved();
  await look('builder-phone-order');
  await button('Celular').click();
  await preview('celular').getByRole('heading', { level: 1 }).waitFor();
  await preview('celular').getByRole('button', { name: 'Quero meu pão' }).waitFor();
  await look('builder-phone-preview');
  await button('Publicar').click();
  await said('Versão 2 publicada');
  await asBuyer(async (buyer) => {
    await buyer.getByRole('button', { name: 'Quero meu pão' }).waitFor();
    const order = await buyer.locator('form').evaluate((form) => form.textContent ?? '');
    expect(order.indexOf('Cupom')).toBeLessThan(order.indexOf('Pagamento'));
  });
});

it('tells the second of two tabs who saved, and shows a visitor of a test the same version every time', async () => {
  await signIn();
  await openBuilder();
  const other = await page.context().newPage();
  await other.goto(`${stage.url}/platform/checkout-builder/${offerId}`);
  await other.getByRole('tab', { name: 'Blocos' }).click();
  await other.getByRole('switch', { name: 'Mostrar a faixa' }).check();
  await other.getByLabel('Texto da faixa').fill('Da outra aba');
  await saved(other);
  await other.close();

  await tab('Blocos');
  await page.getByRole('switch', { name: 'Mostrar a faixa' }).check();
  await page.getByLabel('Texto da faixa').fill('Desta aba');
  await page.getByText(/Salvo por .+ em \d{2}\/\d{2}\/\d{4}/).waitFor();
  await look('builder-conflict');
  await button('Manter o meu').click();
  await saved();

  await tab('Teste A/B');
  await button('Iniciar teste').click();
  await heading('Teste em andamento', 3);
  await look('builder-test');
  await expect.poll(() => button('Publicar').isDisabled()).toBe(true);
  const shown = new Set<number>();
  for (let visitor = 0; shown.size < 2 && visitor < 60; visitor += 1)
    await asBuyer(async (buyer) => {
      const banner = () => buyer.getByText('Desta aba').count();
      const first = await banner();
      shown.add(first);
      await buyer.reload();
      await buyer.reload();
      expect(await banner()).toBe(first);
    });
  expect([...shown].sort()).toEqual([0, 1]);

  await button('Encerrar e publicar B').click();
  await dialog().getByRole('button', { name: 'Encerrar e publicar B' }).click();
  await page.getByText('Publicada: versão B').waitFor();
  expect(await asBuyer((buyer) => buyer.getByText('Desta aba').count())).toBe(1);
});
