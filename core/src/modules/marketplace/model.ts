import type { ConformanceReport } from '@feira/plugin-kit/broker';
import type { Manifest } from '@feira/schemas/manifest';
import type { getPackage } from '@feira/schemas/procedures/marketplace';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

export interface Publisher {
  fingerprint: string;
  name: string;
  /** SPKI DER in base64. */
  publicKey: string;
}

/** An installed package without its bytes. */
export interface PackageRow {
  owner: string;
  provider: string;
  version: string;
  digest: string;
  manifest: Manifest;
  switchedOff: string[];
  source: 'upload' | 'registry';
  publisher: string | null;
  installedBy: string;
  installedAt: Date;
  counts: ConformanceReport['counts'] | null;
  reportDate: string | null;
}

/** Selects the packages of the transaction's platform and of its operator. Row security hides all others. */
export const selectPackages = (): Statement<PackageRow> => ({
  text: `SELECT platform_id AS owner, provider, version, digest, manifest, switched_off, source, publisher,
      installed_by_name AS installed_by, installed_at, report->'counts' AS counts,
      report->>'date' AS report_date
    FROM provider_package ORDER BY provider, installed_at`,
  values: [],
});

export interface PackagePages {
  report: ConformanceReport | null;
  readme: string | null;
  changelog: string | null;
}

export const selectPages = (owner: string, provider: string, version: string): Statement<PackagePages> => ({
  text: `SELECT report, readme, changelog FROM provider_package
    WHERE platform_id = $1 AND provider = $2 AND version = $3`,
  values: [owner, provider, version],
});

export interface NewPackage extends PackagePages {
  provider: string;
  version: string;
  digest: string;
  content: Buffer;
  manifest: Manifest;
  switchedOff: string[];
  source: 'upload' | 'registry';
  publisher: string | null;
  installedBy: { id: string; name: string };
}

/** Returns no row when the version is installed already. */
export const insertPackage = (platformId: string, added: NewPackage): Statement => ({
  text: `INSERT INTO provider_package (platform_id, provider, version, digest, content, manifest, switched_off, report, readme,
      changelog, source, publisher, installed_by, installed_by_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT DO NOTHING RETURNING digest`,
  values: [
    platformId,
    added.provider,
    added.version,
    added.digest,
    added.content,
    JSON.stringify(added.manifest),
    added.switchedOff,
    added.report && JSON.stringify(added.report),
    added.readme,
    added.changelog,
    added.source,
    added.publisher,
    added.installedBy.id,
    added.installedBy.name,
  ],
});

export const deletePackage = (
  platformId: string,
  provider: string,
  version: string,
): Statement<{ digest: string; name: string }> => ({
  text: `DELETE FROM provider_package WHERE platform_id = $1 AND provider = $2 AND version = $3
    RETURNING digest, manifest->>'name' AS name`,
  values: [platformId, provider, version],
});

/** Serialises changes of an operator's packages and keys until the transaction ends. */
export const lockMarket = (platformId: string): Statement => ({
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`marketplace:${platformId}`],
});

/** Continues the transaction as another platform: row security applies to that platform from here on. */
export const enterPlatform = (platformId: string): Statement => ({
  text: `SELECT set_config('app.platform_id', $1, true)`,
  values: [platformId],
});

export interface UsageRow extends RowOf<typeof getPackage, 'usedBy'> {
  provider: string;
}

export const selectUsage = (platformId: string): Statement => ({
  text: `SELECT c.platform_id, p.name AS platform_name, c.id AS connection_id, c.name AS connection_name, c.provider, c.version,
      c.environment
    FROM provider_connection c JOIN platform p ON p.platform_id = c.platform_id
    WHERE c.platform_id = $1 ORDER BY c.name, c.id`,
  values: [platformId],
});

/** Selects the uses of a version by a platform: a connection, an open roll-out, or a payment that is not final. */
export const selectVersionUse = (
  platformId: string,
  provider: string,
  version: string,
): Statement<{ isNeeded: boolean }> => ({
  text: `WITH mine AS (SELECT id, version FROM provider_connection WHERE platform_id = $1 AND provider = $2),
      made AS (
        SELECT a.id, a.payment_id FROM payment_attempt a
        WHERE a.platform_id = $1 AND a.connection_id IN (SELECT id FROM mine) AND a.provider_version = $3
      )
    SELECT EXISTS (SELECT 1 FROM mine WHERE version = $3)
      OR EXISTS (
        SELECT 1 FROM connection_rollout r
        WHERE r.platform_id = $1 AND r.connection_id IN (SELECT id FROM mine) AND r.ended_at IS NULL
          AND $3 IN (r.from_version, r.to_version))
      OR EXISTS (
        SELECT 1 FROM made JOIN payment p ON p.platform_id = $1 AND p.id = made.payment_id
        WHERE p.status = 'PENDING' OR p.is_provisional OR p.next_check_at IS NOT NULL)
      OR EXISTS (
        SELECT 1 FROM made JOIN refund r ON r.platform_id = $1 AND r.attempt_id = made.id
        WHERE r.state IN ('REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN'))
      AS is_needed`,
  values: [platformId, provider, version],
});

export interface PublisherRow extends Publisher {
  addedBy: string;
  addedAt: Date;
}

export interface Policy {
  requiresSignature: boolean;
}

export const selectPublishers = (platformId: string): Statement<PublisherRow> => ({
  text: `SELECT fingerprint, name, public_key, added_by_name AS added_by, added_at
    FROM package_publisher WHERE platform_id = $1 ORDER BY name, fingerprint`,
  values: [platformId],
});

/** Returns no row when the key is trusted already. */
export const insertPublisher = (
  platformId: string,
  { fingerprint, name, publicKey }: Publisher,
  by: string,
): Statement => ({
  text: `INSERT INTO package_publisher (platform_id, fingerprint, name, public_key, added_by_name)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING fingerprint`,
  values: [platformId, fingerprint, name, publicKey, by],
});

export const deletePublisher = (platformId: string, fingerprint: string): Statement<{ name: string }> => ({
  text: 'DELETE FROM package_publisher WHERE platform_id = $1 AND fingerprint = $2 RETURNING name',
  values: [platformId, fingerprint],
});

export const selectPolicy = (platformId: string): Statement<Policy> => ({
  text: 'SELECT requires_signature FROM package_policy WHERE platform_id = $1',
  values: [platformId],
});

/** Returns no row when the policy was the same before. */
export const upsertPolicy = (platformId: string, requiresSignature: boolean): Statement => ({
  text: `INSERT INTO package_policy AS p (platform_id, requires_signature) VALUES ($1, $2)
    ON CONFLICT (platform_id) DO UPDATE SET requires_signature = excluded.requires_signature, updated_at = now()
      WHERE p.requires_signature <> excluded.requires_signature
    RETURNING requires_signature`,
  values: [platformId, requiresSignature],
});
