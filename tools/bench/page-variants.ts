/**
 * Serves the same checkout four ways: federated as the platform serves it, the same drawn by Preact, as one standalone bundle, and as a plain
 * form. It has what sellers add: card as the first method, a countdown, extra offers and a pixel.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { migrate } from '../../core/src/programs/migrate.ts';
import { buildShells } from '../src/build/build-shells.ts';
import type { LAYOUTS } from '../src/build/checkout-manifest.ts';
import { seed } from '../src/demo/seed.ts';
import type { Shutdown } from '../src/run/shutdown.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startBenchServer } from './bench-server.ts';
import { buildPreactShells, buildStandaloneShells } from './other-shells.ts';

export interface PageVariants {
  federated: string;
  preact: string;
  standalone: string;
  plain: string;
}

const compress = promisify(brotliCompress);

export type Layout = (typeof LAYOUTS)[number];

/** Returns what shows the checkout in a layout, at the same four addresses for each. */
export async function openPageVariants(shutdown: Shutdown): Promise<(layout: Layout) => Promise<PageVariants>> {
  await buildShells({ mode: 'production', log: console.log });
  const folders = await mkdtemp(path.join(tmpdir(), 'feira-bench-'));
  shutdown.add(() => rm(folders, { recursive: true, force: true }));
  const fill = async (name: string, build: (folder: string) => Promise<void>) => {
    const folder = path.join(folders, name);
    await mkdir(folder);
    await build(folder);
    return folder;
  };
  const standaloneShells = await fill('standalone', buildStandaloneShells);
  const preactShells = await fill('preact', buildPreactShells);
  const database = await startBenchDatabase();
  shutdown.add(() => database.stop());
  const env = {
    DATABASE_URL: await database.create('bench_page'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SIMULATORS: 'on',
    LOG_LEVEL: 'warn',
  };
  await migrate(env);
  const { checkouts } = await seed(env, { password: randomBytes(12).toString('base64url') });
  const checkoutPath = new URL(checkouts[0]!.url).pathname;
  const offerId = path.basename(checkoutPath);
  // Under row security the owner of the tables would change no row, and nothing would say so.
  const client = await database.inspect('bench_page');
  // The first of PIX, card and boleto that is on is the one that a page opens with.
  await client.query('UPDATE offer SET pix_enabled = false, credit_card_enabled = true WHERE id = $1', [offerId]);
  await client.query(
    `UPDATE product SET pixels = '{"facebook": ["1234567890"]}' WHERE id = (SELECT product_id FROM offer WHERE id = $1)`,
    [offerId],
  );
  const startNode = async (name: string, more: Record<string, string>) => {
    const server = await startBenchServer({
      name,
      file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
      env: { ...env, ...more },
      healthPath: '/health/ready',
      profileDirectory: null,
    });
    shutdown.add(() => server.stop());
    return server.url + checkoutPath;
  };
  const federated = await startNode('federated', {});
  const preact = await startNode('preact', { SHELLS_DIRECTORY: preactShells });
  const standalone = await startNode('standalone', { SHELLS_DIRECTORY: standaloneShells });
  const plain = await servePlain(federated, shutdown);
  return async (layout) => {
    // The words tell when every node shows the layout.
    const countdown = { timer: 15, text: `A oferta acaba em (${layout})`, endText: 'A oferta acabou' };
    const config = JSON.stringify({ template: layout.toUpperCase(), countdown });
    await client.query(
      `WITH edited AS (
         UPDATE offer SET checkout_builder_config = checkout_builder_config || $2 WHERE id = $1 RETURNING checkout_version_id
       )
       UPDATE checkout_version SET config = config || $2 WHERE id IN (SELECT checkout_version_id FROM edited)`,
      [offerId, config],
    );
    for (const url of [federated, preact, standalone]) await waitForText(url, countdown.text);
    return { federated, preact, standalone, plain };
  };
}

const DEADLINE_MS = 30_000;

async function waitForText(url: string, text: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await (await fetch(url)).text()).includes(text)) {
    if (Date.now() > deadline) throw new Error(`${url} does not show "${text}".`);
    await setTimeout(100);
  }
}

/** Serves the page that the platform renders, without scripts. Returns its address. */
async function servePlain(source: string, shutdown: Shutdown): Promise<string> {
  const server = createServer(async (_request, response) => {
    const page = await fetch(source);
    const html = (await page.text())
      .replace(/<script\b.*?<\/script>/gs, '')
      .replace(/<link rel="modulepreload"[^>]*>/g, '');
    const body = await compress(html);
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        // A browser gives a page with this header a process of its own, which takes a slow phone 200 ms.
        'cross-origin-opener-policy': page.headers.get('cross-origin-opener-policy') ?? 'unsafe-none',
      })
      .end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  shutdown.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}
