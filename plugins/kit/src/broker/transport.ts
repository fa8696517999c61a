/** The two ways a call can travel: over the network, or straight into a simulator of the same process. */
import type { Dispatcher } from 'undici';
import { readSimulatorBody } from '../simulation/body.ts';
import { splitBase } from '../simulation/marked-base.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator.ts';
import { isConnectFailure } from './egress.ts';

export interface Call {
  method: string;
  /** Base URL without a trailing slash. */
  baseUrl: string;
  /** Below the base URL, with the query. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Bytes for multipart/form-data. */
  body?: string | Uint8Array<ArrayBuffer>;
  isJson: boolean;
  timeoutMs: number;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The same as it came, for answers that are files. */
  bytes(): Buffer;
}

export interface Transport {
  /** Rejects with a TransportFailure when no whole answer arrived. */
  send(call: Call): Promise<RawAnswer>;
}

/** No whole answer: `wasSent` says whether the provider may have acted on the call. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly wasSent: boolean;
  readonly code: string;

  constructor(wasSent: boolean, code: string, cause?: unknown) {
    super(code, { cause });
    this.wasSent = wasSent;
    this.code = code;
  }
}

/** No provider answers more than this to a single call; more would only fill our memory. */
const LARGEST_ANSWER_BYTES = 2 * 1024 * 1024;

export function createNetworkTransport(getDispatcher: () => Dispatcher): Transport {
  return {
    async send(call) {
      // Anything thrown before fetch (a certificate that cannot be read, a header with a line break) never left.
      let dispatcher: Dispatcher;
      let headers: Headers;
      try {
        dispatcher = getDispatcher();
        headers = new Headers(call.headers);
      } catch (error) {
        throw new TransportFailure(false, 'NOT_SENDABLE', error);
      }
      const controller = new AbortController();
      const departure = watchDeparture(dispatcher);
      const timeOut = () => controller.abort(new TransportFailure(!departure.isWaiting(), 'TIMEOUT'));
      const timer = setTimeout(timeOut, call.timeoutMs);
      try {
        const init = { method: call.method, headers, body: call.body, redirect: 'manual', signal: controller.signal };
        const { watched } = departure;
        const response = await fetch(call.baseUrl + call.path, {
          ...init,
          dispatcher: watched,
        } as unknown as RequestInit);
        const bytes = await readCapped(response, controller);
        const text = new TextDecoder().decode(bytes);
        return { status: response.status, headers: Object.fromEntries(response.headers), text, bytes: () => bytes };
      } catch (error) {
        if (controller.signal.aborted && controller.signal.reason instanceof TransportFailure) {
          throw controller.signal.reason;
        }
        throw toFailure(error, departure.isWaiting());
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Tells while a request still waits for its connection: for a free one, an address, or the end of a handshake. A request that is given up
 * meanwhile is never written.
 */
function watchDeparture(dispatcher: Dispatcher): { watched: Pick<Dispatcher, 'dispatch'>; isWaiting(): boolean } {
  let isWaiting = false;
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    isWaiting = true;
    // undici calls one of them right before it writes the request; which one, its version decides.
    for (const name of ['onConnect', 'onRequestStart'] as const) {
      const begin = handler[name] as ((...given: unknown[]) => void) | undefined;
      if (!begin) continue;
      const note = (...given: unknown[]) => {
        isWaiting = false;
        begin.apply(handler, given);
      };
      Object.assign(handler, { [name]: note });
    }
    return dispatcher.dispatch(options, handler);
  };
  return { watched: { dispatch }, isWaiting: () => isWaiting };
}

/** The body, unpacked where it came compressed. */
async function readCapped(response: Response, controller: AbortController): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    byteCount += chunk.byteLength;
    if (byteCount > LARGEST_ANSWER_BYTES) {
      const failure = new TransportFailure(true, 'TOO_LARGE');
      controller.abort(failure);
      throw failure;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Codes that can only come up before the request left, for connections that did not go through our connector. */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EGRESS_BLOCKED)$/;
/** Handshake refusals. With TLS 1.3 a refused client certificate shows after our side finished, but before any request is read. */
const HANDSHAKE =
  /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL_\w*(HANDSHAKE|CERTIFICATE|UNKNOWN_CA|PROTOCOL_VERSION))/;

function toFailure(error: unknown, isWaiting: boolean): TransportFailure {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = codeOf(cause) ?? codeOf(error) ?? 'CONNECTION_LOST';
  const wasConnected = !isConnectFailure(cause) && !NEVER_CONNECTED.test(code) && !HANDSHAKE.test(code);
  return new TransportFailure(wasConnected && !isWaiting, code, error);
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Bodies are serialised both ways, so that a simulator behaves the same in process as over HTTP. */
export function createInProcessTransport(handle: (request: SimulatorRequest) => Promise<SimulatorAnswer>): Transport {
  return {
    async send(call) {
      const answer = await withDeadline(toSimulatorRequest(call).then(handle), call.timeoutMs);
      if ('drop' in answer) throw new TransportFailure(true, 'ECONNRESET');
      const { status, headers, body } = answer;
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      if (text.length > LARGEST_ANSWER_BYTES) throw new TransportFailure(true, 'TOO_LARGE');
      return {
        status,
        headers: headers ?? (typeof body === 'object' ? JSON_HEADERS : NO_HEADERS),
        text,
        bytes: () => Buffer.from(text),
      };
    },
  };
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const NO_HEADERS = {};

async function toSimulatorRequest(call: Call): Promise<SimulatorRequest> {
  const queryAt = call.path.indexOf('?');
  const [mark = ''] = /\/@\w+$/.exec(call.baseUrl) ?? [];
  return {
    method: call.method,
    ...splitBase(mark + (queryAt < 0 ? call.path : call.path.slice(0, queryAt))),
    query: queryAt < 0 ? {} : Object.fromEntries(new URLSearchParams(call.path.slice(queryAt + 1))),
    headers: call.headers,
    ...(await toSimulatorBody(call)),
  };
}

async function toSimulatorBody({ body, headers, isJson }: Call): Promise<Pick<SimulatorRequest, 'body' | 'rawBody'>> {
  if (body === undefined) return { body, rawBody: '' };
  if (typeof body !== 'string') return readSimulatorBody(body, headers['content-type'] ?? '');
  return { body: isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)), rawBody: body };
}

function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TransportFailure(true, 'TIMEOUT')), timeoutMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(new TransportFailure(true, 'CONNECTION_LOST', error));
      },
    );
  });
}
