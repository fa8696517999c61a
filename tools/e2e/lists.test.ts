/** Tests what the lists of all dashboards have in common: their order, columns and height of rows, their files, and things by address. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import * as disputes from '@feira/schemas/procedures/disputes';
import * as payouts from '@feira/schemas/procedures/payouts';
import { listUsers } from '@feira/schemas/procedures/people';
import { describe, expect, it } from 'vitest';
import { answerDisputes, answerMoney, answerPayouts, createMoney } from './admin-money-world.ts';
import { answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, dialog, openContext, PHONE, page } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

setUpScreens({
  answer: () => {
    const money = createMoney();
    answerAdmin(server, createWorld(), createSession(ADMIN_PERMISSIONS));
    answerMoney(server, money);
    answerDisputes(server, money);
    answerPayouts(server, money);
  },
});

const open = (path: string) => page.goto(`${screens.url}/admin-root${path}`);
const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
const lastSort = (procedure: Parameters<typeof server.inputsOf>[0]) =>
  (server.inputsOf(procedure).at(-1) as { sort?: string }).sort;

describe('a list', () => {
  it('is sorted by its heads, by keyboard too, and leads back to its own order', async () => {
    await open('/manage-withdraws');
    await head('Pessoa').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => lastSort(payouts.listPayouts)).toBe('person');
    await expect.poll(() => head('Pessoa').getAttribute('aria-sort')).toBe('ascending');

    await head('Pessoa').getByRole('button').click();
    await expect.poll(() => lastSort(payouts.listPayouts)).toBe('-person');
    await head('Pessoa').getByRole('button').click();
    await page.waitForURL((url) => !url.searchParams.has('sort'));
    await expect.poll(() => head('Pessoa').getAttribute('aria-sort')).toBe('none');
    expect(await listViolations(page)).toEqual([]);
  });

  it('keeps the action of a row in sight where its table is too wide, however far it scrolls', async () => {
    await open('/manage-withdraws');
    await page.locator('tbody .record-action').first().waitFor();
    await page.locator('.record-table table').evaluate((table) => {
      table.style.width = '2400px';
    });
    const list = page.locator('.record-table[data-wide]');
    await list.waitFor();
    const box = (await list.boundingBox())!;
    for (const left of [0, 300, 2400]) {
      await list.evaluate((element, to) => element.scrollTo({ left: to }), left);
      const action = (await page.locator('tbody .record-action').first().boundingBox())!;
      expect(Math.round(action.x + action.width), `scrolled to ${left}`).toBe(Math.round(box.x + box.width) - 1);
    }
  });

  it('remembers the columns and the height of its rows', async () => {
    await open('/manage-users');
    await page.locator('tbody td a').first().waitFor();
    const height = () =>
      page
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    expect(await height()).toBeLessThanOrEqual(46);

    await button('Exibir').click();
    await page.getByLabel('Confortável').check();
    await page.getByLabel('Papéis', { exact: true }).uncheck();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('tbody td a').first().waitFor();
    await expect.poll(() => head('Papéis').count()).toBe(0);
    expect(await height()).toBeGreaterThan(50);
  });

  it('keeps its head in sight, and is had as a file of what it shows', async () => {
    await openContext({ viewport: { width: 1440, height: 500 } });
    await open('/manage-withdraws?search=bia&sort=-amount');
    await page.locator('tbody td').first().waitFor();
    const address = await page.getByRole('link', { name: 'Baixar a lista em CSV' }).getAttribute('href');
    expect(Object.fromEntries(new URLSearchParams(address!.split('?')[1]))).toEqual({
      role: 'seller',
      view: 'OPEN',
      search: 'bia',
      sort: '-amount',
      format: 'csv',
      lang: 'pt-BR',
    });
    expect(address).toMatch(/^\/exports\/payouts\.listPayouts\?/);
    await open('/manage-users');
    await page.locator('tbody td a').first().waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await head('Nome').boundingBox())!.y).toBeGreaterThanOrEqual(0);
  });

  it('is sorted from a box on a phone, whose keyboard stays away', async () => {
    await openContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    await open('/manage-users');
    const box = page.getByRole('combobox', { name: 'Ordenar por: Ordem da lista' });
    await box.tap();
    expect(await box.getAttribute('readonly')).toBe('');
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('option', { name: 'Nome: decrescente' }).tap();
    await expect.poll(() => lastSort(listUsers)).toBe('-name');
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('a thing in a dialog', () => {
  it('has an address, and going back closes it', async () => {
    await open('/charges');
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Ver caso/ })
      .first()
      .click();
    await dialog().waitFor();
    const address = page.url();
    expect(new URL(address).searchParams.get('open')).toMatch(/^[0-9a-f-]{36}$/);
    await page.goBack();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/admin-root/charges');

    await page.goto(address);
    await dialog().getByRole('heading', { level: 2 }).first().waitFor();
    await dialog().getByRole('button', { name: 'Fechar' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('open')).toBe(false);
    expect(server.inputsOf(disputes.getDispute).length).toBeGreaterThan(0);
  });

  it('that asks something is closed by going back too, and closing it leaves no way back to it', async () => {
    await open('/manage-users');
    await page.locator('tbody td a').first().waitFor();
    await open('/manage-withdraws');
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Rejeitar/ })
      .first()
      .click();
    await dialog().waitFor();
    await page.goBack();
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/admin-root/manage-withdraws');

    await page
      .getByRole('row')
      .getByRole('button', { name: /^Rejeitar/ })
      .first()
      .click();
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => (history.state as { dialog?: string } | null)?.dialog)).toBeUndefined();
    await page.goBack();
    await page.waitForURL(/manage-users/);
  });
});
