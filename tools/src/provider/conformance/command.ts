#!/usr/bin/env node
/** `feira-conformance [folder]`: the command of the npm package @feira/provider-tools, for authors without a clone. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { proveFolder, toSeed } from './prove-folder.ts';

try {
  const { values, positionals } = parseArgs({
    options: { seed: { type: 'string' }, quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new Error('Name one folder: feira-conformance [folder] [--seed=1] [--quick]');
  const shown = positionals[0] ?? '.';
  const options = { seed: toSeed(values.seed), isQuick: values.quick, shown };
  process.exitCode = (await proveFolder(path.resolve(shown), options)) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
