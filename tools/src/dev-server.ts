/** The core under `npm run dev`: started anew whenever one of its files changes. */
import { migrate } from '../../core/src/migrate.ts';
import { serve } from '../../core/src/server.ts';
import { createShutdown } from './shutdown.ts';

const shutdown = createShutdown();
try {
  await migrate(process.env);
  const server = await serve(process.env);
  shutdown.add(() => server.close());
} catch (error) {
  console.error(error);
  await shutdown.run(1);
}
