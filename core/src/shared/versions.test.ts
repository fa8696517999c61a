import { describe, expect, it } from 'vitest';
import { compareVersions, newestOf } from './versions.ts';

describe('compareVersions', () => {
  it('orders versions as semantic versioning does', () => {
    const ordered = [
      '0.9.9',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1-0',
      '1.9.0',
      '1.10.0',
      '10.0.0',
    ];

    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });
});

describe('newestOf', () => {
  it('finds the newest, and nothing among none', () => {
    expect(newestOf([{ version: '1.2.0' }, { version: '1.10.0' }, { version: '1.9.0' }])).toEqual({
      version: '1.10.0',
    });
    expect(newestOf([])).toBeUndefined();
  });
});
