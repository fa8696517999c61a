import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { init, loadRemote } from '@module-federation/enhanced/runtime';
import lendRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as i18next from 'i18next';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { useTranslation } from 'react-i18next';
import packageFile from '../package.json' with { type: 'json' };
import type { HostDocument } from './document.ts';

/** The modules that the host lends. Dashboards use only `useTranslation` of react-i18next; all of it would cost 6 KB (biome.json refuses the rest). */
const LENT = { react, 'react-dom': reactDom, i18next, 'react-i18next': { useTranslation } };

/** The build writes the addresses into the document, so that the page fetches no manifest. */
const readAddresses = () => JSON.parse(document.getElementById('remotes')!.textContent) as HostDocument['remotes'];

function lendModules() {
  const { dependencies } = packageFile;
  return Object.fromEntries(
    Object.entries(LENT).map(([name, module]) => {
      const version = dependencies[name as keyof typeof LENT];
      return [name, { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: version } }];
    }),
  );
}

export function startFederation(): void {
  init({
    name: 'host',
    remotes: Object.entries(readAddresses()).map(([name, { entry }]) => ({ name, entry, type: 'module' })),
    shared: lendModules(),
    // Containers use the runtime of this page, so that none brings a copy.
    plugins: [lendRuntime()],
  });
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
