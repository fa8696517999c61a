/** A provider comes with its folder and goes with it: nothing else lists it. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import fp from 'fastify-plugin';
import { afterAll, expect, it } from 'vitest';
import providers from '../../../core/src/plugins/providers.ts';
import { renderProviderList } from '../check/tidy/provider-list.ts';
import { readTree } from '../check/tidy/tree.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const place = mkdtempSync(path.join(tmpdir(), 'feira-folder-'));
const plugins = path.join(place, 'plugins');
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The packages that a node finds in the folder; described ones, which start no process. */
async function discover(): Promise<string[]> {
  const app = fastify();
  const config = fp(async () => void app.decorate('config', { providerDirectories: [plugins] } as never), {
    name: 'config',
  });
  await app.register(config);
  for (const name of ['database', 'cache']) await app.register(fp(async () => undefined, { name }));
  await app.register(providers);
  await app.ready();
  const found = app.providers.list().map(({ id }) => id);
  expect(app.providers.broken).toEqual([]);
  await app.close();
  return found.sort();
}

it('is found where its folder is, and gone without it', async () => {
  mkdirSync(plugins);
  for (const id of ['bravive', 'noxpay']) cpSync(path.join(PLUGINS, id), path.join(plugins, id), { recursive: true });
  const [inside, outside] = [path.join(plugins, 'noxpay'), path.join(place, 'noxpay')];

  expect(await discover()).toEqual(['bravive', 'noxpay']);
  expect(renderProviderList(readTree(place))).toContain('../plugins/noxpay/');
  renameSync(inside, outside);
  expect(await discover()).toEqual(['bravive']);
  expect(renderProviderList(readTree(place))).not.toContain('noxpay');
  renameSync(outside, inside);
  expect(await discover()).toEqual(['bravive', 'noxpay']);
});
