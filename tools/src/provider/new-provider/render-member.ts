/** Makes a package of a family by copying one that is there: what members share is the family's, and their manifests differ in a few places. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import { withTables } from '../../check/tidy/readme-tables.ts';
import type { NewProvider } from './options.ts';
import { COMPARE_MEMBER } from './placeholders.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../../plugins');
const COPIED = /^(plugin|package|description)\.json$|^(examples|src|browser)\/(?!.*\.test\.ts$)[^/]+$/;

/** Tests a package that begins with somebody else's data. */
export const MEMBER_TEST = `import { validateManifest } from '@feira/plugin-kit/broker';
import { expect, it } from 'vitest';
import json from '../plugin.json' with { type: 'json' };

it('has a manifest that hosts accept', () => {
  expect(validateManifest(json)).not.toHaveProperty('problems');
});
`;

/** Throws with the families that there are, where there is none of that name. */
export async function renderMember({ id, name, family }: NewProvider): Promise<Map<string, string>> {
  const member = await findMember(family!);
  const folder = path.join(PLUGINS, member);
  const manifest = JSON.parse(await readFile(path.join(folder, 'plugin.json'), 'utf8')) as { name: string };
  const hosts = (manifest as { hosts?: string[] }).hosts ?? [];
  const replaceAll = (text: string) =>
    hosts
      .reduce((so, host, index) => so.replaceAll(host, `api${index || ''}.${id}.invalid`), text)
      .replaceAll(manifest.name, name)
      .replaceAll(`'${member}'`, `'${id}'`)
      .replaceAll(`"${member}"`, `"${id}"`)
      .replaceAll(`provider-${member}"`, `provider-${id}"`)
      .replace(/"version": "[^"]+"/, '"version": "0.1.0"');
  const files = new Map<string, string>();
  const found = await readdir(folder, { recursive: true });
  for (const file of found.map((one) => one.split(path.sep).join('/')).filter((one) => COPIED.test(one))) {
    const text = await readFile(path.join(folder, file), 'utf8');
    files.set(file, file.startsWith('examples/') ? text : replaceAll(text));
  }
  // Nothing of it has been held against this provider's pages.
  const { evidenceByOperation: _shown, ...copied } = JSON.parse(files.get('plugin.json')!) as Manifest;
  files.set('plugin.json', JSON.stringify({ ...copied, evidence: 'inferred' }, null, 2));
  const readme = `# ${name}\n\nMade from ${manifest.name}, a member of the family ${family}. ${COMPARE_MEMBER}: addresses,\ncredentials, capabilities and status words are still ${manifest.name}'s, and so are the examples.\n`;
  files.set('README.md', withTables(readme, JSON.parse(files.get('plugin.json')!)));
  files.set('src/provider.test.ts', MEMBER_TEST);
  files.set('CHANGELOG.md', `# Changelog\n\n## 0.1.0\n\nThe first version, of the family ${family}.\n`);
  return files;
}

async function findMember(family: string): Promise<string> {
  const folders = (await readdir(PLUGINS)).sort();
  for (const id of folders.filter((one) => existsSync(path.join(PLUGINS, one, 'plugin.json')))) {
    const texts = await Promise.all(
      ['description.json', 'src/index.ts'].map((file) =>
        readFile(path.join(PLUGINS, id, file), 'utf8').catch(() => ''),
      ),
    );
    if (texts[0]!.includes(`"family": "${family}"`) || texts[1]!.includes(`/family-${family}/`)) return id;
  }
  const families = folders.filter((one) => one.startsWith('family-')).map((one) => one.slice('family-'.length));
  throw new Error(`--family "${family}" has no member to begin with: choose one of ${families.join(', ')}.`);
}
