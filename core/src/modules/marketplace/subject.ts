/** What the checks judge: a package as it came, and what is known of the market it wants to enter. */

import type { Manifest } from '@feira/schemas/manifest';
import type { PACKAGE_SOURCES } from '@feira/schemas/procedures/marketplace';
import type { Finding } from './checks.ts';
import type { Contents } from './contents.ts';
import type { Publisher } from './model.ts';

/** A package there is already. */
export interface KnownPackage {
  provider: string;
  version: string;
  source: (typeof PACKAGE_SOURCES)[number];
  manifest: Manifest;
  /** Of an installed one: sha256 of its bytes, the platform whose masters installed it, and the key that signed it. */
  digest: string | null;
  owner: string | null;
  publisher: string | null;
}

export interface Subject {
  /** sha256 and sha512 of the bytes. */
  digest: string;
  integrity: string;
  /** What was asked for, where somebody said. */
  expected: { digest?: string; integrity?: string; name?: string; version?: string };
  archiveFinding: Finding | null;
  /** Null where the archive could not be read. */
  contents: Contents | null;
  hasSignature: boolean;
  /** Whoever of the trusted made the signature of these bytes. */
  publisher: Publisher | null;
  requiresSignature: boolean;
  trusted: readonly Publisher[];
  /** Platform that installs. */
  owner: string;
  known: readonly KnownPackage[];
}

/** Nothing can be said without what an earlier check has refused already. */
export const NOT_CHECKED: Finding = { reason: 'NOT_CHECKED', isWarning: true };

/** The package's name and version in the market; null where they cannot be read. */
export function identityOf({ contents }: Subject): { id: string; version: string; name: string } | null {
  if (!contents || 'problem' in contents.description || 'problem' in contents.manifest) return null;
  const { id, name } = contents.manifest.value;
  return { id, name, version: contents.description.value.version };
}
