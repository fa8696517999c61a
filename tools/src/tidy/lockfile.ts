import type { TidyRule } from './tree.ts';

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}
interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/**
 * npm leaves a package for another system out of the lockfile when its registry did not have it, and npm 11 then refuses
 * to install from that lockfile anywhere.
 */
export const checkLockfile: TidyRule = ({ files, read }) =>
  files.includes('package-lock.json')
    ? listGaps(JSON.parse(read('package-lock.json'))).map(
        ({ name }) =>
          `package-lock.json: lacks the optional package ${name}; write the missing entries with: npm run lockfile`,
      )
    : [];

/** The text of the lockfile with every gap filled; npm checks and completes the entries where it installs them. */
export function completeLockfile(text: string): string {
  const lockfile = JSON.parse(text) as Lockfile;
  for (const { name, version, isDev } of listGaps(lockfile)) {
    lockfile.packages[`node_modules/${name}`] = {
      version,
      ...(isDev && { dev: true }),
      optional: true,
      ...readPlatform(name),
    };
  }
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  return `${JSON.stringify(lockfile, null, 2)}\n`;
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
