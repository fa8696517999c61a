import { createShareScope, loadFromContainer } from '@feira/shell-kit/container';
import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import * as i18next from 'i18next';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { HostDocument } from './document.ts';

/** Dashboards use only `useTranslation` of react-i18next; all of it would cost 6 KB (biome.json refuses the rest). */
const shareScope = createShareScope({
  react,
  'react-dom': reactDom,
  i18next,
  'react-i18next': { useTranslation },
});

/** The build writes the addresses into the document, so that the page fetches no manifest. */
const readAddresses = () => JSON.parse(document.getElementById('remotes')!.textContent) as HostDocument['remotes'];

const loading = new Map<string, Promise<DashboardRegister>>();

/** Loads the register of a dashboard once. */
export function loadRegister(remote: string): Promise<DashboardRegister> {
  const known = loading.get(remote);
  if (known) return known;
  const { entry } = readAddresses()[remote]!;
  const started = loadFromContainer<{ default: DashboardRegister }>(entry, './register', shareScope).then(
    (module) => module.default,
  );
  loading.set(remote, started);
  return started;
}
