import { describe, expect, it } from 'vitest';
import { readTab, readVersion } from './package-tabs.ts';

const read = (search: string) => {
  const address = new URLSearchParams(search);
  return [readTab(address), readVersion(address)];
};

describe('what an address says of a package', () => {
  it.each([
    ['', 'overview', null],
    ['tab=proofs&version=1.2.3', 'proofs', '1.2.3'],
    ['version=1.2.3-beta.1', 'overview', '1.2.3-beta.1'],
    ['tab=secrets&version=latest', 'overview', null],
    ['version=%5E1.2.3', 'overview', null],
    [`version=1.2.3-${'a'.repeat(60)}`, 'overview', null],
  ])('is, of "%s", the part %s and the version %s', (search, tab, version) => {
    expect(read(search)).toEqual([tab, version]);
  });
});
