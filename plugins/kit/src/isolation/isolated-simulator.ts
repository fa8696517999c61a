/**
 * The simulator of a package that a stranger wrote. Its code runs in a process without network, files or environment, as its adapter does; the host
 * keeps its state, and delivers its events to the connection's own webhook alone.
 */
import type { Manifest } from '@feira/schemas/manifest';
import type { ProviderContext, ProviderLog } from '../host.ts';
import type { Simulator, SimulatorContext, SimulatorModule } from '../simulator.ts';
import { WireRefusal } from '../simulator-routes.ts';
import { createIsolatedModule, type IsolatedModule } from './isolated-module.ts';
import {
  type Described,
  type Opening,
  packBytes,
  type Ran,
  type Run,
  type Service,
  SIMULATOR_CALLS,
  unpackBytes,
} from './simulator-protocol.ts';

export interface IsolatedSimulatorOptions {
  manifest: Manifest;
  /** The package's folder, and the simulator's file below it. */
  directory: string;
  entry: string;
  log: ProviderLog;
}

export interface IsolatedSimulator extends SimulatorModule {
  /** Ends its processes. */
  close(): void;
}

interface Process {
  describe(input: null): Promise<Described>;
  open(opening: Opening): Promise<never>;
  run(run: Run): Promise<Ran>;
}

/** The session is one call that never ends, and this is the longest time that a timer holds. */
const SESSION_MS = 2 ** 31 - 1;
/** Characters that one simulator may keep. */
const LARGEST_STATE = 64 * 1024 * 1024;
const MOST_LISTED = 10_000;

/** Starts a process to see what the simulator has; rejects where it cannot be started. Each `createSimulator` has a process of its own. */
export async function loadIsolatedSimulator(options: IsolatedSimulatorOptions): Promise<IsolatedSimulator> {
  const looked = start(options);
  const clock = { now: () => new Date() };
  const { members, mandates, samples } = await call(looked, toContext(options, clock, refuseAll))
    .describe(null)
    .finally(() => looked.close());
  const running = new Set<IsolatedModule>();
  return {
    createSimulator(context) {
      const module = start(options);
      running.add(module);
      return toSimulator(call(module, toContext(options, context.clock, createServices(context))), context, {
        members,
        mandates,
      });
    },
    ...(samples && { samples }),
    close() {
      for (const module of running) module.close();
    },
  };
}

const start = ({ manifest, directory, entry, log }: IsolatedSimulatorOptions) =>
  createIsolatedModule({
    manifest,
    directory,
    entry,
    log,
    role: 'simulator',
    operations: SIMULATOR_CALLS,
    limits: { callMs: SESSION_MS, requests: Number.MAX_SAFE_INTEGER },
  });

const call = (module: IsolatedModule, context: ProviderContext) => module.createProvider(context) as unknown as Process;

type Services = (wanted: Service) => Promise<unknown>;
const refuseAll: Services = async () => undefined;

/** The services of the host stand where an adapter has its network. */
const toContext = (
  { log }: IsolatedSimulatorOptions,
  clock: ProviderContext['clock'],
  services: Services,
): ProviderContext => ({
  settings: {},
  clock,
  log,
  // A simulator signs by itself: its secrets are a stand-in's.
  crypto: {} as ProviderContext['crypto'],
  http: { request: (async (wanted: Service) => packBytes((await services(wanted)) ?? null)) as never },
});

function createServices({ store, sendWebhook, webhookUrl }: SimulatorContext): Services {
  const sizes = new Map<string, number>();
  let kept = 0;
  function keep(key: string, value: unknown): void {
    const size = key.length + (JSON.stringify(value) ?? '').length;
    const after = kept - (sizes.get(key) ?? 0) + size;
    if (after > LARGEST_STATE) throw new Error('The simulator keeps too much.');
    sizes.set(key, size);
    kept = after;
  }
  return async (wanted) => {
    switch (wanted.service) {
      case 'get':
        return store.get(String(wanted.key));
      case 'set':
        keep(String(wanted.key), wanted.value);
        return store.set(String(wanted.key), unpackBytes(wanted.value));
      case 'list':
        return store.list(String(wanted.prefix), Math.min(Number(wanted.limit), MOST_LISTED));
      case 'send':
        return isOwn(wanted.delivery.url, webhookUrl) ? sendWebhook(wanted.delivery) : undefined;
    }
  };
}

/** A stranger's code must not make the host call anybody else. */
function isOwn(url: string, webhookUrl: string | undefined): boolean {
  if (webhookUrl === undefined || !URL.canParse(url)) return false;
  const [{ href }, own] = [new URL(url), new URL(webhookUrl).href];
  return href === own || ['/', '?'].some((end) => href.startsWith(own + end));
}

function toSimulator(
  process: Process,
  context: SimulatorContext,
  { members, mandates }: Pick<Described, 'members' | 'mandates'>,
): Simulator {
  const { credentials, publicUrl, webhookUrl = null } = context;
  const seed = Math.floor(context.random() * 2 ** 31);
  let isOpen = false;

  /** It ends with its process, and the next call opens another one over the same state. */
  function open(): void {
    isOpen = true;
    process.open({ credentials, publicUrl, webhookUrl, seed }).catch(() => {
      isOpen = false;
    });
  }

  async function run(member: string, parameters: unknown[], fault: Run['fault'] = null): Promise<unknown> {
    if (!isOpen) open();
    const ran = await process.run({ member, parameters: parameters.map(packBytes), fault });
    if ('failure' in ran) throw new Error(ran.failure);
    if ('refusal' in ran) throw new WireRefusal(ran.refusal.status, ran.refusal.body, ran.refusal.message);
    return unpackBytes(ran.value) ?? undefined;
  }

  const forward = (names: readonly string[], prefix = '') =>
    Object.fromEntries(names.map((name) => [name, (...parameters: unknown[]) => run(prefix + name, parameters)]));
  return {
    ...forward(members),
    ...(mandates && { mandates: forward(mandates, 'mandates.') }),
    handle: (request: Parameters<Simulator['handle']>[0]) => run('handle', [request], context.fault(request) ?? null),
  } as unknown as Simulator;
}
