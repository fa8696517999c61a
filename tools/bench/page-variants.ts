/** Serves the same checkout three ways: federated as the platform serves it, as one standalone bundle, and as a plain form. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { migrate } from '../../core/src/migrate.ts';
import { buildShells } from '../src/build-shells.ts';
import { seed } from '../src/seed.ts';
import type { Shutdown } from '../src/shutdown.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startBenchServer } from './bench-server.ts';
import { buildStandaloneShells } from './standalone-shells.ts';

export interface PageVariants {
  federated: string;
  standalone: string;
  plain: string;
}

const compress = promisify(brotliCompress);

export async function openPageVariants(shutdown: Shutdown): Promise<PageVariants> {
  await buildShells({ mode: 'production', log: console.log });
  const folder = await mkdtemp(path.join(tmpdir(), 'feira-bench-'));
  shutdown.add(() => rm(folder, { recursive: true, force: true }));
  await buildStandaloneShells(folder);
  const database = await startBenchDatabase();
  shutdown.add(() => database.stop());
  const env = {
    DATABASE_URL: await database.create('bench_page'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SIMULATORS: 'on',
    LOG_LEVEL: 'warn',
  };
  await migrate(env);
  const { checkouts } = await seed(env, { password: randomBytes(12).toString('base64url') });
  const checkoutPath = new URL(checkouts[0]!.url).pathname;
  const startNode = async (name: string, more: Record<string, string>) => {
    const server = await startBenchServer({
      name,
      file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
      env: { ...env, ...more },
      healthPath: '/health/ready',
      profileDirectory: null,
    });
    shutdown.add(() => server.stop());
    return server.url + checkoutPath;
  };
  const federated = await startNode('federated', {});
  const standalone = await startNode('standalone', { SHELLS_DIRECTORY: folder });
  return { federated, standalone, plain: await servePlain(federated, shutdown) };
}

/** Serves the page that the platform renders, without scripts. Returns its address. */
async function servePlain(source: string, shutdown: Shutdown): Promise<string> {
  const html = (await (await fetch(source)).text())
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '');
  const body = await compress(html);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  shutdown.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}
