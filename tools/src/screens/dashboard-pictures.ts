/**
 * Takes pictures of every page of every dashboard, and of the host's own pages, over the demo of this folder. The routes are those that the
 * dashboards declare; a route with a parameter is opened by the first link to it that a page shows.
 */
import { DASHBOARD_PATHS, HOST_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';
import { type Entrance, requestMagicLink, signIn, useMagicLink } from '@feira/schemas/procedures/session';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CUSTOMER } from '../demo/people.ts';
import { FEIRA } from '../demo/platforms.ts';
import type { DemoSummary } from '../demo/seed.ts';
import { listMails, waitForLink } from '../newcomer/mailbox.ts';
import { type Camera, type Look, openLook } from './camera.ts';

type Dashboard = keyof typeof DASHBOARD_PATHS;

/** The role that each dashboard is looked at with, and its entrance; customers come by a link of a mail. */
const VISITORS: Record<Dashboard, { role: Role; entrance?: Entrance }> = {
  seller: { role: 'seller', entrance: 'platform' },
  admin: { role: 'admin', entrance: 'admin' },
  master: { role: 'master', entrance: 'master' },
  manager: { role: 'manager', entrance: 'manager' },
  customer: { role: 'customer' },
};
const QUIET_MS = 15_000;

export interface TakenPlatform {
  url: string;
  demo: DemoSummary;
}

export async function takeDashboards(
  browser: Browser,
  platform: TakenPlatform,
  looks: readonly Look[],
  camera: Camera,
): Promise<void> {
  // A link of a mail is good for one session, so that each person signs in once for all looks.
  const sessions = new Map<Dashboard, Awaited<ReturnType<BrowserContext['storageState']>>>();
  for (const look of looks) {
    const visitor = await openLook(browser, look);
    await takeHostPages(visitor, platform.url, look, camera);
    await visitor.context().close();
    for (const dashboard of Object.keys(VISITORS) as Dashboard[]) {
      const page = await openLook(browser, look);
      const context = page.context();
      const known = sessions.get(dashboard);
      if (known) await context.addCookies(known.cookies);
      else await openSession(context, dashboard, platform);
      sessions.set(dashboard, await context.storageState());
      await takeDashboard(page, dashboard, platform.url, look, camera);
      await context.close();
    }
  }
}

async function openSession(context: BrowserContext, dashboard: Dashboard, { url, demo }: TakenPlatform) {
  const { role, entrance } = VISITORS[dashboard];
  const call = async ({ name }: { name: string }, data: object) => {
    const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
    const answer = await context.request.post(`${url}/api/${name}`, { data, headers });
    if (!answer.ok()) throw new Error(`${name} was answered ${answer.status()}: ${await answer.text()}`);
  };
  if (entrance) {
    const { email } = FEIRA.people.find((person) => person.role === role)!;
    return call(signIn, { email, password: demo.password, entrance });
  }
  const former = await listMails({ url });
  await call(requestMagicLink, { email: CUSTOMER });
  await call(useMagicLink, { token: new URL(await waitForLink({ url }, CUSTOMER, former)).hash.slice(1) });
}

/** The pages before the sign-in; the account page is taken with the seller's dashboard. */
async function takeHostPages(page: Page, url: string, look: Look, camera: Camera): Promise<void> {
  for (const [name, path] of Object.entries(HOST_PATHS)) {
    if (path === HOST_PATHS.account || !camera.wants(`host-${name}`)) continue;
    await openPage(page, url + path);
    await camera.take(page, look, `host-${name}`);
  }
}

async function takeDashboard(page: Page, dashboard: Dashboard, url: string, look: Look, camera: Camera) {
  const base = DASHBOARD_PATHS[dashboard];
  const { ROUTE_ACCESS } = (await import(`../../../shells/${dashboard}/src/route-access.ts`)) as {
    ROUTE_ACCESS: Record<string, { roles: readonly Role[] }>;
  };
  const routes = Object.keys(ROUTE_ACCESS).filter((route) =>
    ROUTE_ACCESS[route]!.roles.includes(VISITORS[dashboard].role),
  );
  const links = new Set<string>();
  const nameOf = (route: string) => `${dashboard}${route.replaceAll('/', '-').replaceAll(':', '')}`;
  const visit = async (path: string, name: string) => {
    await openPage(page, url + path);
    await camera.take(page, look, name);
    const note = async () => {
      for (const link of await page.locator('main a[href]').evaluateAll(listPaths)) links.add(link);
    };
    await note();
    await takeTabs(page, look, name, camera, note);
  };
  const isWanted = (route: string) => camera.wants(nameOf(route));
  const open = routes.filter((route) => route.includes(':'));
  // The pages of a list lead to those of its records.
  for (const route of routes)
    if (!route.includes(':') && (isWanted(route) || open.some(isWanted))) await visit(base + route, nameOf(route));
  // Each page may show the first link to the next.
  for (const route of open) {
    const pattern = new RegExp(`^${base}${route.replaceAll(/:\w+/g, '(?!new$)[^/]+')}$`);
    const path = [...links].find((link) => pattern.test(link));
    if (path) await visit(path, nameOf(route));
    else console.log(`No page of ${dashboard} links to ${route}`);
  }
  if (dashboard === 'seller' && camera.wants('host-account')) await visit(HOST_PATHS.account, 'host-account');
}

const listPaths = (links: Element[]): string[] => links.map((link) => (link as HTMLAnchorElement).pathname);

/** Takes the other tabs of a page. */
async function takeTabs(page: Page, look: Look, name: string, camera: Camera, onOpen: () => Promise<void>) {
  const tabs = page.locator('main [role=tab]');
  const count = await tabs.count();
  for (let index = 1; index < count; index++) {
    const tab = tabs.nth(index);
    await tab.click();
    await settle(page);
    await onOpen();
    await camera.take(page, look, `${name}-tab-${index + 1}`);
  }
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settle(page);
}

/** Waits until the page shows what it asked for, charts below the first screen included. */
async function settle(page: Page): Promise<void> {
  const isComplete = () =>
    document.querySelector('h1') !== null && !document.querySelector('main .skeleton, main [aria-busy=true]');
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page
    .waitForFunction(isComplete, undefined, { timeout: QUIET_MS })
    .catch(() => console.log(`${page.url()} is not complete`));
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
}
