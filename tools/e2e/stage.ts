/** Starts a whole platform for browser tests: database, demo market, built screens, and every provider behind real HTTP. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SimulatorModule } from '@feira/plugin-kit';
import {
  createSimulatorHost,
  type ServedSimulator,
  type SimulatorHost,
  serveSimulator,
} from '@feira/plugin-kit/simulation';
import pg from 'pg';
import { inject } from 'vitest';
import { type RunningServer, serve } from '../../core/src/server.ts';
import { createDatabase } from '../../core/test/build.ts';
import { findFreePort } from '../../core/test/free-port.ts';
import { MANY_CARDS } from '../../core/test/world.ts';
import { buildShells } from '../src/build/build-shells.ts';
import { CONNECTIONS } from '../src/demo/data.ts';
import { type DemoIds, readDemoIds } from '../src/demo/ids.ts';
import { FEIRA } from '../src/demo/platforms.ts';
import { type BrowserSetUp, setUpBrowser } from './browser-page.ts';
import type { DemoDatabase } from './demo-database.ts';

export interface Stage {
  url: string;
  /** They are of the demo's first platform. */
  ids: DemoIds;
  /** By provider id: the bank's side of each connection. */
  simulators: Map<string, SimulatorHost>;
  zipCodes: ZipCodeService;
  /** Rows of the demo platform, as the owner of everything sees them. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface StageOptions {
  /** The host of card forms, where they have an origin of their own. */
  cardFrameHost?: string;
  /** The host of the CAPTCHA frame, where a service is configured. */
  captchaHost?: string;
  /** Variables of the node, settled before it starts. */
  prepareEnvironment?: () => Promise<Record<string, string>>;
}

/** The one of the running test file. */
export let stage: Stage;

interface StageSetUp extends StageOptions, Omit<BrowserSetUp, 'serve'> {}

/** Once per test file, at its top: a whole platform, and a page before it for every test (browser-page.ts). */
export function setUpStage({ cardFrameHost, captchaHost, prepareEnvironment, ...browserSetUp }: StageSetUp = {}): void {
  setUpBrowser({
    ...browserSetUp,
    serve: async () => {
      stage = await openStage({ cardFrameHost, captchaHost, prepareEnvironment });
      return stage;
    },
  });
}

async function openStage({ cardFrameHost, captchaHost, prepareEnvironment }: StageOptions): Promise<Stage> {
  await buildShells({ mode: 'production' });
  const directory = mkdtempSync(path.join(tmpdir(), 'feira-e2e-'));
  const demo = await findDemoDatabase();
  const database = await createDatabase(demo);
  const mediaDirectory = path.join(directory, 'media');
  cpSync(demo.mediaDirectory, mediaDirectory, { recursive: true });
  const zipCodes = await serveZipCodes();
  const port = await findFreePort();
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: demo.encryptionKey,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
    SIMULATORS: 'on',
    MAILBOX: 'on',
    MEDIA_DIRECTORY: mediaDirectory,
    SWEEP_INTERVAL_MS: '200',
    PURCHASE_RATE_LIMIT: '1000',
    LIMIT_FACTOR: '1000',
    ZIP_LOOKUP_URL: zipCodes.url,
    ZIP_FALLBACK_URL: 'none',
    ...(cardFrameHost && { CARD_FRAME_ORIGIN: `http://${cardFrameHost}:${port}` }),
    ...(captchaHost && { CAPTCHA_ORIGIN: `http://${captchaHost}:${port}` }),
    ...(await prepareEnvironment?.()),
  };
  const { pathname } = new URL(database.url);
  const admin = new pg.Client({ connectionString: new URL(pathname, demo.adminUrl).href });
  await admin.connect();
  const query: Stage['query'] = async (text, values) => (await admin.query(text, values)).rows;
  const ids = await readDemoIds((_, text, value) => query(text, [value]), FEIRA);
  if (!ids) throw new Error('The database holds no demo.');
  await query(`UPDATE platform SET settings = settings || jsonb_build_object('cardLimits', $1::jsonb)`, [
    JSON.stringify(MANY_CARDS),
  ]);
  const { simulators, served } = await serveProviders(env.PUBLIC_URL, query, ids);
  const server: RunningServer = await serve(env);
  return {
    url: env.PUBLIC_URL,
    ids,
    simulators,
    zipCodes,
    query,
    async close() {
      await server.close();
      zipCodes.close();
      for (const simulator of served) await simulator.close();
      for (const host of simulators.values()) await host.close();
      await admin.end();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function findDemoDatabase(): Promise<DemoDatabase> {
  const answer = await fetch(inject('demoDatabaseUrl'));
  if (!answer.ok) throw new Error(`There is no demo database: ${await answer.text()}`);
  return (await answer.json()) as DemoDatabase;
}

export interface ZipCodeService {
  url: string;
  /** While it is down, it takes requests and drops their connections. */
  isDown: boolean;
  close(): void;
}

/** The public zip code service, with one address and one code it does not know. */
export async function serveZipCodes(): Promise<ZipCodeService> {
  const server = createHttpServer((request, response) => {
    if (service.isDown) return void request.socket.destroy();
    const isKnown = request.url === '/ws/01310100/json/';
    const address = {
      cep: '01310-100',
      logradouro: 'Avenida Paulista',
      bairro: 'Bela Vista',
      localidade: 'São Paulo',
      uf: 'SP',
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isKnown ? address : { erro: 'true' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const service: ZipCodeService = { url: `http://127.0.0.1:${port}`, isDown: false, close: () => server.close() };
  return service;
}

/** Moves the demo's connections from simulators in process to ones behind ports of their own, as real providers are. */
async function serveProviders(publicUrl: string, query: Stage['query'], { platformId, connections }: DemoIds) {
  const simulators = new Map<string, SimulatorHost>();
  const served: ServedSimulator[] = [];
  for (const connection of CONNECTIONS) {
    const connectionId = connections.find(connection.provider);
    const file = path.resolve(import.meta.dirname, `../../plugins/${connection.provider}/src/simulator.ts`);
    const { default: module } = (await import(pathToFileURL(file).href)) as { default: SimulatorModule };
    const [endpoint] = await query<{ token: string }>('SELECT token FROM webhook_endpoint WHERE connection_id = $1', [
      connectionId,
    ]);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const host = createSimulatorHost(module, {
      credentials: { ...connection.settings, ...connection.secrets },
      publicUrl: url,
      webhookUrl: `${publicUrl}/webhooks/${connection.provider}/${endpoint?.token}`,
    });
    served.push(await serveSimulator({ handleHttp: (request) => host.handleHttp(request), port }));
    simulators.set(connection.provider, host);
    await query('UPDATE provider_connection SET base_urls = $3 WHERE platform_id = $1 AND id = $2', [
      platformId,
      connectionId,
      JSON.stringify({ default: url }),
    ]);
  }
  return { simulators, served };
}
