/** `node tools/src/write-readme-tables.ts [plugins/acme …]`: writes the tables of each README from the plugin.json beside it,
 * docs/PROVIDERS.md, docs/provider-reference.md, docs/decisions/README.md, and the snippets of docs that are parts of packages. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DECISIONS_INDEX, renderDecisions } from './check/tidy/decisions.ts';
import { FRONT_PAGES, PROVIDER_LIST, renderProviderList, withProviderSummary } from './check/tidy/provider-list.ts';
import { PROVIDER_REFERENCE, renderProviderReference } from './check/tidy/provider-reference.ts';
import { withTables } from './check/tidy/readme-tables.ts';
import { listPagesWithSnippets, withSnippets } from './check/tidy/snippets.ts';
import { readTree } from './check/tidy/tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export function writeProviderList(): void {
  const tree = readTree(ROOT);
  writeFileSync(path.join(ROOT, PROVIDER_LIST), renderProviderList(tree));
  writeFileSync(path.join(ROOT, PROVIDER_REFERENCE), renderProviderReference(tree));
  for (const page of FRONT_PAGES)
    writeFileSync(path.join(ROOT, page), withProviderSummary(tree.read(page), page, tree));
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) {
    const file = path.join(folder, 'README.md');
    const manifest = JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8'));
    writeFileSync(file, withTables(readFileSync(file, 'utf8'), manifest));
  }
  writeProviderList();
  const tree = readTree(ROOT);
  writeFileSync(path.join(ROOT, DECISIONS_INDEX), renderDecisions(tree));
  for (const page of listPagesWithSnippets(tree))
    writeFileSync(path.join(ROOT, page), withSnippets(tree.read(page), tree));
}
