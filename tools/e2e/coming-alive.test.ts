/**
 * Tests what buyers do at the checkout before its scripts have come: what they typed, chose and pressed by then counts as if the page had
 * been alive.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { emulateSlowPhone } from '../bench/page-load.ts';
import { context, forgive, PHONE, page } from './browser-page.ts';
import { addressOf, design, isAlive } from './checkout-page.ts';
import { DRAWN } from './looks.ts';
import { setUpStage, stage } from './stage.ts';

setUpStage({ look: { viewport: PHONE } });

let course: string;
let coffee: string;
beforeAll(async () => {
  course = stage.ids.offers.find('course');
  coffee = stage.ids.offers.find('coffee');
  // Then every layout asks for the phone, which has a mask, among its first fields.
  await stage.query('UPDATE offer SET required_document_and_phone = true WHERE id = $1', [coffee]);
});

const LAYOUTS = ['DEFAULT', 'VEGA', 'DROPSHIPPING'] as const;
const STEP_MS = 100;

let buyers = 0;
const nextEmail = () => `cedo${++buyers}@example.com`;
const listSales = (email: string) =>
  stage.query<{ buyer_name: string; method: string }>(
    `SELECT s.buyer_name, p.method FROM sale s JOIN payment p ON p.sale_id = s.id WHERE s.buyer_email_lower = $1`,
    [email],
  );

/** Opens a page whose scripts wait. Returns what lets them come. */
async function openWithoutScripts(address: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  return async () => {
    release();
    await isAlive();
  };
}

/** Opens a page on a slow phone, as soon as it shows its form. */
async function openSlowly(address: string): Promise<void> {
  await emulateSlowPhone(await context.newCDPSession(page));
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('[name=name]').waitFor();
}

const prefilled = (offerId: string, name: string, email: string) =>
  `${addressOf(offerId)}?${new URLSearchParams({ nome: name, email })}`;

describe.each(drawCases(LAYOUTS, { short: 1 }))('the %s layout', DRAWN, (template) => {
  it('keeps every letter that is typed while it comes alive, and puts the masks on', async () => {
    await design(coffee, { template });
    await openSlowly(addressOf(coffee));

    await page.locator('[name=name]').pressSequentially('Ana Paula Souza', { delay: STEP_MS });
    await page.locator('[name=phone]').pressSequentially('11987654321', { delay: STEP_MS });

    expect(await page.inputValue('[name=name]')).toBe('Ana Paula Souza');
    await expect.poll(() => page.inputValue('[name=phone]')).toBe('(11) 98765-4321');
  });

  it('takes over what was typed, filled in and chosen', async () => {
    await design(coffee, { template });
    const comeAlive = await openWithoutScripts(addressOf(coffee));
    await page.locator('[name=name]').pressSequentially('Ana Cedo');
    await page.evaluate(() => {
      // As a browser fills in what it knows of its owner.
      const field = document.querySelector<HTMLInputElement>('[name=phone]')!;
      field.value = '11987654321';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector<HTMLInputElement>('[value=BILLET]')!.click();
      document.querySelector<HTMLSelectElement>('[name=state]')!.value = 'SP';
    });

    await comeAlive();

    expect(await page.inputValue('[name=name]')).toBe('Ana Cedo');
    expect(await page.inputValue('[name=phone]')).toBe('(11) 98765-4321');
    expect(await page.inputValue('[name=state]')).toBe('SP');
    expect(await page.isChecked('[value=BILLET]')).toBe(true);
    await page.locator('.pay:not(.continue) button[type=submit]', { hasText: 'boleto' }).waitFor({ state: 'attached' });
  });

  it('keeps it also where an extension and a translation have changed the form', async () => {
    await design(coffee, { template });
    const comeAlive = await openWithoutScripts(addressOf(coffee));
    await page.locator('[name=name]').pressSequentially('Ana Traduzida');
    await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector('form')!, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(text);
      }
      document.querySelector('[name=email]')!.after(document.createElement('span'));
      document.querySelector<HTMLInputElement>('[value=BILLET]')!.click();
    });

    await comeAlive();
    // React says that it drew the page anew.
    forgive('Minified React error #418');

    expect(await page.inputValue('[name=name]')).toBe('Ana Traduzida');
    expect(await page.isChecked('[value=BILLET]')).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
    await page.keyboard.type(' Silva');
    expect(await page.inputValue('[name=name]')).toBe('Ana Traduzida Silva');
  });
});

it.each(
  drawCases(
    Array.from({ length: 12 }, (_, steps) => steps),
    { short: 2 },
  ),
)(
  'sells once what is ordered %i steps of 100 ms after the form is there, with the name typed until then',
  DRAWN,
  async (steps) => {
    await design(course, { template: 'DEFAULT' });
    const email = nextEmail();
    await openSlowly(prefilled(course, 'Ana', email));

    await page.locator('[name=name]').press('End');
    const more = ' BelaCostaLima'.slice(0, steps + 2);
    await page.keyboard.type(more, { delay: STEP_MS });
    await page.locator('.pay button[type=submit]').click();
    await page.waitForURL(/\/checkout\/payment\//);

    expect(await listSales(email)).toEqual([{ buyer_name: `Ana${more}`, method: 'PIX' }]);
  },
);

it('goes on to the next step where that was asked for early', async () => {
  await design(coffee, { template: 'DROPSHIPPING' });
  const comeAlive = await openWithoutScripts(prefilled(coffee, 'Ana Cedo', nextEmail()));
  await page.fill('[name=cpf]', '52998224725');
  await page.fill('[name=phone]', '11987654321');
  await page.locator('[name=continue]').first().click();

  await comeAlive();

  await page.locator('.step.open[data-step="2"]').waitFor();
  expect(await page.getAttribute('form.page', 'aria-busy')).toBe('false');
});

it('does what the buttons inside the page were pressed for', async () => {
  const countdown = { timer: 15, text: 'Acaba em', endText: 'Acabou' };
  await design(coffee, { template: 'DEFAULT', countdown });
  await stage.query('UPDATE offer SET abandoned_cart_enabled = true WHERE id = $1', [coffee]);
  await expect.poll(async () => (await fetch(addressOf(coffee))).text()).toContain('declineCart');
  const comeAlive = await openWithoutScripts(addressOf(coffee));
  await page.locator('[name=pause]').click();
  await page.locator('[name=declineCart]').click();
  // Only those who type with a finger see it.
  await page.locator('[name=letters]').dispatchEvent('click');
  await page.locator('[name=email]').focus();

  await comeAlive();

  await page.getByText('Certo: nada do que você preencher fica guardado.').waitFor();
  await expect.poll(() => page.getAttribute('[name=pause]', 'aria-pressed')).toBe('true');
  expect(await page.getAttribute('[name=cpf]', 'inputmode')).toBe('text');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
});

it('copies the code whose button was pressed before the payment page came alive', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await design(course, { template: 'DEFAULT' });
  await page.goto(prefilled(course, 'Ana Cedo', nextEmail()));
  await isAlive();
  await page.locator('.pay button[type=submit]').click();
  await page.waitForURL(/\/checkout\/payment\//);
  const release = await openWithoutScripts(page.url());
  await page.locator('[name=copy]').click();

  await Promise.race([release(), page.getByRole('button', { name: 'Copiado' }).waitFor()]);

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.inputValue('#pix-code'));
});
