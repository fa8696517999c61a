/**
 * Knows the remotes that the host may mount: those of the build, dashboards that REMOTES names elsewhere, and the owner's pages of OWN_REMOTES_FILE.
 * A manifest from elsewhere is used only if it has the configured digest; it holds the digests of all files, which browsers check.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DashboardRemotes,
  type OwnPage,
  type OwnRemote,
  ownRemotesSchema,
  type RemoteAddresses,
  type RemoteFiles,
  type RemoteManifest,
  type RemoteState,
  remoteManifestSchema,
} from '@feira/schemas/remotes';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { checkRemoteAddress, type RemotePlace } from './config.ts';

const TIMEOUT_MS = 5_000;
const LARGEST_MANIFEST = 1_048_576;
const RETRY_MS = 15_000;

/** A remote from elsewhere, once its manifest was read. */
interface Mounted {
  addresses: RemoteAddresses;
  /** The address of the folder that its files stand in. */
  folder: string;
  /** The digest of each file, by its address. */
  integrity: Record<string, string>;
}

interface Apart extends RemotePlace {
  state: RemoteState;
  mounted: Mounted | null;
  /** The state that the log told last, so that it tells each once. */
  told: RemoteState | null;
}

const toApart = (place: RemotePlace): Apart => ({ ...place, state: 'unreachable', mounted: null, told: null });

export interface Remotes {
  /** Returns the dashboards for the host's document. */
  listDashboards(): Promise<DashboardRemotes>;
  /** Returns the dashboards that are served from elsewhere. */
  listApart(): Mounted[];
  /** Returns the owner's pages of the platform at this host. */
  listOwnPages(host: string): OwnPage[];
  /** Returns the remote of an owner's page: undefined if there is no such page, null while it cannot be mounted. */
  findOwn(name: string, host: string): Mounted | null | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    remotes: Remotes;
  }
}

type RemotesApp = Pick<FastifyInstance, 'config' | 'findProblems' | 'log'>;

const EMPTY: RemoteAddresses = {
  version: '',
  entry: '',
  preloads: [],
  providers: [],
  texts: {},
  pages: {},
  accepts: {},
};

function toMounted(manifestUrl: string, { integrity, ...files }: RemoteFiles): Mounted {
  const toAddress = (file: string) => new URL(file, manifestUrl).href;
  const toAddresses = (groups: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, group.map(toAddress)]));
  return {
    folder: toAddress('.'),
    integrity: Object.fromEntries(Object.entries(integrity).map(([file, digest]) => [toAddress(file), digest])),
    addresses: {
      ...files,
      entry: toAddress(files.entry),
      preloads: files.preloads.map(toAddress),
      providers: files.providers.map(toAddress),
      texts: toAddresses(files.texts),
      pages: toAddresses(files.pages),
    },
  };
}

class AlteredError extends Error {
  override readonly name = 'AlteredError';
}

async function readManifest(app: RemotesApp, { name, manifest, integrity }: RemotePlace): Promise<Mounted> {
  const answer = await fetch(manifest, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`The manifest was answered ${answer.status}.`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > LARGEST_MANIFEST) throw new AlteredError('The manifest is larger than 1 MiB.');
  const digest = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  if (digest !== integrity)
    throw new AlteredError(`The manifest has the digest ${digest}, and the configuration names ${integrity}.`);
  const json: unknown = JSON.parse(bytes.toString('utf8'));
  const problems = app.findProblems(remoteManifestSchema, json, 'en');
  if (problems) throw new AlteredError(`The manifest is none of a remote: ${JSON.stringify(problems.fields)}`);
  const { name: built, feira } = json as RemoteManifest;
  if (built !== name) throw new AlteredError(`The manifest is that of the remote ${built}.`);
  return toMounted(manifest, feira);
}

async function readOwnRemotes(app: RemotesApp): Promise<OwnRemote[]> {
  const file = app.config.ownRemotesFile;
  if (!file) return [];
  const refuse = (reason: string): never => {
    throw new Error(`OWN_REMOTES_FILE (${file}) was not taken: ${reason} docs/remotes.md shows the format.`);
  };
  const json: unknown = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text))
    .catch((error) => refuse(`it cannot be read (${error.code ?? 'it is no valid JSON'}).`));
  const problems = app.findProblems(ownRemotesSchema, json, 'en');
  if (problems)
    refuse(
      Object.entries(problems.fields)
        .map(([field, message]) => `${field.replace(/^body\.?/, '') || 'the file'}: ${message}`)
        .join(' '),
    );
  const remotes = json as OwnRemote[];
  for (const { name, manifest } of remotes) {
    if (remotes.filter((other) => other.name === name).length > 1) refuse(`two pages have the name ${name}.`);
    try {
      checkRemoteAddress(manifest);
    } catch (error) {
      refuse(`${name}: ${(error as Error).message}.`);
    }
  }
  return remotes;
}

export default fp(
  async (app) => {
    const { remotes: places, shellsDirectory } = app.config;
    const apart: Apart[] = places.map(toApart);
    const own = new Map<string, { remote: OwnRemote; page: OwnPage; place: Apart }>();
    let built: Promise<DashboardRemotes> | null = null;
    const readBuilt = () => {
      built ??= readFile(join(shellsDirectory, 'host/remotes.json'), 'utf8').then(
        (text) => JSON.parse(text),
        (error) => {
          built = null;
          throw error;
        },
      );
      return built;
    };

    async function mount(place: Apart): Promise<void> {
      try {
        place.mounted = await readManifest(app, place);
        place.state = 'ready';
      } catch (error) {
        place.state = error instanceof AlteredError ? 'altered' : 'unreachable';
        if (place.told !== place.state)
          app.log.error({ alert: 'remote-not-mounted', remote: place.name, err: error }, 'A remote cannot be mounted');
        place.told = place.state;
      }
    }

    /** Returns the kind of each procedure that a page may call. */
    function findKinds({ name, procedures }: OwnRemote): OwnPage['procedures'] {
      const kinds = procedures.map((procedure) => {
        const route = app.routes.find(({ url }) => url === `/api/${procedure}`);
        if (!route)
          throw new Error(`OWN_REMOTES_FILE: ${name} names the procedure ${procedure}, which does not exist.`);
        return [procedure, route.method === 'GET' ? 'query' : 'mutation'] as const;
      });
      return Object.fromEntries(kinds);
    }

    app.decorate('remotes', {
      async listDashboards() {
        const dashboards = await readBuilt();
        const elsewhere = apart.map(({ name, state, mounted }) => {
          const { basePath } = dashboards[name]!;
          return [name, { ...(mounted?.addresses ?? EMPTY), basePath, state }] as const;
        });
        return { ...dashboards, ...Object.fromEntries(elsewhere) };
      },
      listApart: () => apart.flatMap(({ mounted }) => mounted ?? []),
      listOwnPages: (host) =>
        [...own.values()].filter(({ remote }) => remote.hosts?.includes(host) ?? true).map(({ page }) => page),
      findOwn(name, host) {
        const found = own.get(name);
        if (!found || !(found.remote.hosts?.includes(host) ?? true)) return undefined;
        return found.place.mounted;
      },
    });

    let retrying: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      for (const remote of await readOwnRemotes(app)) {
        const { name, dashboard, roles, title, permission, manifest, integrity } = remote;
        const page: OwnPage = { name, dashboard, roles, title, procedures: findKinds(remote) };
        if (permission) page.permission = permission;
        own.set(name, { remote, page, place: toApart({ name, manifest, integrity }) });
      }
      const all = [...apart, ...[...own.values()].map(({ place }) => place)];
      const mountMissing = () => Promise.all(all.filter(({ state }) => state !== 'ready').map(mount));
      await mountMissing();
      if (all.length > 0) retrying = setInterval(() => void mountMissing(), RETRY_MS).unref();
    });
    app.addHook('onClose', async () => clearInterval(retrying));
  },
  { name: 'remotes', dependencies: ['config', 'procedures'] },
);
