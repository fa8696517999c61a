/** Every bundled provider conforms; the random part is smaller here than in `npm run conformance`. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { listFailures } from '@feira/plugin-kit/conformance';
import { describe, expect, it } from 'vitest';
import { provePackage } from './conformance/prove-package.ts';
import { drawTable } from './conformance/table.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins');
const seed = Math.floor(Math.random() * 2 ** 31);
const SMALL = { words: 10_000, amounts: 10, wireWords: 5 };
const providers = readdirSync(PLUGINS).filter((name) => existsSync(path.join(PLUGINS, name, 'plugin.json')));

describe(`bundled providers (seed ${seed})`, () => {
  it.each(providers)('%s does all that its manifest declares', { timeout: 60_000 }, async (id) => {
    const report = await provePackage(path.join(PLUGINS, id), { seed, scale: SMALL });

    expect(listFailures(report)).toEqual([]);
    expect(report).toMatchObject({ provider: id, seed, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
  });
});

describe('loadPackage', () => {
  it('says what a folder lacks', async () => {
    await expect(provePackage(path.join(PLUGINS, 'kit'))).rejects.toThrow('has no plugin.json');
  });
});

describe('drawTable', () => {
  it('shows each capability with what was proved, what failed and what was not asked', () => {
    const table = drawTable({
      capabilities: {
        PIX: {
          isProven: false,
          proofs: { works: { cases: 7, failures: [] }, amounts: { cases: 3, failures: ['no'] } },
        },
      },
    });

    const [head, , row] = table.split('\n');
    expect(head).toMatch(/^capability +works +amounts/);
    expect(row).toMatch(/^PIX +✓ 7 +✗ 3 +–/);
  });
});
