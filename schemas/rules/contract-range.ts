/** Reads the `contract` of a manifest, a caret range such as "^1.1.0": the oldest contract that its package works with. */

const RANGE = /^\^(\d+)\.(\d+)\.(\d+)$/;

/** Returns true if a caret range includes the version: the same major number, and not older. */
export function coversContract(range: string, version: string): boolean {
  const [, major = -1, minor = 0, patch = 0] = (RANGE.exec(range) ?? []).map(Number);
  const [ourMajor = 0, ourMinor = 0, ourPatch = 0] = version.split('.').map(Number);
  return major === ourMajor && (minor < ourMinor || (minor === ourMinor && patch <= ourPatch));
}

/** Returns true if the package is written for this minor number of contract 1 or a later one, and so has to keep what that number added. */
export function isWrittenFor(range: string, wanted: number): boolean {
  const [, major = 0, minor = 0] = (RANGE.exec(range) ?? []).map(Number);
  return major > 1 || minor >= wanted;
}
