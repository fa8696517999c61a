/** Declares the procedures about provider packages: their capabilities and proofs, and their installation and removal by masters. */

import { CONNECTION_ENVIRONMENTS, dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { GUARDED, nothingSchema, nullable, optional, REFUSALS, record, recordWith } from '../parts.ts';
import { type Access, MASTER, type Procedure } from '../procedure.ts';

export const providerIdSchema = { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' } as const;
/** An exact version, never a range. */
export const versionSchema = {
  type: 'string',
  maxLength: 60,
  pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$',
} as const;
/** The sha256 of the tarball. */
export const digestSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } as const;
/** An ed25519 signature of the ASCII bytes of the digest ('sha256:…'), in base64. */
const signatureSchema = { type: 'string', pattern: '^[A-Za-z0-9+/]{86}==$' } as const;

/** The sources of packages: the core's own bundle, a configured folder, or an installation by a master. */
export const PACKAGE_SOURCES = ['bundled', 'folder', 'upload', 'registry'] as const;

/** The checks before a package may be installed, in this order. */
export const PACKAGE_CHECKS = [
  /** The package is a gzipped tarball as npm packs it, within limits of size and count, without links or paths outside it. */
  'ARCHIVE',
  /** The bytes are the requested ones (by digest, or by the registry's sha512). */
  'INTEGRITY',
  /** package.json has a name and an exact version; plugin.json follows its schema. */
  'MANIFEST',
  /** The manifest's range includes the contract version of this core. */
  'CONTRACT',
  /** The package runs no script at installation. */
  'SCRIPTS',
  /** The package needs only the kit and the schemas at run time, and nothing native. */
  'DEPENDENCIES',
  /** The entry is an ES module. */
  'MODULE',
  /** Every base address is https, and its host is declared. */
  'HOSTS',
  /** Neither the id nor the name can be mistaken for another provider's. */
  'NAME',
  /** The version is new, or has exactly the same bytes. */
  'VERSION',
  /** A publisher that this platform trusts has signed it, where signatures are required. */
  'SIGNATURE',
  /** The report covers these bytes. Unproven capabilities are switched off, but do not stop the installation. */
  'CONFORMANCE',
] as const;
export type PackageCheck = (typeof PACKAGE_CHECKS)[number];

/** The findings of the checks, with the names of their details in parentheses. Screens have a sentence for each. */
export const PACKAGE_REASONS = [
  /** An earlier check failed, so this one could not run. */
  'NOT_CHECKED',
  // ARCHIVE
  'NOT_GZIP',
  'ARCHIVE_BROKEN',
  /** (bytes, limit) */
  'ARCHIVE_TOO_LARGE',
  /** (limit): unpacking stopped there, so the whole size is unknown. */
  'UNPACKED_TOO_LARGE',
  /** (limit) */
  'TOO_MANY_FILES',
  /** (path, target) */
  'LINK',
  /** (path, type): a device, a pipe or the like. */
  'SPECIAL_FILE',
  /** (path): the path is absolute, climbs with "..", or is not below package/. */
  'PATH_OUTSIDE',
  /** (path): the path has a backslash, a control character, an empty part or a part that is only a dot. */
  'PATH_UNSAFE',
  /** (path, limit) */
  'PATH_TOO_LONG',
  /** (path) */
  'PATH_TWICE',
  /** (path, other): both paths are the same on a disk that ignores case, or one is a file where the other needs a folder. */
  'PATH_COLLIDES',
  // INTEGRITY
  /** (expected, actual): the bytes differ from those inspected. */
  'DIGEST_DIFFERS',
  /** (expected, actual): the bytes differ from those that the registry lists. */
  'INTEGRITY_DIFFERS',
  /** (expected, actual): package.json has another name or version than the one requested from the registry. */
  'PUBLISHED_AS_OTHER',
  // MANIFEST
  'PACKAGE_JSON_MISSING',
  /** (problem) */
  'PACKAGE_JSON_INVALID',
  'MANIFEST_MISSING',
  /** (problem) */
  'MANIFEST_INVALID',
  // CONTRACT
  /** (range, version): the manifest's range, and the contract version of this core. */
  'CONTRACT_RANGE',
  // SCRIPTS
  /** (script) */
  'INSTALL_SCRIPT',
  // DEPENDENCIES
  /** (dependency, field): a dependency other than the kit and the schemas as peerDependencies. */
  'DEPENDENCY',
  /** (path) */
  'NODE_MODULES',
  /** (path) */
  'NATIVE_MODULE',
  // MODULE
  'ENTRY_MISSING',
  /** (entry) */
  'ENTRY_NOT_FOUND',
  /** (entry): the entry is TypeScript, CommonJS or no module at all. */
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
  /** (id): the core bundles this provider, so a new version needs the signature of a trusted publisher. */
  'BUNDLED_NAME',
  /** (id, publisher): another publisher than this one signed an installed version. */
  'PUBLISHER_DIFFERS',
  // VERSION
  /** (version, digest or source): the version exists with other bytes. */
  'VERSION_TAKEN',
  /** (version, newest): a newer version is there already; a warning. */
  'VERSION_OLDER',
  // SIGNATURE
  /** The package has no signature, and signatures are required. */
  'SIGNATURE_MISSING',
  /** The package has a signature, but none of a trusted publisher for these bytes. */
  'SIGNATURE_WRONG',
  /** The package has no signature, which is allowed: a warning. */
  'UNSIGNED',
  // CONFORMANCE: warnings
  'REPORT_MISSING',
  /** (problem) */
  'REPORT_INVALID',
  /** The report is about another provider or other bytes. */
  'REPORT_FOREIGN',
  /** The report proves everything, but no publisher whom the operator trusts signed it. */
  'REPORT_UNSIGNED',
  /** (capabilities): the unproven capabilities, which are switched off. */
  'UNPROVEN',
] as const;
export type PackageReason = (typeof PACKAGE_REASONS)[number];

const checkSchema = record({
  check: { type: 'string', enum: PACKAGE_CHECKS },
  isPassed: { type: 'boolean' },
  /** True where the platform refuses a package that fails this check. */
  isRefusal: { type: 'boolean' },
  /** The exact problem; null when the check passed. */
  reason: nullable({ type: 'string', enum: PACKAGE_REASONS }),
  /** The values in the sentence: the script, the path, the host or the range. */
  details: { type: 'object', additionalProperties: { type: 'string' } },
});

const versionSummary = record({
  version: versionSchema,
  source: { type: 'string', enum: PACKAGE_SOURCES },
  digest: nullable(digestSchema),
  /** The name of the trusted publisher who signed it. */
  publisher: nullable(textSchema(120)),
  installedAt: nullable(dateTimeSchema),
  installedBy: nullable(textSchema(120)),
  /** The capabilities without proof: PIX, PIX.refund, CREDIT_CARD.installments, splits, withdraw.PIX … */
  switchedOff: { type: 'array', items: { type: 'string' } },
  /** False if the package is data only, which the server runs itself; null where this node has not loaded it. */
  hasCode: nullable({ type: 'boolean' }),
  /** The number of running nodes that can serve it, and the number of all. */
  nodes: record({ healthy: { type: 'integer' }, total: { type: 'integer' }, problem: nullable(textSchema(500)) }),
  /** The number of connections of the own and the operated platforms that use it now. */
  connections: { type: 'integer' },
});

/** The manifest as it is in the package, see schemas/src/manifest.ts. */
const manifestOutput = { type: 'object', additionalProperties: true } as const;

const packageSummary = record({
  provider: providerIdSchema,
  name: textSchema(60),
  newest: versionSchema,
  /** The manifest of the newest version. */
  manifest: manifestOutput,
  /** The versions, newest first. */
  versions: { type: 'array', items: versionSummary },
  /** The proofs in the newest version's report; null where it has no report. */
  proofs: nullable(
    record({
      total: { type: 'integer' },
      failed: { type: 'integer' },
      cases: { type: 'integer' },
      date: { type: 'string' },
    }),
  ),
});

/** People who connect providers read what a package says. */
const READERS: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isConnectionsAvailable' };

export const listPackages = {
  name: 'marketplace.listPackages',
  kind: 'query',
  summary: 'Lists every provider that has a package, by name, with its versions.',
  access: READERS,
  limit: READING,
  input: optional({
    /** Leaves out what only forms need of each manifest: credentials, status maps and the like. */
    isBrief: { type: 'boolean' },
  }),
  output: record({ packages: { type: 'array', items: packageSummary } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getPackage = {
  name: 'marketplace.getPackage',
  kind: 'query',
  summary:
    "Retrieves one version of a provider's package: manifest, change log, conformance proofs and the connections that use it; an administrator sees those of the own platform.",
  access: READERS,
  limit: READING,
  input: recordWith(
    { provider: providerIdSchema },
    {
      /** The default is the newest version. */
      version: versionSchema,
    },
  ),
  output: record({
    provider: providerIdSchema,
    version: versionSchema,
    manifest: manifestOutput,
    versions: { type: 'array', items: versionSummary },
    /** The texts in Markdown. */
    readme: nullable({ type: 'string' }),
    changelog: nullable({ type: 'string' }),
    /** The content of conformance.json, see ConformanceReport of the kit. */
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

/** Either the bytes of a package, or its name, exact version and sha512 in the registry. */
const sourceSchema = {
  type: 'object',
  required: ['kind'],
  // Only the form that `kind` names is checked and reported on.
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
    'Inspects a package without running any of its code: its manifest, its permissions, and whether it may be installed.',
  access: MASTER,
  bodyLimit: PACKAGE_BODY_LIMIT,
  limit: CHANGING,
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
    /** False if the package is data only, which the server runs itself. */
    hasCode: { type: 'boolean' },
    switchedOff: { type: 'array', items: { type: 'string' } },
    publisher: nullable(textSchema(120)),
    /** The newest version that exists already, and the hosts and credentials that this one adds. */
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
  summary: 'Installs a package on every node after the same checks, if its bytes are still those that were inspected.',
  access: MASTER,
  protects: 'credentials',
  bodyLimit: PACKAGE_BODY_LIMIT,
  limit: CHANGING,
  input: recordWith({ source: sourceSchema, digest: digestSchema }, { signature: signatureSchema }),
  output: record({ provider: providerIdSchema, version: versionSchema }),
  errors: [...GUARDED, 'PACKAGE_REFUSED', 'REGISTRY_UNAVAILABLE', 'PACKAGE_NOT_PUBLISHED'],
} as const satisfies Procedure;

export const removePackage = {
  name: 'marketplace.removePackage',
  kind: 'mutation',
  summary: 'Removes an installed version that no connection and no open payment uses.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
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
  summary: 'Retrieves whether packages have to be signed, and the trusted publishers.',
  access: MASTER,
  limit: READING,
  input: nothingSchema,
  output: record({ requiresSignature: { type: 'boolean' }, publishers: { type: 'array', items: publisherSchema } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const setSignatureRequired = {
  name: 'marketplace.setSignatureRequired',
  kind: 'mutation',
  summary: 'Sets whether packages have to be signed by a trusted publisher. Installed packages stay.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ requiresSignature: { type: 'boolean' } }),
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const addPublisher = {
  name: 'marketplace.addPublisher',
  kind: 'mutation',
  summary: 'Adds a trusted publisher, whose signatures are accepted from now on.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
  input: record({
    name: lineSchema(120, 2),
    /** An ed25519 key: PEM, or SPKI DER in base64. */
    publicKey: { type: 'string', minLength: 40, maxLength: 1000 },
  }),
  output: record({ fingerprint: textSchema(64) }),
  errors: [...GUARDED, 'PUBLIC_KEY_INVALID'],
} as const satisfies Procedure;

export const removePublisher = {
  name: 'marketplace.removePublisher',
  kind: 'mutation',
  summary: 'Removes a trusted publisher. Packages already installed stay.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ fingerprint: textSchema(64, 1) }),
  output: nothingSchema,
  errors: [...GUARDED, 'PUBLISHER_NOT_FOUND'],
} as const satisfies Procedure;

export const marketplaceErrors = {
  PACKAGE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta versão deste provedor não está instalada.',
    en: 'This version of this provider is not installed.',
  },
  PACKAGE_REFUSED: {
    status: 422,
    'pt-BR': 'Este pacote não pode ser instalado. Veja o que foi recusado na análise dele.',
    en: 'This package cannot be installed. Inspect it to see what was refused.',
  },
  PACKAGE_NOT_PUBLISHED: {
    status: 422,
    'pt-BR': 'O registro não tem este pacote nesta versão.',
    en: 'The registry does not have this package in this version.',
  },
  PACKAGE_IN_USE: {
    status: 409,
    'pt-BR': 'Uma conexão ou um pagamento em aberto ainda usa esta versão.',
    en: 'A connection or an open payment still uses this version.',
  },
  REGISTRY_UNAVAILABLE: {
    status: 503,
    'pt-BR': 'O registro de pacotes não respondeu. Tente de novo em instantes.',
    en: 'The package registry did not answer. Try again in a moment.',
  },
  PUBLIC_KEY_INVALID: {
    status: 422,
    'pt-BR': 'Cole uma chave pública ed25519, em PEM ou base64.',
    en: 'Paste an ed25519 public key, as PEM or base64.',
  },
  PUBLISHER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este publicador não está na lista.',
    en: 'This publisher is not on the list.',
  },
} as const satisfies ErrorTexts;
