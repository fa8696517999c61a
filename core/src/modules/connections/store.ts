/** Writes connections: the row, its sealed secrets, its webhook address and its routes. */
import type { Settings } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { DataKey, OpenedKeys } from '../../plugins/data-keys.ts';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { sealSecret } from '../../shared/envelope.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import type { ConnectionsApp } from './app.ts';
import type { Facts } from './certificates.ts';
import { credentialPlace } from './credentials.ts';
import {
  type ConnectionLimits,
  type ConnectionStatus,
  insertConnection,
  insertEndpoint,
  insertRoute,
  lockConnections,
  type StoredConnection,
  selectConnection,
  upsertCredential,
} from './model.ts';

export interface NewConnection {
  id?: string;
  provider: string;
  version: string;
  environment: StoredConnection['environment'];
  name: string;
  status?: ConnectionStatus;
  methods: readonly PaymentMethod[];
  /** The priority in the routes of its methods; last by default. */
  priority?: number;
  settings?: Settings;
  limits?: ConnectionLimits;
  secrets: Readonly<Record<string, string>>;
  /** Facts of those secrets that are certificates. */
  certificates?: Facts;
  baseUrls?: Record<string, string>;
  managedName?: string;
}

type StoreApp = Pick<ConnectionsApp, 'database' | 'dataKeys' | 'cache'>;

/** The data that a transaction has after it locked a platform's connections. */
export interface Locked {
  transaction: Transaction;
  platformId: string;
  keys: OpenedKeys;
}

/** Runs a change under the platform's lock, without provider calls. Every node discards its cached connections at commit. */
export async function changeConnections<T>(
  app: StoreApp,
  platformId: string,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const result = await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockConnections(platformId));
    return work({ transaction, platformId, keys: await app.dataKeys.read(transaction, platformId) });
  });
  // The caller must see the change before this node receives its own notification.
  app.cache.forget(platformId);
  return result;
}

/** Returns a connection that people may change. Throws if CONNECTIONS_FILE manages it. */
export async function getUnmanaged(
  { transaction, platformId }: Locked,
  connectionId: string,
): Promise<StoredConnection> {
  const stored = await transaction.find(selectConnection(platformId, connectionId));
  if (!stored) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
  if (stored.managedName !== null) throw new AppError('CONNECTION_MANAGED', { fields: ['connectionId'] });
  return stored;
}

/** Stores a connection, its sealed secrets, its webhook address and a route for each of its methods. */
export const createConnection = (
  app: StoreApp,
  platformId: string,
  input: NewConnection,
  record: (id: string) => Statement[] = () => [],
): Promise<{ id: string; token: string }> =>
  changeConnections(app, platformId, async (locked) => {
    const stored = await insertConnectionWithParts(locked, input);
    await locked.transaction.runAll(record(stored.id));
    return stored;
  });

export async function insertConnectionWithParts(
  { transaction, platformId, keys }: Locked,
  input: NewConnection,
): Promise<{ id: string; token: string }> {
  const { id = newId(), settings = {}, limits = {}, status = 'ENABLED', methods, certificates } = input;
  const token = newPublicId();
  const row = {
    ...input,
    id,
    settings,
    limits,
    status,
    baseUrls: input.baseUrls ?? null,
    managedName: input.managedName ?? null,
  };
  await transaction.runAll([
    insertConnection(platformId, row),
    insertEndpoint(platformId, id, token),
    ...Object.entries(input.secrets).map(([name, value]) =>
      sealCredential(platformId, keys.newest, {
        connectionId: id,
        name,
        value,
        certificate: certificates?.get(name) ?? null,
      }),
    ),
    ...methods.map((method) => insertRoute(platformId, id, method, input.priority ?? null)),
  ]);
  return { id, token };
}

/** Seals with the newest key. */
export function sealCredential(
  platformId: string,
  { version, key }: DataKey,
  { value, ...row }: Omit<Parameters<typeof upsertCredential>[1], 'keyVersion' | 'sealed'> & { value: string },
): Statement {
  const sealed = sealSecret(key, value, credentialPlace(platformId, row.connectionId, row.name));
  return upsertCredential(platformId, { ...row, keyVersion: version, sealed });
}
