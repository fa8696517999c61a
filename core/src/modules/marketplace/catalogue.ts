/** Builds the catalogue for masters: every provider with its versions, the nodes that run them and the platforms that use them. */
import type { Output } from '@feira/schemas/procedure';
import type { getPackage, listPackages } from '@feira/schemas/procedures/marketplace';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Readiness } from '../../plugins/nodes.ts';
import { compareVersions } from '../../shared/versions.ts';
import { selectPlatforms } from '../platforms/model.ts';
import { type AvailablePackage, listAvailable, readPages } from './available-packages.ts';
import { enterPlatform, selectPackages, selectUsage, type UsageRow } from './model.ts';
import { selectTrust, toTrust } from './trust.ts';

type App = Pick<FastifyInstance, 'config' | 'database' | 'providers' | 'nodes'>;
type VersionSummary = Output<typeof getPackage>['versions'][number];

export interface CatalogueReader {
  platformId: string;
  /** Masters also see who uses a package on the platforms that theirs operates. */
  isMaster: boolean;
}

interface Market {
  /** Versions by provider, newest first. */
  providers: Map<string, AvailablePackage[]>;
  usage: UsageRow[];
  toSummary(version: AvailablePackage): VersionSummary;
}

/** The parts of a manifest that a list of providers shows and filters by. They are a seventh of it. */
const BRIEF = [
  'id',
  'name',
  'description',
  'logo',
  'capabilities',
  'operations',
  'evidence',
  'evidenceByOperation',
  'verifiedByOperation',
] as const satisfies (keyof AvailablePackage['manifest'])[];

const toBrief = (manifest: AvailablePackage['manifest']) =>
  Object.fromEntries(BRIEF.filter((name) => manifest[name] !== undefined).map((name) => [name, manifest[name]]));

export async function listCatalogue(
  app: App,
  reader: CatalogueReader,
  isBrief = false,
): Promise<Output<typeof listPackages>> {
  const { platformId } = reader;
  const { providers, toSummary } = await readMarket(app, reader);
  const packages = await Promise.all(
    [...providers].map(async ([provider, versions]) => {
      const newest = versions[0] as AvailablePackage;
      return {
        provider,
        name: newest.manifest.name,
        newest: newest.version,
        manifest: isBrief ? toBrief(newest.manifest) : { ...newest.manifest },
        versions: versions.map(toSummary),
        proofs: await readProofs(app, platformId, newest),
      };
    }),
  );
  return { packages: packages.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR')) };
}

export async function describePackage(
  app: App,
  reader: CatalogueReader,
  provider: string,
  version?: string,
): Promise<Output<typeof getPackage>> {
  const { platformId } = reader;
  const { providers, usage, toSummary } = await readMarket(app, reader);
  const versions = providers.get(provider) ?? [];
  const found = versions.find((one) => one.version === (version ?? versions[0]?.version));
  if (!found) throw new AppError('PACKAGE_NOT_FOUND', { fields: [versions.length > 0 ? 'version' : 'provider'] });
  const { report, readme, changelog } = await readPages(app, platformId, found);
  return {
    provider,
    version: found.version,
    manifest: { ...found.manifest },
    versions: versions.map(toSummary),
    readme,
    changelog,
    report: report && { ...report },
    usedBy: usage.filter((row) => row.provider === provider).map(({ provider: _, ...row }) => row),
  };
}

async function readMarket(app: App, { platformId, isMaster }: CatalogueReader): Promise<Market> {
  const [policies, publishers, packages, platforms] = await app.database.read(
    platformId,
    [...selectTrust(platformId), selectPackages(), selectPlatforms(platformId)],
    true,
  );
  const { publishers: trusted } = toTrust(app, policies.rows, publishers.rows);
  const shelf = listAvailable(app, platformId, packages.rows).sort((one, other) =>
    compareVersions(other.version, one.version),
  );
  const platformIds = isMaster ? platforms.rows.map(({ id }) => id) : [platformId];
  const [usage, readiness] = await Promise.all([
    readUsage(app, platformId, platformIds),
    shelf.length > 0 ? app.nodes.readReadiness(shelf.map(({ key }) => [key])) : [],
  ]);
  const health = new Map(shelf.map(({ key }, index) => [key, readiness[index]]));
  const names = new Map(trusted.map(({ fingerprint, name }) => [fingerprint, name]));
  return {
    providers: Map.groupBy(shelf, ({ provider }) => provider),
    usage,
    toSummary: (version) => {
      const loaded = app.providers.get(
        version.provider,
        version.version,
        version.owner === null ? [] : [version.owner],
      );
      return summarize(version, { names, health: health.get(version.key), usage, hasCode: loaded?.hasCode ?? null });
    },
  };
}

/** Counts connections of the own platform and of the platforms it operates, each in a transaction of that platform. */
async function readUsage(app: App, platformId: string, platformIds: string[]): Promise<UsageRow[]> {
  const statements = platformIds.flatMap((id) => [enterPlatform(id), selectUsage(id)]);
  const results = await app.database.read(platformId, statements, true);
  return results.flatMap(({ rows }, index) => (index % 2 === 1 ? (rows as UsageRow[]) : []));
}

const NOWHERE: Readiness = { total: 0, healthy: 0, failed: 0, problem: null };

function summarize(
  found: AvailablePackage,
  market: { names: Map<string, string>; health: Readiness | undefined; usage: UsageRow[]; hasCode: boolean | null },
): VersionSummary {
  const { provider, version, source, digest, publisher, installedAt, installedBy, switchedOff } = found;
  const { healthy, total, problem } = market.health ?? NOWHERE;
  const users = market.usage.filter((row) => row.provider === provider && row.version === version);
  return {
    version,
    source,
    digest,
    // A key that is no longer trusted, or that only the operator trusts, is shown without a name.
    publisher: publisher && (market.names.get(publisher) ?? publisher),
    installedAt: installedAt?.toISOString() ?? null,
    installedBy,
    switchedOff,
    hasCode: market.hasCode,
    nodes: { healthy, total, problem },
    connections: users.length,
  };
}

async function readProofs(app: App, platformId: string, newest: AvailablePackage) {
  if (newest.owner !== null) return newest.proofs && toProofs(newest.proofs);
  const { report } = await readPages(app, platformId, newest);
  return report && toProofs(report);
}

const toProofs = ({ counts, date }: NonNullable<AvailablePackage['proofs']>) => ({
  total: counts.proofs,
  failed: counts.failed,
  cases: counts.cases,
  date,
});
