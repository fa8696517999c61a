/** Loads the registers of dashboards, and adds the pages that the owner of the installation brings. */
import type { DashboardRemotes, OwnPage } from '@feira/schemas/remotes';
import type { DashboardRegister, DashboardRoute } from '@feira/shell-kit/dashboard';
import { createElement } from 'react';
import { loadModule } from './federation.ts';
import { OWN_TEXTS, readOwnPages } from './own-pages/own-pages.ts';

/** The core writes them into the document, so that the page fetches no manifest. */
const readRemotes = (): DashboardRemotes => JSON.parse(document.getElementById('remotes')!.textContent);

const toRoute = (page: OwnPage): DashboardRoute => ({
  path: `/${page.name}`,
  title: `${OWN_TEXTS}:${page.name}`,
  access: page.permission ? { roles: page.roles, permission: page.permission } : { roles: page.roles },
  menu: { icon: 'plug' },
  page: async () => {
    const { OwnPageFrame } = await import(/* webpackChunkName: "own-page" */ './own-pages/own-page-frame.tsx');
    return { default: () => createElement(OwnPageFrame, { page }) };
  },
});

const loading = new Map<string, Promise<DashboardRegister>>();

async function load(remote: string): Promise<DashboardRegister> {
  const { state = 'ready', ...found } = readRemotes()[remote]!;
  if (state !== 'ready') throw new Error(`The remote ${remote} is ${state}.`);
  const module = await loadModule<{ default: DashboardRegister }>({ name: remote, ...found }, 'register');
  const own = readOwnPages().filter(({ dashboard }) => dashboard === remote);
  return own.length === 0
    ? module.default
    : { ...module.default, routes: [...module.default.routes, ...own.map(toRoute)] };
}

/** Loads the register of a dashboard once. A browser remembers within a document that a module did not load, so another try is a new document. */
export function loadRegister(remote: string): Promise<DashboardRegister> {
  const known = loading.get(remote);
  if (known) return known;
  const started = load(remote);
  loading.set(remote, started);
  return started;
}
