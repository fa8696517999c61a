/** Implements the host's side of `http`: addresses, authentication, deadlines, classification and the record of every exchange. */
import type { Manifest, ProviderAuth } from '@feira/schemas/manifest';
import { isProviderError, ProviderError } from '../errors.ts';
import type { Clock, Http, HttpAnswer, HttpRequest, SecretText, Settings } from '../host.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator.ts';
import { openAccount } from './account.ts';
import { type Base, resolveBaseUrls, toBody, toPath } from './address.ts';
import { readAnswer, toProviderError } from './answer.ts';
import { type Authorizer, createAuthorizer, type TokenCall, toLowerCase } from './authorizer.ts';
import { composeTexts, type ReadSecret, readCredential } from './credentials.ts';
import { type DispatcherOptions, getDispatcherFor } from './dispatcher.ts';
import { describeRefusal, type Exchange, redactPath } from './exchange.ts';
import type { FileShelf } from './file-shelf.ts';
import { checkCallSize, checkHttpRequest } from './http-request.ts';
import { readRetryAfter } from './retry-after.ts';
import {
  type Call,
  createInProcessTransport,
  createNetworkTransport,
  type Transport,
  TransportFailure,
} from './transport.ts';
import type { TokenVault } from './vault.ts';

/** The parts of a manifest that calls depend on. */
export type CalledManifest = Pick<
  Manifest,
  | 'id'
  | 'environments'
  | 'hosts'
  | 'operations'
  | 'auth'
  | 'headers'
  | 'bases'
  | 'clientCertificate'
  | 'certificateAuthority'
  | 'idempotency'
  | 'timeoutMs'
  | 'refusedWhen'
  | 'accountCredentials'
  | 'credentials'
>;

export interface HttpOptions {
  manifest: CalledManifest;
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

/** A base URL with its own way of proving who calls. */
interface OpenBase extends Base {
  headers: Record<string, SecretText>;
  transport: Transport;
  authorizer: Authorizer;
}

/** Brokered HTTP for one connection: what an adapter gets as `http`. */
export function createHttp(options: HttpOptions): Http {
  const { manifest, vault } = options;
  const longestMs = manifest.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const readFor =
    (own?: string): ReadSecret =>
    (name, account = own) =>
      (account === undefined ? undefined : openAccount(vault, account).get(name)) ??
      readCredential(options.secrets, options.settings, name);
  const findFile = (reference: string) => options.files?.find(reference);
  const idempotencyHeader = manifest.idempotency.supported ? manifest.idempotency.header : undefined;
  const transports = new Map<string, Transport>();
  const standard = openAuthorizer('default', manifest.auth);
  const bases = new Map([...resolveBaseUrls(options)].map(([name, base]) => [name, openBase(name, base)] as const));

  function openBase(name: string, base: Base): OpenBase {
    const { auth, headers, ...rules } = manifest.bases?.[name] ?? {};
    const { clientCertificate = manifest.clientCertificate } = rules;
    const { certificateAuthority = manifest.certificateAuthority } = rules;
    // Only a simulator is called without TLS, and it asks for no certificate.
    const certificates = base.url.startsWith('http:') ? {} : { clientCertificate, certificateAuthority };
    return {
      ...base,
      headers: { ...manifest.headers, ...headers },
      transport: openTransport(certificates),
      authorizer: auth ? openAuthorizer(name, auth) : standard,
    };
  }

  /** Bases with the same certificates share their connections. */
  function openTransport(names: Pick<DispatcherOptions, 'clientCertificate' | 'certificateAuthority'>): Transport {
    const key = JSON.stringify(names);
    const transport =
      transports.get(key) ??
      (options.inProcess
        ? createInProcessTransport(options.inProcess)
        : createNetworkTransport(getDispatcherFor({ ...options, ...names })));
    transports.set(key, transport);
    return transport;
  }

  function openAuthorizer(baseName: string, auth: ProviderAuth): Authorizer {
    const tokenBase = (auth.type === 'oauth2' && auth.base) || baseName;
    const { accountCredentials = [], credentials } = manifest;
    const accountOnly = new Set(accountCredentials.filter((name) => !credentials.properties[name]));
    return createAuthorizer({ ...options, auth, accountOnly, requestToken: (call) => requestToken(tokenBase, call) });
  }

  function findBase(name: string): OpenBase {
    const base = bases.get(name);
    if (base) return base;
    const declared = Object.values(manifest.environments).flatMap((urls) => urls?.[name] ?? []);
    const setting = declared.find((url) => typeof url !== 'string')?.setting;
    if (setting) {
      throw new ProviderError(
        'UNAUTHORIZED',
        'NOT_SENT',
        `The address "${setting}" is not set: fill it in the connection.`,
      );
    }
    throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', `Base "${name}" is not in the environment's URLs.`);
  }

  async function exchange(call: Call, base: OpenBase, request: HttpRequest): Promise<HttpAnswer> {
    const startedAt = options.clock.now();
    const startedMs = performance.now();
    const secrets = [...options.secrets.values(), ...listAccountSecrets(request)];
    const path = redactPath(call.path, secrets);
    const entry: Exchange = { method: call.method, host: base.host, path, outcome: 'OK', durationMs: 0, startedAt };
    try {
      const raw = await base.transport.send(call);
      entry.status = raw.status;
      entry.retryAt = readRetryAfter(raw.status, raw.headers, options.clock.now());
      return readAnswer(raw, request, vault);
    } catch (thrown) {
      const error = toProviderError(thrown, request, `${call.method} ${path.split('?', 1)[0]} at ${base.host}`);
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

  async function requestToken(baseName: string, token: TokenCall): Promise<unknown> {
    const base = findBase(baseName);
    const type = token.isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    const standing = toLowerCase(composeTexts(base.headers, readFor()));
    const headers = { accept: 'application/json', ...standing, 'content-type': type, ...token.headers };
    const { path, body, isJson } = token;
    try {
      const request = { method: 'POST', path } as const;
      const call = { method: 'POST', baseUrl: base.url, path, headers, body, isJson, timeoutMs: longestMs };
      return (await exchange(call, base, { ...request, refusedWhen: manifest.refusedWhen })).body;
    } catch (error) {
      throw asTokenError(error);
    }
  }

  async function toCall(request: HttpRequest, base: OpenBase, authHeaders: Record<string, string>): Promise<Call> {
    const readSecret = readFor(accountOf(request));
    const path = toPath(request, { readSecret });
    const { content, type } = await toBody(request, { readSecret, findFile });
    checkCallSize(path, content);
    const headers: Record<string, string> = { accept: 'application/json' };
    Object.assign(headers, toLowerCase(composeTexts(base.headers, readSecret)), toLowerCase(request.headers));
    Object.assign(headers, toLowerCase(composeTexts(request.secrets?.headers, readSecret)));
    if (type) headers['content-type'] ??= type;
    if (idempotencyHeader && request.idempotencyKey) headers[idempotencyHeader] = request.idempotencyKey;
    // Last, so that an adapter cannot put other credentials in the place of the declared ones.
    Object.assign(headers, authHeaders);
    return {
      method: request.method,
      baseUrl: base.url,
      path,
      headers,
      body: content,
      isJson: type === undefined || /\bjson\b/i.test(type),
      timeoutMs: Math.min(request.timeoutMs ?? longestMs, longestMs),
    };
  }

  async function request(asked: HttpRequest): Promise<HttpAnswer> {
    checkHttpRequest(asked);
    const wanted = { ...asked, refusedWhen: asked.refusedWhen ?? manifest.refusedWhen };
    const base = findBase(wanted.base ?? 'default');
    const headers = await base.authorizer.headersFor(wanted.auth);
    try {
      return await exchange(await toCall(wanted, base, headers), base, wanted);
    } catch (error) {
      const isDeclared = (wanted.auth ?? 'default') === 'default' || accountOf(wanted) !== undefined;
      const mayHelp = isDeclared && isProviderError(error) && error.status === 401;
      if (!mayHelp || !base.authorizer.forgetToken(headers, wanted.auth)) throw error;
    }
    const fresh = await base.authorizer.headersFor(wanted.auth);
    return exchange(await toCall(wanted, base, fresh), base, wanted);
  }

  /** A receiver's secrets show in errors no more than the platform's. */
  function listAccountSecrets(request: HttpRequest): string[] {
    const account = accountOf(request);
    return account === undefined ? [] : [...openAccount(vault, account).values()];
  }

  return { request: <T>(wanted: HttpRequest) => request(wanted) as Promise<HttpAnswer<T>> };
}

const accountOf = ({ auth }: HttpRequest): string | undefined =>
  typeof auth === 'object' && 'account' in auth ? auth.account : undefined;

/** Returns the error of a failed token request as NOT_SENT, because the call it was for never left. */
function asTokenError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  const code = error.outcome === 'REJECTED' ? 'UNAUTHORIZED' : error.code;
  return new ProviderError(code, 'NOT_SENT', `No access token: ${error.message}`, {
    status: error.status,
    cause: error,
  });
}
