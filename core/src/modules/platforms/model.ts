import type { PlatformSettings } from '@feira/schemas/platform';
import type { listPlatforms } from '@feira/schemas/procedures/platforms';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

/** Includes the own platform. An operator with more platforms than this needs a list with pages first. */
const MOST_PLATFORMS = 1_000;

export interface PlatformRow extends Omit<RowOf<typeof listPlatforms, 'platforms'>, 'isOwn'> {}

const COLUMNS = `p.platform_id AS id, p.name, p.status, p.created_at,
  (SELECT coalesce(array_agg(d.host ORDER BY d.created_at, d.host), '{}')
    FROM platform_domain d WHERE d.platform_id = p.platform_id) AS hosts`;

export const selectPlatforms = (operatorId: string): Statement<PlatformRow> => ({
  text: `SELECT ${COLUMNS} FROM platform p WHERE p.platform_id = $1 OR p.operator_id = $1
    ORDER BY p.created_at, p.platform_id LIMIT ${MOST_PLATFORMS}`,
  values: [operatorId],
});

export const selectPlatform = (
  platformId: string,
): Statement<PlatformRow & { settings: Partial<PlatformSettings> }> => ({
  text: `SELECT ${COLUMNS}, p.settings FROM platform p WHERE p.platform_id = $1`,
  values: [platformId],
});

export const insertPlatform = (platform: {
  id: string;
  name: string;
  operatorId: string;
  settings: object;
}): Statement => ({
  text: 'INSERT INTO platform (platform_id, name, operator_id, settings) VALUES ($1, $2, $3, $4)',
  values: [platform.id, platform.name, platform.operatorId, JSON.stringify(platform.settings)],
});

/** Fails the whole transaction when another platform has the host. */
export const insertFirstHost = (platformId: string, host: string): Statement => ({
  text: 'INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1)',
  values: [platformId, host],
});
