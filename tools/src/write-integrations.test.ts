import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readPages } from './write-integrations.ts';

it('finds the catalogue of docs/integrations.md as the manifests say it (node tools/src/write-integrations.ts writes it)', async () => {
  const { written, wanted } = await readPages();

  expect(written).toBe(wanted);
});

it('finds a README in the folder of every integration', () => {
  const folder = path.resolve(import.meta.dirname, '../../integrations');
  for (const name of readdirSync(folder)) expect(readdirSync(path.join(folder, name))).toContain('README.md');
});
