/** Stands between the node and a market's provider. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { vi } from 'vitest';
import type { Market } from './market.ts';

type Handle = SimulatorHost['simulator']['handle'];
type Answerer = (request: Parameters<Handle>[0], handle: Handle) => ReturnType<Handle>;

/** Puts `answer` in front of the provider; it is handed the provider's own handler. */
export async function intercept(market: Market, answer: Answerer) {
  const { simulator } = await market.host();
  const handle = simulator.handle.bind(simulator);
  return vi.spyOn(simulator, 'handle').mockImplementation((request) => answer(request, handle));
}
