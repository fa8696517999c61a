/** Finds the route of a simulator's request, and turns refusals into responses. */
import type { SimulatorRequest, SimulatorResponse } from './simulator.ts';

/** A request the provider does not take: thrown anywhere below a handler, answered with its status and body. */
export class WireRefusal extends Error {
  readonly response: SimulatorResponse;

  constructor(status: number, body: unknown, message = `Refused with ${status}.`) {
    super(message);
    this.response = { status, body };
  }
}

export type RouteHandler = (request: SimulatorRequest, ...values: string[]) => Promise<SimulatorResponse>;

/**
 * Finds the handler of a request among routes like "GET /charges/*"; what stands in the place of a star is handed to it, decoded.
 * `missing` answers where no route fits. A WireRefusal becomes its response.
 */
export async function answerRoute(
  routes: Record<string, RouteHandler>,
  request: SimulatorRequest,
  missing: () => SimulatorResponse,
): Promise<SimulatorResponse> {
  const wanted = `${request.method} ${request.path}`.split('/');
  for (const [route, handler] of Object.entries(routes)) {
    const parts = route.split('/');
    const fits = parts.length === wanted.length && parts.every((part, at) => part === '*' || part === wanted[at]);
    if (!fits) continue;
    try {
      return await handler(request, ...wanted.filter((_, at) => parts[at] === '*').map(decodeURIComponent));
    } catch (error) {
      if (error instanceof WireRefusal) return error.response;
      throw error;
    }
  }
  return missing();
}
