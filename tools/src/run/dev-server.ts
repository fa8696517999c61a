/** Runs the core under `npm run dev`, which starts it anew whenever one of its files changes; the core loads providers again itself. */

import { readConfig } from '../../../core/src/plugins/config.ts';
import { migrate } from '../../../core/src/programs/migrate.ts';
import { buildServer } from '../../../core/src/server.ts';
import { describeReload, watchProviders } from './hot-reload.ts';
import { createShutdown } from './shutdown.ts';

const shutdown = createShutdown();
try {
  await migrate(process.env);
  const config = readConfig(process.env);
  const app = await buildServer({ config });
  await app.listen({ port: config.port, host: config.host });
  const watch = watchProviders(app, (reload) => console.log(describeReload(reload)));
  shutdown.add(async () => {
    await watch.close();
    await app.close();
  });
} catch (error) {
  console.error(error);
  await shutdown.run(1);
}
