/**
 * `npm run bench:dashboards` measures how soon a person with a phone on slow 4G can use a page of a dashboard, in a browser that has never been
 * there: signed in, over the demo's data. Parameters: --runs, --only TEXT, --json FILE.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { SIGN_IN_PATHS } from '@feira/schemas/addresses';
import { signIn } from '@feira/schemas/procedures/session';
import { migrate } from '../../core/src/programs/migrate.ts';
import { buildShells } from '../src/build/build-shells.ts';
import { seed } from '../src/demo/seed.ts';
import { createShutdown } from '../src/run/shutdown.ts';
import { startBenchDatabase } from './bench-database.ts';
import { startBenchServer } from './bench-server.ts';
import { type DashboardLoad, loadDashboard } from './dashboard-load.ts';
import { median } from './measurement.ts';
import { readOptions } from './options.ts';

/** The goals of every page: ms until it is usable, and bytes of scripts. */
const GOALS = { usable: 3_200, scriptBytes: 400_000 };

type Entrance = keyof typeof SIGN_IN_PATHS;

const PAGES: Record<Entrance, readonly string[]> = {
  platform: ['/platform/dashboard', '/platform/my-sales', '/platform/financial', '/platform/my-products'],
  admin: [
    '/admin-root/dashboard',
    '/admin-root/manage-sales',
    '/admin-root/manage-users',
    '/admin-root/manage-withdraws',
  ],
  master: ['/master-root/platforms', '/master-root/marketplace'],
  manager: ['/manager-root/manager-users'],
};

const options = readOptions(
  'bench:dashboards',
  {
    runs: { kind: 'number', placeholder: 'N', fallback: '5' },
    only: { kind: 'text', placeholder: 'TEXT' },
    json: { kind: 'text', placeholder: 'FILE' },
  },
  process.argv.slice(2),
);
const shutdown = createShutdown();

async function main(): Promise<void> {
  await buildShells({ mode: 'production', log: console.log });
  const database = await startBenchDatabase();
  shutdown.add(() => database.stop());
  const env = {
    DATABASE_URL: await database.create('bench_dashboards'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SECOND_FACTOR: 'off',
    SIMULATORS: 'on',
    LOG_LEVEL: 'warn',
  };
  await migrate(env);
  const { dashboards, password } = await seed(env, { password: randomBytes(12).toString('base64url') });
  const server = await startBenchServer({
    name: 'dashboards',
    file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
    env,
    healthPath: '/health/ready',
    profileDirectory: null,
  });
  shutdown.add(() => server.stop());

  const rows: Record<string, number | string>[] = [];
  for (const [entrance, addresses] of Object.entries(PAGES) as [Entrance, readonly string[]][]) {
    const chosen = addresses.filter((address) => address.includes(options.only ?? ''));
    const person = dashboards.find(({ url }) => new URL(url).pathname === SIGN_IN_PATHS[entrance]);
    if (chosen.length === 0 || !person) continue;
    const cookie = await openSession(server.url, { email: person.login, password, entrance });
    for (const address of chosen) {
      // The first visit fills the server's memory and does not count.
      await loadDashboard(server.url + address, cookie);
      const loads: DashboardLoad[] = [];
      for (let run = 0; run < options.runs; run++) loads.push(await loadDashboard(server.url + address, cookie));
      const of = (figure: keyof DashboardLoad) => Math.round(median(loads.map((load) => load[figure])));
      const row = {
        address,
        usable: of('usable'),
        firstPaint: of('firstPaint'),
        scriptBytes: of('scriptBytes'),
        bytes: of('bytes'),
        requests: of('requests'),
      };
      rows.push(row);
      console.log(
        `${address}: usable after ${row.usable} ms (goal ${GOALS.usable}), ${row.scriptBytes} bytes of scripts (goal ${GOALS.scriptBytes}), ${row.bytes} bytes in ${row.requests} requests`,
      );
    }
  }
  console.log(
    `\nLoad of the machine in the last minute: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.`,
  );
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}

/** Signs in as a person of the demo. Returns the cookie of the session. */
async function openSession(url: string, input: { email: string; password: string; entrance: Entrance }) {
  const answer = await fetch(`${url}/api/${signIn.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(input),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!answer.ok || !cookie) throw new Error(`${input.email} cannot sign in: ${answer.status} ${await answer.text()}`);
  const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
  return { name, value };
}

await main().then(
  () => shutdown.run(0),
  (error: Error) => {
    console.error(`\nThe bench failed: ${error.message}`);
    return shutdown.run(1);
  },
);
