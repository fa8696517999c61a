/** Plays a simulator in its own process: the host's calls reach it, and what it keeps and sends goes back to the host. */
import type { ProviderModule } from '../define.ts';
import type { Http, ProviderContext } from '../host.ts';
import { seededRandom } from '../simulation/random.ts';
import type { Simulator, SimulatorContext, SimulatorModule, SimulatorRequest } from '../simulator.ts';
import {
  type Described,
  type Opening,
  packBytes,
  type Ran,
  type Run,
  type Service,
  unpackBytes,
} from './simulator-protocol.ts';

/** Returns the simulator as a module whose operations are the calls of a simulator's process. */
export function asProcess(module: SimulatorModule): ProviderModule {
  let simulator: Simulator | undefined;
  // Each call tells the host's time anew.
  let clock: ProviderContext['clock'];
  const faults = new WeakMap<SimulatorRequest, 'wrong-amount' | 'unknown-status'>();

  function open({ credentials, publicUrl, webhookUrl, seed }: Opening, http: Http): Promise<never> {
    const ask = async (service: Service) => unpackBytes(await http.request(service as never));
    simulator = module.createSimulator({
      store: {
        get: async <T>(key: string) => ((await ask({ service: 'get', key })) ?? undefined) as T | undefined,
        set: async (key, value) => void (await ask({ service: 'set', key, value: packBytes(value) })),
        list: async <T>(prefix: string, limit: number) => (await ask({ service: 'list', prefix, limit })) as T[],
      },
      clock: { now: () => clock.now() },
      random: seededRandom(seed),
      fault: (request) => faults.get(request),
      sendWebhook: async (delivery) => void (await ask({ service: 'send', delivery })),
      credentials,
      publicUrl,
      ...(webhookUrl !== null && { webhookUrl }),
    });
    return new Promise(() => undefined);
  }

  async function run({ member, parameters, fault }: Run): Promise<Ran> {
    if (!simulator) return { failure: 'The simulator is not open.' };
    const [owner, name] = member.startsWith('mandates.')
      ? [simulator.mandates, member.slice('mandates.'.length)]
      : [simulator, member];
    const values = parameters.map(unpackBytes);
    if (fault !== null) faults.set(values[0] as SimulatorRequest, fault);
    try {
      const call = (owner as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>)[name]!;
      return { value: packBytes(await call.apply(owner, values)) };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The simulator failed.';
      // A WireRefusal, of whichever copy of the kit.
      const { response } = error as { response?: { status: number; body: unknown } };
      return response ? { refusal: { ...response, message } } : { failure: message };
    }
  }

  return {
    createProvider(context) {
      clock = context.clock;
      const calls = {
        describe: async () => describe(module, context),
        open: (opening: Opening) => open(opening, context.http),
        run,
      };
      return calls as never;
    },
  };
}

const namesOf = (value: object) =>
  Object.entries(value).flatMap(([name, member]) => (typeof member === 'function' ? [name] : []));

/** Looks at a simulator that keeps and sends nothing. */
function describe(module: SimulatorModule, { clock }: ProviderContext): Described {
  const inert: SimulatorContext = {
    store: { get: async () => undefined, set: async () => undefined, list: async () => [] },
    clock,
    random: seededRandom(1),
    fault: () => undefined,
    sendWebhook: async () => undefined,
    credentials: module.samples?.credentials ?? {},
    publicUrl: '',
  };
  const simulator = module.createSimulator(inert);
  const { tokenize: _function, ...samples } = module.samples ?? { credentials: {} };
  return {
    members: namesOf(simulator),
    mandates: simulator.mandates ? namesOf(simulator.mandates) : null,
    samples: module.samples ? samples : null,
  };
}
