import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { HostDocument } from './document.ts';

/** The build writes the addresses into the document, so that the page fetches no manifest. */
export function startFederation(): void {
  const addresses = JSON.parse(document.getElementById('remotes')!.textContent) as HostDocument['remotes'];
  registerRemotes(Object.entries(addresses).map(([name, { entry }]) => ({ name, entry })));
}

const loading = new Map<string, Promise<DashboardRegister>>();

/** Loads the register of a dashboard once. */
export function loadRegister(remote: string): Promise<DashboardRegister> {
  const known = loading.get(remote);
  if (known) return known;
  const started = loadRemote<{ default: DashboardRegister }>(`${remote}/register`).then((module) => {
    if (!module) throw new Error(`The dashboard ${remote} has no register.`);
    return module.default;
  });
  loading.set(remote, started);
  return started;
}
