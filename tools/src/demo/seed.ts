/** Seeds the demo's platforms into an empty database, and says what is there. */
import { HOST_PATHS, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../../core/src/plugins/config.ts';
import { buildServer } from '../../../core/src/server.ts';
import { recoverPassword } from '../newcomer/visitor.ts';
import { type DemoIds, readDemoIds, readThrough } from './ids.ts';
import { MASTER } from './people.ts';
import { createSite, plantDemo } from './plant.ts';
import { DEMO_PLATFORMS, type DemoPlatform } from './platforms.ts';

export interface DemoSummary {
  checkouts: { title: string; url: string; note: string }[];
  dashboards: { platform: string; title: string; url: string; login: string }[];
  password: string;
  /** Empty where mails are sent, or shown nowhere. */
  mailboxes: { platform: string; url: string }[];
  isFactorRequired: boolean;
}

export interface DemoPassword {
  /** The password of every person of the demo. */
  password: string;
  /** True where people who have another password get this one. */
  isNew?: boolean;
}

/** Throws where the database holds platforms and none of them is the demo's. A demo that is there stays as its visitors left it. */
export async function seed(
  env: Record<string, string | undefined>,
  { password, isNew = false }: DemoPassword,
): Promise<DemoSummary> {
  const { isFactorRequired, isMailboxEnabled } = readConfig(env);
  // On a first start the screens are not built yet; a warning about that would be noise. No person has an authenticator app at first.
  const planting = { LOG_LEVEL: 'error', SECOND_FACTOR: 'off', MAILBOX: 'on', SMTP_URL: '', LIMIT_FACTOR: '1000' };
  const app = await buildServer({ config: readConfig({ ...env, ...planting }) });
  try {
    await app.ready();
    const isThere = await findDemo(app);
    if (!isThere) await plantDemo(app, password);
    const summary: DemoSummary = { checkouts: [], dashboards: [], password, mailboxes: [], isFactorRequired };
    for (const platform of DEMO_PLATFORMS) {
      const ids = await readDemoIds(readThrough(app), platform);
      if (!ids) continue;
      if (isThere && isNew) await changePasswords(app, platform, ids, password);
      addToSummary(summary, platform, ids, { url: await app.findPlatformUrl(ids.platformId), isMailboxEnabled });
    }
    return summary;
  } finally {
    await app.close();
  }
}

/** Returns false for an empty database. Refuses one in use: the demo's people would sign in to it. */
async function findDemo(app: FastifyInstance): Promise<boolean> {
  const [first] = await app.database.jobs.list<{ id: string; name: string; isDemo: boolean }>({
    text: 'SELECT platform_id AS id, name, is_demo FROM platform ORDER BY is_demo DESC, created_at LIMIT 1',
    values: [],
  });
  if (!first || first.isDemo) return first !== undefined;
  const text = 'SELECT 1 FROM person WHERE platform_id = $1 AND email = $2';
  if (await app.database.find(first.id, { text, values: [first.id, MASTER] }, true))
    throw new Error('An earlier start ended while it made the demo: start over with npm start -- --reset.');
  throw new Error(
    `DATABASE_URL holds the platform "${first.name}", and npm start adds demo people: use an empty database, or run node core/src/server.ts (see docs/production.md).`,
  );
}

/** Customers come by links in mails. */
async function changePasswords(app: FastifyInstance, platform: DemoPlatform, ids: DemoIds, password: string) {
  const site = createSite(app, platform.host);
  for (const { email, role } of platform.people)
    if (role !== 'customer' && ids.people.has(email)) await recoverPassword(site, email, password);
}

const LOGIN_PATHS = {
  manager: SIGN_IN_PATHS.manager,
  admin: SIGN_IN_PATHS.admin,
  master: SIGN_IN_PATHS.master,
  customer: HOST_PATHS.customerLogin,
} as const satisfies Partial<Record<Role, string>>;

/** Names what is still there. */
function addToSummary(
  summary: DemoSummary,
  { name, offers, people }: DemoPlatform,
  ids: DemoIds,
  { url, isMailboxEnabled }: { url: string; isMailboxEnabled: boolean },
): void {
  for (const { key, title, note = '', isShown } of offers) {
    const id = isShown && ids.offers.get(key);
    if (id) summary.checkouts.push({ title, url: `${url}/checkout/${id}`, note });
  }
  const paths: Partial<Record<Role, string>> = LOGIN_PATHS;
  for (const { title, email, role } of people) {
    if (!ids.people.has(email)) continue;
    const path = paths[role] ?? SIGN_IN_PATHS.platform;
    summary.dashboards.push({ platform: name, title, url: `${url}${path}`, login: email });
  }
  if (isMailboxEnabled) summary.mailboxes.push({ platform: name, url: `${url}/mailbox` });
}
