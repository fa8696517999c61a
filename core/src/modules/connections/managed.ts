/** Applies CONNECTIONS_FILE to the database in one transaction. Nodes that read the same file apply it only once. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PaymentMethod } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError, errorBody } from '../../plugins/errors.ts';
import { isReady } from '../../plugins/nodes.ts';
import { type ProviderPackage, packageKeys } from '../../plugins/providers.ts';
import { type AuditEntry, type Caller, recordEvent } from '../audit/service.ts';
import type { ConnectionsApp } from './app.ts';
import { applyChange, type ConnectionChange } from './changes.ts';
import { type ManagedConnection, ManagedFileError, type ManagedPlatform, readManagedFile } from './managed-file.ts';
import {
  deleteRoutes,
  insertFullRoute,
  lockConnections,
  releaseConnection,
  type StoredConnection,
  type StoredRoute,
  selectConnections,
  selectRoutes,
} from './model.ts';
import { checkEnvironment, checkNew, firstStatus } from './rules.ts';
import { insertConnectionWithParts, type Locked } from './store.ts';

type App = ConnectionsApp & Pick<FastifyInstance, 'nodes' | 'findProblems'>;

/** The version is not loaded on this node yet. This is no error. */
class NotReady extends Error {}

interface Wanted {
  connection: ManagedConnection;
  place: string;
  found: ProviderPackage;
  isReady: boolean;
}
interface Plan {
  platformId: string;
  wanted: Wanted[];
  release: readonly string[];
}

export interface Applied {
  created: string[];
  changed: string[];
  disabled: string[];
  released: string[];
}

/** The actor in the audit log of what no person does. */
export const SERVER: Caller = { headers: {}, person: null, ip: null };

/** Returns what it changed, or null when this node has applied the same file before. Throws a ManagedFileError. */
export function createApplier(app: App): () => Promise<Applied | 'waiting' | null> {
  let last = '';
  return async () => {
    const platforms = await readManagedFile(app);
    const digest = createHash('sha256').update(JSON.stringify(platforms)).digest('hex');
    if (digest === last) return null;
    try {
      const applied = await apply(app, platforms);
      last = digest;
      return applied;
    } catch (error) {
      if (error instanceof NotReady) return 'waiting';
      throw error;
    }
  };
}

async function apply(app: App, platforms: ManagedPlatform[]): Promise<Applied> {
  const plans = await planAll(app, platforms);
  const applied: Applied = { created: [], changed: [], disabled: [], released: [] };
  const [first] = plans;
  if (!first) return applied;
  await app.database.transaction(first.platformId, async (transaction) => {
    await transaction.run({ text: `SELECT pg_advisory_xact_lock(hashtext('feira connections file'))`, values: [] });
    for (const plan of plans) await applyPlan(app, transaction, plan, applied);
  });
  for (const { platformId } of plans) app.cache.forget(platformId);
  return applied;
}

/** Every node plans in the same order. Platforms that the file no longer names get an empty list of connections. */
async function planAll(app: App, platforms: ManagedPlatform[]): Promise<Plan[]> {
  const problems: string[] = [];
  const plans = new Map<string, Plan>();
  for (const platform of platforms) {
    const platformId = await findPlatformId(app, platform);
    if (!platformId) {
      problems.push(`${platform.place}: no platform has ${platform.host ? `the host ${platform.host}` : 'this id'}.`);
    } else if (plans.has(platformId)) {
      problems.push(`${platform.place}: this platform stands here twice; put its connections together.`);
    } else {
      const wanted = await planPlatform(app, platformId, platform, problems);
      plans.set(platformId, { platformId, wanted, release: platform.release });
    }
  }
  if (problems.length > 0) throw new ManagedFileError(problems);
  for (const { platformId } of await app.database.jobs.list(SELECT_MANAGED))
    if (!plans.has(platformId)) plans.set(platformId, { platformId, wanted: [], release: [] });
  return [...plans.values()].sort((a, b) => a.platformId.localeCompare(b.platformId));
}

const SELECT_MANAGED: Statement<{ platformId: string }> = {
  text: 'SELECT DISTINCT platform_id FROM provider_connection WHERE managed_name IS NOT NULL',
  values: [],
};

const selectPlatform = (from: string, value: string): Statement<{ platformId: string }> => ({
  text: `SELECT platform_id FROM ${from}`,
  values: [value],
});

async function findPlatformId(app: App, { id, host }: ManagedPlatform): Promise<string | null> {
  const found = await app.database.jobs.find(
    id
      ? selectPlatform('platform WHERE platform_id = $1', id)
      : selectPlatform('platform_domain WHERE host = $1', host?.toLowerCase() ?? ''),
  );
  return found?.platformId ?? null;
}

async function planPlatform(
  app: App,
  platformId: string,
  { place, connections }: ManagedPlatform,
  problems: string[],
): Promise<Wanted[]> {
  const owners = await app.findPackageOwners(platformId);
  const keys = connections.map(({ provider, version }) => packageKeys(provider, version, owners));
  const readiness = keys.length > 0 ? await app.nodes.readReadiness(keys) : [];
  return connections.flatMap((connection, index) => {
    const { provider, version } = connection;
    const where = `${place}.connections[${index}]`;
    const found = app.providers.get(provider, version, owners);
    const state = readiness[index];
    if (found) return [{ connection, place: where, found, isReady: state !== undefined && isReady(state) }];
    problems.push(`${where}.version: ${provider} ${version} is not installed; install it, or name another version.`);
    return [];
  });
}

async function applyPlan(app: App, transaction: Transaction, plan: Plan, applied: Applied): Promise<void> {
  const { platformId } = plan;
  await transaction.runAll([
    { text: `SELECT set_config('app.platform_id', $1, true)`, values: [platformId] },
    lockConnections(platformId),
  ]);
  const locked: Locked = { transaction, platformId, keys: await app.dataKeys.read(transaction, platformId) };
  const rows = await transaction.list(selectConnections(platformId));
  const managed = new Map(rows.filter((row) => row.managedName !== null).map((row) => [row.managedName, row]));
  for (const wanted of plan.wanted) {
    const stored = managed.get(wanted.connection.name);
    managed.delete(wanted.connection.name);
    const work = stored ? changeOne(app, locked, stored, wanted) : createOne(app, locked, wanted);
    const done = await work.catch((error: unknown) => Promise.reject(atPlace(error, wanted.place)));
    if (done) applied[stored ? 'changed' : 'created'].push(wanted.connection.name);
  }
  for (const gone of managed.values()) {
    if (plan.release.includes(gone.managedName ?? '')) {
      await transaction.run(releaseConnection(platformId, gone.id));
      await record(locked, gone, 'connection.changed', { changed: ['managed'] });
      applied.released.push(gone.name);
      continue;
    }
    const change = { status: 'DISABLED' } as const;
    const { changed } = await applyChange({ locked, stored: gone, change, found: undefined, now: app.clock.now() });
    if (changed.length === 0) continue;
    applied.disabled.push(gone.name);
    await record(locked, gone, 'connection.changed', { changed, ...change });
  }
}

/** Adds the path in the file to an error. */
function atPlace(error: unknown, place: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { message, details } = errorBody(error, 'en');
  const messages = details?.map(({ field, message: text }) => `${place}.${field}: ${text}`);
  return new ManagedFileError(messages ?? [`${place}: ${message}`]);
}

async function createOne(app: App, locked: Locked, wanted: Wanted): Promise<true> {
  const { connection, found } = wanted;
  mustBeReady(wanted);
  const { name, provider, version, environment, methods } = connection;
  const checked = checkNew(app, found, connection);
  const { status = checked.status } = connection;
  const { id } = await insertConnectionWithParts(locked, { ...checked, status, managedName: name });
  await setRoutes(locked, id, connection);
  await record(locked, { id, name }, 'connection.created', { provider, version, environment, methods });
  return true;
}

function mustBeReady({ isReady: isServed, connection }: Wanted): void {
  if (!isServed) throw new NotReady(`${connection.provider} ${connection.version} is not on every node yet.`);
}

async function changeOne(app: App, locked: Locked, stored: StoredConnection, wanted: Wanted): Promise<boolean> {
  const { connection, found, place } = wanted;
  for (const field of ['provider', 'environment'] as const) {
    if (connection[field] === stored[field]) continue;
    // Open payments are looked up through this connection.
    throw new ManagedFileError([
      `${place}.${field}: it was ${stored[field]} and cannot change; declare another connection under a name of its own.`,
    ]);
  }
  if (connection.version !== stored.version) mustBeReady(wanted);
  checkEnvironment(app, found, connection.environment);
  const { changed, hosts } = await applyChange({
    locked,
    stored,
    change: toChange(stored, wanted),
    found,
    now: app.clock.now(),
  });
  const routes = await setRoutes(locked, stored.id, connection);
  const all = [...changed, ...routes.map((method) => `routes.${method}`)];
  if (all.length > 0) await record(locked, stored, 'connection.changed', { changed: all, ...(hosts && { hosts }) });
  return all.length > 0;
}

/** Fields that are absent from the file are removed from the connection. */
function toChange(stored: StoredConnection, { connection, found }: Wanted): ConnectionChange {
  const { version, name, methods, limits = {}, settings = {} } = connection;
  const first = firstStatus(found, { environment: stored.environment, methods });
  // A package may state later that a part of it was inferred: a connection that sells goes on selling.
  const { status = first === 'DISABLED' ? stored.status : first } = connection;
  const gone = stored.credentials.filter(
    (known) => !known.isByProvider && connection.secrets[known.name] === undefined,
  );
  const secrets = { ...connection.secrets, ...Object.fromEntries(gone.map((known) => [known.name, null])) };
  return { version, name, status, methods, limits, settings, secrets };
}

/** Returns the methods whose routes changed. */
async function setRoutes(
  { transaction, platformId }: Locked,
  connectionId: string,
  { routes = {} }: ManagedConnection,
): Promise<PaymentMethod[]> {
  const known = await transaction.list(selectRoutes(platformId, connectionId));
  const changed: PaymentMethod[] = [];
  for (const method of Object.keys(routes) as PaymentMethod[]) {
    const wanted = (routes[method] ?? [])
      .map(({ priority, weight = 100, conditions = {}, isEnabled = true }) => ({
        method,
        priority,
        weight,
        conditions,
        isEnabled,
      }))
      .sort(byPlace);
    const before = known.filter((route) => route.method === method).sort(byPlace);
    if (isDeepStrictEqual(before, wanted)) continue;
    changed.push(method);
    await transaction.runAll([
      deleteRoutes(platformId, connectionId, [method]),
      ...wanted.map((route) => insertFullRoute(platformId, connectionId, route)),
    ]);
  }
  return changed;
}

const byPlace = (a: StoredRoute, b: StoredRoute) => a.priority - b.priority || toText(a).localeCompare(toText(b));
/** Fields are listed by name, because jsonb sorts the fields of conditions. */
const toText = ({ weight, isEnabled, conditions }: StoredRoute) =>
  JSON.stringify([weight, isEnabled, Object.entries(conditions).sort(([a], [b]) => a.localeCompare(b))]);

const record = (
  { transaction, platformId }: Locked,
  { id, name }: { id: string; name: string },
  type: AuditEntry['type'],
  details: Record<string, unknown>,
): Promise<void> => {
  const entry: AuditEntry = { type, subject: { type: 'connection', id, name }, details: { ...details, by: 'file' } };
  const statements: Statement[] = [recordEvent(platformId, SERVER, entry)];
  return transaction.runAll(statements);
};
