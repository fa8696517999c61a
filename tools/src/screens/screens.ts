/**
 * `npm run screens` writes pictures of every page: of the checkout and the payment page in every layout, method and state, and of every
 * dashboard over the demo of this folder, which it starts. Each is taken on a phone and on a desktop, in both themes and languages;
 * contact sheets show many at once.
 * Parameters: --of checkout or --of dashboards, --only TEXT for the pictures whose name contains the text, --look TEXT for the looks
 * whose name does (390-light-pt-BR), --out FOLDER (.cache/screens).
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../../../core/test/free-port.ts';
import { buildShells } from '../build/build-shells.ts';
import { prepareLocalPlatform } from '../run/local-platform.ts';
import { createShutdown, type Shutdown } from '../run/shutdown.ts';
import { launchBrowser } from '../test/chromium.ts';
import { createCamera, LOOKS } from './camera.ts';
import { takeCheckout } from './checkout-pictures.ts';
import { writeContactSheets } from './contact-sheets.ts';
import { type TakenPlatform, takeDashboards } from './dashboard-pictures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../.cache/screens');

async function main(shutdown: Shutdown): Promise<void> {
  const text = { type: 'string', default: '' } as const;
  const { of, only, look, out } = parseArgs({ options: { of: text, only: text, look: text, out: text } }).values;
  const folder = out ? path.resolve(out) : FOLDER;
  const looks = LOOKS.filter(({ name }) => name.includes(look));
  if (!['', 'checkout', 'dashboards'].includes(of)) throw new Error('--of takes checkout or dashboards.');
  if (looks.length === 0) throw new Error(`--look takes a part of ${LOOKS.map(({ name }) => name).join(', ')}.`);
  await buildShells({ mode: 'production', log: console.log });
  if (!out) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  shutdown.add(() => browser.close());
  const camera = createCamera(folder, only);
  if (of !== 'dashboards') await takeCheckout(browser, looks, camera);
  if (of !== 'checkout') await takeDashboards(browser, await startPlatform(shutdown), looks, camera);
  const sheets = await writeContactSheets(browser, folder, camera.pictures);
  console.log(
    `${camera.pictures.length} pictures and ${sheets} contact sheets, in ${path.relative(process.cwd(), folder)}`,
  );
}

/** Starts the demo of this folder, where nobody needs a second factor, at a port of its own. */
async function startPlatform(shutdown: Shutdown): Promise<TakenPlatform> {
  Object.assign(process.env, { SECOND_FACTOR: 'off', PORT: String(await findFreePort()) });
  const { env, demo } = await prepareLocalPlatform(shutdown, [], async () => {});
  const { serve } = await import('../../../core/src/server.ts');
  const server = await serve(env);
  shutdown.add(() => server.close());
  return { url: server.url, demo };
}

const shutdown = createShutdown();
await main(shutdown).then(
  () => shutdown.run(0),
  (error: Error) => {
    console.error(error.message);
    return shutdown.run(1);
  },
);
