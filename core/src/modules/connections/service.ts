/** Opens connections: one platform's account at one provider, with its secrets and the network access that the host grants. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isProviderError, ProviderError, type Settings } from '@feira/plugin-kit';
import {
  checkedProvider,
  createFileShelf,
  createHttp,
  createSecretCrypto,
  createTokenVault,
  type Exchange,
  type FileShelf,
  type TokenVault,
} from '@feira/plugin-kit/broker';
import { markBases, sampleFiles } from '@feira/plugin-kit/simulation';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import { toBaseUrls } from '@feira/schemas/rules/base-urls';
import { AppError } from '../../plugins/errors.ts';
import { type ProviderPackage, packageKeys } from '../../plugins/providers.ts';
import { openSecret } from '../../shared/envelope.ts';
import { toStorableData } from '../../shared/storable.ts';
import { simulatorFor } from '../simulators/service.ts';
import type { ConnectionsApp } from './app.ts';
import { credentialPlace, openCredentials } from './credentials.ts';
import type { StoredConnection } from './model.ts';
import { checkCredentials, checkMethods, openFor } from './rules.ts';

export { findFormProblems } from '../../shared/manifest-form.ts';
export type { ConnectionsApp } from './app.ts';

export interface Connection {
  id: string;
  platformId: string;
  /** The name that the platform's people gave it. */
  name: string;
  providerId: string;
  version: string;
  environment: 'production' | 'sandbox' | 'simulator';
  methods: PaymentMethod[];
  /** True if it takes new payments: it is enabled, and nobody stopped its provider or this version. */
  isEnabled: boolean;
  /** True if a master stopped its provider, or this version of it. */
  isStopped: boolean;
  /** The versions that are stopped; null among them means all. */
  stops: (string | null)[];
  manifest: Manifest;
  package: ProviderPackage;
  /** The adapter, checked against the contract. Undeclared operations are undefined. */
  provider: Provider;
  settings: Settings;
  /** The state of the credentials that a test of this connection is about. */
  credentialsRevision: number;
  secrets: ReadonlyMap<string, string>;
  /** Holds the secrets in a provider's answers, by the references that adapters carry. */
  vault: TokenVault;
  /** Holds people's files during a call that forwards them. */
  files: FileShelf;
  /** The open roll-out of this connection, if any. */
  rollout: OpenRollout | null;
  /** The base URL of the provider for tokenizers in the browser. */
  publicBaseUrl: string;
  webhookUrl: string;
  /** The time before which the provider asked this node not to call; null where it did not, or the time is over. */
  retryAt(): Date | null;
}

export interface OpenRollout {
  toVersion: string;
  state: 'PREPARING' | 'CANARY';
  /** Percent of new payments that use the new version. */
  share: number;
}

interface ConnectionRow {
  id: string;
  name: string;
  provider: string;
  version: string;
  environment: Connection['environment'];
  methods: PaymentMethod[];
  settings: Settings;
  credentialsRevision: number;
  baseUrls: Record<string, string> | null;
  token: string;
  rollout: OpenRollout | null;
  credentials: { name: string; keyVersion: number; sealed: string }[];
  status: string;
  stops: (string | null)[];
}

/** The times before which providers asked not to be called, by connection. Each node learns them from its own calls. */
const retryTimes = new Map<string, Date>();

function readRetryAt(connectionId: string, now: Date): Date | null {
  const retryAt = retryTimes.get(connectionId);
  if (!retryAt || retryAt > now) return retryAt ?? null;
  retryTimes.delete(connectionId);
  return null;
}

/** Carries the payment and the contract's operation of a call to the recorder of exchanges. */
const exchangeScope = new AsyncLocalStorage<{ paymentId: string | null; operation: string }>();

/** Returns all connections of a platform, disabled ones too, because old payments are looked up through the connection that made them. */
export const listConnections = (app: ConnectionsApp, platformId: string): Promise<Map<string, Connection>> =>
  app.cache.get(platformId, 'connections', async () => {
    const opened = new Map<string, Connection>();
    for (const row of (await listRows(app, platformId)).values()) {
      const connection = await openVersion(app, platformId, row, row.version);
      if (connection) opened.set(row.id, connection);
    }
    return opened;
  });

const listRows = (app: ConnectionsApp, platformId: string): Promise<Map<string, ConnectionRow>> =>
  app.cache.get(platformId, 'connection-rows', async () => {
    const rows = await app.database.list<ConnectionRow>(
      platformId,
      { text: SELECT_CONNECTIONS, values: [platformId] },
      true,
    );
    return new Map(rows.map((row) => [row.id, row]));
  });

const SELECT_CONNECTIONS = `
  SELECT c.*, w.token, (
    SELECT jsonb_build_object('toVersion', r.to_version, 'state', r.state, 'share', r.share) FROM connection_rollout r
    WHERE r.platform_id = c.platform_id AND r.connection_id = c.id AND r.ended_at IS NULL) AS rollout, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'keyVersion', k.key_version, 'sealed', encode(k.sealed, 'base64'))), '[]')
    FROM provider_credential k WHERE k.platform_id = c.platform_id AND k.connection_id = c.id) AS credentials,
    (SELECT coalesce(jsonb_agg(s.version), '[]') FROM provider_stop s
      WHERE s.provider = c.provider AND s.lifted_at IS NULL
        AND s.platform_id IN ($1, (SELECT operator_id FROM platform WHERE platform_id = $1))) AS stops
  FROM provider_connection c
  JOIN webhook_endpoint w ON w.platform_id = c.platform_id AND w.connection_id = c.id
  WHERE c.platform_id = $1
  ORDER BY c.created_at, c.id`;

/**
 * Returns one connection through the named version, because a payment is looked up with the version that made it. Returns null when that
 * version exists but is not loaded on this node. The connection's own version replaces one that was removed.
 */
export async function findConnection(
  app: ConnectionsApp,
  platformId: string,
  id: string,
  version?: string,
): Promise<Connection | null> {
  const own = (await listConnections(app, platformId)).get(id) ?? null;
  if (version === undefined || own?.version === version) return own;
  const row = (await listRows(app, platformId)).get(id);
  if (!row) return null;
  return (await isGone(app, platformId, row.provider, version)) ? own : openVersion(app, platformId, row, version);
}

/** Returns the version for a new attempt. The same attempt always gets the same version, on every node. */
export function chooseVersion(connection: Connection, attemptId: string): string {
  const { rollout, version } = connection;
  if (rollout?.state !== 'CANARY' || isStopped(connection, rollout.toVersion)) return version;
  return placeOf(attemptId) < rollout.share ? rollout.toVersion : version;
}

/** Returns whether a version of the connection's provider is stopped, by itself or with all others. */
const isStopped = ({ stops }: Pick<Connection, 'stops'>, version: string): boolean =>
  stops.some((stopped) => stopped === null || stopped === version);

/** Returns a number from 0 to 99, evenly distributed. */
const placeOf = (attemptId: string): number => createHash('sha256').update(attemptId).digest().readUInt32BE(0) % 100;

/** Returns the connection through the version for a new attempt, or through its own version when this node lacks that one. */
export async function chooseConnection(
  app: ConnectionsApp,
  connection: Connection,
  attemptId: string,
): Promise<Connection> {
  const version = chooseVersion(connection, attemptId);
  if (version === connection.version) return connection;
  return (await findConnection(app, connection.platformId, connection.id, version)) ?? connection;
}

/** A version is removed only when no open payment needs it, but a final payment may still be refunded or disputed. */
async function isGone(app: ConnectionsApp, platformId: string, provider: string, version: string): Promise<boolean> {
  const owners = await app.findPackageOwners(platformId);
  if (app.providers.get(provider, version, owners)) return false;
  return app.cache.get(platformId, `gone:${provider}@${version}`, async () => {
    const text = `SELECT NOT EXISTS (SELECT 1 FROM provider_package WHERE provider = $1 AND version = $2)
      AND NOT EXISTS (SELECT 1 FROM node_package WHERE package_key = ANY($3)) AS is_gone`;
    const values = [provider, version, packageKeys(provider, version, owners)];
    const row = await app.database.find<{ isGone: boolean }>(platformId, { text, values }, true);
    return row?.isGone === true;
  });
}

/**
 * Throws if a stored connection cannot switch to a version: its settings and secrets do not fill the version's form, or the version lacks
 * one of its methods. Fields that only the old version has are ignored.
 */
export async function checkFit(
  app: Pick<ConnectionsApp, 'dataKeys' | 'clock'>,
  platformId: string,
  stored: StoredConnection,
  found: ProviderPackage,
): Promise<void> {
  const keys = await app.dataKeys.list(
    platformId,
    stored.credentials.map(({ keyVersion }) => keyVersion),
  );
  const { secrets } = openCredentials(platformId, stored, keys);
  const { properties } = found.manifest.credentials;
  const keep = <V>(values: [string, V][]) =>
    Object.fromEntries(values.filter(([name]) => Object.hasOwn(properties, name)));
  const settings = keep(Object.entries(stored.settings)) as Settings;
  const kept = keep([...secrets]);
  checkCredentials(found, stored.environment, {
    methods: stored.methods,
    settings,
    secrets: kept,
    changed: new Set(),
    now: app.clock.now(),
  });
  checkMethods(
    { manifest: openFor(found, stored.environment, settings, new Map(Object.entries(kept))) },
    stored.methods,
  );
}

/**
 * The connections that were opened from each row, by version. They belong to the row and not to the platform's cache: a load that began before
 * a change and ends after it would put what it opened from its old row where the next load finds it.
 */
const openedFrom = new WeakMap<ConnectionRow, Map<string, Promise<Connection | null>>>();

/** Returns null, and logs why, when the version is not loaded or the connection cannot be opened through it. */
function openVersion(
  app: ConnectionsApp,
  platformId: string,
  row: ConnectionRow,
  version: string,
): Promise<Connection | null> {
  const opened = openedFrom.get(row) ?? new Map<string, Promise<Connection | null>>();
  openedFrom.set(row, opened);
  const known = opened.get(version);
  if (known) return known;
  const opening = openRow(app, platformId, row, version);
  opened.set(version, opening);
  // The next caller tries again to open what could not be opened.
  opening.then(
    (connection) => connection === null && opened.delete(version),
    () => opened.delete(version),
  );
  return opening;
}

async function openRow(
  app: ConnectionsApp,
  platformId: string,
  row: ConnectionRow,
  version: string,
): Promise<Connection | null> {
  const owners = await app.findPackageOwners(platformId);
  const found = app.providers.getServing(row.provider, version, owners);
  if (!found) {
    app.log.error(
      { connectionId: row.id, provider: row.provider, version },
      'The package of a connection is not installed',
    );
    return null;
  }
  if (found.version !== version)
    app.log.warn(
      { alert: 'version-replaced', connectionId: row.id, provider: row.provider, version, servedBy: found.version },
      'A connection is served by a newer version than its own',
    );
  try {
    const versions = row.credentials.map(({ keyVersion }) => keyVersion);
    return await open(app, platformId, row, found, await app.dataKeys.list(platformId, versions));
  } catch (error) {
    // A database that cannot be read now says nothing about the connection.
    if (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE') throw error;
    // A connection that cannot be opened must not disable the platform's other connections.
    app.log.error(
      { alert: 'connection-broken', err: error, connectionId: row.id, version },
      'A connection cannot be opened',
    );
    return null;
  }
}

async function open(
  app: ConnectionsApp,
  platformId: string,
  row: ConnectionRow,
  found: ProviderPackage,
  keys: Map<number, Buffer>,
): Promise<Connection> {
  const secrets = new Map<string, string>();
  for (const { name, keyVersion, sealed } of row.credentials) {
    const key = keys.get(keyVersion);
    if (!key) throw new Error(`Credential ${name} is sealed with data key ${keyVersion}, which does not exist.`);
    secrets.set(
      name,
      openSecret(key, Buffer.from(sealed, 'base64'), credentialPlace(platformId, row.id, name)).toString(),
    );
  }
  const isSimulated = row.environment === 'simulator';
  if (isSimulated && !app.config.isSimulatorEnabled)
    throw new Error('A simulator connection exists, but SIMULATORS is off.');
  const simulatedUrl = `${app.config.publicUrl}/simulators/${row.id}`;
  const settings = withDefaults(found.manifest, row.settings);
  if (isSimulated)
    for (const [name, file] of Object.entries(sampleFiles(found.manifest)))
      if (!secrets.has(name)) secrets.set(name, file);
  const manifest = openFor(found, row.environment, settings, secrets);
  const baseUrls = isSimulated
    ? (row.baseUrls ?? simulatedBaseUrls(manifest, simulatedUrl))
    : toBaseUrls(manifest, row.environment as 'production' | 'sandbox', settings);
  const webhookUrl = `${app.config.publicUrl}/webhooks/${found.id}/${row.token}`;
  const log = app.log.child({ provider: found.id, connectionId: row.id });
  const vault = createTokenVault();
  const files = createFileShelf();
  const context = {
    http: createHttp({
      manifest,
      baseUrls,
      secrets,
      settings,
      clock: app.clock,
      record: (exchange: Exchange) => {
        const { paymentId = null, operation = null } = exchangeScope.getStore() ?? {};
        app.exchanges.add(platformId, row.id, paymentId, { ...exchange, operation });
        if (exchange.retryAt) retryTimes.set(row.id, exchange.retryAt);
        const labels = { provider: found.id, operation: operation ?? 'none', outcome: exchange.outcome };
        app.metrics.providerRequests.observe(labels, exchange.durationMs / 1_000);
        const attributes = {
          'feira.provider': labels.provider,
          'feira.operation': labels.operation,
          'feira.outcome': labels.outcome,
        };
        app.spans.add(`provider ${labels.provider} ${labels.operation}`, attributes, exchange.durationMs);
      },
      allowPrivateHosts: isSimulated,
      inProcess:
        isSimulated && !row.baseUrls
          ? await simulatorFor(app, { connectionId: row.id, package: found, secrets, settings, webhookUrl })
          : undefined,
      vault,
      files,
    }),
    settings,
    crypto: createSecretCrypto({ secrets, settings, vault, accountCredentials: manifest.accountCredentials }),
    clock: app.clock,
    log,
    units: manifest,
  };
  return {
    id: row.id,
    platformId,
    name: row.name,
    providerId: found.id,
    version: found.version,
    environment: row.environment,
    methods: row.methods,
    isEnabled: row.status === 'ENABLED' && !isStopped(row, found.version),
    isStopped: isStopped(row, found.version),
    stops: row.stops,
    manifest,
    package: found,
    provider: checkedProvider(found.module.createProvider(context), manifest, {
      log,
      ...(isSimulated && { pagesUrl: row.baseUrls?.default ?? simulatedUrl }),
    }),
    settings,
    credentialsRevision: row.credentialsRevision,
    secrets,
    vault,
    files,
    rollout: row.rollout,
    publicBaseUrl: baseUrls.default ?? '',
    webhookUrl,
    retryAt: () => readRetryAt(row.id, app.clock.now()),
  };
}

const simulatedBaseUrls = ({ environments }: Manifest, url: string): Record<string, string> =>
  markBases(url, Object.keys(environments.sandbox ?? environments.production ?? { default: '' }));

function withDefaults(manifest: Manifest, settings: Settings): Settings {
  const defaults = Object.entries(manifest.credentials.properties)
    .filter(([, field]) => field.default !== undefined && !field.secret)
    .map(([name, field]) => [name, field.default]);
  return { ...Object.fromEntries(defaults), ...settings };
}

/** An operation may take several requests. Only after this time may a caller conclude that the operation never happened. */
export const callDeadlineMs = (connection: Connection): number => 3 * (connection.manifest.timeoutMs ?? 30_000);

type Operations = Required<Provider>;

/** The operations that nobody waits for: questions, and orders that are sent later as well. */
const PATIENT: readonly (keyof Operations)[] = [
  'getTransaction',
  'refund',
  'withdraw',
  'getWithdraw',
  'getReceiver',
  'getReceiverDocuments',
  'deleteCard',
  'getMandate',
  'getMandateCharge',
  'retryMandateCharge',
  'cancelMandateCharge',
  'refundMandateCharge',
  'reportOutcome',
  'checkPerson',
  'getPersonCheck',
  'ensureWebhook',
];

/** Throws where the provider asked not to be called yet. Charges are sent all the same, because a buyer waits for them. */
export function waitAsTold(connection: Connection, operation: keyof Operations): void {
  const retryAt = PATIENT.includes(operation) ? connection.retryAt() : null;
  if (!retryAt) return;
  const message = `${connection.providerId} asked not to be called before ${retryAt.toISOString()}.`;
  throw new ProviderError('UNAVAILABLE', 'NOT_SENT', message, { retryAt });
}

/** The error may have come from the adapter's process, which knows nothing of the headers of an answer. */
function withRetryAt(thrown: unknown, connection: Connection): unknown {
  const retryAt = connection.retryAt();
  if (!retryAt || !isProviderError(thrown)) return thrown;
  const { code, outcome, message, ...details } = thrown;
  return new ProviderError(code, outcome, message, { ...details, retryAt, cause: thrown.cause });
}

/** Runs one operation with a deadline. Rejects only with a ProviderError; a missing operation never reaches the network. */
export async function callProvider<O extends keyof Operations>(
  connection: Connection,
  operation: O,
  request: Parameters<Operations[O]>[0],
  paymentId: string | null,
): Promise<Awaited<ReturnType<Operations[O]>>> {
  const run = connection.provider[operation] as
    | ((input: unknown) => Promise<Awaited<ReturnType<Operations[O]>>>)
    | undefined;
  if (!run) throw new ProviderError('UNSUPPORTED', 'NOT_SENT', 'Method not implemented.');
  waitAsTold(connection, operation);
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () =>
      timer.reject(
        new ProviderError('UNAVAILABLE', 'UNKNOWN', `${connection.providerId} did not finish ${operation} in time.`),
      ),
    callDeadlineMs(connection),
  );
  try {
    const result = await exchangeScope.run({ paymentId, operation }, () =>
      Promise.race([run.call(connection.provider, request), timer.promise]),
    );
    // An unstorable character in the answer must not lose a charge that was made.
    return toStorableData(result);
  } catch (error) {
    throw withRetryAt(error, connection);
  } finally {
    clearTimeout(timeout);
  }
}
