/** A changed adapter is served by the running core; one that cannot be loaded changes nothing. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderModule } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeReload, type ProviderWatch, type Reload, watchProviders } from '../../tools/src/run/hot-reload.ts';
import { loadProvider, type ProviderPackage, Providers } from '../src/plugins/providers.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Inside the project, so that a module finds the kit. */
const CACHE = path.join(ROOT, '.cache/hot-reload-test');
const log = { info: () => undefined, warn: () => undefined };

let parent: string;
let directory: string;
let watching: ProviderWatch;
let providers: Providers;
let forgotten: number;
let events: Reload[];
let waiting: ((reload: Reload) => void) | null;

/** Loads into the server's process, as built-in packages are. */
async function loadHere(place: string): Promise<ProviderPackage | null> {
  const found = await loadProvider(place, log);
  if (!found) return null;
  const entry = pathToFileURL(path.join(place, 'src/index.ts')).href;
  const { default: module } = (await import(entry)) as { default: ProviderModule };
  return { ...found, module, start: async () => undefined, drain: async () => undefined };
}
const loadApart = (place: string) => loadProvider(place, log);

async function open(load: typeof loadHere): Promise<void> {
  const found = await load(directory);
  if (found) providers.add(found);
  // Starts the package, as a node does before it reports it as healthy.
  await found?.start();
  const app = {
    providers,
    simulators: new Map(),
    cache: {
      forgetAll: () => {
        forgotten += 1;
      },
    },
    config: { providerDirectories: [parent] },
    log,
  };
  const tell = (reload: Reload) => {
    if (waiting) waiting(reload);
    else events.push(reload);
    waiting = null;
  };
  watching = watchProviders(app, tell, load);
}

function nextReload(): Promise<Reload> {
  const known = events.shift();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);

/** The answer depends on a module that the entry imports, not on the entry itself. */
function writeAdapter(word: string): void {
  write('src/word.ts', `export const WORD: string = '${word}';\n`);
}

const ENTRY = `import { WORD } from './word.ts';
export default {
  createProvider: ({ http }) => ({
    async processWebhook({ body }) {
      if (body === 'wait') await http.request({ method: 'GET', path: '/' });
      return { subject: 'ignored', event: WORD };
    },
  }),
};
`;

beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  parent = mkdtempSync(path.join(CACHE, 'providers-'));
  directory = path.join(parent, 'acme');
  cpSync(path.join(ROOT, 'tools/src/provider/new-provider/template'), directory, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(directory, 'plugin.json'), 'utf8')) as Manifest;
  write('plugin.json', JSON.stringify(manifest));
  write('src/index.ts', ENTRY);
  writeAdapter('first');
  providers = new Providers();
  forgotten = 0;
  events = [];
  waiting = null;
});
afterEach(async () => {
  await watching.close();
  for (const found of providers.listAll()) found.close();
  rmSync(parent, { recursive: true, force: true });
});

/** `answer` ends a call that waits for the provider. */
function openCall(found = providers.get('acme', '0.1.0')) {
  let answer: () => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const http = {
    request: () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, headers: {}, body: null });
        isAsked();
      }),
  };
  const context = { http, settings: {}, crypto: {}, clock: { now: () => new Date(0) }, log };
  const provider = found!.module.createProvider(context as never);
  const ask = (body: string) => provider.processWebhook!({ headers: {}, query: {}, body, rawBody: body });
  return { ask, asked, answer: () => answer() };
}

describe.each([
  ['in the server’s process', loadHere],
  ['in a process of its own', loadApart],
])('a provider %s', (_place, load) => {
  it('answers as its files say now, once it has been loaded again', async () => {
    await open(load);
    expect((await openCall().ask('now')).event).toBe('first');

    writeAdapter('second');
    const reload = await nextReload();

    expect(reload).toMatchObject({ provider: 'acme', version: '0.1.0', error: null });
    expect(describeReload(reload)).toBe('Provider acme 0.1.0 was loaded again');
    expect((await openCall().ask('now')).event).toBe('second');
    expect(forgotten).toBe(1);
  });

  it('ends the calls under way on the old one', async () => {
    await open(load);
    const call = openCall();
    const result = call.ask('wait');
    await call.asked;

    writeAdapter('second');
    await nextReload();
    call.answer();

    expect((await result).event).toBe('first');
    expect((await openCall().ask('now')).event).toBe('second');
  });

  it('keeps the old one when an edit is broken, says why, and takes the repair', async () => {
    await open(load);

    write('src/word.ts', 'export const WORD: string = ;\n');
    const broken = await nextReload();

    expect(describeReload(broken)).toMatch(
      /^Provider acme could not be loaded again: .+; the one before keeps running$/,
    );
    expect((await openCall().ask('now')).event).toBe('first');

    writeAdapter('third');
    const repaired = await nextReload();

    expect(repaired.error).toBeNull();
    expect((await openCall().ask('now')).event).toBe('third');
  });
});

describe('a folder of providers', () => {
  it('says what is wrong with a manifest, and keeps the old one', async () => {
    await open(loadHere);

    write('plugin.json', '{ "id": "acme" }');
    const { error } = await nextReload();

    expect(error?.message).toContain('plugin.json lacks "contract"');
    expect((await openCall().ask('now')).event).toBe('first');
  });

  it('takes another version in the place of the old one', async () => {
    await open(loadHere);

    write('package.json', '{ "version": "0.2.0" }');
    const { version } = await nextReload();

    expect(version).toBe('0.2.0');
    expect(providers.listAll().map((found) => found.version)).toEqual(['0.2.0']);
  });

  it('lets a provider join that was not there', async () => {
    await open(loadHere);
    const other = mkdtempSync(path.join(CACHE, 'other-'));
    cpSync(directory, other, { recursive: true });
    const manifest = JSON.parse(readFileSync(path.join(other, 'plugin.json'), 'utf8')) as Manifest;
    writeFileSync(path.join(other, 'plugin.json'), JSON.stringify({ ...manifest, id: 'joining' }));

    cpSync(other, path.join(parent, 'joining'), { recursive: true });
    rmSync(other, { recursive: true, force: true });
    let reload = await nextReload();
    while (reload.error) reload = await nextReload();

    expect(reload.provider).toBe('joining');
    expect((await openCall(providers.get('joining', '0.1.0')).ask('now')).event).toBe('first');
  });

  it('cares for nothing that no adapter is made of', async () => {
    await open(loadHere);

    for (const name of ['README.md', 'conformance.json', 'src/provider.test.ts', 'src/fixtures/create-charge.json']) {
      write(name, '{}');
    }
    writeAdapter('second');
    await nextReload();
    await watching.close();

    expect(forgotten).toBe(1);
  });
});
