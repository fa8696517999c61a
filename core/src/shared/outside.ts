/** Calls addresses outside of the platform that other people choose, never its own network. */
import { createEgressAgent } from '@feira/plugin-kit/broker';

export interface Posted {
  status: number;
  /** The beginning of the answer; null where the answer broke off. */
  text: string | null;
}

interface PosterOptions {
  /** Lets a test reach receivers on its own machine. */
  allowPrivateHosts: boolean;
  timeoutMs: number;
  /** The bytes of an answer that are read. */
  mostBytes: number;
}

/** Posts bodies. It follows no redirect, and makes its connections with the first call. */
export function createPoster({ allowPrivateHosts, timeoutMs, mostBytes }: PosterOptions) {
  let agent: ReturnType<typeof createEgressAgent> | undefined;
  return {
    /** Throws where no answer came. The error may name the address. */
    async post(url: string, headers: Record<string, string>, body: BodyInit): Promise<Posted> {
      // A name is looked up once for each connection, and the peer that answers is checked as well.
      agent ??= createEgressAgent({ allowPrivateHosts });
      const init = {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        dispatcher: agent,
      };
      const response = await fetch(url, init as unknown as RequestInit);
      const text = await readBeginning(response, mostBytes).catch(() => null);
      return { status: response.status, text };
    },
    async close(): Promise<void> {
      await agent?.destroy();
    },
  };
}

async function readBeginning({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString();
}

/** Returns whether a call was refused because its address leads into a private network. */
export const isBlocked = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === 'EGRESS_BLOCKED';
