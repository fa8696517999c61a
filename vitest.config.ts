import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// One test at a time leaves a small machine waiting for PostgreSQL half of the time.
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  test: {
    // Of a passing file one line is enough.
    slowTestThreshold: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          include: ['{schemas,plugins,shells}/**/*.test.{ts,tsx}', 'tools/{src,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers,
          include: ['core/**/*.test.ts', 'tools/crash/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: 'tools/src/test-database.ts',
          testTimeout: 30_000,
          // How long a poll may wait says nothing about speed: a busy machine must not fail a test.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
          // Fastify autoloads the core's files with Node's own import; tests must see the same modules, not a second copy.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tools/e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Pages are loaded and drawn by one browser after the other: two at once on a small machine only slow each other down.
          fileParallelism: false,
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 180_000,
          experimental: { viteModuleRunner: false },
        },
      },
    ],
  },
});
