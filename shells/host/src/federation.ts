import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { HostDocument } from './document.ts';

/** The build writes the addresses into the document, so that no manifest has to be asked for first. */
export function startFederation(): void {
  const addresses = JSON.parse(document.getElementById('remotes')!.textContent) as HostDocument['remotes'];
  registerRemotes(Object.entries(addresses).map(([name, { entry }]) => ({ name, entry })));
}

const loading = new Map<string, Promise<DashboardRegister>>();

/** What a dashboard says about itself; asked for once. */
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
