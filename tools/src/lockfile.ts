/** `npm run lockfile` adds, after `npm install`, the entries that npm left out of package-lock.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completeLockfile } from './tidy/lockfile.ts';

const file = path.resolve(import.meta.dirname, '../../package-lock.json');
writeFileSync(file, completeLockfile(readFileSync(file, 'utf8')));
