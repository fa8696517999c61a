import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '@feira/schemas/common';
import type { StatsCompilation } from '@rspack/core';
import { DASHBOARDS } from '../../shells/host/src/dashboards.ts';
import { type RemoteAddresses, renderHostDocument } from '../../shells/host/src/document.ts';
import { brotliSizeOf } from './compress-assets.ts';

/** The build's record of the dashboards: the files that each page loads, for the document and for the budget. */
export interface DashboardManifest {
  document: { scripts: string[]; styles: string[] };
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

const listHostPages = (host: StatsCompilation) =>
  Object.keys(host.namedChunkGroups ?? {}).filter((name) => name !== 'main' && name !== 'host');

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
  const { ROUTE_ACCESS } = (await import(`../../shells/${remote}/src/route-access.ts`)) as { ROUTE_ACCESS: object };
  return Object.keys(ROUTE_ACCESS).flatMap((address) => /^\/([\w-]+)$/.exec(address)?.[1] ?? []);
}

function toAddresses({ entry, register, groups }: RemoteFiles, pages: string[]): Omit<RemoteAddresses, 'basePath'> {
  const preloads = [entry, ...register];
  const providers = (groups.providers ?? []).filter((file) => !preloads.includes(file));
  const isOfPage = (file: string) => !preloads.includes(file) && !providers.includes(file);
  const named = pages.filter((page) => groups[page]);
  return {
    entry,
    preloads,
    providers,
    texts: Object.fromEntries(LOCALES.map((locale) => [locale, groups[locale] ?? []])),
    pages: Object.fromEntries(named.map((page) => [page, groups[page]!.filter(isOfPage)])),
  };
}

/** Writes the document of the host and, for the budget, what it and the dashboards weigh. */
export async function writeDashboardFiles(
  built: Map<string, StatsCompilation>,
  folder: string,
  isMeasured: boolean,
): Promise<void> {
  const host = built.get('host')!;
  const children = DASHBOARDS.map(({ remote }) => built.get(remote)!);
  const first = listFiles(host, 'main');
  const manifest: DashboardManifest = {
    document: { scripts: first.filter(isScript), styles: first.filter((file) => file.endsWith('.css')) },
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
  const remotes: Record<string, RemoteAddresses> = {};
  for (const { remote, basePath } of DASHBOARDS)
    remotes[remote] = { basePath, ...toAddresses(manifest.remotes[remote]!, await listPages(remote)) };
  const document = renderHostDocument({ ...manifest.document, remotes });
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  await writeFile(path.join(folder, 'index.html'), document);
}
