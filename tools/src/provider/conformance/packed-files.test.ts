/** Tests that a package of a family travels with it: what is digested and signed is all that runs. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDescribed } from '@feira/plugin-kit/description';
import { expect, it } from 'vitest';
import { readManifest } from './load-package.ts';
import { readPackedFiles } from './packed-files.ts';

const SIMPAY = path.resolve(import.meta.dirname, '../../../../plugins/simpay');

it('packs the description and the examples of the family, and reads them where no other folder is', async () => {
  const files = await readPackedFiles(SIMPAY, 'src/index.ts');
  const alone = await mkdtemp(path.join(tmpdir(), 'packed-'));
  try {
    for (const file of files) {
      await mkdir(path.dirname(path.join(alone, file.path)), { recursive: true });
      await writeFile(path.join(alone, file.path), file.content);
    }
    const described = await readDescribed(alone, await readManifest(alone));
    expect(described?.description.operations).toHaveProperty('createTransaction');
    expect(await described?.loadExamples()).not.toEqual([]);
    expect(files.map((file) => file.path)).toContainEqual(
      expect.stringMatching(/^vendor\/saq@\d+\.\d+\.\d+\/description\.json$/),
    );
    expect(files.filter((file) => file.path.includes('test'))).toEqual([]);
  } finally {
    await rm(alone, { recursive: true });
  }
});
