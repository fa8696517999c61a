/**
 * Tests that what can be sold is sold, and that the page says what is true, while a file of the page or a service outside is away: refused,
 * missing or silent. The server's mail, a seller's webhook and the reports to an advertising network fail throughout.
 */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawCases } from '../../core/test/draw.ts';
import { SELLERS } from '../src/demo/people.ts';
import { context, heading, openContext, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { DRAWN } from './looks.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';

/** Nobody listens there. */
const AWAY = '127.0.0.1:9';

setUpStage({
  prepareEnvironment: async () => ({ SMTP_URL: `smtp://${AWAY}`, MAILBOX: 'off' }),
  wantedRefusals: /Failed to load resource|status of 4\d\d|Failed to fetch|Refused to|error loading dynamically/i,
  prepare: (prepared) =>
    prepared
      .route(
        // The simulated provider, which makes tokens of cards, listens there too.
        (url) => !['localhost', '127.0.0.1'].includes(url.hostname),
        (route) => route.abort(),
      )
      .then(() => {}),
});

const PIXEL = '111222333';
beforeAll(async () => {
  await openContext();
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  const call = async (name: string, data: object) => {
    const answer = await page.request.post(`${stage.url}/api/${name}`, { data, headers: { origin: stage.url } });
    expect([name, answer.status(), await answer.text()]).toEqual([name, 200, expect.any(String)]);
  };
  const productId = stage.ids.products.find('Pão de fermentação natural');
  await stage.query('UPDATE product SET pixels = $2 WHERE id = $1', [productId, JSON.stringify({ facebook: [PIXEL] })]);
  await call('pixels.setProductToken', { productId, network: 'facebook', pixelCode: PIXEL, secret: 'EAAB0123456789' });
  await call('sellerWebhooks.create', {
    name: 'Longe',
    url: 'https://away.example/hook',
    events: ['onBuyApproved'],
    productIds: [],
    isEnabled: true,
  });
});

const METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;
type Method = (typeof METHODS)[number];

interface Part {
  url: RegExp;
  /** No card can be taken without it. */
  isForCards?: true;
  /** The ways of paying that have to do with it; all of them where nothing is said. */
  methods?: readonly Method[];
}

const PARTS: Record<string, Part> = {
  'the entry of the page': { url: /\/checkout-document\/main\./, isForCards: true },
  'the container of the page': { url: /\/checkout-default\/remoteEntry\./, isForCards: true },
  'the code of the form': { url: /\/checkout-default\/behaviour\./, isForCards: true },
  'the code of the card': { url: /\/checkout-default\/card\./, isForCards: true, methods: ['CREDIT_CARD'] },
  'the frame of the card': { url: /\/card-frame\//, isForCards: true, methods: ['CREDIT_CARD'] },
  'the tokenizer of the provider': { url: /tokenizer/, isForCards: true, methods: ['CREDIT_CARD'] },
  'the second card': { url: /\/two-cards\./, methods: ['CREDIT_CARD'] },
  'the code of pixels': { url: /\/pixels\./, methods: ['PIX'] },
  'the frame of pixels': { url: /\/pixel-frame\//, methods: ['PIX'] },
  pictures: { url: /\/media\//, methods: ['PIX'] },
  'the look-up of zip codes': { url: /checkout\.lookupZipCode/, methods: ['BILLET'] },
  'the carts': { url: /checkout\.putAbandonedCart/, methods: ['PIX'] },
  'the stream of the payment': { url: /\/events$/, methods: ['PIX'] },
  'the container of the payment page': { url: /\/checkout-payment\//, methods: ['PIX', 'BILLET'] },
};

const ANSWERS: Record<string, (route: Route) => Promise<void>> = {
  refused: (route) => route.abort('connectionrefused'),
  missing: (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' }),
  // The request waits until the context is closed.
  silent: async () => {},
};

const CASES = Object.entries(PARTS).flatMap(([part, { methods = METHODS }]) =>
  Object.keys(ANSWERS).flatMap((answer) => methods.map((method) => ({ part, answer, method }))),
);

let buyers = 0;
let email: string;
const isBought = () => page.url().includes('/checkout/payment/');
const MOST_MS = 20_000;
/** Gives up on calls of the browser that have no end of their own: a page that is on its way to the next one may never answer them. */
const within = <T>(call: Promise<T>): Promise<T> =>
  Promise.race([
    call,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The page did not answer.')), MOST_MS).unref()),
  ]);
/** Long enough for whatever the page waits for before it goes on without. */
const letTimePass = () => within(page.clock.fastForward(16_000));

async function fill(method: Method): Promise<void> {
  const fields = {
    name: 'Ana Longe',
    email,
    cpf: '52998224725',
    phone: '11987654321',
    cep: '20040-002',
    street: 'Praça Pio X',
    number: '54',
    district: 'Centro',
    city: 'Rio de Janeiro',
  };
  await page.check(`[name=paymentMethod][value=${method}]`);
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await within(field.count())) await field.fill(value);
  }
  const state = page.locator('[name=state]:visible');
  if (await within(state.count())) await state.selectOption('RJ');
}

async function fillCard(): Promise<void> {
  const frame = page.frameLocator('iframe.card-frame');
  await frame.locator('[autocomplete=cc-number]').fill('4111111111111111');
  await frame.locator('[autocomplete=cc-name]').fill('ANA LONGE');
  await frame.locator('[autocomplete=cc-exp]').fill('12/34');
  await frame.locator('[autocomplete=cc-csc]').fill('123');
  await page.locator('[name=cardInstallment] option').nth(1).waitFor({ state: 'attached' });
}

/** Fills in what the page asks for and presses its button, as often as a patient buyer would. */
async function buy(method: Method): Promise<void> {
  // A page whose script is silent never finishes loading.
  const bought = page.waitForURL(/\/checkout\/payment\//, { waitUntil: 'commit' }).then(() => true);
  const press = async () => {
    await fill(method);
    await Promise.all([
      // Time that passes while the card's token is made would end its making.
      method === 'CREDIT_CARD' && page.waitForRequest(/checkout\.purchase/),
      page.locator('.pay:not(.continue) button[type=submit]').click(),
    ]);
    await letTimePass();
    await page.locator('.error:visible, .alert .notice:visible').first().waitFor();
    expect(await within(page.getByText('Sem conexão').count())).toBe(0);
    return false;
  };
  for (let presses = 0; presses < 3; presses++)
    // The page that was being filled in may lead on meanwhile.
    if (await Promise.race([bought, press().catch((error) => (isBought() ? bought : Promise.reject(error)))])) return;
  await bought;
}

describe('with', () => {
  it.each(drawCases(CASES, { short: 5 }))('$part $answer, $method sells', DRAWN, async ({ part, answer, method }) => {
    const { url, isForCards } = PARTS[part]!;
    email = `longe${++buyers}@example.com`;
    await page.clock.install();
    await context.route(url, ANSWERS[answer]!);
    await page.goto(`${stage.url}/checkout/${stage.ids.offers.find(method === 'BILLET' ? 'coffee' : 'course')}`, {
      waitUntil: 'commit',
    });
    await page.locator('form.page').waitFor();
    if (method === 'CREDIT_CARD' && isForCards) {
      await fill(method);
      // The form itself opens without the tokenizer, which only makes the token of a card.
      if (part.includes('tokenizer')) await fillCard();
      await page.locator('.pay button[type=submit]').click();
      await letTimePass();
      await page
        .getByText(/formulário do cartão/)
        .first()
        .waitFor();
      await buy('PIX');
    } else {
      if (method === 'CREDIT_CARD') {
        await fill(method);
        await fillCard();
      }
      await buy(method);
    }

    const [sale] = await stage.query<{ sales: number; transactionId: string }>(
      `SELECT count(*) OVER ()::int AS sales, a.transaction_id AS "transactionId" FROM sale s JOIN payment p ON p.sale_id = s.id
       JOIN payment_attempt a ON a.payment_id = p.id WHERE s.buyer_email = $1`,
      [email],
    );
    expect(sale?.sales).toBe(1);
    const { simulator } = stage.simulators.get('sandbox') as SimulatorHost;
    if (method !== 'CREDIT_CARD' || isForCards) await simulator.pay(sale!.transactionId);
    if (part.includes('payment')) await letTimePass();
    if (isForCards) {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      // A page without its script loads itself anew. Where it does so in this very moment, its own reload goes on in place of the test's.
      await page.reload().catch(() => {});
    }
    await heading('Pagamento aprovado');
  });

  it('the service of zip codes down, a typed address is sent', async () => {
    email = `longe${++buyers}@example.com`;
    stage.zipCodes.isDown = true;
    await page.clock.install();
    await page.goto(`${stage.url}/checkout/${stage.ids.offers.find('coffee')}`);
    await buy('BILLET');
    stage.zipCodes.isDown = false;
    await heading('Seu boleto está pronto');
  });
});
