/** Inspects, installs and removes packages. Inspection and installation run the same checks. */
import { createHash } from 'node:crypto';
import type { Input, Output } from '@feira/schemas/procedure';
import type { inspectPackage, installPackage } from '@feira/schemas/procedures/marketplace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { type ArchiveFile, ArchiveRefused, digestOf, readArchive } from '../../shared/package-archive.ts';
import { newestOf } from '../../shared/versions.ts';
import { recordEvent } from '../audit/service.ts';
import { selectPlatforms } from '../platforms/model.ts';
import { listAvailable } from './available-packages.ts';
import { type CheckResult, isInstallable, runChecks } from './checks.ts';
import { switchOff } from './checks-of-manifest.ts';
import { type Contents, readContents } from './contents.ts';
import { deletePackage, enterPlatform, insertPackage, lockMarket, selectPackages, selectVersionUse } from './model.ts';
import { fetchPackage } from './registry.ts';
import { findSigner } from './signatures.ts';
import type { Finding } from './subject.ts';
import { identityOf, type KnownPackage, type Subject } from './subject.ts';
import { selectTrust, type Trust, toTrust } from './trust.ts';

type App = Pick<FastifyInstance, 'database' | 'providers' | 'config'>;
type Source = Input<typeof inspectPackage>['source'];

/** A package as it was received, before it is compared with the market. */
interface Delivery {
  content: Buffer;
  digest: string;
  integrity: string;
  files: ArchiveFile[];
  contents: Contents | null;
  archiveFinding: Finding | null;
  expected: Subject['expected'];
  signature: string | undefined;
}

async function deliver(app: App, source: Source, signature?: string, digest?: string): Promise<Delivery> {
  const isUpload = source.kind === 'upload';
  const content = isUpload ? Buffer.from(source.content, 'base64') : await fetchFromRegistry(app, source);
  const expected = {
    ...(digest !== undefined && { digest }),
    ...(!isUpload && { integrity: source.integrity, name: source.name, version: source.version }),
  };
  const sha512 = createHash('sha512').update(content).digest('base64');
  const { files, archiveFinding } = await open(content);
  const contents = archiveFinding ? null : readContents(files);
  return {
    content,
    digest: digestOf(content),
    integrity: `sha512-${sha512}`,
    files,
    contents,
    archiveFinding,
    expected,
    signature,
  };
}

const fetchFromRegistry = ({ config }: App, { name, version }: Extract<Source, { kind: 'registry' }>) =>
  fetchPackage({ url: config.packageRegistryUrl, isOwn: config.isOwnRegistry }, name, version);

async function open(content: Buffer): Promise<{ files: ArchiveFile[]; archiveFinding: Finding | null }> {
  try {
    return { files: await readArchive(content), archiveFinding: null };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return { files: [], archiveFinding: { reason: error.reason, details: error.details } };
  }
}

/** Combines the package and the market into the subject of the checks. */
function toSubject(delivery: Delivery, owner: string, trust: Trust, known: KnownPackage[]): Subject {
  const { digest, integrity, expected, archiveFinding, contents, signature } = delivery;
  const { publishers: trusted, requiresSignature } = trust;
  return {
    digest,
    integrity,
    expected,
    archiveFinding,
    contents,
    requiresSignature,
    trusted,
    owner,
    known,
    hasSignature: signature !== undefined,
    publisher: signature === undefined ? null : findSigner(digest, signature, trusted),
  };
}

export async function inspect(
  app: App,
  platformId: string,
  { source, signature }: Input<typeof inspectPackage>,
): Promise<Output<typeof inspectPackage>> {
  const delivery = await deliver(app, source, signature);
  const [policies, publishers, packages] = await app.database.read(
    platformId,
    [...selectTrust(platformId), selectPackages()],
    true,
  );
  const known = listAvailable(app, platformId, packages.rows);
  const subject = toSubject(delivery, platformId, toTrust(app, policies.rows, publishers.rows), known);
  const checks = runChecks(subject);
  return { ...describe(delivery, subject), checks, isInstallable: isInstallable(checks) };
}

function describe({ content, digest, files, contents }: Delivery, { publisher, known }: Subject) {
  const manifest = contents && 'value' in contents.manifest ? contents.manifest.value : null;
  const version = contents && 'value' in contents.description ? contents.description.value.version : null;
  return {
    digest,
    bytes: content.length,
    files: files.length,
    provider: manifest?.id ?? null,
    version,
    manifest: manifest && { ...manifest },
    hasCode: contents?.hasCode ?? true,
    switchedOff: contents && manifest ? switchOff(manifest, contents).switchedOff : [],
    publisher: publisher?.name ?? null,
    replaces: manifest && findReplaced(manifest, version, known),
    changelog: contents?.changelog ?? null,
  };
}

function findReplaced(manifest: KnownPackage['manifest'], version: string | null, known: readonly KnownPackage[]) {
  const older = newestOf(known.filter((one) => one.provider === manifest.id && one.version !== version));
  if (!older) return null;
  const { hosts, credentials } = older.manifest;
  return {
    version: older.version,
    newHosts: manifest.hosts.filter((host) => !hosts.includes(host)),
    newCredentials: Object.keys(manifest.credentials.properties).filter(
      (name) => !Object.hasOwn(credentials.properties, name),
    ),
  };
}

/** Runs all checks again under a lock, so that the second of two concurrent installations is compared with the first. */
export async function install(
  app: App,
  request: FastifyRequest,
  { source, digest, signature }: Input<typeof installPackage>,
): Promise<Output<typeof installPackage>> {
  const platformId = request.platform.id;
  const delivery = await deliver(app, source, signature, digest);
  return app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockMarket(platformId));
    const subject = await readSubject(app, transaction, platformId, delivery);
    const refusal = runChecks(subject).find(({ isRefusal }) => isRefusal);
    if (refusal) throw toError(refusal);
    const installed = await store(transaction, request, delivery, subject, source.kind);
    return installed;
  });
}

async function readSubject(app: App, transaction: Transaction, platformId: string, delivery: Delivery) {
  const [policy, publishers] = selectTrust(platformId);
  const trust = toTrust(app, await transaction.list(policy), await transaction.list(publishers));
  const rows = await transaction.list(selectPackages());
  return toSubject(delivery, platformId, trust, listAvailable(app, platformId, rows));
}

async function store(
  transaction: Transaction,
  request: FastifyRequest,
  { content, digest, contents }: Delivery,
  subject: Subject,
  source: 'upload' | 'registry',
): Promise<Output<typeof installPackage>> {
  const identity = identityOf(subject);
  if (!identity || !contents || 'problem' in contents.manifest)
    throw new Error('An unreadable package passed its checks.');
  const { id: provider, version, name } = identity;
  const { value: manifest } = contents.manifest;
  const { switchedOff } = switchOff(manifest, contents);
  const { report, readme, changelog } = contents;
  const platformId = request.platform.id;
  const added = await transaction.find(
    insertPackage(platformId, {
      provider,
      version,
      digest,
      content,
      manifest,
      switchedOff,
      source,
      readme,
      changelog,
      report: report && 'report' in report ? report.report : null,
      publisher: subject.publisher?.fingerprint ?? null,
      installedBy: { id: request.person?.id ?? '', name: request.person?.name ?? '' },
    }),
  );
  // Nothing changed when the same bytes were installed already.
  if (added) {
    const details = { digest, source, publisher: subject.publisher?.name ?? null, switchedOff };
    const event = { type: 'package.installed', subject: toAuditSubject(provider, version, name), details } as const;
    await transaction.runAll([recordEvent(platformId, request, event)]);
  }
  return { provider, version };
}

const toAuditSubject = (provider: string, version: string, name: string) =>
  ({ type: 'package', id: `${provider}@${version}`, name: `${name} ${version}` }) as const;

const FIELDS: Partial<Record<CheckResult['check'], string>> = { INTEGRITY: 'digest', SIGNATURE: 'signature' };

/** Names only the first problem; `inspectPackage` lists all of them. */
function toError({ check, reason, details }: CheckResult): AppError {
  const named = Object.entries(details).map(([name, text]) => `${name}: ${text}`);
  const what = named.length > 0 ? `${reason} (${named.join(', ')})` : `${reason}`;
  const field = FIELDS[check] ?? 'source';
  return new AppError('PACKAGE_REFUSED', {
    reasons: { [field]: { 'pt-BR': `Recusado na análise: ${what}`, en: `Refused by inspection: ${what}` } },
  });
}

export async function remove(app: App, request: FastifyRequest, provider: string, version: string): Promise<void> {
  const platformId = request.platform.id;
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockMarket(platformId));
    const platforms = await transaction.list(selectPlatforms(platformId));
    const removed = await transaction.find(deletePackage(platformId, provider, version));
    if (!removed) throw new AppError('PACKAGE_NOT_FOUND', { fields: ['version'] });
    for (const { id } of platforms) await refuseNeeded(transaction, id, provider, version);
    await transaction.runAll([
      enterPlatform(platformId),
      recordEvent(platformId, request, {
        type: 'package.removed',
        subject: toAuditSubject(provider, version, removed.name),
        details: { digest: removed.digest },
      }),
    ]);
  });
}

async function refuseNeeded(transaction: Transaction, platformId: string, provider: string, version: string) {
  await transaction.run(enterPlatform(platformId));
  const need = await transaction.find(selectVersionUse(platformId, provider, version));
  if (need?.isNeeded) throw new AppError('PACKAGE_IN_USE', { fields: ['version'] });
}
