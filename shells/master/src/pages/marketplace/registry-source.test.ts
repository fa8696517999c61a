import { describe, expect, it } from 'vitest';
import { EMPTY_REGISTRY, findProblems, toSource } from './registry-source.ts';

const GOOD = {
  name: ' @acme/provider-acme ',
  version: '1.2.3',
  integrity: `sha512-${'a'.repeat(86)}==`,
  signature: '',
};

describe('findProblems', () => {
  it('finds nothing wrong in a package that is named exactly', () => {
    expect(findProblems(GOOD)).toEqual({});
    expect(findProblems({ ...GOOD, version: '1.2.3-beta.1', signature: `${'b'.repeat(86)}==` })).toEqual({});
    expect(toSource(GOOD)).toEqual({
      kind: 'registry',
      name: '@acme/provider-acme',
      version: '1.2.3',
      integrity: GOOD.integrity,
    });
  });

  it('names every field that is missing, and only the signature may be', () => {
    expect(findProblems(EMPTY_REGISTRY)).toEqual({
      name: 'nameInvalid',
      version: 'versionInvalid',
      integrity: 'integrityInvalid',
    });
  });

  it.each([
    ['name', 'Acme'],
    ['name', '../acme'],
    ['version', '^1.2.3'],
    ['version', '1.2'],
    ['version', 'latest'],
    ['integrity', 'sha256-abc'],
    ['integrity', 'sha512-abc'],
    ['signature', 'abc'],
  ])('refuses as %s: %s', (field, value) => {
    expect(Object.keys(findProblems({ ...GOOD, [field]: value }))).toEqual([field]);
  });
});
