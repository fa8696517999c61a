import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '@feira/schemas/common';
import type { DashboardRemotes, RemoteAddresses } from '@feira/schemas/remotes';
import type { StatsCompilation } from '@rspack/core';
import { ACCEPTED_BY_REMOTES } from '../../../rspack.config.ts';
import hostPackage from '../../../shells/host/package.json' with { type: 'json' };
import { DASHBOARDS } from '../../../shells/host/src/dashboards.ts';
import { type HostDocument, renderHostDocument, renderRemoteFrame } from '../../../shells/host/src/document.ts';
import { brotliSizeOf } from './compress-assets.ts';

/** The dashboards of a build have the version of their host. */
const VERSION = hostPackage.version;

/** The build's record of the dashboards: the files that each page loads, for the document and for the budget. */
export interface DashboardManifest {
  document: HostDocument;
  /** Files of what the host itself loads later, by the name of the page or of what several pages use. */
  hostPages: Record<string, string[]>;
  remotes: Record<string, RemoteFiles>;
  /** Bytes of every file after Brotli at its best. */
  brotliBytes: Record<string, number>;
}

export interface RemoteFiles {
  entry: string;
  /** The files that the host asks for before it knows which page is wanted. */
  register: string[];
  /** Files by the name the remote gave to what is loaded later: its pages, providers and texts. */
  groups: Record<string, string[]>;
}

const listFiles = (child: StatsCompilation, group: string): string[] =>
  (child.namedChunkGroups?.[group]?.assets ?? []).map(({ name }) => `/assets/${child.name}/${name}`);

/** The components of antd that most pages of the dashboards draw with (shells/host/src/antd/lent-components.ts). */
const LENT = 'antd-controls';

const listHostPages = (host: StatsCompilation) =>
  Object.keys(host.namedChunkGroups ?? {}).filter((name) => !['main', 'host', LENT].includes(name));

const isScript = (file: string) => file.endsWith('.js');

function readRemote(child: StatsCompilation): RemoteFiles {
  const container = child.name!;
  const groups = Object.keys(child.namedChunkGroups ?? {}).filter((name) => name !== container && name !== 'register');
  return {
    entry: listFiles(child, container).find(isScript)!,
    register: listFiles(child, 'register'),
    groups: Object.fromEntries(groups.map((name) => [name, listFiles(child, name)])),
  };
}

/** Returns the last parts of the addresses right below the dashboard's own: the pages that its menu leads to. */
async function listPages(remote: string): Promise<string[]> {
  const { ROUTE_ACCESS } = (await import(`../../../shells/${remote}/src/route-access.ts`)) as { ROUTE_ACCESS: object };
  return Object.keys(ROUTE_ACCESS).flatMap((address) => /^\/([\w-]+)$/.exec(address)?.[1] ?? []);
}

function toAddresses(
  files: RemoteFiles,
  pages: string[],
  about: Pick<RemoteAddresses, 'version' | 'accepts'>,
): RemoteAddresses {
  const { entry, register, groups } = files;
  const preloads = [entry, ...register];
  const providers = (groups.providers ?? []).filter((file) => !preloads.includes(file));
  const isOfPage = (file: string) => !preloads.includes(file) && !providers.includes(file);
  const named = pages.filter((page) => groups[page]);
  return {
    ...about,
    entry,
    preloads,
    providers,
    texts: Object.fromEntries(LOCALES.map((locale) => [locale, groups[locale] ?? []])),
    pages: Object.fromEntries(named.map((page) => [page, groups[page]!.filter(isOfPage)])),
  };
}

/** Returns what the document says of a built dashboard. */
export const describeDashboard = async (child: StatsCompilation, version: string): Promise<RemoteAddresses> =>
  toAddresses(readRemote(child), await listPages(child.name!), { version, accepts: ACCEPTED_BY_REMOTES });

/** Writes what the host needs beside its scripts: its document, what it may mount, and for the budget what all of it weighs. */
export async function writeDashboardFiles(
  built: Map<string, StatsCompilation>,
  folder: string,
  isMeasured: boolean,
): Promise<void> {
  const host = built.get('host')!;
  const frame = built.get('remote-frame')!;
  const children = DASHBOARDS.map(({ remote }) => built.get(remote)!);
  const toDocument = (child: StatsCompilation) => {
    const first = listFiles(child, 'main');
    return {
      scripts: first.filter(isScript),
      styles: first.filter((file) => file.endsWith('.css')),
      lent: listFiles(child, LENT).filter((file) => !first.includes(file)),
    };
  };
  const manifest: DashboardManifest = {
    document: toDocument(host),
    hostPages: Object.fromEntries(listHostPages(host).map((name) => [name, listFiles(host, name)])),
    remotes: Object.fromEntries(children.map((child) => [child.name!, readRemote(child)])),
    brotliBytes: {},
  };
  for (const child of isMeasured ? [host, ...children] : []) {
    for (const { name } of child.assets ?? []) {
      if (!/\.(js|css)$/.test(name)) continue;
      const place = path.join(folder, '..', child.name!, name);
      manifest.brotliBytes[`/assets/${child.name}/${name}`] = await brotliSizeOf(place);
    }
  }
  const remotes: DashboardRemotes = {};
  for (const { remote, basePath } of DASHBOARDS)
    remotes[remote] = { basePath, ...(await describeDashboard(built.get(remote)!, VERSION)) };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  await writeFile(path.join(folder, 'remotes.json'), JSON.stringify(remotes));
  await writeFile(path.join(folder, 'index.html'), renderHostDocument(manifest.document));
  await writeFile(path.join(folder, '../remote-frame/index.html'), renderRemoteFrame(toDocument(frame)));
}
