/** Tests the three layouts of the checkout: buying with the keyboard alone, their steps and places, and what is around the form. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { browser, context, forgive, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { addressOf, design, hasBehaviour, isAlive } from './checkout-page.ts';
import { DRAWN, expectNoBarrier } from './looks.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const CPF = '52998224725';
const LAYOUTS = ['DEFAULT', 'VEGA', 'DROPSHIPPING'] as const;
const METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
const LOCALES = ['pt-BR', 'en'] as const;

setUpStage();

let course: string;
let coffee: string;
beforeAll(() => {
  course = stage.ids.offers.find('course');
  coffee = stage.ids.offers.find('coffee');
});

let buyers = 0;
const nextEmail = () => `layout${++buyers}@example.com`;
const countSales = async (email: string) =>
  (await stage.query('SELECT 1 FROM sale WHERE buyer_email_lower = $1', [email])).length;

/** Goes on with the Tab key to the field, as one who has no mouse. */
async function tabTo(selector: string): Promise<void> {
  const target = page.locator(selector);
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key never reaches ${selector}.`);
}
async function typeInto(name: string, text: string): Promise<void> {
  await tabTo(`[name=${name}]`);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** The layouts in which this run plays what every layout must do. */
const drawnLayouts = drawCases(LAYOUTS, { short: 1 });

describe.each(drawnLayouts)('the %s layout', DRAWN, (template) => {
  it('sells to a buyer who has only a keyboard', async () => {
    await design(course, { template });
    await page.goto(addressOf(course));
    await isAlive();
    const email = nextEmail();

    await typeInto('name', 'Ana Teclado');
    await typeInto('email', email);
    if (template === 'DROPSHIPPING') {
      await page.keyboard.press('Enter');
      // The first field of the step that opens.
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('orderBumpsIds');
    }
    await tabTo('.pay:not(.continue) button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/checkout\/payment\//);

    expect(await countSales(email)).toBe(1);
  });

  it('sells without JavaScript, all of it on one page', async () => {
    await design(coffee, { template });
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' });
    const form = await plain.newPage();
    await form.goto(addressOf(coffee));
    const email = nextEmail();
    const values = {
      name: 'José Simples',
      email,
      cpf: CPF,
      phone: '11987654321',
      cep: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      district: 'Bela Vista',
      city: 'São Paulo',
    };
    for (const [name, value] of Object.entries(values)) {
      const field = form.locator(`[name=${name}]`);
      if (await field.count()) await field.fill(value);
    }
    await form.selectOption('[name=state]', 'SP');
    await form.selectOption('[name=quantity]', '2');
    await form.click('.pay:not(.continue) button[type=submit]');
    await form.waitForURL(/\/checkout\/payment\//);
    await form.getByText(/^2 × /).waitFor();
    await plain.close();

    expect(await countSales(email)).toBe(1);
  });

  it('fits a window of 320 px, and says its errors at the fields', async () => {
    await design(coffee, { template });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(addressOf(coffee));
    await isAlive();
    await page.locator('.pay button[type=submit]:visible').first().click();

    await page.locator('#name-error').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await listViolations(page)).toEqual([]);
  });

  it('keeps every word in sight with text twice as large', async () => {
    await design(coffee, { template });
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      await page.goto(addressOf(coffee));
      await isAlive();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });

      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      expect(await page.evaluate(listCutTexts)).toEqual([]);
    }
  });
});

const METHODS_IN_LOOKS = LAYOUTS.flatMap((template) =>
  METHODS.flatMap((method) =>
    LOCALES.flatMap((locale) => [PHONE, WIDE].map((viewport) => ({ template, method, locale, viewport }))),
  ),
);
it.each(drawCases(METHODS_IN_LOOKS, { short: 6 }))(
  'a checkout has no barrier and does not scroll sideways: %j',
  DRAWN,
  async ({ template, method, locale, viewport }) => {
    await design(coffee, { template });
    await page.setViewportSize(viewport);
    await page.goto(`${addressOf(coffee)}?lang=${locale}`);
    await isAlive();
    if (template === 'DROPSHIPPING') {
      await expectNoBarrier('step 1');
      await fillBuyer();
      await fillAddress();
    }
    await page.check(`[name=paymentMethod][value=${method}]`);

    await expectNoBarrier('with the method');
  },
);

/** Runs in the page: texts that are wider or higher than a box which hides what stands out. */
function listCutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1);
      const isForEyes = element.checkVisibility() && element.clientWidth > 1;
      return isForEyes && isCut && !!element.textContent?.trim();
    })
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent!.trim().slice(0, 60)}`);
}

describe('a reader with looks of their own', () => {
  it.each(drawnLayouts)(
    'sees in the %s layout what is chosen, focused and wrong, in forced colours',
    DRAWN,
    async (template) => {
      await design(coffee, { template });
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(addressOf(coffee));
      await isAlive();
      await page.locator('.pay button[type=submit]:visible').first().click();
      await page.locator('#name-error').waitFor();
      const styleOf = (selector: string, name: 'outlineStyle' | 'outlineWidth' | 'appearance' | 'borderTopStyle') =>
        page
          .locator(selector)
          .first()
          .evaluate((element, property) => getComputedStyle(element)[property], name);

      // Only what is drawn as a line or by the browser itself is left of the seller's colours.
      expect(await styleOf('[name=name]', 'outlineStyle')).toBe('solid');
      expect(Number.parseFloat(await styleOf('[name=name]', 'outlineWidth'))).toBeGreaterThanOrEqual(2);
      expect(await styleOf('[name=email]', 'borderTopStyle')).toBe('solid');
      expect(await styleOf('[name=paymentMethod]', 'appearance')).not.toBe('none');
      await page.emulateMedia({ forcedColors: null });
    },
  );
});

const next = () => page.locator('.step.open button[name=continue]').click();
const openStep = () => page.locator('.step.open').getAttribute('data-step');

async function fillBuyer(): Promise<void> {
  await page.fill('[name=name]', 'Bia Passo');
  await page.fill('[name=email]', nextEmail());
  for (const [name, value] of [
    ['cpf', CPF],
    ['phone', '11987654321'],
  ] as const) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await field.count()) await field.fill(value);
  }
  await next();
  await page.locator('.step.open[data-step="2"]').waitFor();
}
async function fillAddress(): Promise<void> {
  await page.fill('[name=cep]', '01310-100');
  await expect.poll(() => page.inputValue('[name=street]')).toBe('Avenida Paulista');
  await page.fill('[name=number]', '1000');
  await next();
  await page.locator('.step.open[data-step="3"]').waitFor();
}

describe('the steps of the DROPSHIPPING layout', () => {
  it('go on only when their fields are valid, and a summary opens them again', async () => {
    await design(coffee, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(coffee));
    await isAlive();
    await next();
    await page.getByText('Digite seu nome completo para continuar a compra').waitFor();
    expect(await openStep()).toBe('1');
    await expect.poll(() => page.locator('[name=paymentMethod]').first().isVisible()).toBe(false);

    await fillBuyer();
    await fillAddress();
    await page.getByRole('button', { name: /Bia Passo.*Editar/ }).click();

    expect(await openStep()).toBe('1');
    await expect.poll(() => page.inputValue('[name=name]')).toBe('Bia Passo');
    await page.getByRole('button', { name: /Avenida Paulista, 1000.*Editar/ }).waitFor();
  });

  it('leave the address only with a zip code that was found', async () => {
    await design(coffee, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(coffee));
    await isAlive();
    await fillBuyer();
    await page.fill('[name=cep]', '99999-999');
    const address = { street: 'Rua', number: '1', district: 'B', city: 'C' };
    for (const [name, value] of Object.entries(address)) await page.fill(`[name=${name}]`, value);
    await page.selectOption('[name=state]', 'SP');
    await next();

    await page.locator('#cep-error', { hasText: 'Informe um CEP válido' }).waitFor();
    await expect.poll(() => page.getByText('Você pode digitar o endereço').count()).toBe(0);
    expect(await openStep()).toBe('2');
    forgive('status of 404');
    // Typed words stay whatever a look-up finds.
    for (const name of Object.keys(address)) await page.fill(`[name=${name}]`, '');
    await fillAddress();
    expect(await openStep()).toBe('3');
  });

  it('let a typed address pass where nobody can look its zip code up', async () => {
    await design(coffee, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(coffee));
    await isAlive();
    await fillBuyer();
    stage.zipCodes.isDown = true;
    await page.fill('[name=cep]', '20040-002');
    await page.locator('.step.open').getByText('Você pode digitar o endereço').waitFor();
    forgive('status of 503');
    await next();
    // The page asks for the fields that the look-up would have filled in.
    await page.locator('#street-error').waitFor();
    expect(await openStep()).toBe('2');
    const address = { street: 'Praça Pio X', number: '54', district: 'Centro', city: 'Rio de Janeiro' };
    for (const [name, value] of Object.entries(address)) await page.fill(`[name=${name}]`, value);
    await page.selectOption('[name=state]', 'RJ');
    await next();
    stage.zipCodes.isDown = false;
    await page.locator('.step.open[data-step="3"]').waitFor();

    await page.click('.pay:not(.continue) button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
  });

  it('wait for the zip code that is being looked up, and ask for nothing that it fills in', async () => {
    await design(coffee, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(coffee));
    await isAlive();
    await fillBuyer();
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      page.route('**/api/checkout.lookupZipCode*', async (route) => {
        resolve();
        await new Promise<void>((go) => {
          answer = go;
        });
        await route.continue();
      });
    });
    await page.fill('[name=cep]', '01310-100');
    await isAsked;
    await page.fill('[name=number]', '1000');
    await next();
    answer();

    await page.locator('.step.open[data-step="3"]').waitFor();
    await expect.poll(() => page.locator('.error').count()).toBe(0);
    await page.unroute('**/api/checkout.lookupZipCode*');
  });

  it('ask for the document beside the method that needs it, and keep the buyer there', async () => {
    await design(course, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(course));
    await isAlive();
    const email = nextEmail();
    await page.fill('[name=name]', 'Caio Boleto');
    await page.fill('[name=email]', email);
    expect(await page.locator('.step.open [name=cpf]').count()).toBe(0);
    await next();
    await page.check('[value=BILLET]');
    await page.locator('.step.open [name=cpf]:visible').waitFor();
    await page.click('.pay:not(.continue) button[type=submit]');

    await page.locator('.step.open #cpf-error', { hasText: /^Informe seu CPF/ }).waitFor();
    expect(await openStep()).toBe('3');
    await page.fill('[name=cpf]', CPF);
    await page.click('.pay:not(.continue) button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    expect(await countSales(email)).toBe(1);
  });

  it('of a digital product are two: who buys, and how it is paid', async () => {
    await design(course, { template: 'DROPSHIPPING' });
    await page.goto(addressOf(course));
    await isAlive();

    const steps = await page.locator('.step').evaluateAll((all) => all.map((step) => step.getAttribute('data-step')));
    expect(steps).toEqual(['1', '3']);
  });
});

describe('the VEGA layout', () => {
  it('has the cart at the right on wide screens, and the feedbacks below the form under 768 px', async () => {
    const feedbacks = [{ id: 'a', title: 'Ótimo', description: 'Gostei', stars: 5 }];
    await design(course, { template: 'VEGA', feedbacks });
    await page.goto(addressOf(course));
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const isBeside = async (selector: string) => {
      const [form, part] = [await box('.fields'), await box(selector)];
      return part.x >= form.x + form.width;
    };

    expect((await box('main')).width).toBe(1080);
    expect(await isBeside('.cart')).toBe(true);
    expect(await isBeside('.feedbacks')).toBe(true);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await isBeside('.feedbacks')).toBe(true);
    await page.setViewportSize({ width: 767, height: 900 });
    const [pay, below] = [await box('.pay'), await box('.feedbacks')];
    expect(below.y).toBeGreaterThanOrEqual(pay.y);
    expect(below.x).toBeLessThan(40);
  });
});

describe('around the form', () => {
  it('the page is at most 1000 px wide in the other layouts', async () => {
    for (const template of ['DEFAULT', 'DROPSHIPPING']) {
      await design(course, { template });
      await page.goto(addressOf(course));
      expect((await page.locator('main').boundingBox())!.width).toBe(1000);
    }
  });

  it('the countdown runs, stands still while it is paused, and ends with its last words', async () => {
    const countdown = { timer: 1, text: 'Acaba em', endText: 'Acabou a oferta' };
    await design(course, { template: 'DEFAULT', countdown });
    await page.clock.install();
    await page.goto(addressOf(course));
    await page.clock.runFor(1_000);
    const clock = page.getByRole('timer');
    await isAlive();
    // The behaviour arrives after the form.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return clock.textContent();
      })
      .not.toBe('00:01:00');
    await page.getByRole('button', { name: 'Pausar' }).click();
    const paused = await clock.textContent();
    await page.clock.runFor(10_000);
    await expect.poll(() => clock.textContent()).toBe(paused);

    await page.getByRole('button', { name: 'Pausar' }).click();
    await page.clock.runFor(61_000);

    await page.getByRole('status').filter({ hasText: 'Acabou a oferta' }).waitFor();
    await expect.poll(() => clock.count()).toBe(0);
    await stage.query(
      `UPDATE offer SET checkout_builder_config = checkout_builder_config - 'countdown' WHERE id = $1`,
      [course],
    );
  });

  it('going back leads to the address of the seller', async () => {
    const backRedirect = `${stage.url}/login?from=checkout`;
    await design(course, { template: 'DEFAULT', backRedirect });
    await page.goto(`${stage.url}/login`);
    await page.goto(addressOf(course));
    await expect.poll(() => page.evaluate(() => history.state?.feira)).toBe('checkout');

    await page.goBack();

    await page.waitForURL(backRedirect);
    await design(course, { backRedirect: '' });
  });

  it('leaving asks once something is typed, and not after the purchase', async () => {
    await design(course, { template: 'DEFAULT' });
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      dialog.dismiss();
    });
    await page.goto(addressOf(course));
    await isAlive();
    await hasBehaviour();
    await page.locator('[name=name]').pressSequentially('Ana Saída');
    await page.evaluate(() => location.assign('/login')).catch(() => {});
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(page.url()).toContain('/checkout/');

    await page.fill('[name=email]', nextEmail());
    await page.click('.pay button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    expect(asked).toHaveLength(1);
  });

  const PLACES = [PHONE, { width: 1000, height: 800 }, WIDE].flatMap((viewport) =>
    LAYOUTS.flatMap((template) => ['LEFT', 'RIGHT'].map((position) => ({ viewport, template, position }))),
  );
  it.each(drawCases(PLACES, { short: 3 }))(
    'the WhatsApp button covers no field: %j',
    DRAWN,
    async ({ viewport, template, position }) => {
      await design(course, { template, whatsapp: { phone: '(11) 98765-4321', message: 'Oi', position } });
      await page.setViewportSize(viewport);
      await page.goto(addressOf(course));
      await isAlive();
      const button = (await page.locator('.whatsapp').boundingBox())!;
      const bar = await page.locator('.pay:visible .primary').first().boundingBox();
      const isFree = (other: { x: number; width: number; y: number; height: number }) =>
        other.x + other.width <= button.x ||
        other.x >= button.x + button.width ||
        other.y + other.height <= button.y ||
        other.y >= button.y + button.height;

      expect(isFree(bar!)).toBe(true);
      for (const name of ['name', 'email']) {
        await page.focus(`[name=${name}]`);
        const field = (await page.locator(`[name=${name}]`).boundingBox())!;
        expect(isFree(field), name).toBe(true);
      }
      await stage.query(
        `UPDATE offer SET checkout_builder_config = checkout_builder_config - 'whatsapp' WHERE id = $1`,
        [course],
      );
    },
  );

  it('a shared link has a title and a picture, and light colours stay themselves', async () => {
    await design(course, { template: 'DEFAULT', colorPrimary: '#FFD400' });
    await page.goto(addressOf(course));

    await expect.poll(() => page.getAttribute('meta[property="og:url"]', 'content')).toBe(addressOf(course));
    await expect
      .poll(() => page.getAttribute('meta[property="og:title"]', 'content'))
      .toBe(await page.textContent('h1'));
    const colours = await page.locator('.pay .primary').evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return { backgroundColor, color };
    });
    expect(colours).toEqual({ backgroundColor: 'rgb(255, 212, 0)', color: 'rgb(0, 0, 0)' });
    expect(await listViolations(page)).toEqual([]);
  });

  it('a long name from a link is kept whole, counted, and shown a shorter way to write it', async () => {
    await design(course, { template: 'DEFAULT' });
    const name = 'Maria Aparecida Ferreira de Souza Santos';
    await page.goto(`${addressOf(course)}?nome=${encodeURIComponent(name)}`);

    await page.getByText('10 letras a mais: cabem 30').waitFor();
    await page.getByText('Escreva, por exemplo: Maria Aparecida F. S. Santos').waitFor();
    await expect.poll(() => page.inputValue('[name=name]')).toBe(name);
  });
});

describe('a buyer who goes back after an approved card', () => {
  it('is asked before anything is charged, finds the purchase, and buys again only on purpose', async () => {
    await openContext({ viewport: PHONE });
    await design(course, { template: 'DEFAULT' });
    const email = nextEmail();
    const payByCard = async () => {
      const frame = page.frameLocator('iframe.card-frame');
      await frame.locator('[autocomplete=cc-number]').fill('4111111111111111');
      await frame.locator('[autocomplete=cc-name]').fill('ANA DUAS VEZES');
      await frame.locator('[autocomplete=cc-exp]').fill('12/34');
      await frame.locator('[autocomplete=cc-csc]').fill('123');
      await page.getByLabel('Parcelas').locator('option').nth(1).waitFor({ state: 'attached' });
    };
    await page.goto(addressOf(course));
    await page.fill('[name=name]', 'Ana Duas Vezes');
    await page.fill('[name=email]', email);
    await page.check('[value=CREDIT_CARD]');
    await page.fill('[name=cpf]', CPF);
    await payByCard();
    await page.click('.pay button[type=submit][aria-disabled=false]');
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    const bought = new URL(page.url()).pathname;

    await page.goBack();
    await isAlive();
    // For thirty seconds the same cart would be the same purchase.
    await context.clearCookies({ name: 'checkoutSubmit' });
    await page.fill('[name=name]', 'Ana Duas Vezes');
    await page.fill('[name=email]', email);
    await page.check('[value=CREDIT_CARD]');
    await page.fill('[name=cpf]', CPF);
    await payByCard();
    await page.click('.pay button[type=submit][aria-disabled=false]');
    await page.getByRole('alert').getByText('Você já comprou isto').waitFor();
    expect(await countSales(email)).toBe(1);
    await expect.poll(() => page.getByRole('link', { name: 'Ver minha compra' }).getAttribute('href')).toBe(bought);
    expect(await listViolations(page)).toEqual([]);

    await page.frameLocator('iframe.card-frame').locator('[autocomplete=cc-csc]').fill('123');
    await page.getByRole('button', { name: 'Comprar de novo mesmo assim' }).click();
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    expect(await countSales(email)).toBe(2);
  });
});

describe.each(drawnLayouts)('a free trial in the %s layout', DRAWN, (template) => {
  let club: string;
  beforeAll(async () => {
    club = stage.ids.offers.find('club');
    await stage.query('UPDATE offer SET trial_days = 7, is_trial_free = true WHERE id = $1', [club]);
  });

  const begun = (email: string) =>
    stage.query(
      `SELECT s.status, (SELECT count(*)::int FROM payment p WHERE p.sale_id = s.first_sale_id) AS payments
       FROM subscription s WHERE s.buyer_email_lower = $1`,
      [email],
    );

  it('begins without a charge, and leads to the page of the subscription', async () => {
    await design(club, { template });
    await page.goto(addressOf(club));
    await isAlive();
    await page.getByText('Teste: 7 dias grátis.').first().waitFor();
    const email = nextEmail();
    await page.fill('[name=name]', 'Ana Teste');
    await page.fill('[name=email]', email);
    if (template === 'DROPSHIPPING') await next();
    await page.getByRole('button', { name: 'Começar teste grátis' }).click();
    await page.waitForURL(/\/subscription#/);
    await page.getByText('Em teste', { exact: true }).waitFor();

    expect(await begun(email)).toEqual([{ status: 'TRIALING', payments: 0 }]);
    expect(await listViolations(page)).toEqual([]);
  });

  it('begins without JavaScript', async () => {
    await design(club, { template });
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' });
    const form = await plain.newPage();
    await form.goto(addressOf(club));
    const email = nextEmail();
    await form.fill('[name=name]', 'José Simples');
    await form.fill('[name=email]', email);
    await form.click('.pay:not(.continue) button[type=submit]');
    await form.getByRole('heading', { name: 'Seu teste grátis começou' }).waitFor();
    const link = await form.getByRole('link', { name: 'Abrir minha assinatura' }).getAttribute('href');
    await plain.close();

    expect(await begun(email)).toEqual([{ status: 'TRIALING', payments: 0 }]);
    await page.goto(link!);
    await page.getByText('Em teste', { exact: true }).waitFor();
  });
});
