/** Reads and writes the hosts of platforms, and the claims that are not proven yet. */
import type { Statement } from '../../plugins/database.ts';

/** Serialises changes of a platform's hosts. */
export const lockPlatform = (platformId: string): Statement => ({
  text: 'SELECT name FROM platform WHERE platform_id = $1 FOR UPDATE',
  values: [platformId],
});

/** Returns no row when a platform has the host already, so that only one of two concurrent calls gets it. */
export const insertHost = (platformId: string, host: string): Statement => ({
  text: 'INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1) ON CONFLICT DO NOTHING RETURNING host',
  values: [platformId, host],
});

export const selectHosts = (platformId: string): Statement<Omit<Claim, 'token'>> => ({
  text: 'SELECT host, created_at FROM platform_domain WHERE platform_id = $1 ORDER BY created_at, host',
  values: [platformId],
});

export const selectHostOwner = (host: string): Statement<{ platformId: string }> => ({
  text: 'SELECT platform_id FROM platform_domain WHERE host = $1',
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

export const selectClaims = (platformId: string): Statement<Claim> => ({
  text: 'SELECT host, token, created_at FROM domain_claim WHERE platform_id = $1 ORDER BY created_at, host',
  values: [platformId],
});

/** A repeated claim keeps its token, because the DNS record may be set already. */
export const insertClaim = (platformId: string, host: string, token: string): Statement => ({
  text: 'INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  values: [platformId, host, token],
});

export const deleteClaim = (platformId: string, host: string): Statement => ({
  text: 'DELETE FROM domain_claim WHERE platform_id = $1 AND host = $2 RETURNING host',
  values: [platformId, host],
});

/** Returns the token, and whether the record may be checked now: the last check must be at least `pauseSeconds` ago. */
export const claimDnsCheck = (
  platformId: string,
  host: string,
  pauseSeconds: number,
): Statement<{ token: string; isTaken: boolean }> => ({
  text: `WITH taken AS (
      UPDATE domain_claim SET checked_at = now()
      WHERE platform_id = $1 AND host = $2 AND (checked_at IS NULL OR checked_at <= now() - make_interval(secs => $3))
      RETURNING token
    )
    SELECT c.token, taken.token IS NOT NULL AS is_taken
    FROM domain_claim c LEFT JOIN taken ON true WHERE c.platform_id = $1 AND c.host = $2`,
  values: [platformId, host, pauseSeconds],
});
