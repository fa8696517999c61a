/** Tests that a report of other sources is found: it is worse than none, because readers would believe it. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStaleReports } from './committed-reports.ts';

const PLUGIN = path.resolve(import.meta.dirname, '../../../../plugins/asaas');
let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'feira-reports-'));
  folder = path.join(root, 'plugins/asaas');
  cpSync(PLUGIN, folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const changeReport = (changes: object) => {
  const file = path.join(folder, 'conformance.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changes }));
};

const writeFor = (contract: string) => {
  const file = path.join(folder, 'plugin.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), contract }));
  changeReport({ contractVersion: '1.1.0' });
};

/** The first proof of PIX says this instead, and the sums stay as they are. */
const changeProof = (proof: object) => {
  const { capabilities } = JSON.parse(readFileSync(path.join(folder, 'conformance.json'), 'utf8'));
  changeReport({
    capabilities: {
      ...capabilities,
      PIX: { ...capabilities.PIX, proofs: { ...capabilities.PIX.proofs, works: proof } },
    },
  });
};

describe('findStaleReports', () => {
  it('says nothing of a report that is of its package, whatever its tests and builds', async () => {
    appendFileSync(path.join(folder, 'src/provider.test.ts'), '// more\n');
    cpSync(path.join(folder, 'plugin.json'), path.join(folder, 'dist/browser/entry.js'));

    expect(await findStaleReports(root)).toEqual([]);
  });

  it.each([
    ['another file', () => appendFileSync(path.join(folder, 'src/mapping.ts'), '\n'), 'is not about the files'],
    ['another contract', () => changeReport({ contractVersion: '0.9.0' }), 'speaks of contract 0.9.0'],
    ['a newer contract than it was proved for', () => writeFor('^1.2.0'), 'speaks of contract 1.1.0'],
    ['another version', () => changeReport({ version: '9.9.9' }), 'is not about the files'],
    ['no report', () => rmSync(path.join(folder, 'conformance.json')), 'is missing'],
    ['half a report', () => writeFileSync(path.join(folder, 'conformance.json'), '{"format":'), 'is missing'],
    [
      'a failure',
      () => changeProof({ cases: 1, failures: ['PIX does not work.'] }),
      'tells of 1 proofs that do not hold',
    ],
    [
      'a sum that is not that of its proofs',
      () => changeReport({ counts: { cases: 9, proofs: 1, failed: 0 } }),
      'does not add up',
    ],
    ['a proof that nobody counted', () => changeProof({ cases: 1_000_000, failures: [] }), 'does not add up'],
  ])('names the command for %s', async (_case, spoil, reason) => {
    spoil();

    const [problem, ...others] = await findStaleReports(root);

    expect(problem).toContain(`plugins/asaas/conformance.json ${reason}`);
    expect(problem).toContain('npm run conformance -- plugins/asaas');
    expect(others).toEqual([]);
  });
});
