/** Simulators of provider packages, one a connection: in process for our own calls, over HTTP for browsers and people. */
import { join } from 'node:path';
import type { Settings } from '@feira/plugin-kit';
import { createSimulatorHost, fileStore, memoryStore, type SimulatorHost } from '@feira/plugin-kit/simulation';
import type { FastifyInstance } from 'fastify';
import type { ProviderPackage } from '../../plugins/providers.ts';

type SimulatorsApp = Pick<FastifyInstance, 'config' | 'clock' | 'log' | 'simulators'>;

interface Played {
  connectionId: string;
  package: ProviderPackage;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  webhookUrl: string;
}

/** The in-process door of a connection's simulator; started once a node. */
export async function simulatorFor(app: SimulatorsApp, played: Played): Promise<SimulatorHost['handleHttp']> {
  return (await hostFor(app, played)).handleHttp;
}

async function hostFor(app: SimulatorsApp, played: Played): Promise<SimulatorHost> {
  const known = app.simulators.get(played.connectionId);
  if (known) return known;
  if (!played.package.loadSimulator) throw new Error(`The provider ${played.package.id} has no simulator.`);
  const starting = start(app, played);
  app.simulators.set(played.connectionId, starting);
  starting.catch(() => app.simulators.delete(played.connectionId));
  return starting;
}

async function start(app: SimulatorsApp, played: Played): Promise<SimulatorHost> {
  const module = await (played.package.loadSimulator as NonNullable<ProviderPackage['loadSimulator']>)();
  const { simulatorDirectory, publicUrl } = app.config;
  return createSimulatorHost(module, {
    store: simulatorDirectory
      ? await fileStore(join(simulatorDirectory, `${played.connectionId}.jsonl`))
      : memoryStore(),
    clock: app.clock,
    credentials: { ...stringSettings(played.settings), ...Object.fromEntries(played.secrets) },
    publicUrl: `${publicUrl}/simulators/${played.connectionId}`,
    webhookUrl: played.webhookUrl,
  });
}

const stringSettings = (settings: Settings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/** The running simulator of a connection, if one runs on this node. */
export const findSimulator = async (app: SimulatorsApp, connectionId: string): Promise<SimulatorHost | null> =>
  (await app.simulators.get(connectionId)) ?? null;
