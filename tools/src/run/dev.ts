/**
 * `npm run dev`: like start, but the core starts anew and the shells are built again on every change; of a provider that
 * changed, only its adapter is loaded again (see hot-reload.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../core/src/plugins/config.ts';
import { buildShells } from '../build/build-shells.ts';
import { prepareLocalPlatform, printSummary } from './local-platform.ts';
import { createShutdown } from './shutdown.ts';

/** The built screens too: the core renders documents with them and reads them once. Of providers only what they share. */
const WATCHED = ['core/src', 'core/migrations', 'schemas', 'plugins/kit', 'dist/shells'];
const root = path.resolve(import.meta.dirname, '../../..');
const shutdown = createShutdown();
try {
  process.env.NODE_ENV ??= 'development';
  process.env.LOG_LEVEL ??= 'info';
  const buildScreens = async () => {
    await buildShells({ mode: 'development', watch: true, log: console.log });
  };
  const { env, demo } = await prepareLocalPlatform(shutdown, process.argv.slice(2), buildScreens);
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
  const { port, host, publicUrl } = readConfig(env);
  await waitForServer(port, host);
  printSummary(publicUrl, demo);
} catch (error) {
  if (!shutdown.isRunning) {
    console.error((error as Error).message);
    await shutdown.run(1);
  }
}

/** Until the core listens; a mistake in a source keeps it from that for as long as it stands. */
async function waitForServer(port: number, host: string): Promise<void> {
  while (!shutdown.isRunning) {
    const socket = connect({ port, host });
    const isListening = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isListening) return;
    await wait(100);
  }
}
