/** Provider packages: what there is, what it can do and how that is known, and how it comes and goes. For masters. */
import { CONNECTION_ENVIRONMENTS, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { GUARDED, nothingSchema, nullable, REFUSALS, record, recordWith } from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';

export const providerIdSchema = { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' } as const;
/** Exact: never a range. */
export const versionSchema = {
  type: 'string',
  maxLength: 60,
  pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$',
} as const;
/** sha256 of the tarball. */
export const digestSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } as const;
/** ed25519 over the ASCII bytes of the digest ('sha256:…'), in base64. */
const signatureSchema = { type: 'string', pattern: '^[A-Za-z0-9+/]{86}==$' } as const;

/** Where a package came from: with the core, from a configured folder, or installed by a master. */
export const PACKAGE_SOURCES = ['bundled', 'folder', 'upload', 'registry'] as const;

/** Everything that is checked before a package may be installed, in this order. */
export const PACKAGE_CHECKS = [
  /** A gzipped tarball as npm packs it, within limits of size and count, without links or paths that leave it. */
  'ARCHIVE',
  /** The bytes are those that were asked for (digest, or the registry's sha512). */
  'INTEGRITY',
  /** package.json with name and exact version; plugin.json that follows its schema. */
  'MANIFEST',
  /** The contract range takes in the contract of this core. */
  'CONTRACT',
  /** No script runs at installation. */
  'SCRIPTS',
  /** Nothing but the kit and the schemas is needed at run time, and nothing native. */
  'DEPENDENCIES',
  /** The entry is an ES module. */
  'MODULE',
  /** Every base address is https and its host is declared. */
  'HOSTS',
  /** Neither id nor name could be taken for another's. */
  'NAME',
  /** This version is new, or has the very same bytes. */
  'VERSION',
  /** Signed by a publisher this platform trusts, where that is required. */
  'SIGNATURE',
  /** The report speaks of these bytes. What it does not prove is switched off, which refuses nothing. */
  'CONFORMANCE',
] as const;
export type PackageCheck = (typeof PACKAGE_CHECKS)[number];

/** What a check can find, with the details it names in parentheses. Pages have one sentence for each. */
export const PACKAGE_REASONS = [
  /** An earlier check failed, and nothing can be said without it. */
  'NOT_CHECKED',
  // ARCHIVE
  'NOT_GZIP',
  'ARCHIVE_BROKEN',
  /** (bytes, limit) */
  'ARCHIVE_TOO_LARGE',
  /** (limit): stopped while unpacking, so the whole size is not known. */
  'UNPACKED_TOO_LARGE',
  /** (limit) */
  'TOO_MANY_FILES',
  /** (path, target) */
  'LINK',
  /** (path, type): a device, a pipe and the like. */
  'SPECIAL_FILE',
  /** (path): absolute, climbing by "..", or not below package/. */
  'PATH_OUTSIDE',
  /** (path): holds a backslash, a control character, an empty part or a dot for a part. */
  'PATH_UNSAFE',
  /** (path, limit) */
  'PATH_TOO_LONG',
  /** (path) */
  'PATH_TWICE',
  /** (path, other): the same on a disk that ignores case, or a file where the other needs a folder. */
  'PATH_COLLIDES',
  // INTEGRITY
  /** (expected, actual): not the bytes that were inspected. */
  'DIGEST_DIFFERS',
  /** (expected, actual): not the bytes that were asked of the registry. */
  'INTEGRITY_DIFFERS',
  /** (expected, actual): package.json has another name or version than the registry was asked for. */
  'PUBLISHED_AS_OTHER',
  // MANIFEST
  'PACKAGE_JSON_MISSING',
  /** (problem) */
  'PACKAGE_JSON_INVALID',
  'MANIFEST_MISSING',
  /** (problem) */
  'MANIFEST_INVALID',
  // CONTRACT
  /** (range, version): the range of the manifest, and the contract of this core. */
  'CONTRACT_RANGE',
  // SCRIPTS
  /** (script) */
  'INSTALL_SCRIPT',
  // DEPENDENCIES
  /** (dependency, field): anything besides the kit and the schemas as peerDependencies. */
  'DEPENDENCY',
  /** (path) */
  'NODE_MODULES',
  /** (path) */
  'NATIVE_MODULE',
  // MODULE
  'ENTRY_MISSING',
  /** (entry) */
  'ENTRY_NOT_FOUND',
  /** (entry): TypeScript, CommonJS or no module at all. */
  'ENTRY_NOT_MODULE',
  // HOSTS
  /** (host or address) */
  'HOST_INVALID',
  /** (address) */
  'HOST_NOT_HTTPS',
  /** (host) */
  'HOST_UNDECLARED',
  /** (host) */
  'HOST_PRIVATE',
  // NAME
  /** (id, other) */
  'IMITATES_ID',
  /** (name, other) */
  'IMITATES_NAME',
  /** (id): comes with this core, so that a new version needs the signature of a trusted publisher. */
  'BUNDLED_NAME',
  /** (id, publisher): an installed version was signed by somebody else than this one. */
  'PUBLISHER_DIFFERS',
  // VERSION
  /** (version, digest or source): the version is there with other bytes. */
  'VERSION_TAKEN',
  // SIGNATURE
  /** Nobody signed it, and signatures are required. */
  'SIGNATURE_MISSING',
  /** It has a signature, but none that a trusted publisher made of these bytes. */
  'SIGNATURE_WRONG',
  /** Nobody signed it, which is allowed: a warning. */
  'UNSIGNED',
  // CONFORMANCE: warnings
  'REPORT_MISSING',
  /** (problem) */
  'REPORT_INVALID',
  /** Of another provider, or of other bytes. */
  'REPORT_FOREIGN',
  /** (capabilities): switched off. */
  'UNPROVEN',
] as const;
export type PackageReason = (typeof PACKAGE_REASONS)[number];

const checkSchema = record({
  check: { type: 'string', enum: PACKAGE_CHECKS },
  isPassed: { type: 'boolean' },
  /** Not passing it keeps the package out. */
  isRefusal: { type: 'boolean' },
  /** What exactly is wrong. Null when passed. */
  reason: nullable({ type: 'string', enum: PACKAGE_REASONS }),
  /** What the sentence names: the script, the path, the host, the range. */
  details: { type: 'object', additionalProperties: { type: 'string' } },
});

const versionSummary = record({
  version: versionSchema,
  source: { type: 'string', enum: PACKAGE_SOURCES },
  digest: nullable(digestSchema),
  /** Name of the trusted publisher who signed it. */
  publisher: nullable(textSchema(120)),
  installedAt: nullable(dateTimeSchema),
  installedBy: nullable(textSchema(120)),
  /** Capabilities declared without proof: PIX, PIX.refund, CREDIT_CARD.installments, splits, withdraw.PIX … */
  switchedOff: { type: 'array', items: { type: 'string' } },
  /** How many of the running nodes can serve it. */
  nodes: record({ healthy: { type: 'integer' }, total: { type: 'integer' }, problem: nullable(textSchema(500)) }),
  /** Connections of the own and the operated platforms that use it now. */
  connections: { type: 'integer' },
});

/** The manifest as it is, see schemas/src/manifest.ts. */
const manifestOutput = { type: 'object', additionalProperties: true } as const;

const packageSummary = record({
  provider: providerIdSchema,
  name: textSchema(60),
  newest: versionSchema,
  /** Of the newest version. */
  manifest: manifestOutput,
  /** Newest first. */
  versions: { type: 'array', items: versionSummary },
  /** Of the newest version's report; null where there is none. */
  proofs: nullable(
    record({
      total: { type: 'integer' },
      failed: { type: 'integer' },
      cases: { type: 'integer' },
      date: { type: 'string' },
    }),
  ),
});

export const listPackages = {
  name: 'marketplace.listPackages',
  kind: 'query',
  summary: 'Every provider there is a package of, by name, with its versions.',
  access: MASTER,
  input: nothingSchema,
  output: record({ packages: { type: 'array', items: packageSummary } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getPackage = {
  name: 'marketplace.getPackage',
  kind: 'query',
  summary:
    'One provider, one version of it in full: manifest, change log, what the conformance suite proved, who uses it.',
  access: MASTER,
  input: recordWith(
    { provider: providerIdSchema },
    {
      /** The newest one by default. */
      version: versionSchema,
    },
  ),
  output: record({
    provider: providerIdSchema,
    version: versionSchema,
    manifest: manifestOutput,
    versions: { type: 'array', items: versionSummary },
    /** Markdown. */
    readme: nullable({ type: 'string' }),
    changelog: nullable({ type: 'string' }),
    /** conformance.json, see ConformanceReport of the kit. */
    report: nullable({ type: 'object', additionalProperties: true }),
    usedBy: {
      type: 'array',
      items: record({
        platformId: uuidSchema,
        platformName: textSchema(120),
        connectionId: uuidSchema,
        connectionName: textSchema(120),
        version: versionSchema,
        environment: { type: 'string', enum: CONNECTION_ENVIRONMENTS },
      }),
    },
  }),
  errors: [...REFUSALS, 'PACKAGE_NOT_FOUND'],
} as const satisfies Procedure;

/** Either the bytes, or where to fetch them: name, exact version and the registry's sha512, all three. */
const sourceSchema = {
  type: 'object',
  required: ['kind'],
  // Of the two forms only the one that `kind` names is checked and complained about.
  discriminator: { propertyName: 'kind' },
  oneOf: [
    record({
      kind: { const: 'upload' },
      /** The tarball in base64; at most 8 MiB of bytes. */
      content: { type: 'string', minLength: 1, maxLength: 11_184_812, pattern: '^[A-Za-z0-9+/]+={0,2}$' },
    }),
    record({
      kind: { const: 'registry' },
      name: { type: 'string', maxLength: 214, pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$' },
      version: versionSchema,
      integrity: { type: 'string', pattern: '^sha512-[A-Za-z0-9+/]{86}==$' },
    }),
  ],
} as const;
const PACKAGE_BODY_LIMIT = 12 * 1024 * 1024;

export const inspectPackage = {
  name: 'marketplace.inspectPackage',
  kind: 'mutation',
  summary:
    'Reads a package without running anything of it: what it is, what it may do, and whether it may be installed.',
  access: MASTER,
  bodyLimit: PACKAGE_BODY_LIMIT,
  input: recordWith({ source: sourceSchema }, { signature: signatureSchema }),
  output: record({
    digest: digestSchema,
    bytes: { type: 'integer' },
    files: { type: 'integer' },
    /** These three are null where the package could not be read that far. */
    provider: nullable(providerIdSchema),
    version: nullable(versionSchema),
    manifest: nullable(manifestOutput),
    checks: { type: 'array', items: checkSchema },
    isInstallable: { type: 'boolean' },
    switchedOff: { type: 'array', items: { type: 'string' } },
    publisher: nullable(textSchema(120)),
    /** The newest version there is already, and what this one wants beyond it. */
    replaces: nullable(
      record({
        version: versionSchema,
        newHosts: { type: 'array', items: { type: 'string' } },
        newCredentials: { type: 'array', items: { type: 'string' } },
      }),
    ),
    changelog: nullable({ type: 'string' }),
  }),
  errors: [...REFUSALS, 'REGISTRY_UNAVAILABLE', 'PACKAGE_NOT_PUBLISHED'],
} as const satisfies Procedure;

export const installPackage = {
  name: 'marketplace.installPackage',
  kind: 'mutation',
  summary:
    'Stores a package for every node, after the same checks, when its bytes are still those that were inspected.',
  access: MASTER,
  protects: 'credentials',
  bodyLimit: PACKAGE_BODY_LIMIT,
  input: recordWith({ source: sourceSchema, digest: digestSchema }, { signature: signatureSchema }),
  output: record({ provider: providerIdSchema, version: versionSchema }),
  errors: [...GUARDED, 'PACKAGE_REFUSED', 'REGISTRY_UNAVAILABLE', 'PACKAGE_NOT_PUBLISHED'],
} as const satisfies Procedure;

export const removePackage = {
  name: 'marketplace.removePackage',
  kind: 'mutation',
  summary: 'Takes an installed version away, once no connection and no open payment needs it.',
  access: MASTER,
  protects: 'credentials',
  input: record({ provider: providerIdSchema, version: versionSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'PACKAGE_NOT_FOUND', 'PACKAGE_IN_USE'],
} as const satisfies Procedure;

const publisherSchema = record({
  fingerprint: textSchema(64),
  name: textSchema(120),
  addedBy: textSchema(120),
  addedAt: dateTimeSchema,
});

export const getTrust = {
  name: 'marketplace.getTrust',
  kind: 'query',
  summary: 'Whether packages have to be signed, and whose signatures are believed.',
  access: MASTER,
  input: nothingSchema,
  output: record({ requiresSignature: { type: 'boolean' }, publishers: { type: 'array', items: publisherSchema } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const setSignatureRequired = {
  name: 'marketplace.setSignatureRequired',
  kind: 'mutation',
  summary: 'Whether packages have to be signed by a trusted publisher; those already installed stay.',
  access: MASTER,
  protects: 'credentials',
  input: record({ requiresSignature: { type: 'boolean' } }),
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const addPublisher = {
  name: 'marketplace.addPublisher',
  kind: 'mutation',
  summary: "Believes a publisher's signatures from now on.",
  access: MASTER,
  protects: 'credentials',
  input: record({
    name: textSchema(120, 2),
    /** ed25519: a PEM, or SPKI DER in base64. */
    publicKey: { type: 'string', minLength: 40, maxLength: 1000 },
  }),
  output: record({ fingerprint: textSchema(64) }),
  errors: [...GUARDED, 'PUBLIC_KEY_INVALID'],
} as const satisfies Procedure;

export const removePublisher = {
  name: 'marketplace.removePublisher',
  kind: 'mutation',
  summary: "Believes a publisher's signatures no more; packages already installed stay.",
  access: MASTER,
  protects: 'credentials',
  input: record({ fingerprint: textSchema(64, 1) }),
  output: nothingSchema,
  errors: [...GUARDED, 'PUBLISHER_NOT_FOUND'],
} as const satisfies Procedure;
