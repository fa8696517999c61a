/** Checks a package against the installed ones: its name, its version and its publisher. */
import { compareVersions, newestOf } from '../../shared/versions.ts';
import { isImitation } from './names.ts';
import type { Finding } from './subject.ts';
import { identityOf, type KnownPackage, NOT_CHECKED, type Subject } from './subject.ts';

export function checkName(subject: Subject): Finding | null {
  const identity = identityOf(subject);
  if (!identity) return NOT_CHECKED;
  const { id, name } = identity;
  const same = subject.known.filter(({ provider }) => provider === id);
  return same.length > 0 ? checkSuccession(subject, id, same) : findImitation(id, name, subject.known);
}

/** A new version must have the publisher of the older versions, if that is known. */
function checkSuccession({ publisher, trusted }: Subject, id: string, same: KnownPackage[]): Finding | null {
  if (same.some(({ source }) => source === 'bundled') && !publisher) return { reason: 'BUNDLED_NAME', details: { id } };
  const signers = same.flatMap((older) => (older.publisher === null ? [] : [older.publisher]));
  if (signers.length === 0) return null;
  const believed = trusted.filter(({ fingerprint }) => signers.includes(fingerprint));
  // Any trusted key may succeed a key that is no longer trusted. Otherwise a lost key could not be replaced.
  const isSuccessor =
    believed.length > 0 ? believed.some((one) => one.fingerprint === publisher?.fingerprint) : publisher;
  if (isSuccessor) return null;
  return { reason: 'PUBLISHER_DIFFERS', details: { id, publisher: believed[0]?.name ?? signers[0] ?? '' } };
}

function findImitation(id: string, name: string, known: readonly KnownPackage[]): Finding | null {
  for (const { provider, manifest } of known) {
    if ([provider, manifest.name].some((other) => isImitation(id, other))) {
      return { reason: 'IMITATES_ID', details: { id, other: provider } };
    }
    if ([provider, manifest.name].some((other) => isImitation(name, other))) {
      return { reason: 'IMITATES_NAME', details: { name, other: manifest.name } };
    }
  }
  return null;
}

export function checkVersion(subject: Subject): Finding | null {
  const identity = identityOf(subject);
  if (!identity) return NOT_CHECKED;
  const { id, version } = identity;
  const same = subject.known.filter((known) => known.provider === id && known.version === version);
  const other = same.find(({ owner, digest }) => owner !== subject.owner || digest !== subject.digest);
  if (!other) return findOlder(subject, id, version);
  const details = { version, ...(other.digest === null ? { source: other.source } : { digest: other.digest }) };
  return { reason: 'VERSION_TAKEN', details };
}

/** An older version may have faults that a newer one mended, and its signature is as good as on its first day. */
function findOlder({ known }: Subject, id: string, version: string): Finding | null {
  const newest = newestOf(known.filter(({ provider }) => provider === id))?.version;
  if (newest === undefined || compareVersions(version, newest) >= 0) return null;
  return { reason: 'VERSION_OLDER', details: { version, newest }, isWarning: true };
}

export function checkSignature({ hasSignature, publisher, requiresSignature }: Subject): Finding | null {
  if (publisher) return null;
  // Applies even if no signature is required: a signature that does not match these bytes proves a change.
  if (hasSignature) return { reason: 'SIGNATURE_WRONG' };
  return requiresSignature ? { reason: 'SIGNATURE_MISSING' } : { reason: 'UNSIGNED', isWarning: true };
}
