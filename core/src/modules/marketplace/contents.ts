/** Reads the files of a package without running any of its code. */
import { CONFORMANCE_FILE, digestPackage, inspectManifest, type ManifestProblems } from '@feira/plugin-kit/broker';
import type { Manifest } from '@feira/schemas/manifest';
import { versionSchema } from '@feira/schemas/procedures/marketplace';
import type { ArchiveFile } from '../../shared/package-archive.ts';
import { findEntry } from '../../shared/package-entry.ts';
import { type ReadReport, readReport } from '../../shared/package-report.ts';
import { toStorable, toStorableData } from '../../shared/storable.ts';

/** The parts of package.json that the checks read. */
export interface Description extends Record<string, unknown> {
  name: string;
  version: string;
}

/** The value of a JSON file, or its problem; a null problem means that the file is missing. */
export type Json<T> = { value: T } | { problem: string | null };

export interface Contents {
  paths: ReadonlySet<string>;
  description: Json<Description>;
  /** A manifest of the right shape. Its values are checked separately. */
  manifest: Json<Manifest>;
  manifestProblems: ManifestProblems;
  /** False if the description is all there is: no file of the package is ever run. */
  hasCode: boolean;
  /** The contract version in plugin.json, even if the rest of the file is invalid. */
  contract: string | null;
  report: ReadReport;
  /** The digest that a conformance report must name. */
  reportDigest: string;
  readme: string | null;
  changelog: string | null;
}

/** Longer pages are cut, because they are only displayed. The tarball keeps them whole. */
const LONGEST_PAGE = 200_000;

export function readContents(files: readonly ArchiveFile[]): Contents {
  const find = (path: string) => files.find((file) => file.path === path)?.content;
  const page = (name: string) => {
    const content = files.find(({ path }) => path.toLowerCase() === name)?.content;
    return content ? toStorable(content.toString('utf8').slice(0, LONGEST_PAGE)) : null;
  };
  const plugin = parseJson(find('plugin.json'));
  const { manifest, problems } = inspectManifest('value' in plugin ? plugin.value : {});
  const contract = 'value' in plugin ? plugin.value.contract : null;
  const description = readDescription(parseJson(find('package.json')));
  const entry = 'value' in description ? findEntry(description.value) : null;
  return {
    paths: new Set(files.map(({ path }) => path)),
    description,
    hasCode: !find('description.json') || find(entry ?? 'src/index.ts') !== undefined,
    manifest:
      'problem' in plugin ? plugin : manifest ? { value: manifest } : { problem: problems.other.slice(0, 3).join(' ') },
    manifestProblems: problems,
    contract: typeof contract === 'string' ? contract : null,
    report: readReport(find(CONFORMANCE_FILE)),
    reportDigest: digestPackage(files),
    readme: page('readme.md'),
    changelog: page('changelog.md'),
  };
}

function parseJson(content: Buffer | undefined): Json<Record<string, unknown>> {
  if (!content) return { problem: null };
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'It is no JSON object.' };
    // A file that the database would change is refused, because nodes would load something else than was checked.
    if (JSON.stringify(toStorableData(value)) !== JSON.stringify(value)) {
      return { problem: 'A text in it holds NUL or half a surrogate pair.' };
    }
    return { value: value as Record<string, unknown> };
  } catch {
    return { problem: 'It is no JSON.' };
  }
}

const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const LONGEST_NAME = 214;
const VERSION = new RegExp(versionSchema.pattern);

function readDescription(json: Json<Record<string, unknown>>): Json<Description> {
  if ('problem' in json) return json;
  const { name, version } = json.value;
  if (typeof name !== 'string' || name.length > LONGEST_NAME || !PACKAGE_NAME.test(name)) {
    return { problem: '"name" must be a package name such as @acme/provider-acme.' };
  }
  if (typeof version !== 'string' || version.length > versionSchema.maxLength || !VERSION.test(version)) {
    return { problem: '"version" must be exact, such as 1.2.3.' };
  }
  return { value: { ...json.value, name, version } };
}
