/** Loads one server by a fixed number of connections, each waiting for its answer before it sends the next request. */
import autocannon from 'autocannon';

export interface BenchRequest {
  /** By which the server's rows are found again. */
  id: string;
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Load {
  seconds: number;
  latenciesMs: number[];
  /** Ids of the requests that were answered 2xx. */
  acknowledged: string[];
}

/** Throws when any answer was not 2xx or did not come: figures of a server that fails are worth nothing. */
export async function applyLoad(
  url: string,
  nextRequest: () => BenchRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const latenciesMs: number[] = [];
  const acknowledged: string[] = [];
  const refused = new Map<number, number>();
  const startedAt = performance.now();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 50,
    setupClient(client) {
      let current: BenchRequest;
      client.setRequests([
        {
          setupRequest(defaults) {
            current = nextRequest();
            const { method, path, headers, body } = current;
            return { ...defaults, method, path, headers: { ...defaults.headers, ...headers }, body };
          },
        },
      ]);
      // The answer is told before the client builds its next request, so `current` is the one this answers.
      client.on('response', (status, _bytes, durationMs) => {
        if (status < 200 || status > 299) {
          refused.set(status, (refused.get(status) ?? 0) + 1);
          return;
        }
        latenciesMs.push(durationMs);
        acknowledged.push(current.id);
      });
    },
  });
  const measuredSeconds = (performance.now() - startedAt) / 1000;
  const counts = [...refused].map(([status, count]) => `${count} × ${status}`);
  if (result.errors > 0) counts.push(`${result.errors} × no answer (${result.timeouts} of them timed out)`);
  if (counts.length > 0) {
    throw new Error(
      `${url} did not answer 2xx to every request: ${counts.join(', ')}, beside ${acknowledged.length} good ones.`,
    );
  }
  if (acknowledged.length === 0) throw new Error(`${url} answered nothing in ${seconds} seconds.`);
  return { seconds: measuredSeconds, latenciesMs, acknowledged };
}
