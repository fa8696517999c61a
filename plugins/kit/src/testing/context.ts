import type { Manifest } from '@feira/schemas/manifest';
import { toBaseUrls } from '@feira/schemas/rules/base-urls';
import { type CheckedProvider, checkedProvider } from '../broker/checked-provider.ts';
import type { Exchange } from '../broker/exchange.ts';
import { createFileShelf, type FileShelf } from '../broker/file-shelf.ts';
import { createHttp } from '../broker/http.ts';
import { openManifest } from '../broker/open-manifest.ts';
import { createSecretCrypto } from '../broker/secret-crypto.ts';
import { createTokenVault, type TokenVault } from '../broker/vault.ts';
import type { ProviderModule } from '../define.ts';
import type { Http, ProviderContext, Settings } from '../host.ts';
import { markBases } from '../simulation/marked-base.ts';
import type { SimulatorAnswer, SimulatorRequest } from '../simulator.ts';

export interface TestContextOptions {
  /** `sandbox` unless told; the other one where the manifest has only that. */
  environment?: 'sandbox' | 'production';
  /** Values of the connection form: secrets and settings alike. */
  credentials: Record<string, string>;
  settings?: Settings;
  /** The time it is, in ISO 8601; the real one unless told. */
  now?: string;
  /** In the place of the environment's, for simulators. One address stands for every base, with its name marked in the path. */
  baseUrl?: string;
  inProcess?: (request: SimulatorRequest) => Promise<SimulatorAnswer>;
  /** Receives the name of each secret that the host reads for a call, or for what the adapter signs or compares. */
  onSecretRead?(name: string): void;
}

export interface LogLine {
  level: 'info' | 'warn';
  data: Record<string, unknown>;
  message: string;
}

export interface TestContext extends ProviderContext {
  exchanges: Exchange[];
  logs: LogLine[];
  /** Another way to the same connection: into a simulator of this process, or over the network without one. */
  openHttp(inProcess: TestContextOptions['inProcess']): Http;
  vault: TokenVault;
  /** Files that the core would have been given. */
  files: FileShelf;
  /** Credential name → value, as authenticateWebhook wants them. */
  secrets: ReadonlyMap<string, string>;
}

/** Builds the context that the core would give an adapter, over the real broker. */
export function testContext(whole: Manifest, options: TestContextOptions): TestContext {
  const { secrets: unwatched, settings } = splitCredentials(whole, options);
  const environment = chooseEnvironment(whole, options);
  const manifest = openManifest(whole, { environment, settings, secrets: unwatched });
  const secrets = new WatchedSecrets(unwatched, options.onSecretRead);
  const exchanges: Exchange[] = [];
  const logs: LogLine[] = [];
  const vault = createTokenVault();
  const files = createFileShelf();
  const clock = { now: () => (options.now === undefined ? new Date() : new Date(options.now)) };
  const openHttp = (inProcess: TestContextOptions['inProcess']) =>
    createHttp({
      manifest,
      baseUrls: chooseBaseUrls(manifest, options, settings),
      secrets,
      settings,
      clock,
      record: (exchange) => exchanges.push(exchange),
      // nock lets nothing out but loopback, and its sockets have no public peer for the guard to see.
      allowPrivateHosts: true,
      inProcess,
      vault,
      files,
    });
  const log = (level: LogLine['level']) => (data: Record<string, unknown>, message: string) => {
    logs.push({ level, data, message });
  };
  return {
    http: openHttp(options.inProcess),
    openHttp,
    settings,
    crypto: createSecretCrypto({ secrets, settings, vault, accountCredentials: manifest.accountCredentials }),
    clock,
    log: { info: log('info'), warn: log('warn') },
    units: manifest,
    exchanges,
    logs,
    vault,
    files,
    secrets: unwatched,
  };
}

class WatchedSecrets extends Map<string, string> {
  readonly #onRead: ((name: string) => void) | undefined;
  constructor(secrets: ReadonlyMap<string, string>, onRead: ((name: string) => void) | undefined) {
    super(secrets);
    this.#onRead = onRead;
  }
  override get(name: string): string | undefined {
    this.#onRead?.(name);
    return super.get(name);
  }
}

/** An adapter as the core runs it: requests are held against the manifest, results against the contract. */
export function openProvider(
  manifest: Manifest,
  module: ProviderModule,
  options: TestContextOptions,
): { context: TestContext; provider: CheckedProvider } {
  const context = testContext(manifest, options);
  const { secrets, settings } = context;
  const opened = openManifest(manifest, { environment: chooseEnvironment(manifest, options), settings, secrets });
  return { context, provider: checkedProvider(module.createProvider(context), opened) };
}

function chooseEnvironment({ environments }: Manifest, { environment = 'sandbox' }: TestContextOptions) {
  return environments[environment] ? environment : environments.production ? 'production' : 'sandbox';
}

function chooseBaseUrls(
  manifest: Manifest,
  { baseUrl, ...options }: TestContextOptions,
  settings: Settings,
): Record<string, string> {
  const { environments } = manifest;
  const environment = chooseEnvironment(manifest, options);
  if (baseUrl === undefined) return toBaseUrls(manifest, environment, settings);
  return markBases(baseUrl, ['default', ...Object.keys(environments[environment] ?? {})]);
}

/** Secrets stay with the host; the rest of the form is what adapters read as settings. */
function splitCredentials(manifest: Manifest, { credentials, settings }: TestContextOptions) {
  const secrets = new Map<string, string>();
  const readable: Settings = {};
  for (const [name, field] of Object.entries(manifest.credentials.properties)) {
    const value = credentials[name] ?? field.default;
    if (value === undefined) continue;
    if (field.secret) secrets.set(name, String(value));
    else readable[name] = value;
  }
  for (const name of Object.keys(credentials)) {
    if (!manifest.credentials.properties[name])
      throw new Error(`credentials has "${name}", which the manifest does not declare.`);
  }
  return { secrets, settings: { ...readable, ...settings } };
}
