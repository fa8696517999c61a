/** `npm run lockfile` adds, after `npm install`, the entries and the integrities that npm left out of package-lock.json. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { completeLockfile } from './tidy/lockfile.ts';

const file = path.resolve(import.meta.dirname, '../../../package-lock.json');
const run = promisify(execFile);

async function findIntegrity(name: string, version: string): Promise<string | undefined> {
  try {
    return (await run('npm', ['view', `${name}@${version}`, 'dist.integrity'])).stdout.trim() || undefined;
  } catch (error) {
    if (!String((error as { stderr?: string }).stderr).includes('E404')) throw error;
    console.warn(`The registry has no ${name}@${version}.`);
    return undefined;
  }
}

writeFileSync(file, await completeLockfile(readFileSync(file, 'utf8'), findIntegrity));
