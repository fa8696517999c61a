import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildShells } from '../build/build-shells.ts';
import type { ReleaseFile } from './archive.ts';
import { isPackageFileLeftOut, listOwnFiles } from './release-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Static and dynamic imports of files beside; types are erased before they are looked for. */
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

let files: Map<string, ReleaseFile>;

beforeAll(async () => {
  await buildShells({ mode: 'production' });
  files = new Map((await listOwnFiles()).map((file) => [file.path, file]));
});

const readText = async (place: string) => {
  const file = files.get(place);
  return file && 'from' in file ? readFile(file.from, 'utf8') : '';
};

describe('the files of a release', () => {
  it('hold what a node runs and what its operator reads', () => {
    const wanted = [
      'LICENSE',
      'bin/feira',
      'core/src/server.ts',
      'core/src/programs/migrate.ts',
      'deploy/Containerfile',
      'deploy/feira.service',
      'dist/shells/checkout/manifest.json',
      'dist/shells/host/index.html',
      'docs/production.md',
      'integrations/utmify/integration.json',
      'package.json',
      'plugins/kit/src/isolation/child.ts',
      'plugins/sandbox/dist/browser/remoteEntry.js',
      'plugins/sandbox/plugin.json',
      'schemas/src/common.ts',
    ];
    expect(wanted.filter((file) => !files.has(file))).toEqual([]);
    expect([...files.keys()].filter((file) => file.startsWith('core/migrations/')).length).toBeGreaterThan(100);
  });

  it('hold no test, no fixture and no tool', () => {
    const refused =
      /\.test\.|(^|\/)(fixtures|testing|test|e2e|node_modules|tools|shells\/[a-z-]+\/src)\/|\/test-|(^|\/)\./;

    expect([...files.keys()].filter((file) => refused.test(file))).toEqual([]);
  });

  it('hold every file that one of them imports', async () => {
    const missing: string[] = [];
    for (const place of [...files.keys()].filter((file) => /^(core|plugins|schemas)\/.*\.ts$/.test(file))) {
      for (const [, from, lazily] of (await readText(place)).matchAll(IMPORT)) {
        const wanted = path.posix.join(path.posix.dirname(place), (from ?? lazily) as string);
        if (!files.has(wanted)) missing.push(`${place} imports ${wanted}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('hold the scripts of the last build alone', async () => {
    const { current } = JSON.parse(await readFile(path.join(ROOT, 'dist/shells/build.json'), 'utf8')) as {
      current: string[];
    };
    const scripts = [...files.keys()].filter((file) => /^dist\/shells\/seller\/.*\.js$/.test(file)).sort();

    expect(scripts).toEqual(current.filter((file) => /^dist\/shells\/seller\/.*\.js$/.test(file)).sort());
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts) expect(existsSync(path.join(ROOT, script)), script).toBe(true);
  });

  it('leave out what packages bring for their authors, and keep every license', () => {
    const leftOut = [
      'fastify/test/hooks.test.js',
      '@fastify/static/test/static.test.js',
      'knex/types/index.d.ts',
      'luxon/build/node/luxon.js.map',
      'fastify/README.md',
      '.bin/knex',
      'bare-fs/prebuilds/linux-x64/bare-fs.bare',
      'fastify/.github/workflows/ci.yml',
      'a/node_modules/b/test/index.js',
    ];
    const kept = [
      'fastify/fastify.js',
      'fastify/LICENSE',
      'hucre/LICENSE.md',
      'pg/lib/test/index.js',
      '@feira/schemas',
    ];

    expect(leftOut.filter((file) => !isPackageFileLeftOut(file))).toEqual([]);
    expect(kept.filter(isPackageFileLeftOut)).toEqual([]);
  });
});
