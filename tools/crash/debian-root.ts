/** Makes folders of Debian packages, in which tests run programs that npm does not bring. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const DEBIAN_MIRROR = process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian';
const SUITE = 'trixie';
const ANSWER_SECONDS = '10';

const has = (program: string) => spawnSync('sh', ['-c', `command -v "$0"`, program], { stdio: 'ignore' }).status === 0;

/** Returns why Debian's packages cannot be had here, or programs that the test needs beside them; null where they can. */
export function findDebianProblem(programs: readonly string[] = []): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of a Linux can make a Debian root';
  const missing = ['debootstrap', 'curl', ...programs].filter((program) => !has(program));
  if (missing.length > 0) return `apt-get install ${missing.join(' ')}`;
  const release = `${DEBIAN_MIRROR}/dists/${SUITE}/InRelease`;
  const answer = spawnSync('curl', ['-sfI', '--max-time', ANSWER_SECONDS, '-o', '/dev/null', release]);
  return answer.status === 0 ? null : `${DEBIAN_MIRROR} does not answer; DEBIAN_MIRROR names another one`;
}

/** Returns a folder that holds Debian with the packages. It is made once, and kept in .cache. */
export function makeDebianRoot(packages: readonly string[]): string {
  const folder = path.join(ROOT, '.cache/debian', [SUITE, ...packages].join('-'));
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  execFileSync('debootstrap', ['--variant=minbase', ...include, SUITE, part, DEBIAN_MIRROR], { stdio: 'pipe' });
  rmSync(path.join(part, 'var/cache/apt/archives'), { recursive: true, force: true });
  chmodSync(part, 0o755);
  renameSync(part, folder);
  return folder;
}
