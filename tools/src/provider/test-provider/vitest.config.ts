/** Runs the tests of a provider package wherever its folder lies; `--root` names the folder. */
import path from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const LIBRARY = /^@feira\/(plugin-kit|schemas)(\/|$)/;

/** Finds the kit and the schemas in this clone, as a host finds its own for an installed package. */
const findLibraries: Plugin = {
  name: 'find-libraries',
  enforce: 'pre',
  resolveId(specifier) {
    if (!LIBRARY.test(specifier)) return null;
    return this.resolve(specifier, path.join(ROOT, 'tools/src/provider/test-provider.ts'), { skipSelf: true });
  },
};

export default defineConfig({
  // Nothing is written into the author's folder.
  cacheDir: path.join(ROOT, '.cache/test-provider'),
  plugins: [findLibraries],
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    fsModuleCache: false,
    // A busy machine must not fail a test.
    testTimeout: 120_000,
  },
});
