/** A seller publishes a store by the page alone; visitors search it and come to a checkout. */
import { describe, expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';

import { browser, button, heading, openContext, PHONE, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const { SHOTS } = process.env;

describe('a store', () => {
  it('is published by its seller, and leads visitors without JavaScript to a checkout', async () => {
    await openContext();
    await page.goto(`${stage.url}/login`);
    await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
    await page.waitForURL('**/platform/**');
    await page.goto(`${stage.url}/platform/store`);
    await heading('Loja', 1);
    await page.getByLabel('Endereço', { exact: true }).fill('Padaria da Maria');
    await expect.poll(() => page.getByLabel('Endereço', { exact: true }).inputValue()).toBe('padaria-da-maria');
    await page.getByLabel('Nome da loja').fill('Padaria da Maria');
    await page.getByLabel('Sobre').fill('Cursos e livros de pão de fermentação natural.');
    await page.getByRole('switch', { name: 'Publicada' }).click();
    const moves = page.getByRole('button', { name: /para baixo$/ });
    await moves.first().click();
    await button('Salvar alterações').click();
    await page.getByRole('link', { name: 'Ver loja' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/store-form.png`, fullPage: true });
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/store-form-390.png`, fullPage: true });

    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' });
    const visitor = await plain.newPage();
    await visitor.goto(`${stage.url}/loja/padaria-da-maria?utm_source=mail`);
    await visitor.getByRole('heading', { name: 'Padaria da Maria', level: 1 }).waitFor();
    if (SHOTS) await visitor.screenshot({ path: `${SHOTS}/store.png`, fullPage: true });
    await visitor.setViewportSize(PHONE);
    if (SHOTS) await visitor.screenshot({ path: `${SHOTS}/store-390.png`, fullPage: true });
    await visitor.getByLabel('Buscar produtos').fill('LEVAIN');
    await visitor.getByRole('button', { name: 'Buscar' }).click();
    await visitor.getByRole('heading', { name: 'E-book 30 receitas de levain' }).click();
    await visitor.waitForURL(/\/checkout\/[0-9a-f-]{36}\?utm_source=mail/);
    await plain.close();

    await page.goto(`${stage.url}/loja/padaria-da-maria?lang=en`);
    await page.getByLabel('Search products').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/store-390-en.png`, fullPage: true });
    expect(await listViolations(page)).toEqual([]);
  });
});
