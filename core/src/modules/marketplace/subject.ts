/** Holds the subject of the checks: a package as it was received, and the market that it would join. */

import type { Manifest } from '@feira/schemas/manifest';
import type { PACKAGE_SOURCES, PackageReason } from '@feira/schemas/procedures/marketplace';

import type { Contents } from './contents.ts';
import type { Publisher } from './model.ts';

/** A package that is in the market. */
export interface KnownPackage {
  provider: string;
  version: string;
  source: (typeof PACKAGE_SOURCES)[number];
  manifest: Manifest;
  /** For an installed package: sha256 of its bytes, the platform that installed it, and the key that signed it. */
  digest: string | null;
  owner: string | null;
  publisher: string | null;
}

export interface Subject {
  /** sha256 and sha512 of the bytes. */
  digest: string;
  integrity: string;
  /** The values that the caller requested, as far as they were named. */
  expected: { digest?: string; integrity?: string; name?: string; version?: string };
  archiveFinding: Finding | null;
  /** Null when the archive could not be read. */
  contents: Contents | null;
  hasSignature: boolean;
  /** The trusted publisher that signed these bytes; null when there is none. */
  publisher: Publisher | null;
  requiresSignature: boolean;
  trusted: readonly Publisher[];
  /** The platform that installs the package. */
  owner: string;
  known: readonly KnownPackage[];
}

/** A check reports this when an earlier check has already refused what it needs. */
export const NOT_CHECKED: Finding = { reason: 'NOT_CHECKED', isWarning: true };

/** Returns the package's id, version and name in the market; null when they cannot be read. */
export function identityOf({ contents }: Subject): { id: string; version: string; name: string } | null {
  if (!contents || 'problem' in contents.description || 'problem' in contents.manifest) return null;
  const { id, name } = contents.manifest.value;
  return { id, name, version: contents.description.value.version };
}

/** One problem of a package. A warning does not prevent the installation. */
export interface Finding {
  reason: PackageReason;
  details?: Record<string, string>;
  isWarning?: boolean;
}
