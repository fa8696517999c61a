/** Writes connections: the row, its sealed secrets, its webhook address and its places in the routes. */
import type { Settings } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { sealSecret } from '../../shared/envelope.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { credentialPlace } from './credentials.ts';
import type { Connection, ConnectionsApp } from './service.ts';

export interface NewConnection {
  id?: string;
  provider: string;
  version: string;
  environment: Connection['environment'];
  name: string;
  methods: PaymentMethod[];
  /** Place in the routes of its methods; behind all others unless told. */
  priority?: number;
  settings?: Settings;
  secrets: Record<string, string>;
  baseUrls?: Record<string, string>;
}

const FIRST_PRIORITY = 100;
const PRIORITY_STEP = 10;
const LAST_PRIORITY = 1_000;

/** Behind the last route of the method, unless a priority is given. */
export const insertRoute = (
  platformId: string,
  connectionId: string,
  method: PaymentMethod,
  priority: number | null,
): Statement => ({
  text: `INSERT INTO payment_route (platform_id, id, method, connection_id, priority)
    SELECT $1, $2, $3, $4, coalesce($5::integer, least(max(priority) + ${PRIORITY_STEP}, ${LAST_PRIORITY}), ${FIRST_PRIORITY})
    FROM payment_route WHERE platform_id = $1 AND method = $3`,
  values: [platformId, newId(), method, connectionId, priority],
});

/** Stores a connection, its sealed secrets, its webhook address and a route for each of its methods. */
export async function createConnection(
  app: Pick<ConnectionsApp, 'database' | 'dataKeys'>,
  platformId: string,
  input: NewConnection,
): Promise<{ id: string; token: string }> {
  const id = input.id ?? newId();
  const token = newPublicId();
  const { version, key } = await app.dataKeys.getNewest(platformId);
  await app.database.write(platformId, [
    {
      text: `INSERT INTO provider_connection (platform_id, id, provider, version, environment, name, methods, priority, settings, base_urls)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        platformId,
        id,
        input.provider,
        input.version,
        input.environment,
        input.name,
        input.methods,
        input.priority ?? FIRST_PRIORITY,
        JSON.stringify(input.settings ?? {}),
        input.baseUrls ? JSON.stringify(input.baseUrls) : null,
      ],
    },
    {
      text: 'INSERT INTO webhook_endpoint (token, platform_id, connection_id) VALUES ($1, $2, $3)',
      values: [token, platformId, id],
    },
    ...Object.entries(input.secrets).map(([name, value]) => ({
      text: 'INSERT INTO provider_credential (platform_id, connection_id, name, key_version, sealed) VALUES ($1, $2, $3, $4, $5)',
      values: [platformId, id, name, version, sealSecret(key, value, credentialPlace(platformId, id, name))],
    })),
    ...input.methods.map((method) => insertRoute(platformId, id, method, input.priority ?? null)),
  ]);
  return { id, token };
}
