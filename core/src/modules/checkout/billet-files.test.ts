import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findBought, openMarket } from '../../../test/market.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { type AppError, errorBody } from '../../plugins/errors.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment } from '../payments/service.ts';
import { createBilletLink, purgeBilletFiles } from './billet-files.ts';

/** A sandbox whose documents the test chooses by the charge's amount: none, no PDF, one that is too large, one of another charge. */
const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

const told = [
  {},
  { billetPdf: Buffer.from('<html><script>alert(1)</script>').toString('base64') },
  { billetPdf: Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(2 * 1024 * 1024)]).toString('base64') },
];

export default defineProvider({
  createProvider: (context) => {
    const sandbox = createSandboxProvider(context);
    return {
      ...sandbox,
      async getTransaction({ wantsBilletPdf, ...lookup }) {
        const found = await sandbox.getTransaction(lookup);
        return wantsBilletPdf ? { ...found, ...told[Number(context.settings.kind)] } : found;
      },
    };
  },
});
`;

let directory: string;
let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-billets-'));
  variants = await writeVariants({
    careless: (manifest) => {
      Object.assign(manifest.credentials.properties, {
        kind: { type: 'string', title: { 'pt-BR': 'Tipo', en: 'Kind' } },
      });
    },
  });
  await writeFile(join(variants.directory, 'careless/src/index.ts'), ADAPTER);
});
afterAll(async () => {
  await variants.remove();
  await rm(directory, { recursive: true, force: true });
});

async function openBoleto(options: Parameters<typeof openMarket>[0] = {}) {
  const market = await openMarket({ isListening: false, env: { MEDIA_DIRECTORY: directory }, ...options });
  onTestFinished(market.close);
  const { node, world } = market;
  const answer = await buy(node.app, pixPurchase(world, { paymentMethod: 'BILLET' }));
  const bought = await findBought(market.inspector, answer.json().paymentId);
  const path = `/checkout/payment/${bought.publicId}/boleto.pdf`;
  return { ...market, ...bought, view: answer.json().payment, path, click: () => node.app.inject({ url: path }) };
}
const listFiles = () => readdir(join(directory, 'files')).catch(() => []);

it('is kept in the private storage at the first click and opened by links that end after 60 seconds', async () => {
  const boleto = await openBoleto();
  const { node, clock, inspector } = boleto;
  const open = (url: string) => node.app.inject({ url });
  expect(boleto.view.billetUrl).toBe(boleto.path);

  const clicks = await Promise.all([boleto.click(), boleto.click()]);
  const [link] = clicks.map(({ headers }) => String(headers.location)) as [string];

  expect(clicks.map(({ statusCode }) => statusCode)).toEqual([302, 302]);
  expect(clicks[0]?.headers['cache-control']).toBe('no-store');
  const file = await open(link);
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(file.headers['content-disposition']).toMatch(/^attachment;.*boleto\.pdf/);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await listFiles()).toHaveLength(1);

  clock.forward(59_000);
  expect((await open(link)).statusCode).toBe(200);
  clock.forward(2_000);
  expect((await open(link)).statusCode).not.toBe(200);
  expect((await open(String((await boleto.click()).headers.location))).statusCode).toBe(200);

  await inspector.rows("UPDATE billet_file SET created_at = now() - interval '59 days'");
  await purgeBilletFiles(node.app);
  expect(await listFiles()).toHaveLength(1);
  await inspector.rows("UPDATE billet_file SET created_at = now() - interval '61 days'");
  await purgeBilletFiles(node.app);
  expect(await listFiles()).toEqual([]);
  expect(await inspector.rows('SELECT 1 FROM billet_file')).toEqual([]);
});

it('is not there for what cannot be paid by it, and for nobody who does not know the payment', async () => {
  const boleto = await openBoleto();
  const pix = await boleto.buyPix();
  const clickOn = async (id: string) =>
    (await boleto.node.app.inject({ url: `/checkout/payment/${id}/boleto.pdf` })).headers.location;

  expect(await clickOn(pix.publicId)).toBeUndefined();
  expect(await clickOn('A'.repeat(22))).toBeUndefined();
  await boleto.inspector.rows("UPDATE payment SET status = 'APPROVED' WHERE id = $1", [boleto.paymentId]);
  expect(await clickOn(boleto.publicId)).toBeUndefined();
});

it.each(['0', '1', '2'])(
  'is refused in the words of the specification where the provider hands over no document (%s)',
  async (kind) => {
    const before = await listFiles();
    const boleto = await openBoleto({
      provider: 'careless',
      providerDirectory: variants.directory,
      settings: { kind },
    });

    const payment = await findPayment(boleto.node.app, boleto.world.platformId, boleto.paymentId);
    const error: AppError = await createBilletLink(boleto.node.app, payment as Payment).catch((cause) => cause);

    expect(errorBody(error, 'pt-BR')).toMatchObject({ code: 'BILLET_PDF_FAILED', message: 'Error on upload pdf' });
    expect((await boleto.click()).headers.location).toBeUndefined();
    expect(await listFiles()).toEqual(before);
    expect(await boleto.inspector.rows('SELECT 1 FROM billet_file')).toEqual([]);
  },
);

it('leads to the address of the provider where the platform keeps no files', async () => {
  const boleto = await openBoleto({ env: {} });

  expect((await boleto.click()).headers.location).toMatch(/\/boletos\/chg_\w+$/);
});
