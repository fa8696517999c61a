/** Calls every procedure and route as every kind of caller, and writes docs/AUTHZ.md from the observed answers. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'integration', 'core/test/authz.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, AUTHZ_DOCUMENT: 'write' } },
);
process.exitCode = status ?? 1;
