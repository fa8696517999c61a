/** Reads every setting of a node once from the environment. An invalid variable stops the boot with its name and the fix. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { INTEGRITY } from '@feira/schemas/remotes';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../shared/local-host.ts';
import type { S3Settings } from '../shared/s3-storage.ts';

export interface Config {
  port: number;
  host: string;
  /** The address at which buyers and providers reach this platform, without a trailing slash. */
  publicUrl: string;
  /** True if publicUrl leads to other machines than this one. */
  isPublic: boolean;
  databaseUrl: string;
  databaseReplicaUrls: string[];
  /** The address of PostgreSQL itself, for what a pooler cannot pass on: announcements and migrations. */
  databaseDirectUrl: string;
  /** True if databaseUrl and databaseReplicaUrls lead to a pooler that lends sessions for a transaction each. */
  isDatabasePooled: boolean;
  /** Returns the password that an address of the database has in its file by now; null where it is in no file. */
  findDatabasePassword(url: string): string | null;
  databasePoolSize: number;
  /** The time for which a connection to the database may owe an answer and be silent before it is replaced. */
  databaseSilenceMs: number;
  /** The 32 bytes that wrap every platform's data key. */
  encryptionKey: Buffer;
  /** Earlier encryption keys. The node still accepts what they wrapped, digested or offered. */
  previousEncryptionKeys: Buffer[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** The folders whose children are provider packages. */
  providerDirectories: string[];
  /** The folder where installed packages are unpacked, by digest. Only this user may read it. */
  packageDirectory: string;
  /** The seconds of silence after which a node no longer counts as running. */
  nodeLiveSeconds: number;
  /** The npm registry that packages are installed from by name, without a trailing slash. */
  packageRegistryUrl: string;
  /** True if the server's owner named the registry, which may then stand in a private network. */
  isOwnRegistry: boolean;
  /** The folder of the built shells. */
  shellsDirectory: string;
  /** The dashboards that are served from elsewhere. */
  remotes: RemotePlace[];
  /** The file that declares pages of the owner's own; there are none when empty. */
  ownRemotesFile: string;
  /** True if the node serves provider simulators below /simulators and allows connections of environment "simulator". */
  isSimulatorEnabled: boolean;
  /** The folder where simulators keep their state; they keep it in memory when empty. */
  simulatorDirectory: string;
  /** The file that declares connections; none are declared in a file when empty. */
  connectionsFile: string;
  /** Returns a secret that CONNECTIONS_FILE names. It is read when it is used and never stored. */
  findVariable(name: string): string | undefined;
  /** The origin of the card frame; empty for an opaque origin on the checkout's own host. */
  cardFrameOrigin: string;
  /** The service that asks buyers whether they are people; null where the machines of buyers do the work themselves. */
  captcha: CaptchaSettings | null;
  /** The folder of uploaded files; without it and without `s3`, nothing can be uploaded. */
  mediaDirectory: string;
  /** The largest private file that a seller may upload. */
  mostFileBytes: number;
  /** The bucket of uploaded files; null keeps them in mediaDirectory. */
  s3: S3Settings | null;
  /** Without a trailing slash, as the next one. */
  zipLookupUrl: string;
  /** The second service that is asked for zip codes; nobody is when empty. */
  zipFallbackUrl: string;
  /** The time between two looks for due payments, webhooks and events that no other node announced. */
  sweepIntervalMs: number;
  /** The time that a node may take to stop, from the signal on. */
  stopSeconds: number;
  /** The time for which a node that was told to stop goes on serving, so that balancers learn of it first. Part of `stopSeconds`. */
  drainSeconds: number;
  /** True if this node holds withdrawals, refunds and new receivers, because its database may have forgotten some that were sent. */
  isOutgoingHeld: boolean;
  /** The time for which claimed work belongs to a node that no longer answers. */
  claimSeconds: number;
  /** The charges of one connection that a node has under way at the same time. */
  callsPerConnection: number;
  /** The days for which events of providers and requests to providers are kept. */
  logDays: number;
  /** The days for which the audit log is kept. */
  auditDays: number;
  /** The purchases per minute allowed from one IP address. */
  purchaseRateLimit: number;
  /** Multiplies what one address, person and subject may do, besides purchases. */
  limitFactor: number;
  /** The seconds within which a request must have arrived. */
  requestSeconds: number;
  trustProxy: string[];
  /** True if '*' of platform_domain serves hosts that no platform has named. */
  isAnyHost: boolean;
  /** True if administrators and masters need a second factor. */
  isFactorRequired: boolean;
  /** An smtp:// or smtps:// address with user and password. When empty, mails are stored but not sent. */
  smtpUrl: string;
  /** The sender address of all mails. The name of the platform is put before it. */
  mailFrom: string;
  /** True if a page of this machine shows unsent mails. */
  isMailboxEnabled: boolean;
  /** The bearer token that opens /metrics; nothing is served there when empty. */
  metricsToken: string;
  /** The address and the sampling of traces; null sends none. */
  tracing: TracingSettings | null;
  /** True if the node serves the API's description at /docs. */
  isApiDocumented: boolean;
}

export const CAPTCHA_SERVICES = ['turnstile', 'hcaptcha'] as const;
export type CaptchaService = (typeof CAPTCHA_SERVICES)[number];

export interface CaptchaSettings {
  service: CaptchaService;
  siteKey: string;
  secret: string;
  /** The origin of the frame in which the service's script runs. Nothing else lives there. */
  origin: string;
  /** The address that says whether a response is good. */
  verifyUrl: string;
  /** True if the server's owner named that address, which may then stand in a private network. */
  isOwnVerifyUrl: boolean;
}

/** A remote that is served apart from the node. */
export interface RemotePlace {
  name: string;
  /** The address of its manifest. */
  manifest: string;
  /** The digest of its manifest. */
  integrity: string;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** The address that takes traces. */
  url: string;
  sampler: SamplerName;
  /** The share of traces that a sampler by ratio keeps, from 0 to 1. */
  ratio: number;
}

type Environment = Record<string, string | undefined>;

class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function read<T>(environment: Environment, name: string, fallback: string | undefined, parse: (text: string) => T): T {
  const text = environment[name] || fallback;
  if (text === undefined)
    throw new ConfigError(`${name} is missing: set it in the environment (see docs/configuration.md).`);
  try {
    return parse(text);
  } catch (error) {
    throw new ConfigError(`${name} is wrong: ${(error as Error).message}.`);
  }
}

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`expected a whole number from ${min} to ${max}`);
  return value;
};
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const url = (protocols: string[]) => (text: string) => {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(
      `expected an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }
  return text.replace(/\/$/, '');
};
const optional =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    text === 'none' ? '' : parse(text);
const oneOf =
  <const T extends string>(words: readonly T[]) =>
  (text: string) => {
    if (!words.includes(text as T)) throw new Error(`expected one of ${words.join(', ')}`);
    return text as T;
  };
const directories = (text: string) =>
  list(text).map((directory) => {
    if (!existsSync(directory)) throw new Error(`the folder ${directory} does not exist`);
    return directory;
  });
/** The proxies whose headers are trusted to name the caller's address: addresses, ranges, or names of private ranges. */
const proxies = (text: string) =>
  list(text).map((proxy) => {
    const isKnown = ['loopback', 'linklocal', 'uniquelocal'].includes(proxy);
    if (!isKnown && !ipaddr.isValid(proxy) && !ipaddr.isValidCIDR(proxy)) {
      throw new Error(`${proxy} is neither an address nor a range such as 10.0.0.0/8`);
    }
    if (proxy.endsWith('/0')) throw new Error(`${proxy} trusts every caller, and each could claim any address`);
    return proxy;
  });
const sender = (text: string) => {
  if (!/^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text))
    throw new Error('expected an e-mail address, or a name with one: Feira <no-reply@example.com>');
  return text;
};
const bearer = (text: string) => {
  if (!/^[\w.~+/-]{24,200}=*$/.test(text))
    throw new Error('expected 24 to 200 letters and digits, as `openssl rand -hex 24` prints them');
  return text;
};
const flag = (text: string) => oneOf(['on', 'off'])(text) === 'on';
const key = (text: string) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('expected 32 bytes in base64, as `openssl rand -base64 32` prints them');
  return bytes;
};
/** Each installation on this machine has its own folder, so that removing a package here does not remove it from another one. */
const defaultPackageDirectory = (installation = ''): string => {
  const name = createHash('sha256').update(installation).digest('hex').slice(0, 16);
  return join(tmpdir(), `feira-packages-${name}`);
};
/** Reads name=address#digest for each dashboard that is served from elsewhere. */
const remotePlaces = (text: string): RemotePlace[] =>
  list(text).map((place) => {
    const [, name, manifest, integrity] = /^([a-z]+)=([^#]+)#(.+)$/.exec(place) ?? [];
    if (!name || !manifest || !integrity)
      throw new Error(`expected NAME=https://ADDRESS/mf-manifest.json#sha384-DIGEST, and ${place} is not of this form`);
    if (!(name in DASHBOARD_PATHS))
      throw new Error(`${name} is no dashboard; there are ${Object.keys(DASHBOARD_PATHS).join(', ')}`);
    if (!new RegExp(INTEGRITY).test(integrity))
      throw new Error(`the digest of ${name} has to be the sha384-… that the build of the remote printed`);
    return { name, manifest: checkRemoteAddress(manifest), integrity };
  });
/** Scripts come by https; by http only from this machine. */
export function checkRemoteAddress(text: string): string {
  url(['http:', 'https:'])(text);
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !isLocalHost(hostname)) throw new Error(`${text} has to begin with https://`);
  return text;
}
const databaseUrl = url(['postgres:', 'postgresql:']);
const PUBLIC_REGISTRY = 'https://registry.npmjs.org';

/** Settings to try the platform. They would open a public one: any visitor could pay with simulated money or read mails with links. */
const TRIAL_SETTINGS = { SIMULATORS: 'on', MAILBOX: 'on', SECOND_FACTOR: 'off' } as const;

function checkPublic(environment: Environment, publicUrl: string): void {
  for (const [name, value] of Object.entries(TRIAL_SETTINGS)) {
    if (environment[name] === value)
      throw new ConfigError(
        `${name}=${value} serves only to try the platform on this machine, and PUBLIC_URL ${publicUrl} is public: remove ${name}.`,
      );
  }
}

const bucket = (text: string) => {
  url(['http:', 'https:'])(text);
  const { origin, pathname, username, password, searchParams } = new URL(text);
  if (!username || !password || !/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(pathname))
    throw new Error('expected https://ACCESS_KEY:SECRET_KEY@host/bucket?region=…, with the keys percent-encoded');
  return {
    url: `${origin}${pathname.replace(/\/$/, '')}`,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') || 'us-east-1',
  };
};

function readStop(environment: Environment): Pick<Config, 'stopSeconds' | 'drainSeconds'> {
  const stopSeconds = read(environment, 'STOP_SECONDS', '90', integer(1, 600));
  const drainSeconds = read(environment, 'DRAIN_SECONDS', '5', integer(0, 300));
  if (drainSeconds >= stopSeconds)
    throw new ConfigError(`DRAIN_SECONDS is wrong: expected fewer seconds than STOP_SECONDS (${stopSeconds}).`);
  return { stopSeconds, drainSeconds };
}

function readS3(environment: Environment): S3Settings | null {
  const settings = read(environment, 'S3_URL', 'none', (text) => (text === 'none' ? null : bucket(text)));
  if (!settings) return null;
  // Pages served by https load nothing by http, and addresses of pictures are stored for good.
  const publicUrl = read(environment, 'S3_PUBLIC_URL', settings.url, url(['https:']));
  return { ...settings, publicUrl, isAclSent: read(environment, 'S3_ACL', 'on', flag) };
}

const share = (text: string) => {
  const value = Number(text);
  if (!(value >= 0 && value <= 1)) throw new Error('expected a number from 0 to 1');
  return value;
};

/** Reads OpenTelemetry's own variables. A collector's address starts tracing. */
function readTracing(environment: Environment): TracingSettings | null {
  const collector = url(['http:', 'https:']);
  const base = read(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'none', optional(collector));
  const own = read(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'none', optional(collector));
  const isOff =
    environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ||
    read(environment, 'OTEL_TRACES_EXPORTER', 'otlp', oneOf(['otlp', 'none'])) === 'none';
  if (isOff || !(own || base)) return null;
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'])
    read(environment, name, 'http/protobuf', oneOf(['http/protobuf']));
  return {
    url: own || `${base}/v1/traces`,
    sampler: read(environment, 'OTEL_TRACES_SAMPLER', 'parentbased_always_on', oneOf(SAMPLERS)),
    ratio: read(environment, 'OTEL_TRACES_SAMPLER_ARG', '1', share),
  };
}

/** Returns the number of letters to insert, delete or replace to make one name of the other; at most `most` + 1. */
function countChanges(name: string, other: string, most: number): number {
  if (Math.abs(name.length - other.length) > most) return most + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= name.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] as number) + (name[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    above = current;
  }
  return Math.min(above[other.length] as number, most + 1);
}

/** In shorter names a changed letter makes another word, such as POST of PORT. */
const SHORTEST_MISSPELT = 6;
/** Names of OpenTelemetry are not ours to judge. */
const FOREIGN = /^OTEL_/;

/** Throws at a variable whose name is nearly the name of a setting: without it, the setting would be ignored in silence. */
function refuseMisspelt(environment: Environment, known: ReadonlySet<string>): void {
  const settings = [...known].filter((name) => name.length >= SHORTEST_MISSPELT && !FOREIGN.test(name));
  for (const name of Object.keys(environment)) {
    if (!environment[name] || known.has(name) || FOREIGN.test(name)) continue;
    const plain = name.toUpperCase().replaceAll(/[-.]/g, '_');
    const meant = settings.find((setting) => countChanges(plain, setting, 2) <= (setting.length < 9 ? 1 : 2));
    if (meant)
      throw new ConfigError(
        `${name} is wrong: it is no setting, and ${meant} is one. Rename it to ${meant}, or remove it.`,
      );
  }
}

/** The settings that are secrets or hold one. Each may come from a file instead, which NAME_FILE names. */
export const SECRET_SETTINGS = [
  'CAPTCHA_SECRET',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'S3_URL',
  'SMTP_URL',
] as const;

function readSecretFile(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(`${name} is wrong: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (!text) throw new ConfigError(`${name} is wrong: ${file} is empty.`);
  return text;
}

/** Returns the environment with the secrets of the files that NAME_FILE names, as container platforms mount them. */
export function readSecretFiles(given: Environment): Environment {
  const environment = { ...given };
  for (const name of SECRET_SETTINGS) {
    const file = given[`${name}_FILE`];
    if (!file) continue;
    if (given[name])
      throw new ConfigError(`${name} and ${name}_FILE are both set, and one would be ignored: remove one of them.`);
    environment[name] = readSecretFile(`${name}_FILE`, file);
  }
  return environment;
}

/** Reads and checks the environment; throws a ConfigError that names the variable. */
export function readConfig(given: Environment): Config {
  const known = new Set<string>(SECRET_SETTINGS.map((name) => `${name}_FILE`));
  const environment = new Proxy(readSecretFiles(given), {
    get: (target, name: string) => {
      known.add(name);
      return target[name];
    },
  });
  const config = readSettings(environment, (name) => given[name], findPasswordIn(given));
  refuseMisspelt(given, known);
  return config;
}

const DATABASE_SETTINGS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const;

/** Returns an empty text while the file is being replaced. */
function readNewSecret(name: string, file: string): string {
  try {
    return readSecretFile(name, file);
  } catch {
    return '';
  }
}

/** Returns what looks a password up in the files of addresses. An address is known by everything but its password. */
function findPasswordIn(given: Environment): Config['findDatabasePassword'] {
  const nameOf = (address: string) => {
    const bare = new URL(address);
    bare.password = '';
    return bare.href;
  };
  return (address) => {
    for (const name of DATABASE_SETTINGS) {
      const file = given[`${name}_FILE`];
      if (!file) continue;
      const found = list(readNewSecret(`${name}_FILE`, file)).find(
        (one) => URL.canParse(one) && nameOf(one) === nameOf(address),
      );
      if (found) return decode(new URL(found).password);
    }
    return null;
  };
}

/** Returns the text itself where it has a % that begins no code, as in a password that nobody encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readDatabase(
  environment: Environment,
): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrls' | 'isDatabasePooled'> {
  const address = read(environment, 'DATABASE_URL', undefined, databaseUrl);
  const isDatabasePooled = read(environment, 'DATABASE_POOLER', 'off', flag);
  const direct = read(environment, 'DATABASE_DIRECT_URL', 'none', optional(databaseUrl));
  if (isDatabasePooled && !direct)
    throw new ConfigError(
      'DATABASE_DIRECT_URL is missing: with DATABASE_POOLER=on, name the address of PostgreSQL itself, for announcements and migrations.',
    );
  return {
    databaseUrl: address,
    databaseDirectUrl: direct || address,
    databaseReplicaUrls: read(environment, 'DATABASE_REPLICA_URLS', 'none', (text) =>
      text === 'none' ? [] : list(text).map(databaseUrl),
    ),
    isDatabasePooled,
  };
}

const VERIFY_URLS: Record<CaptchaService, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

const captchaKey = (text: string) => {
  if (!/^[\w-]{10,200}$/.test(text))
    throw new Error('expected the key as the service shows it: letters, digits, - and _');
  return text;
};

function readCaptcha(environment: Environment): CaptchaSettings | null {
  const service = read(environment, 'CAPTCHA', 'none', oneOf(['none', ...CAPTCHA_SERVICES]));
  const [siteKey, secret] = (['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const).map((name) =>
    read(environment, name, service === 'none' ? 'none' : undefined, (text) =>
      text === 'none' ? '' : captchaKey(text),
    ),
  ) as [string, string];
  const address = url(['http:', 'https:']);
  const origin = read(environment, 'CAPTCHA_ORIGIN', service === 'none' ? 'none' : undefined, optional(address));
  const verifyUrl = read(environment, 'CAPTCHA_VERIFY_URL', 'none', optional(address));
  if (service === 'none') return null;
  for (const [name, value] of Object.entries({
    CAPTCHA_SITE_KEY: siteKey,
    CAPTCHA_SECRET: secret,
    CAPTCHA_ORIGIN: origin,
  }))
    if (!value) throw new ConfigError(`${name} is missing: CAPTCHA=${service} needs it (see docs/configuration.md).`);
  return {
    service,
    siteKey,
    secret,
    origin: new URL(origin).origin,
    verifyUrl: verifyUrl || VERIFY_URLS[service],
    isOwnVerifyUrl: verifyUrl !== '',
  };
}

function readSettings(
  environment: Environment,
  findVariable: Config['findVariable'],
  findDatabasePassword: Config['findDatabasePassword'],
): Config {
  const port = read(environment, 'PORT', '3000', integer(0, 65_535));
  const publicUrl = read(environment, 'PUBLIC_URL', `http://localhost:${port}`, url(['http:', 'https:']));
  const isPublic = !isLocalHost(new URL(publicUrl).hostname);
  if (isPublic) checkPublic(environment, publicUrl);
  return {
    port,
    host: read(environment, 'HOST', '127.0.0.1', String),
    publicUrl,
    isPublic,
    ...readDatabase(environment),
    findDatabasePassword,
    databasePoolSize: read(environment, 'DATABASE_POOL_SIZE', '10', integer(2, 200)),
    databaseSilenceMs: read(environment, 'DATABASE_SILENCE_MS', '7500', integer(500, 15_000)),
    encryptionKey: read(environment, 'ENCRYPTION_KEY', undefined, key),
    previousEncryptionKeys: read(environment, 'ENCRYPTION_KEY_PREVIOUS', 'none', (text) =>
      text === 'none' ? [] : list(text).map(key),
    ),
    logLevel: read(environment, 'LOG_LEVEL', 'info', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
    providerDirectories: read(
      environment,
      'PROVIDER_DIRECTORIES',
      resolve(import.meta.dirname, '../../../plugins'),
      directories,
    ),
    packageDirectory: read(environment, 'PACKAGE_DIRECTORY', defaultPackageDirectory(environment.DATABASE_URL), String),
    nodeLiveSeconds: read(environment, 'NODE_LIVE_SECONDS', '15', integer(1, 600)),
    packageRegistryUrl: read(environment, 'PACKAGE_REGISTRY_URL', PUBLIC_REGISTRY, url(['http:', 'https:'])),
    isOwnRegistry: (environment.PACKAGE_REGISTRY_URL || PUBLIC_REGISTRY).replace(/\/$/, '') !== PUBLIC_REGISTRY,
    shellsDirectory: read(
      environment,
      'SHELLS_DIRECTORY',
      resolve(import.meta.dirname, '../../../dist/shells'),
      String,
    ),
    remotes: read(environment, 'REMOTES', 'none', (text) => (text === 'none' ? [] : remotePlaces(text))),
    ownRemotesFile: read(environment, 'OWN_REMOTES_FILE', 'none', optional(String)),
    isSimulatorEnabled: read(environment, 'SIMULATORS', 'off', flag),
    simulatorDirectory: read(environment, 'SIMULATOR_DIRECTORY', 'none', optional(String)),
    connectionsFile: read(environment, 'CONNECTIONS_FILE', 'none', optional(String)),
    findVariable,
    cardFrameOrigin: read(environment, 'CARD_FRAME_ORIGIN', 'none', optional(url(['http:', 'https:']))),
    captcha: readCaptcha(environment),
    mediaDirectory: read(
      environment,
      'MEDIA_DIRECTORY',
      'none',
      optional((text) => resolve(text)),
    ),
    mostFileBytes: read(environment, 'FILE_MEGABYTES', '500', integer(1, 5_000)) * 1_048_576,
    s3: readS3(environment),
    zipLookupUrl: read(environment, 'ZIP_LOOKUP_URL', 'https://viacep.com.br', url(['http:', 'https:'])),
    zipFallbackUrl: read(
      environment,
      'ZIP_FALLBACK_URL',
      'https://brasilapi.com.br',
      optional(url(['http:', 'https:'])),
    ),
    sweepIntervalMs: read(environment, 'SWEEP_INTERVAL_MS', '2000', integer(50, 600_000)),
    ...readStop(environment),
    isOutgoingHeld: read(environment, 'HOLD_OUTGOING', 'off', flag),
    claimSeconds: read(environment, 'CLAIM_SECONDS', '60', integer(1, 3600)),
    callsPerConnection: read(environment, 'CALLS_PER_CONNECTION', '100', integer(1, 100_000)),
    logDays: read(environment, 'LOG_DAYS', '90', integer(31, 3650)),
    auditDays: read(environment, 'AUDIT_DAYS', '1827', integer(366, 36_500)),
    purchaseRateLimit: read(environment, 'PURCHASE_RATE_LIMIT', '600', integer(1, 1_000_000)),
    limitFactor: read(environment, 'LIMIT_FACTOR', '1', integer(1, 1_000_000)),
    requestSeconds: read(environment, 'REQUEST_SECONDS', '60', integer(1, 600)),
    trustProxy: read(environment, 'TRUST_PROXY', 'none', (text) => (text === 'none' ? [] : proxies(text))),
    isAnyHost: read(environment, 'ANY_HOST', 'off', flag),
    isFactorRequired: read(environment, 'SECOND_FACTOR', 'on', flag),
    smtpUrl: read(environment, 'SMTP_URL', 'none', optional(url(['smtp:', 'smtps:']))),
    mailFrom: read(environment, 'MAIL_FROM', `no-reply@${new URL(publicUrl).hostname}`, sender),
    isMailboxEnabled: read(environment, 'MAILBOX', 'off', flag),
    metricsToken: read(environment, 'METRICS_TOKEN', 'none', optional(bearer)),
    tracing: readTracing(environment),
    isApiDocumented: read(environment, 'API_DOCS', isPublic ? 'off' : 'on', flag),
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
  }
}

export default fp<{ config: Config }>(
  async (app, options) => {
    app.decorate('config', options.config);
  },
  { name: 'config' },
);
