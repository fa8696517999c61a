/** Implements the host's side of `http`: addresses, authentication, deadlines, classification and the record of every exchange. */
import type { Manifest } from '@feira/schemas/manifest';
import { isProviderError, ProviderError } from '../errors.ts';
import type { Clock, Http, HttpAnswer, HttpRequest, Settings } from '../host.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator.ts';
import { resolveBaseUrls, toBody, toPath } from './address.ts';
import { readAnswer, toProviderError } from './answer.ts';
import { type Authorizer, createAuthorizer, readCredential } from './authorizer.ts';
import { getDispatcherFor } from './dispatcher.ts';
import { describeRefusal, type Exchange, redactPath } from './exchange.ts';
import type { FileShelf } from './file-shelf.ts';
import { checkCallSize, checkHttpRequest } from './http-request.ts';
import { type Call, createInProcessTransport, createNetworkTransport, TransportFailure } from './transport.ts';
import type { TokenVault } from './vault.ts';

export interface HttpOptions {
  manifest: Manifest;
  /** The environment's base URLs by name; other ones than the manifest's only with allowPrivateHosts. */
  baseUrls: Record<string, string>;
  /** Credential name → value. */
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  record(exchange: Exchange): void;
  /** Only for tests and local simulators: lets http and private addresses through. */
  allowPrivateHosts: boolean;
  /** Calls a simulator of this process instead of the network. */
  inProcess?: (request: SimulatorRequest) => Promise<SimulatorAnswer>;
  vault: TokenVault;
  /** The shelf that holds the files which requests name; without it no file is found. */
  files?: FileShelf;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Brokered HTTP for one connection: what an adapter gets as `http`. */
export function createHttp(options: HttpOptions): Http {
  const { manifest, vault } = options;
  const bases = resolveBaseUrls(options);
  const transport = options.inProcess
    ? createInProcessTransport(options.inProcess)
    : createNetworkTransport(getDispatcherFor(options));
  const longestMs = manifest.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const hostValues = {
    readSecret: (name: string) => readCredential(options.secrets, options.settings, name),
    findFile: (reference: string) => options.files?.find(reference),
  };
  const idempotencyHeader = manifest.idempotency.supported ? manifest.idempotency.header : undefined;

  async function exchange(call: Call, host: string, request: HttpRequest): Promise<HttpAnswer> {
    const startedAt = options.clock.now();
    const startedMs = performance.now();
    const secrets = [...options.secrets.values()];
    const path = redactPath(call.path, secrets);
    const entry: Exchange = { method: call.method, host, path, outcome: 'OK', durationMs: 0, startedAt };
    try {
      const raw = await transport.send(call);
      entry.status = raw.status;
      return readAnswer(raw, request, vault);
    } catch (thrown) {
      const error = toProviderError(thrown, call.method, `${call.method} ${path.split('?', 1)[0]} at ${host}`);
      entry.outcome = error.outcome;
      entry.errorCode = error.code;
      const reason = thrown instanceof TransportFailure ? thrown.code : describeRefusal(error.body, secrets);
      if (reason) entry.reason = reason;
      throw error;
    } finally {
      entry.durationMs = Math.round(performance.now() - startedMs);
      options.record(entry);
    }
  }

  const authorizer: Authorizer = createAuthorizer({ ...options, requestToken });

  async function requestToken(token: { path: string; headers: Record<string, string>; body: string; isJson: boolean }) {
    const base = bases.get('default')!;
    const headers = { accept: 'application/json', ...lowerCase(manifest.headers), ...token.headers };
    const call = { method: 'POST', baseUrl: base.url, path: token.path, body: token.body, isJson: token.isJson };
    const type = token.isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    try {
      const request = { method: 'POST', path: token.path } as const;
      const sent = { ...call, headers: { ...headers, 'content-type': type }, timeoutMs: longestMs };
      return (await exchange(sent, base.host, request)).body;
    } catch (error) {
      throw asTokenError(error);
    }
  }

  async function toCall(request: HttpRequest, baseUrl: string, authHeaders: Record<string, string>): Promise<Call> {
    const path = toPath(request);
    const { content, type } = await toBody(request, hostValues);
    checkCallSize(path, content);
    const headers: Record<string, string> = { accept: 'application/json' };
    Object.assign(headers, lowerCase(manifest.headers), lowerCase(request.headers));
    if (type) headers['content-type'] ??= type;
    if (idempotencyHeader && request.idempotencyKey) headers[idempotencyHeader] = request.idempotencyKey;
    // Last, so that an adapter cannot put other credentials in the place of the declared ones.
    Object.assign(headers, authHeaders);
    return {
      method: request.method,
      baseUrl,
      path,
      headers,
      body: content,
      isJson: request.form === undefined,
      timeoutMs: Math.min(request.timeoutMs ?? longestMs, longestMs),
    };
  }

  async function request(wanted: HttpRequest): Promise<HttpAnswer> {
    checkHttpRequest(wanted);
    const base = bases.get(wanted.base ?? 'default');
    if (!base) {
      throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', `Base "${wanted.base}" is not in the environment's URLs.`);
    }
    const headers = await authorizer.headersFor(wanted.auth);
    try {
      return await exchange(await toCall(wanted, base.url, headers), base.host, wanted);
    } catch (error) {
      const mayHelp = (wanted.auth ?? 'default') === 'default' && isProviderError(error) && error.status === 401;
      if (!mayHelp || !authorizer.forgetToken(headers)) throw error;
    }
    const fresh = await authorizer.headersFor(wanted.auth);
    return exchange(await toCall(wanted, base.url, fresh), base.host, wanted);
  }

  return { request: <T>(wanted: HttpRequest) => request(wanted) as Promise<HttpAnswer<T>> };
}

/** Returns the error of a failed token request as NOT_SENT, because the call it was for never left. */
function asTokenError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  const code = error.outcome === 'REJECTED' ? 'UNAUTHORIZED' : error.code;
  return new ProviderError(code, 'NOT_SENT', `No access token: ${error.message}`, {
    status: error.status,
    cause: error,
  });
}

function lowerCase(headers: Record<string, string> | undefined): Record<string, string> | undefined {
  if (!headers) return undefined;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
