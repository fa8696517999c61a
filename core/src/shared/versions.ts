/** Compares exact versions in the order that semantic versioning defines: 1.10.0 after 1.9.0, 1.0.0-beta before 1.0.0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return comparePrerelease(a.prerelease, b.prerelease);
}

/** Returns the item with the newest version. */
export const newestOf = <T extends { version: string }>(items: readonly T[]): T | undefined =>
  items.toSorted((one, other) => compareVersions(other.version, one.version))[0];

interface Parsed {
  numbers: number[];
  prerelease: string[];
}

function parse(version: string): Parsed {
  const at = version.indexOf('-');
  const [core, prerelease] = at < 0 ? [version, ''] : [version.slice(0, at), version.slice(at + 1)];
  return { numbers: core.split('.').map(Number), prerelease: prerelease === '' ? [] : prerelease.split('.') };
}

function comparePrerelease(one: string[], other: string[]): number {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length);
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [a, b] = [one[index], other[index]];
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    const difference = compareIdentifiers(a, b);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares identifiers: numbers come before words, and numbers compare by size. */
function compareIdentifiers(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Math.sign(Number(one) - Number(other));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
