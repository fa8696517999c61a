/** `node tools/src/write-readme-tables.ts plugins/acme …`: writes the tables of each README from the plugin.json beside it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTables } from './tidy/readme-tables.ts';

for (const folder of process.argv.slice(2)) {
  const file = path.join(folder, 'README.md');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8'));
  writeFileSync(file, withTables(readFileSync(file, 'utf8'), manifest));
}
