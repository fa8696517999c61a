import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { checkoutAliases, readCheckoutRenderer } from './tools/src/build/checkout-renderer.ts';
import { LongestFirst } from './tools/src/test/longest-first.ts';

// All that is drawn at random in a run is drawn from one seed; the titles and failures of those tests tell it.
process.env.TEST_SEED ??= String(randomInt(2 ** 31));
// Servers that tests start as processes load what the first of them compiled.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/compiled');

// More test files at a time than cores: a file waits for PostgreSQL, a clock or a child process for more than half of its time.
const maxWorkers = availableParallelism() + 2;
// A browser works as long as its test does.
const maxBrowsers = availableParallelism() + 1;
// The files of a worker share the modules they load: loading them again for each costs more than most tests.
const isolate = false;
// A time limit says nothing about speed: a busy machine must not fail a test. No test sets a limit of its own: what waits
// for something says itself what it waited for, and these end only what hangs.
const patience = { testTimeout: process.env.TEST_SOAK === 'on' ? 2_400_000 : 900_000, hookTimeout: 400_000 };

/** Node loads only the files of antd that are CommonJS. */
const antdForNode = { find: /^antd\/es\/([\w-]+)$/, replacement: 'antd/lib/$1/index.js' };

export default defineConfig({
  test: {
    // Of a passing file one line is enough.
    slowTestThreshold: 60_000,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'drawn', description: 'Of these `npm test` plays some, as the seed draws them, and the soak all.' }],
    projects: [
      {
        resolve: { alias: [antdForNode] },
        test: {
          name: 'screens',
          maxWorkers,
          isolate,
          ...patience,
          include: ['{schemas,shells}/**/*.test.{ts,tsx}'],
          setupFiles: 'tools/src/test/test-seed.ts',
          exclude: ['**/node_modules/**', '**/dist/**', 'shells/checkout/**'],
        },
      },
      {
        // The build's renderer of the checkout is its tests' too.
        resolve: { alias: checkoutAliases(readCheckoutRenderer()) },
        test: {
          name: 'checkout',
          maxWorkers,
          isolate,
          ...patience,
          include: ['shells/checkout/**/*.test.{ts,tsx}'],
          setupFiles: 'tools/src/test/test-seed.ts',
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'unit',
          maxWorkers,
          // Each file alone: a mocked network reaches every module of its process.
          include: ['plugins/**/*.test.ts', 'tools/{src,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers,
          isolate,
          include: ['core/**/*.test.ts', 'tools/crash/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: 'tools/src/test/test-database.ts',
          setupFiles: 'tools/src/test/test-seed.ts',
          ...patience,
          expect: { poll: { timeout: 60_000 } },
          // Fastify autoloads the core's files with Node's own import; tests must see the same modules, not a second copy.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tools/e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: 'tools/e2e/demo-database.ts',
          maxWorkers: maxBrowsers,
          sequence: { groupOrder: 1 },
          isolate,
          ...patience,
          expect: { poll: { timeout: 60_000 } },
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
