/** Mounts remotes with the runtime of Module Federation, and lends them the page's own copies of what is shared. */
import { init, loadRemote, registerRemotes, satisfy } from '@module-federation/enhanced/runtime';
import lendRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as i18next from 'i18next';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { useTranslation } from 'react-i18next';
import packageFile from '../package.json' with { type: 'json' };
import { LENT_COMPONENTS } from './antd/lent-components.ts';

/** Remotes use only `useTranslation` of react-i18next; all of it would cost 6 KB (biome.json refuses the rest). */
const LENT = { react, 'react-dom': reactDom, i18next, 'react-i18next': { useTranslation } };
const versionOf = (name: keyof typeof LENT | 'antd') => packageFile.dependencies[name];
const isLent = (name: string): name is keyof typeof LENT | 'antd' => name in LENT || name === 'antd';

export interface Remote {
  name: string;
  /** The address of the container. */
  entry: string;
  /** The versions that it accepts of what is lent, as ranges. */
  accepts: Record<string, string>;
}

/** The remote was built for another version of what this page lends. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
  readonly details: { name: string; accepted: string; lent: string };

  constructor(details: VersionError['details']) {
    super(`The remote accepts ${details.name} ${details.accepted}, and this page lends ${details.lent}.`);
    this.details = details;
  }
}

export function startFederation(name: string): void {
  const names = Object.keys(LENT) as (keyof typeof LENT)[];
  const describe = (lent: keyof typeof LENT | 'antd') => ({
    version: versionOf(lent),
    shareConfig: { singleton: true, requiredVersion: versionOf(lent) },
  });
  const components = Object.entries(LENT_COMPONENTS).map(([module, load]) => [
    module,
    { ...describe('antd'), get: () => load().then((loaded) => () => loaded) },
  ]);
  init({
    name,
    remotes: [],
    shared: Object.fromEntries([
      ...names.map((lent) => [lent, { ...describe(lent), lib: () => LENT[lent] }]),
      ...components,
    ]),
    // Containers use the runtime of this page, so that none brings a copy.
    plugins: [lendRuntime()],
  });
}

function checkVersions(accepts: Remote['accepts']): void {
  for (const [name, accepted] of Object.entries(accepts)) {
    const lent = isLent(name) ? versionOf(name) : 'none';
    if (lent === 'none' || !satisfy(lent, accepted)) throw new VersionError({ name, accepted, lent });
  }
}

/** Loads a module of a remote. */
export async function loadModule<M>({ name, entry, accepts }: Remote, module: string): Promise<M> {
  checkVersions(accepts);
  registerRemotes([{ name, entry, type: 'module' }]);
  const loaded = await loadRemote<M>(`${name}/${module}`);
  if (!loaded) throw new Error(`The remote ${name} has no ${module}.`);
  return loaded;
}
