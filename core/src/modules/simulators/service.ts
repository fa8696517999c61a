/** Runs one simulator for each connection: in process for the core's calls, over HTTP for browsers and people. */
import { join } from 'node:path';
import type { Settings } from '@feira/plugin-kit';
import { createSimulatorHost, fileStore, memoryStore, type SimulatorHost } from '@feira/plugin-kit/simulation';
import type { FastifyInstance } from 'fastify';
import type { ProviderPackage } from '../../plugins/providers.ts';
import type { RunningSimulator } from '../../plugins/simulators.ts';

type SimulatorsApp = Pick<FastifyInstance, 'config' | 'clock' | 'log' | 'providers' | 'simulators'>;

interface Played {
  connectionId: string;
  package: ProviderPackage;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  webhookUrl: string;
}

/** Returns the simulator of a connection for calls in process; it starts once on each node. */
export async function simulatorFor(app: SimulatorsApp, played: Played): Promise<SimulatorHost['handleHttp']> {
  return (await hostFor(app, played)).handleHttp;
}

/** The credentials that each simulator accepts: those of its connection. */
const credentialsOf = new WeakMap<SimulatorHost, Record<string, string>>();

async function hostFor(app: SimulatorsApp, played: Played): Promise<RunningSimulator> {
  const known = app.simulators.get(played.connectionId);
  if (known) {
    const host = await known;
    Object.assign(credentialsOf.get(host) ?? {}, toCredentials(played));
    return host;
  }
  const load = findLoader(app, played.package);
  if (!load) throw new Error(`The provider ${played.package.id} has no simulator.`);
  const starting = start(app, load, played);
  app.simulators.set(played.connectionId, starting);
  starting.catch(() => app.simulators.delete(played.connectionId));
  return starting;
}

type Loader = NonNullable<ProviderPackage['loadSimulator']>;

/** Returns the package's own simulator, else the simulator of its provider's version from a folder. */
function findLoader({ providers }: SimulatorsApp, { id, loadSimulator }: ProviderPackage): Loader | null {
  if (loadSimulator) return loadSimulator;
  return providers.list().find((found) => found.id === id && found.loadSimulator)?.loadSimulator ?? null;
}

async function start(app: SimulatorsApp, load: Loader, played: Played): Promise<RunningSimulator> {
  const module = await load();
  const { simulatorDirectory, publicUrl } = app.config;
  const credentials = toCredentials(played);
  const file = simulatorDirectory && (await fileStore(join(simulatorDirectory, `${played.connectionId}.jsonl`)));
  const playing = createSimulatorHost(module, {
    store: file || memoryStore(),
    clock: app.clock,
    credentials,
    publicUrl: `${publicUrl}/simulators/${played.connectionId}`,
    webhookUrl: played.webhookUrl,
  });
  const close = async () => {
    await playing.close();
    module.close?.();
    if (file) await file.close();
  };
  const isForeign = played.package.digest !== null;
  const host = { ...playing, providerId: played.package.id, isForeign, close };
  credentialsOf.set(host, credentials);
  return host;
}

const toCredentials = ({ settings, secrets }: Played): Record<string, string> => ({
  ...stringSettings(settings),
  ...Object.fromEntries(secrets),
});

const stringSettings = (settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** Returns the running simulator of a connection, if one runs on this node. */
export const findSimulator = async (app: SimulatorsApp, connectionId: string): Promise<RunningSimulator | null> =>
  (await app.simulators.get(connectionId)) ?? null;
