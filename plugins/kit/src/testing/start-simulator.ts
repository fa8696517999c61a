import type { Clock } from '../host.ts';
import type { LoggedDelivery } from '../simulation/deliveries.ts';
import { createSimulatorHost } from '../simulation/host.ts';
import { serveSimulator } from '../simulation/serve.ts';
import type {
  Fault,
  SimulatedCharge,
  Simulator,
  SimulatorModule,
  SimulatorRequest,
  SimulatorStore,
} from '../simulator.ts';

export interface StartSimulatorOptions {
  credentials: Record<string, string>;
  seed?: number;
  /** `collect` unless told. */
  webhook?: 'deliver' | 'collect';
  /** For providers whose panel is where the address of webhooks is typed. */
  webhookUrl?: string;
  store?: SimulatorStore;
  clock?: Clock;
  retryDelaysMs?: number[];
}

export interface StartedSimulator {
  /** Base URL, without a trailing slash. */
  url: string;
  simulator: Simulator;
  faults: readonly Fault[];
  addFault(fault: Fault): void;
  /** Does the work of calls that suffered the fault `late`. */
  finishLate(): Promise<void>;
  /** Newest first. */
  listCharges(limit?: number): Promise<SimulatedCharge[]>;
  /** Webhooks sent or collected, oldest first. */
  deliveries: readonly LoggedDelivery[];
  /** Every request that arrived, oldest first. */
  requests: readonly SimulatorRequest[];
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Serves a simulator over real HTTP on a free port of this machine. */
export async function startSimulator(
  module: SimulatorModule,
  options: StartSimulatorOptions,
): Promise<StartedSimulator> {
  const requests: SimulatorRequest[] = [];
  // The simulator must know its public address, which is known once the port is open: so the server starts first.
  let host: ReturnType<typeof createSimulatorHost> | undefined;
  const served = await serveSimulator({
    handleHttp(request) {
      requests.push(request);
      return host!.handleHttp(request);
    },
  });
  host = createSimulatorHost(module, { webhook: 'collect', ...options, publicUrl: served.url });
  const { simulator, faults, addFault, finishLate, deliveries, settle } = host;
  return {
    url: served.url,
    simulator,
    faults,
    addFault,
    finishLate,
    listCharges: (limit = 100) => simulator.listCharges(limit),
    deliveries,
    requests,
    settle,
    async close() {
      await host.close();
      await served.close();
    },
  };
}
