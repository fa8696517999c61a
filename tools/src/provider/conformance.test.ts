/**
 * Tests that bundled providers conform: all of them in the soak. `npm test` proves the sandbox, the packages whose committed report is
 * about other files, and one of each kind that the seed draws; the random part is smaller than in `npm run conformance`.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ConformanceReport, switchOffUnproven } from '@feira/plugin-kit/broker';
import { listFailures } from '@feira/plugin-kit/conformance';
import type { Manifest } from '@feira/schemas/manifest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawCases, rounds, SEED } from '../../../core/test/draw.ts';
import { findStaleReport } from './conformance/committed-reports.ts';
import { provePackage } from './conformance/prove-package.ts';
import { drawTable } from './conformance/table.ts';
import { runConformanceTask } from './conformance.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const SMALL = {
  words: rounds({ short: 2_000, long: 20_000 }),
  amounts: rounds({ short: 5, long: 20 }),
  wireWords: rounds({ short: 3, long: 10 }),
};
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8'));
/** Returns the claims of a report, without the numbers of random cases. A package of an older contract may have a report of that contract. */
const toClaims = ({ provider, version, digest, kitVersion, capabilities }: ConformanceReport) => ({
  provider,
  version,
  digest,
  kitVersion,
  capabilities: Object.fromEntries(
    Object.entries(capabilities).map(([name, { isProven, proofs }]) => [
      name,
      { isProven, proofs: Object.keys(proofs).sort() },
    ]),
  ),
});
const providers = readdirSync(PLUGINS).filter((name) => existsSync(path.join(PLUGINS, name, 'plugin.json')));

/** Returns the family whose files the package imports, or whether it is data or code. */
function kindOf(id: string): string {
  const folder = path.join(PLUGINS, id);
  if (existsSync(path.join(folder, 'description.json'))) return 'described';
  const [, family = 'coded'] =
    /\/family-([a-z0-9-]+)\//.exec(readFileSync(path.join(folder, 'src/index.ts'), 'utf8')) ?? [];
  return family;
}

/** Returns the packages that this run proves. */
async function choosePackages(): Promise<string[]> {
  const ofEachKind = [...Map.groupBy(providers, kindOf).values()].flatMap((some) => drawCases(some, { short: 1 }));
  const stale = await Promise.all(providers.map((id) => findStaleReport(path.join(PLUGINS, id))));
  return providers.filter((id, at) => id === 'sandbox' || stale[at] || ofEachKind.includes(id));
}

const chosen = await choosePackages();

describe(`bundled providers (seed ${SEED})`, () => {
  it.each(chosen)('%s does all that its manifest declares', async (id) => {
    const report = await provePackage(path.join(PLUGINS, id), { seed: SEED, scale: SMALL });

    expect(listFailures(report)).toEqual([]);
    expect(report).toMatchObject({ provider: id, seed: SEED, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    // The committed report, which owners are shown, says what this run has just proved of these files.
    const committed: ConformanceReport = JSON.parse(readFileSync(path.join(PLUGINS, id, 'conformance.json'), 'utf8'));
    expect(toClaims(committed)).toEqual(toClaims(report));
  });
});

describe('npm run conformance', () => {
  const folder = path.resolve(PLUGINS, '../.cache/conformance-test', String(process.pid));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    vi.restoreAllMocks();
  });

  it('fails on a promise that is not kept, and its report switches that off alone', async () => {
    cpSync(path.join(PLUGINS, 'sandbox'), folder, { recursive: true });
    const promised = JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8'));
    promised.capabilities.methods.BILLET.refund = 'partial';
    writeFileSync(path.join(folder, 'plugin.json'), JSON.stringify(promised));
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);

    const isProven = await runConformanceTask([folder, `--seed=${SEED}`]);

    expect(isProven).toBe(false);
    expect(lines.mock.calls.join('\n')).toContain(
      '✗ BILLET.refund, amounts: A refund of 345 of 12345 cents was refused',
    );
    const report = JSON.parse(readFileSync(path.join(folder, 'conformance.json'), 'utf8'));
    expect(report.counts.failed).toBeGreaterThan(0);
    const { manifest, switchedOff } = switchOffUnproven(promised, report, report.digest);
    expect(switchedOff).toEqual(['BILLET.refund']);
    expect(manifest.capabilities.methods?.BILLET?.refund).toBe('none');
  });

  it.each([
    ['a module of Node', "import { createHash } from 'node:crypto';", 'node:crypto is not for adapters.'],
    ['another package of the workspace', "import '@feira/provider-asaas';", 'is not for adapters.'],
    ['a file of another package', "import '../../../../plugins/asaas/src/mapping.ts';", 'leads out of this package.'],
  ])('runs the adapter as a host does: one that imports %s never starts', async (_case, line, reason) => {
    cpSync(path.join(PLUGINS, 'sandbox'), folder, { recursive: true });
    const entry = path.join(folder, 'src/index.ts');
    writeFileSync(entry, `${line}\n${readFileSync(entry, 'utf8')}`);

    const report = await provePackage(folder, { seed: SEED, scale: SMALL });

    expect(listFailures(report)).toEqual([expect.stringMatching(/^package, works: The adapter does not start: .+/)]);
    expect(listFailures(report).join()).toContain(reason);
    expect(switchOffUnproven(readManifest(folder), report, report.digest).manifest.operations).toEqual([]);
  });

  it('leaves the report alone when it is quick', async () => {
    cpSync(path.join(PLUGINS, 'ultragate'), folder, { recursive: true });
    const before = readFileSync(path.join(folder, 'conformance.json'), 'utf8');
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);

    const isProven = await runConformanceTask([folder, `--seed=${SEED}`, '--quick']);

    expect(isProven).toBe(true);
    expect(lines.mock.calls.join('\n')).toMatch(/ (\d+) of \1 proofs hold, \d+ cases; nothing written/);
    expect(readFileSync(path.join(folder, 'conformance.json'), 'utf8')).toBe(before);
  });

  it.each([
    ['no folder', []],
    ['all of them and one of them', ['plugins/sandbox', '--all']],
    ['a seed that is no number', ['plugins/sandbox', '--seed=many']],
  ])('refuses %s', async (_case, parameters) => {
    await expect(runConformanceTask(parameters)).rejects.toThrow(/Say which package|--seed must be/);
  });
});

describe('loadPackage', () => {
  it('says what a folder lacks', async () => {
    await expect(provePackage(path.join(PLUGINS, 'kit'))).rejects.toThrow('has no plugin.json');
  });
});

describe('drawTable', () => {
  it('shows each capability with what was proved, what failed and what was not asked', () => {
    const table = drawTable({
      capabilities: {
        PIX: {
          isProven: false,
          proofs: { works: { cases: 7, failures: [] }, amounts: { cases: 3, failures: ['no'] } },
        },
      },
    });

    const [head, , row] = table.split('\n');
    expect(head).toMatch(/^capability +works +amounts/);
    expect(row).toMatch(/^PIX +✓ 7 +✗ 3 +–/);
  });
});
