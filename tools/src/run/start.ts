/** `npm start` runs a whole platform from a fresh clone, on this machine alone. */
import { buildShells } from '../build/build-shells.ts';
import { prepareLocalPlatform, printSummary, step } from './local-platform.ts';
import { createShutdown } from './shutdown.ts';

const shutdown = createShutdown();
try {
  const buildScreens = () =>
    step('Screens', async () => {
      const { cached } = await buildShells({ mode: 'production', isQuick: true, log: console.log });
      return cached ? 'up to date' : 'built';
    });
  const { env, demo } = await prepareLocalPlatform(shutdown, process.argv.slice(2), buildScreens);
  const { serve } = await import('../../../core/src/server.ts');
  const server = await serve(env);
  shutdown.add(() => server.close());
  printSummary(server.url, demo);
} catch (error) {
  // While stopping, what is still starting fails because the database is gone: that is no news.
  if (!shutdown.isRunning) {
    console.error((error as Error).message);
    await shutdown.run(1);
  }
}
