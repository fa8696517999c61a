/** Builds the view of connections for masters: configuration and problems, without secrets. */
import type { Output } from '@feira/schemas/procedure';
import type { getConnection, listConnections } from '@feira/schemas/procedures/connections';
import { leastEvidence, listEvidence } from '@feira/schemas/rules/evidence';
import type { FastifyInstance } from 'fastify';
import { isReady } from '../../plugins/nodes.ts';
import { packageKeys } from '../../plugins/providers.ts';
import { isComplete } from '../../shared/manifest-form.ts';
import { listRollouts } from '../rollouts/service.ts';
import { readVersion } from '../versions/service.ts';
import { openCredentials } from './credentials.ts';
import { type StoredConnection, selectConnection, selectConnections, selectVersions } from './model.ts';

type ViewApp = Pick<FastifyInstance, 'database' | 'dataKeys' | 'providers' | 'findPackageOwners' | 'nodes' | 'config'>;
type Summary = Output<typeof listConnections>['connections'][number];
type Details = Output<typeof getConnection>;
type Problem = Summary['problem'];

export async function listViews(app: ViewApp, platformId: string): Promise<Summary[]> {
  const rows = await app.database.list(platformId, selectConnections(platformId), true);
  const rollouts = await listRollouts(
    app,
    platformId,
    rows.map(({ id }) => id),
    1,
  );
  return Promise.all(rows.map(async (row) => toSummary(app, platformId, row, rollouts.get(row.id) ?? [])));
}

/** Returns null when the connection does not exist. */
export async function findView(app: ViewApp, platformId: string, id: string): Promise<Details | null> {
  const row = await app.database.find(platformId, selectConnection(platformId, id), true);
  if (!row) return null;
  const rollouts = (await listRollouts(app, platformId, [id])).get(id) ?? [];
  const manifest = (await findManifest(app, platformId, row)) ?? null;
  return {
    ...(await toSummary(app, platformId, row, rollouts)),
    settings: row.settings as Details['settings'],
    secrets: row.credentials.map(({ name, updatedAt, certificate }) => ({ name, updatedAt, certificate })),
    form: manifest && { ...manifest.credentials },
    evidence: manifest && leastEvidence(manifest, row.methods),
    evidenceParts: manifest ? listEvidence(manifest, row.methods) : [],
    capableMethods: Object.keys(manifest?.capabilities.methods ?? {}) as Details['capableMethods'],
    versions: await listVersions(app, platformId, row.provider),
    webhookUrl: `${app.config.publicUrl}/webhooks/${row.provider}/${row.token}`,
    rollouts,
    formVersion: await readVersion(app, platformId, { name: 'CONNECTION', subject: id }),
  };
}

const findManifest = async (app: ViewApp, platformId: string, { provider, version }: StoredConnection) =>
  app.providers.getServing(provider, version, await app.findPackageOwners(platformId))?.manifest;

async function toSummary(
  app: ViewApp,
  platformId: string,
  row: StoredConnection,
  rollouts: Details['rollouts'],
): Promise<Summary> {
  const { id, name, provider, version, environment, status, methods, limits } = row;
  const ends = row.credentials.flatMap(({ certificate }) => (certificate ? [certificate.validTo] : []));
  return {
    id,
    name,
    provider,
    providerName: (await findManifest(app, platformId, row))?.name ?? provider,
    version,
    environment,
    status,
    methods,
    limits,
    test: row.test,
    isManaged: row.managedName !== null,
    problem: await findProblem(app, platformId, row),
    certificateExpiresAt: ends.sort()[0] ?? null,
    rollout: rollouts.find(({ endedAt }) => endedAt === null) ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

async function findProblem(app: ViewApp, platformId: string, row: StoredConnection): Promise<Problem> {
  const manifest = await findManifest(app, platformId, row);
  if (!manifest) return 'PACKAGE_MISSING';
  const versions = row.credentials.map(({ keyVersion }) => keyVersion);
  const keys = await app.dataKeys.list(platformId, versions).catch(() => new Map<number, Buffer>());
  const { secrets, unreadable } = openCredentials(platformId, row, keys);
  if (unreadable.length > 0) return 'CREDENTIALS_UNREADABLE';
  return isComplete(manifest.credentials, { ...row, secrets: [...secrets.keys()] }) ? null : 'CREDENTIALS_INCOMPLETE';
}

/** Lists the installed versions, even if this node has not loaded them yet, and those from folders, newest first. */
async function listVersions(app: ViewApp, platformId: string, provider: string): Promise<Details['versions']> {
  const owners = await app.findPackageOwners(platformId);
  const [installed] = await app.database.read(platformId, [selectVersions(provider)], true);
  const loaded = app.providers.list(owners).filter(({ id }) => id === provider);
  const known = new Set([...loaded.map(({ version }) => version), ...installed.rows.map(({ version }) => version)]);
  const versions = [...known].sort((a, b) => compareVersions(b, a));
  const readiness = await app.nodes.readReadiness(versions.map((version) => packageKeys(provider, version, owners)));
  return versions.map((version, index) => {
    const state = readiness[index];
    return { version, isReady: state !== undefined && isReady(state) };
  });
}

const ORDER = new Intl.Collator('en', { numeric: true });

/** Sorts a pre-release such as 1.2.0-beta.1 before its release. */
function compareVersions(a: string, b: string): number {
  const [coreA = '', suffixA] = a.split(/-(.*)/);
  const [coreB = '', suffixB] = b.split(/-(.*)/);
  const byCore = ORDER.compare(coreA, coreB);
  if (byCore !== 0 || suffixA === suffixB) return byCore;
  if (suffixA === undefined) return 1;
  return suffixB === undefined ? -1 : ORDER.compare(suffixA, suffixB);
}
