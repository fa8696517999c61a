/** Connects adapter and simulator over real HTTP, notes every call and answer, and can spoil any answer. */
import { serveSimulator } from '../../simulation/serve.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../../simulator.ts';

export interface WireCall extends SimulatorRequest {
  answer?: SimulatorAnswer;
}

/** Decides what becomes of a call; `index` counts from the moment the plan was set, without requests for access tokens. */
export type WirePlan = (
  call: WireCall,
  index: number,
  handle: () => Promise<SimulatorAnswer>,
) => Promise<SimulatorAnswer>;

export interface Wire {
  url: string;
  /** Oldest first. */
  calls: WireCall[];
  /** The calls from this place on, without requests for access tokens: as a plan counts them. */
  listCounted(from: number): WireCall[];
  play(plan: WirePlan | undefined): void;
  /** Plays a plan that answers every call whole, so that no call has to go over real HTTP. */
  answer(plan: WirePlan): void;
  /** Returns whether a plan is played that may break connections. */
  isSpoilt(): boolean;
  /** Takes a call without a network. */
  handleHttp(request: SimulatorRequest): Promise<SimulatorAnswer>;
  /** Never comes until the wire is closed. */
  silence: Promise<SimulatorAnswer>;
  /** Resolves when the simulator works on no call any more. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openWire(
  getHandler: () => (request: SimulatorRequest) => Promise<SimulatorAnswer>,
  tokenPaths: readonly string[],
): Promise<Wire> {
  const calls: WireCall[] = [];
  const working = new Set<Promise<unknown>>();
  let plan: WirePlan | undefined;
  let index = 0;
  let breakSilence: (answer: SimulatorAnswer) => void = () => undefined;
  const silence = new Promise<SimulatorAnswer>((resolve) => {
    breakSilence = resolve;
  });
  const isToken = ({ path }: SimulatorRequest) => tokenPaths.includes(path);
  let isSpoilt = false;
  async function handleHttp(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const call: WireCall = request;
    calls.push(call);
    const handle = async () => {
      const work = getHandler()(request);
      working.add(work);
      try {
        return await work;
      } finally {
        working.delete(work);
      }
    };
    const answer = plan && !isToken(request) ? await plan(call, index++, handle) : await handle();
    call.answer = answer;
    return answer;
  }
  const served = await serveSimulator({ handleHttp });
  const play = (wanted: WirePlan | undefined, mayBreak: boolean) => {
    plan = wanted;
    index = 0;
    isSpoilt = wanted !== undefined && mayBreak;
  };
  return {
    url: served.url,
    calls,
    listCounted: (from) => calls.slice(from).filter((call) => !isToken(call)),
    play: (wanted) => play(wanted, true),
    answer: (wanted) => play(wanted, false),
    isSpoilt: () => isSpoilt,
    handleHttp,
    silence,
    async settle() {
      while (working.size > 0) await Promise.allSettled(working);
    },
    async close() {
      breakSilence({ drop: true });
      await served.close();
    },
  };
}

/** An address where no server listens. Its port is fixed: another run could have taken one that was free a moment ago. */
export const CLOSED_ADDRESS = 'http://127.0.0.1:2';
