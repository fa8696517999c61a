/** Writes connections: the row, its sealed secrets, its webhook address and its places in the routes. */
import type { Settings } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { DataKey, OpenedKeys } from '../../plugins/data-keys.ts';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { sealSecret } from '../../shared/envelope.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
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
import type { ConnectionsApp } from './service.ts';

export interface NewConnection {
  id?: string;
  provider: string;
  version: string;
  environment: StoredConnection['environment'];
  name: string;
  status?: ConnectionStatus;
  methods: readonly PaymentMethod[];
  /** Place in the routes of its methods; behind all others unless told. */
  priority?: number;
  settings?: Settings;
  limits?: ConnectionLimits;
  secrets: Readonly<Record<string, string>>;
  /** Of those secrets that are certificates. */
  certificates?: Facts;
  baseUrls?: Record<string, string>;
  managedName?: string;
}

type StoreApp = Pick<ConnectionsApp, 'database' | 'dataKeys' | 'cache'>;

/** What a transaction knows once it may change a platform's connections. */
export interface Locked {
  transaction: Transaction;
  platformId: string;
  keys: OpenedKeys;
}

/** One change after the other; no provider is ever called inside. Every node forgets what it knew at commit. */
export async function changeConnections<T>(
  app: StoreApp,
  platformId: string,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const result = await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockConnections(platformId));
    return work({ transaction, platformId, keys: await app.dataKeys.read(transaction, platformId) });
  });
  // Whoever made the change sees it at once, before this node hears of it.
  app.cache.forget(platformId);
  return result;
}

/** A connection that people may change: one from the configuration is changed there. */
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
    const stored = await insertWhole(locked, input);
    await locked.transaction.runAll(record(stored.id));
    return stored;
  });

export async function insertWhole(
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

/** With the newest key, whatever sealed it before. */
export function sealCredential(
  platformId: string,
  { version, key }: DataKey,
  { value, ...row }: Omit<Parameters<typeof upsertCredential>[1], 'keyVersion' | 'sealed'> & { value: string },
): Statement {
  const sealed = sealSecret(key, value, credentialPlace(platformId, row.connectionId, row.name));
  return upsertCredential(platformId, { ...row, keyVersion: version, sealed });
}
