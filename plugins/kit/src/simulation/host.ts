/** Runs a simulator module without caring how requests arrive: mounted below a server, or called in process. */
import type { Clock } from '../host.ts';
import type {
  Fault,
  Simulator,
  SimulatorAnswer,
  SimulatorModule,
  SimulatorRequest,
  SimulatorResponse,
  SimulatorStore,
} from '../simulator.ts';
import { createDeliveries, type LoggedDelivery, type WebhookDelivery } from './deliveries.ts';
import { createFaultList } from './faults.ts';
import { memoryStore } from './memory-store.ts';
import { seededRandom } from './random.ts';

export interface SimulatorHostOptions {
  credentials: Record<string, string>;
  /** The address at which browsers reach the simulator, without a trailing slash. */
  publicUrl: string;
  /** The address of this connection's webhooks, for providers in whose panel it is typed by hand. */
  webhookUrl?: string;
  /** A memory store unless told. */
  store?: SimulatorStore;
  clock?: Clock;
  /** 1 unless told: equal seeds make equal runs. */
  seed?: number;
  /** deliver: POST webhooks, three tries; collect: only log them. `deliver` unless told. */
  webhook?: 'deliver' | 'collect';
  retryDelaysMs?: number[];
  /** Takes the webhooks in the place of both, for hosts that hand them over without a network. */
  sendWebhook?(delivery: WebhookDelivery): Promise<void>;
}

export interface SimulatorHost {
  simulator: Simulator;
  /** Plays the pending faults around the simulator. Fits `inProcess` of createHttp. Never rejects. */
  handleHttp(request: SimulatorRequest): Promise<SimulatorAnswer>;
  faults: readonly Fault[];
  addFault(fault: Fault): void;
  /** Does the work of calls that suffered the fault `late`, as a provider does that took a call and was slow to work on it. */
  finishLate(): Promise<void>;
  /** The last webhooks, oldest first. */
  deliveries: readonly LoggedDelivery[];
  /** Resolves when no webhook is being delivered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

export function createSimulatorHost(module: SimulatorModule, options: SimulatorHostOptions): SimulatorHost {
  const faults = createFaultList();
  const deliveries = createDeliveries({ webhook: options.webhook ?? 'deliver', retryDelaysMs: options.retryDelaysMs });
  const visibleFaults = new WeakMap<SimulatorRequest, 'wrong-amount' | 'unknown-status'>();
  const closing = new AbortController();
  const late: (() => Promise<SimulatorResponse>)[] = [];
  const simulator = module.createSimulator({
    store: options.store ?? memoryStore(),
    clock: options.clock ?? systemClock,
    random: seededRandom(options.seed ?? 1),
    sendWebhook: options.sendWebhook ?? deliveries.send,
    credentials: options.credentials,
    publicUrl: options.publicUrl,
    webhookUrl: options.webhookUrl,
    fault: (request) => visibleFaults.get(request),
  });

  async function handle(request: SimulatorRequest): Promise<SimulatorResponse> {
    try {
      return await simulator.handle(request);
    } catch (error) {
      // A real server would answer so too; the message helps the simulator's author.
      return { status: 500, body: { error: error instanceof Error ? error.message : 'The simulator failed.' } };
    }
  }
  return {
    simulator,
    async handleHttp(request) {
      const fault = faults.take(request);
      if (!fault) return handle(request);
      if (fault.kind === 'late') {
        late.push(() => handle(request));
        return { drop: true };
      }
      if (fault.kind === 'wrong-amount' || fault.kind === 'unknown-status') visibleFaults.set(request, fault.kind);
      return playFault(fault, () => handle(request), closing.signal);
    },
    faults: faults.pending,
    addFault: faults.add,
    async finishLate() {
      for (const work of late.splice(0)) await work();
    },
    deliveries: deliveries.log,
    settle: deliveries.settle,
    async close() {
      closing.abort();
      await deliveries.close();
    },
  };
}

async function playFault(
  fault: Fault,
  handle: () => Promise<SimulatorResponse>,
  closing: AbortSignal,
): Promise<SimulatorAnswer> {
  switch (fault.kind) {
    case 'refuse':
      return { drop: true };
    case 'error-500':
      return { status: 500, body: { error: 'Internal server error' } };
    case 'lose-answer':
      await handle();
      return { drop: true };
    case 'half-body':
      return { drop: true, partial: await handle() };
    case 'false-refusal':
      await handle();
      return { status: 400, body: { error: 'Bad request' } };
    case 'false-throttle':
      await handle();
      return { status: 429, body: { error: 'Too many requests' } };
    case 'slow': {
      const response = await handle();
      await waitUnlessClosed(fault.delayMs ?? 1_000, closing);
      return response;
    }
    default:
      return handle();
  }
}

function waitUnlessClosed(delayMs: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    closing.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
