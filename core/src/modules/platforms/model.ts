import type { Statement } from '../../plugins/database.ts';

/** The own one and those it operates: more than this run by one operator need pages first. */
const MOST_PLATFORMS = 1_000;

export interface PlatformRow {
  id: string;
  name: string;
  status: 'ACTIVE' | 'DISABLED';
  createdAt: Date;
  hosts: string[];
}

const COLUMNS = `p.platform_id AS id, p.name, p.status, p.created_at AS "createdAt",
  (SELECT coalesce(array_agg(d.host ORDER BY d.created_at, d.host), '{}')
    FROM platform_domain d WHERE d.platform_id = p.platform_id) AS hosts`;

export const selectPlatforms = (operatorId: string): Statement => ({
  text: `SELECT ${COLUMNS} FROM platform p WHERE p.platform_id = $1 OR p.operator_id = $1
    ORDER BY p.created_at, p.platform_id LIMIT ${MOST_PLATFORMS}`,
  values: [operatorId],
});

export const selectPlatform = (platformId: string): Statement => ({
  text: `SELECT ${COLUMNS}, p.settings FROM platform p WHERE p.platform_id = $1`,
  values: [platformId],
});

/** Answers a row where the one platform runs the other, whatever the status of the other is. */
export const selectOperated = (operatorId: string, platformId: string): Statement => ({
  text: 'SELECT 1 FROM platform WHERE platform_id = $2 AND operator_id = $1',
  values: [operatorId, platformId],
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

/** Whoever changes the hosts of a platform waits for whoever does so already. */
export const lockPlatform = (platformId: string): Statement => ({
  text: 'SELECT name FROM platform WHERE platform_id = $1 FOR UPDATE',
  values: [platformId],
});

/** Answers no row where a platform has the host already: of two at once, one gets it. */
export const insertHost = (platformId: string, host: string): Statement => ({
  text: 'INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1) ON CONFLICT DO NOTHING RETURNING host',
  values: [platformId, host],
});

/** Fails, and with it all that it is written with, where a platform has the host already. */
export const insertFirstHost = (platformId: string, host: string): Statement => ({
  text: 'INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1)',
  values: [platformId, host],
});

export const selectHosts = (platformId: string): Statement => ({
  text: 'SELECT host, created_at AS "createdAt" FROM platform_domain WHERE platform_id = $1 ORDER BY created_at, host',
  values: [platformId],
});

export const selectHostOwner = (host: string): Statement => ({
  text: 'SELECT platform_id AS "platformId" FROM platform_domain WHERE host = $1',
  values: [host],
});

export const deleteHost = (platformId: string, host: string): Statement => ({
  text: 'DELETE FROM platform_domain WHERE platform_id = $1 AND host = $2',
  values: [platformId, host],
});

export interface Claim {
  host: string;
  token: string;
  createdAt: Date;
}

export const selectClaims = (platformId: string): Statement => ({
  text: `SELECT host, token, created_at AS "createdAt" FROM domain_claim WHERE platform_id = $1 ORDER BY created_at, host`,
  values: [platformId],
});

/** Claimed again, it keeps the record that may be set already. */
export const insertClaim = (platformId: string, host: string, token: string): Statement => ({
  text: 'INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  values: [platformId, host, token],
});

export const deleteClaim = (platformId: string, host: string): Statement => ({
  text: 'DELETE FROM domain_claim WHERE platform_id = $1 AND host = $2 RETURNING host',
  values: [platformId, host],
});

/** Answers the token, and whether the record may be looked for now: the last look must be some seconds ago. */
export const takeCheck = (platformId: string, host: string, pauseSeconds: number): Statement => ({
  text: `WITH taken AS (
      UPDATE domain_claim SET checked_at = now()
      WHERE platform_id = $1 AND host = $2 AND (checked_at IS NULL OR checked_at <= now() - make_interval(secs => $3))
      RETURNING token
    )
    SELECT c.token, taken.token IS NOT NULL AS "isTaken"
    FROM domain_claim c LEFT JOIN taken ON true WHERE c.platform_id = $1 AND c.host = $2`,
  values: [platformId, host, pauseSeconds],
});
