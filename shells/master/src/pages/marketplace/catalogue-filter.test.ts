import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PackageSummary, PackageVersion } from '../../marketplace/use-packages.ts';
import { CATALOGUE_FILTER, filterPackages } from './catalogue-filter.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../../../plugins');
const read = (search: string) => CATALOGUE_FILTER.read(new URLSearchParams(search));

const createVersion = (changes: Partial<PackageVersion>): PackageVersion => ({
  version: '1.0.0',
  source: 'bundled',
  digest: null,
  publisher: null,
  installedAt: null,
  installedBy: null,
  switchedOff: [],
  hasCode: true,
  nodes: { healthy: 1, total: 1, problem: null },
  connections: 0,
  ...changes,
});

function createPackage(id: string, ...versions: Partial<PackageVersion>[]): PackageSummary {
  const manifest = JSON.parse(readFileSync(path.join(PLUGINS, id, 'plugin.json'), 'utf8'));
  const all = versions.length > 0 ? versions : [{}];
  return {
    provider: id,
    name: manifest.name,
    newest: '1.0.0',
    manifest,
    versions: all.map(createVersion),
    proofs: null,
  };
}

const PACKAGES = [createPackage('asaas'), createPackage('pagarme', { source: 'upload' }, {}), createPackage('sandbox')];
const find = (search: string, packages = PACKAGES) =>
  filterPackages(packages, read(search), 'pt-BR').map(({ provider }) => provider);

describe('filterPackages', () => {
  it.each(['', 'search=%20&method=CASH,&capability=fly&evidence=rumour&origin=moon'])(
    'shows everybody where the address says "%s"',
    (search) => {
      expect(find(search)).toEqual(['asaas', 'pagarme', 'sandbox']);
      expect(CATALOGUE_FILTER.isNarrowed(read(search))).toBe(false);
    },
  );

  it.each([
    ['search=CARTAO%20credito', ['pagarme']],
    ['search=pagar.me', ['pagarme']],
    ['search=asaas', ['asaas']],
    ['search=demonstra%C3%A7%C3%A3o', ['sandbox']],
    ['method=PIX,BILLET', ['asaas', 'pagarme', 'sandbox']],
    ['capability=splits,withdraw', ['asaas', 'pagarme', 'sandbox']],
    ['evidence=inferred', []],
    ['origin=installed', ['pagarme']],
    ['origin=included', ['asaas', 'pagarme', 'sandbox']],
    ['search=a&origin=installed&method=PIX', ['pagarme']],
  ])('shows who fits %s', (search, expected) => {
    expect(find(search)).toEqual(expected);
    expect(CATALOGUE_FILTER.isNarrowed(read(search))).toBe(true);
  });

  it('does not find by what is switched off in the newest version', () => {
    const packages = [createPackage('asaas', { switchedOff: ['PIX', 'splits'] }, {})];

    expect(find('method=PIX', packages)).toEqual([]);
    expect(find('capability=splits', packages)).toEqual([]);
    expect(find('method=BILLET&capability=withdraw', packages)).toEqual(['asaas']);
  });
});

describe('cleared', () => {
  it('takes away every filter and leaves the rest', () => {
    const search = new URLSearchParams(
      'search=a&method=PIX&capability=splits&evidence=inferred&origin=installed&view=x',
    );
    for (const name of Object.keys(CATALOGUE_FILTER.cleared)) search.delete(name);

    expect([...search]).toEqual([['view', 'x']]);
  });
});
