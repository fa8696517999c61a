/** Reads and writes the rows of connections and of their credentials, endpoints and routes. Secrets are only here in sealed form. */
import type { Settings } from '@feira/plugin-kit';
import type { CONNECTION_ENVIRONMENTS, FromSchema, PaymentMethod } from '@feira/schemas/common';
import type {
  CertificateFacts,
  CONNECTION_STATUSES,
  connectionLimitsSchema,
} from '@feira/schemas/procedures/connections';
import type { RouteConditions } from '@feira/schemas/procedures/routing';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';

export type ConnectionLimits = FromSchema<typeof connectionLimitsSchema>;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export interface StoredCredential {
  name: string;
  keyVersion: number;
  /** In base64. */
  sealed: string;
  updatedAt: string;
  certificate: CertificateFacts | null;
  /** The provider made it up when the address of webhooks was registered. */
  isByProvider: boolean;
}

export interface StoredConnection {
  id: string;
  name: string;
  provider: string;
  version: string;
  environment: (typeof CONNECTION_ENVIRONMENTS)[number];
  status: ConnectionStatus;
  methods: PaymentMethod[];
  limits: ConnectionLimits;
  settings: Settings;
  /** The connection's name in CONNECTIONS_FILE. */
  managedName: string | null;
  createdAt: Date;
  /** The token in the connection's webhook address. */
  token: string;
  /** Counts the changes of settings, secrets and version. */
  revision: number;
  /** The last test; null before the first. It is out of date where the credentials changed after it. */
  test: { testedAt: string; code: string | null; isCurrent: boolean } | null;
  credentials: StoredCredential[];
}

/**
 * Serialises changes of connections, keys and routes of a platform. Payments do not wait, because the lock allows rows that refer to the
 * platform to be written.
 */
export const lockConnections = (platformId: string): Statement => ({
  text: 'SELECT 1 FROM platform WHERE platform_id = $1 FOR NO KEY UPDATE',
  values: [platformId],
});

const SELECT = `
  SELECT c.id, c.name, c.provider, c.version, c.environment, c.status, c.methods, c.limits, c.settings,
    c.managed_name, c.created_at, w.token, c.credentials_revision AS revision,
    CASE WHEN c.tested_at IS NOT NULL THEN jsonb_build_object(
      'testedAt', to_char(c.tested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'code', c.test_code,
      'isCurrent', c.test_revision = c.credentials_revision) END AS test, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'keyVersion', k.key_version, 'sealed', encode(k.sealed, 'base64'),
        'updatedAt', to_char(k.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'certificate', k.certificate, 'isByProvider', k.by_provider) ORDER BY k.name), '[]')
      FROM provider_credential k WHERE k.platform_id = c.platform_id AND k.connection_id = c.id) AS credentials
  FROM provider_connection c
  JOIN webhook_endpoint w ON w.platform_id = c.platform_id AND w.connection_id = c.id
  WHERE c.platform_id = $1`;

export const selectConnections = (platformId: string): Statement<StoredConnection> => ({
  text: `${SELECT} ORDER BY c.created_at, c.id`,
  values: [platformId],
});

export const selectConnection = (platformId: string, id: string): Statement<StoredConnection> => ({
  text: `${SELECT} AND c.id = $2`,
  values: [platformId, id],
});

export interface ConnectionColumns {
  id: string;
  provider: string;
  version: string;
  environment: StoredConnection['environment'];
  name: string;
  status: ConnectionStatus;
  methods: readonly PaymentMethod[];
  settings: Settings;
  limits: ConnectionLimits;
  baseUrls: Record<string, string> | null;
  managedName: string | null;
}

export const insertConnection = (platformId: string, row: ConnectionColumns): Statement => ({
  text: `INSERT INTO provider_connection
      (platform_id, id, provider, version, environment, name, status, methods, settings, limits, base_urls, managed_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  values: [
    platformId,
    row.id,
    row.provider,
    row.version,
    row.environment,
    row.name,
    row.status,
    row.methods,
    JSON.stringify(row.settings),
    JSON.stringify(row.limits),
    row.baseUrls ? JSON.stringify(row.baseUrls) : null,
    row.managedName,
  ],
});

export type ConnectionUpdate = Pick<
  ConnectionColumns,
  'version' | 'name' | 'status' | 'methods' | 'settings' | 'limits'
>;

/**
 * Also makes the check of the webhook address due, because the new settings may belong to another account at the provider. New credentials
 * end the validity of the last test.
 */
export const updateConnection = (
  platformId: string,
  id: string,
  row: ConnectionUpdate & { hasNewCredentials: boolean },
): Statement => ({
  text: `UPDATE provider_connection SET version = $3, name = $4, status = $5, methods = $6, settings = $7, limits = $8,
      credentials_revision = credentials_revision + $9::boolean::integer, updated_at = now(), webhook_check_at = now()
    WHERE platform_id = $1 AND id = $2`,
  values: [
    platformId,
    id,
    row.version,
    row.name,
    row.status,
    row.methods,
    JSON.stringify(row.settings),
    JSON.stringify(row.limits),
    row.hasNewCredentials,
  ],
});

/** Does nothing where the credentials changed while the test ran: its verdict is about others. */
export const recordTest = (
  platformId: string,
  id: string,
  { revision, code }: { revision: number; code: string | null },
): Statement => ({
  text: `UPDATE provider_connection SET test_revision = $3, tested_at = now(), test_code = $4
    WHERE platform_id = $1 AND id = $2 AND credentials_revision = $3`,
  values: [platformId, id, revision, code],
});

/** Makes the connection editable on the pages again. */
export const releaseConnection = (platformId: string, id: string): Statement => ({
  text: 'UPDATE provider_connection SET managed_name = NULL, updated_at = now() WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

export const insertEndpoint = (platformId: string, connectionId: string, token: string): Statement => ({
  text: 'INSERT INTO webhook_endpoint (token, platform_id, connection_id) VALUES ($1, $2, $3)',
  values: [token, platformId, connectionId],
});

export interface SealedCredential {
  connectionId: string;
  name: string;
  keyVersion: number;
  sealed: Buffer;
  certificate: CertificateFacts | null;
  isByProvider?: boolean;
}

/** Also clears the warnings that were sent, because the new certificate has its own expiry. */
export const upsertCredential = (platformId: string, row: SealedCredential): Statement => ({
  text: `INSERT INTO provider_credential (platform_id, connection_id, name, key_version, sealed, certificate, by_provider)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (platform_id, connection_id, name) DO UPDATE SET key_version = excluded.key_version, sealed = excluded.sealed,
      certificate = excluded.certificate, by_provider = excluded.by_provider, alerted_days = NULL, updated_at = now()`,
  values: [
    platformId,
    row.connectionId,
    row.name,
    row.keyVersion,
    row.sealed,
    row.certificate ? JSON.stringify(row.certificate) : null,
    row.isByProvider ?? false,
  ],
});

/** Stores the same secret, sealed with another key. */
export const resealCredential = (
  platformId: string,
  row: Pick<SealedCredential, 'connectionId' | 'name' | 'keyVersion' | 'sealed'>,
): Statement => ({
  text: `UPDATE provider_credential SET key_version = $4, sealed = $5
    WHERE platform_id = $1 AND connection_id = $2 AND name = $3`,
  values: [platformId, row.connectionId, row.name, row.keyVersion, row.sealed],
});

export const deleteCredential = (platformId: string, connectionId: string, name: string): Statement => ({
  text: 'DELETE FROM provider_credential WHERE platform_id = $1 AND connection_id = $2 AND name = $3',
  values: [platformId, connectionId, name],
});

const FIRST_PRIORITY = 100;
const PRIORITY_STEP = 10;
const LAST_PRIORITY = 1_000;

/** Adds a route, last of its method unless a priority is given. Does nothing when the connection has a route for the method already. */
export const insertRoute = (
  platformId: string,
  connectionId: string,
  method: PaymentMethod,
  priority: number | null = null,
): Statement => ({
  text: `INSERT INTO payment_route (platform_id, id, method, connection_id, priority)
    SELECT $1, $2, $3, $4, coalesce($5::integer,
      CASE WHEN count(*) = 0 THEN ${FIRST_PRIORITY} ELSE least(max(priority) + ${PRIORITY_STEP}, ${LAST_PRIORITY}) END)
    FROM payment_route WHERE platform_id = $1 AND method = $3
    HAVING count(*) FILTER (WHERE connection_id = $4) = 0`,
  values: [platformId, newId(), method, connectionId, priority],
});

export const deleteRoutes = (
  platformId: string,
  connectionId: string,
  methods: readonly PaymentMethod[] | null,
): Statement => ({
  text: 'DELETE FROM payment_route WHERE platform_id = $1 AND connection_id = $2 AND ($3::text[] IS NULL OR method = ANY($3))',
  values: [platformId, connectionId, methods],
});

export interface StoredRoute {
  method: PaymentMethod;
  priority: number;
  weight: number;
  conditions: RouteConditions;
  isEnabled: boolean;
}

export const selectRoutes = (platformId: string, connectionId: string): Statement<StoredRoute> => ({
  text: `SELECT method, priority, weight, conditions, is_enabled FROM payment_route
    WHERE platform_id = $1 AND connection_id = $2 ORDER BY method, priority, id`,
  values: [platformId, connectionId],
});

export const insertFullRoute = (platformId: string, connectionId: string, route: StoredRoute): Statement => ({
  text: `INSERT INTO payment_route (platform_id, id, method, connection_id, priority, weight, conditions, is_enabled)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [
    platformId,
    newId(),
    route.method,
    connectionId,
    route.priority,
    route.weight,
    JSON.stringify(route.conditions),
    route.isEnabled,
  ],
});

/** Selects the uses that prevent a connection from being deleted. */
export const selectConnectionUse = (
  platformId: string,
  id: string,
): Statement<{ hasPayments: boolean; hasOffers: boolean }> => ({
  text: `SELECT EXISTS (SELECT 1 FROM payment_attempt WHERE platform_id = $1 AND connection_id = $2) AS has_payments,
    EXISTS (SELECT 1 FROM offer WHERE platform_id = $1 AND connection_id = $2) AS has_offers`,
  values: [platformId, id],
});

/** Deletes the connection with its circuit, roll-outs, exchanges and events. */
export const deleteConnection = (platformId: string, id: string): Statement[] => [
  deleteRoutes(platformId, id, null),
  ...['webhook_endpoint', 'provider_credential'].map((table) => ({
    text: `DELETE FROM ${table} WHERE platform_id = $1 AND connection_id = $2`,
    values: [platformId, id],
  })),
  { text: 'DELETE FROM provider_connection WHERE platform_id = $1 AND id = $2', values: [platformId, id] },
];

/** Selects the versions of packages that the platform or its operator installed. */
export const selectVersions = (provider: string): Statement<{ version: string }> => ({
  text: 'SELECT DISTINCT version FROM provider_package WHERE provider = $1',
  values: [provider],
});
