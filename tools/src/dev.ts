/** `npm run dev`: like start, but the core starts anew and the shells are built again on every change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildShells } from './build-shells.ts';
import { prepareLocalPlatform, printSummary } from './local-platform.ts';
import { createShutdown } from './shutdown.ts';

const WATCHED = ['core/src', 'core/migrations', 'schemas', 'plugins'];
const root = path.resolve(import.meta.dirname, '../..');
const shutdown = createShutdown();
try {
  process.env.NODE_ENV ??= 'development';
  process.env.LOG_LEVEL ??= 'info';
  const { env, demo } = await prepareLocalPlatform(shutdown, process.argv.slice(2));
  await buildShells({ mode: 'development', watch: true, log: console.log });
  const watch = ['--watch-preserve-output', ...WATCHED.map((folder) => `--watch-path=${path.join(root, folder)}`)];
  const child = spawn(process.execPath, [...watch, path.join(import.meta.dirname, 'dev-server.ts')], {
    stdio: 'inherit',
    env,
  });
  const exit = once(child, 'exit');
  shutdown.add(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  void exit.then(() => shutdown.isRunning || shutdown.run(1));
  printSummary(env.PUBLIC_URL || `http://localhost:${env.PORT || 3000}`, demo);
} catch (error) {
  if (!shutdown.isRunning) {
    console.error((error as Error).message);
    await shutdown.run(1);
  }
}
