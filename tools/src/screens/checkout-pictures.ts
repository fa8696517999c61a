/**
 * Takes pictures of the checkout in every layout with every payment method, and of the payment page in every state. No platform runs:
 * the built documents show sample data.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PaymentView } from '@feira/schemas/checkout';
import { LOCALES, type Locale, type PaymentMethod } from '@feira/schemas/common';
import type { DocumentRenderer } from '@feira/schemas/documents';
import type { Output } from '@feira/schemas/procedure';
import type { getInstallments, lookupZipCode } from '@feira/schemas/procedures/checkout';
import { listInstallments } from '@feira/schemas/rules/installments';
import type { Browser, Page } from 'playwright-core';
import { LAYOUTS } from '../build/checkout-manifest.ts';
import { type Camera, type Look, openLook } from './camera.ts';
import { sampleCheckout, samplePayment, samplePaymentInput, withTemplate } from './sample-checkout.ts';
import { SAMPLE_PAYMENTS } from './sample-payments.ts';

const SHELLS = path.resolve(import.meta.dirname, '../../../dist/shells');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const METHODS: readonly PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BILLET'];

interface Picture {
  name: string;
  path: string;
  /** Brings the page to the state of the picture. */
  prepare(page: Page): Promise<unknown>;
}

function listPictures(): Picture[] {
  const checkouts = LAYOUTS.flatMap((layout) => METHODS.map((method) => ({ layout, method })));
  return [
    ...checkouts.map(({ layout, method }) => ({
      name: `checkout-${layout}-${method.toLowerCase().replace('_', '-')}`,
      path: `/checkout/${layout}`,
      prepare: (page: Page) => choose(page, method),
    })),
    ...LAYOUTS.map((layout) => ({
      name: `checkout-${layout}-two-cards`,
      path: `/checkout/${layout}`,
      prepare: showTwoCards,
    })),
    ...Object.keys(SAMPLE_PAYMENTS).map((state) => ({
      name: `payment-${state}`,
      path: `/payment/${state}`,
      prepare: async () => {},
    })),
  ];
}

/** The steps of the Dropshipping layout show the methods last: there the picture is of the first step. */
async function choose(page: Page, method: PaymentMethod): Promise<void> {
  const option = page.locator(`[name=paymentMethod][value=${method}]`);
  if (!(await option.isVisible())) return;
  await option.check();
  if (method === 'CREDIT_CARD') await page.frameLocator('iframe').locator('[autocomplete=cc-number]').waitFor();
}

/** Fills in the steps before the payment where there are any, and opens the second card. */
async function showTwoCards(page: Page): Promise<void> {
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
  };
  const next = page.locator('.step.open button[name=continue]');
  if (await next.isVisible()) {
    await fill({ name: 'Ana Exemplo', email: 'ana@example.com', cpf: '52998224725', phone: '11987654321' });
    await next.click();
    await page.fill('[name=cep]', '01310-100');
    await page.locator('.address.open').waitFor();
    await page.fill('[name=number]', '1000');
    await next.click();
    await page.locator('[name=paymentMethod]').first().waitFor();
  }
  await choose(page, 'CREDIT_CARD');
  await page.locator('.two-cards > button').click();
  await page.locator('.second-card iframe').waitFor();
  await page.frameLocator('.second-card iframe').locator('[autocomplete=cc-number]').waitFor();
}

/** The payment that a page's address names, ordered a minute ago. */
const readPayment = (pathname: string): PaymentView => ({
  ...samplePayment,
  createdAt: new Date(Date.now() - 60_000).toISOString(),
  expiresAt: new Date(Date.now() + 86_340_000).toISOString(),
  ...SAMPLE_PAYMENTS[pathname.slice('/payment/'.length)],
});

async function servePages(): Promise<{ url: string; close(): void }> {
  const file = path.join(SHELLS, 'checkout/server/documents.mjs');
  const renderer = (await import(pathToFileURL(file).href)) as DocumentRenderer;
  const render = (origin: string, pathname: string, locale: Locale): string | undefined => {
    const layout = LAYOUTS.find((name) => pathname === `/checkout/${name}`);
    if (layout) {
      const template = layout.toUpperCase() as Uppercase<typeof layout>;
      return renderer.renderCheckout({ ...withTemplate(template), locale });
    }
    if (pathname.startsWith('/payment/'))
      return renderer.renderPayment({ ...samplePaymentInput, locale, payment: readPayment(pathname) });
    if (!pathname.startsWith('/checkout/card-frame/')) return undefined;
    const config = { parentOrigin: origin, tokenization: 'server', publicKey: '', baseUrl: '' } as const;
    const { nonce } = samplePaymentInput;
    return renderer.renderCardFrame({
      locale,
      nonce,
      config: { ...config, offerId: sampleCheckout.id },
    });
  };
  const server = createServer(async (request, response) => {
    const { origin, pathname, searchParams } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    // The card frame has no origin, so its scripts are asked for as a stranger's.
    const headers = { 'access-control-allow-origin': '*' };
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    // The card frame speaks the language of the page around it.
    const lang = searchParams.get('lang') ?? new URL(request.headers.referer ?? origin).searchParams.get('lang');
    const document = render(origin, pathname, LOCALES.find((locale) => locale === lang) ?? 'pt-BR');
    if (document) return send('text/html; charset=utf-8', document);
    const asset = path.join(SHELLS, pathname.slice('/assets/'.length));
    if (pathname.startsWith('/assets/') && asset.startsWith(SHELLS) && existsSync(asset))
      return send(TYPES[path.extname(asset)] ?? 'application/octet-stream', await readFile(asset));
    if (pathname === '/api/checkout.getInstallments')
      return send('application/json', JSON.stringify(quoteInstallments(Number(searchParams.get('fareAmount')))));
    if (pathname === '/api/checkout.lookupZipCode') return send('application/json', JSON.stringify(ADDRESS));
    return keepOpen(pathname, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Quotes the sample's price with the freight in cents, which is 0 until the page knows the zip code. */
const quoteInstallments = (freight: number): Output<typeof getInstallments> => ({
  options: listInstallments({
    total: sampleCheckout.price + freight,
    maxInstallments: 12,
    interestFree: 1,
    minimumInstallment: 500,
    feeBasisPoints: Array.from({ length: 12 }, (_, index) => index * 175),
  }),
});

const ADDRESS: Output<typeof lookupZipCode> = {
  uf: 'SP',
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
};

/** The stream of a payment that never changes; nothing else has an answer here. */
function keepOpen(pathname: string, response: ServerResponse): void {
  if (!pathname.endsWith('/events')) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n');
}

/** The checkout has no dark theme, so each language and width is taken once. */
export async function takeCheckout(browser: Browser, looks: readonly Look[], camera: Camera): Promise<void> {
  const pages = await servePages();
  try {
    for (const look of looks.filter(({ theme }) => theme === 'light')) {
      const page = await openLook(browser, look);
      for (const { name, path, prepare } of listPictures().filter(({ name }) => camera.wants(name))) {
        await page.goto(`${pages.url}${path}?lang=${look.locale}`, { waitUntil: 'networkidle' });
        await prepare(page);
        await camera.take(page, look, name);
      }
      await page.context().close();
    }
  } finally {
    pages.close();
  }
}
