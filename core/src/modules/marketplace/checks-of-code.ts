/** Checks the code of a package: install scripts, dependencies and the entry module. */
import { DESCRIPTION_FILE } from '@feira/plugin-kit/description';
import { findEntry } from '../../shared/package-entry.ts';
import type { Description } from './contents.ts';
import type { Finding } from './subject.ts';
import { NOT_CHECKED, type Subject } from './subject.ts';

function descriptionOf({ contents }: Subject): Description | null {
  return contents && 'value' in contents.description ? contents.description.value : null;
}

/** Scripts that npm runs on the machine that installs. Scripts for the author's machine never run here. */
const INSTALL_SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
];

export function checkScripts(subject: Subject): Finding | null {
  const description = descriptionOf(subject);
  if (!description) return NOT_CHECKED;
  const { scripts } = description;
  const found = INSTALL_SCRIPTS.filter((name) => isNamed(scripts, name));
  // npm builds a package with this file even if no script says so.
  if (subject.contents?.paths.has('binding.gyp')) found.push('binding.gyp');
  return found.length > 0 ? { reason: 'INSTALL_SCRIPT', details: { script: found.join(', ') } } : null;
}

const isNamed = (value: unknown, name: string) => typeof value === 'object' && value !== null && name in value;

/** The core provides these packages in the one version that the contract describes. */
const PROVIDED = ['@feira/plugin-kit', '@feira/schemas'];
const INSTALLED_FIELDS = ['dependencies', 'optionalDependencies', 'bundledDependencies', 'bundleDependencies'];
const NATIVE = /\.(node|so|dylib|dll|exe)$/i;

export function checkDependencies(subject: Subject): Finding | null {
  const description = descriptionOf(subject);
  if (!description || !subject.contents) return NOT_CHECKED;
  const paths = [...subject.contents.paths];
  const folder = paths.find((path) => path.split('/').includes('node_modules'));
  if (folder) return { reason: 'NODE_MODULES', details: { path: folder } };
  const native = paths.find((path) => NATIVE.test(path));
  if (native) return { reason: 'NATIVE_MODULE', details: { path: native } };
  for (const field of INSTALLED_FIELDS) {
    const [dependency] = listDependencies(description[field]);
    if (dependency !== undefined) return { reason: 'DEPENDENCY', details: { dependency, field } };
  }
  const peer = listDependencies(description.peerDependencies).find((name) => !PROVIDED.includes(name));
  return peer === undefined ? null : { reason: 'DEPENDENCY', details: { dependency: peer, field: 'peerDependencies' } };
}

/** Returns the names in an object or in a list; `true` stands for all dependencies. */
function listDependencies(value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' ? Object.keys(value) : [String(value)];
}

export function checkModule(subject: Subject): Finding | null {
  const description = descriptionOf(subject);
  if (!description || !subject.contents) return NOT_CHECKED;
  const { paths, manifest } = subject.contents;
  const entry = findEntry(description);
  // The host runs a description itself, so such a package needs no module.
  if (entry === null) return paths.has(DESCRIPTION_FILE) ? null : { reason: 'ENTRY_MISSING' };
  if (!paths.has(entry)) return { reason: 'ENTRY_NOT_FOUND', details: { entry } };
  const isModule = entry.endsWith('.mjs') || (entry.endsWith('.js') && description.type === 'module');
  if (!isModule) return { reason: 'ENTRY_NOT_MODULE', details: { entry } };
  const tokenizer = 'value' in manifest ? manifest.value.tokenizer?.entry.replace(/^\.\//, '') : undefined;
  if (tokenizer === undefined || paths.has(tokenizer)) return null;
  return { reason: 'ENTRY_NOT_FOUND', details: { entry: tokenizer } };
}
