/** Chooses the place of a cluster's files: its own folder, unless PostgreSQL's account cannot enter that. */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, canEnter } from './account.ts';

/** The folder for the cluster and, when needed, for copies of the programs. Remembered in `<directory>/location`. */
export function findPlace(directory: string, account: Account | undefined): string {
  mkdirSync(directory, { recursive: true });
  if (!account) return directory;
  if (canEnter(path.dirname(directory), account)) {
    // Temporary folders begin closed to others; the account only needs to pass through to the cluster, which is its own.
    chmodSync(directory, 0o711);
    return directory;
  }
  const remembered = readPlace(directory);
  if (remembered) return remembered;
  const place = createOutsidePlace(directory, account);
  chmodSync(place, 0o711);
  writeFileSync(path.join(place, 'origin'), directory);
  writeFileSync(path.join(directory, 'location'), place);
  return place;
}

/** Removes every file of the cluster, also those outside `directory`. */
export function removePlace(directory: string): void {
  const place = readPlace(directory);
  if (place) rmSync(place, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}

/** A folder that was copied along with its `location` file must not share the cluster of the original. */
function readPlace(directory: string): string | undefined {
  const file = path.join(directory, 'location');
  if (!existsSync(file)) return undefined;
  const place = readFileSync(file, 'utf8');
  const originFile = path.join(place, 'origin');
  if (!existsSync(originFile)) return undefined;
  const origin = readFileSync(originFile, 'utf8');
  if (origin !== directory && existsSync(path.join(origin, 'location'))) return undefined;
  writeFileSync(originFile, directory);
  return place;
}

function createOutsidePlace(directory: string, account: Account): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const place = path.join('/var/lib/feira', hash);
  try {
    mkdirSync(place, { recursive: true, mode: 0o711 });
    chmodSync('/var/lib/feira', 0o711);
    if (canEnter(place, account)) return place;
  } catch {
    // A read-only system: the temporary folder remains.
  }
  return mkdtempSync(path.join(tmpdir(), 'feira-'));
}

/** Creates the empty folder a cluster is made in; PostgreSQL insists that no other account can read it. */
export function createClusterFolder(folder: string, account: Account | undefined): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** The file of the password that the superuser and the owner of a cluster share, beside the cluster. */
export const findPasswordFile = (folder: string): string => `${folder}.password`;

/** Returns the password of a cluster; empty for one that has none. */
export function readPassword(folder: string): string {
  const file = findPasswordFile(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** Draws the password of a cluster that is about to be made. Only PostgreSQL's account and root can read its file. */
export function drawPassword(folder: string, account: Account | undefined): string {
  const password = randomBytes(32).toString('base64url');
  const file = findPasswordFile(folder);
  rmSync(file, { force: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  if (account) chownSync(file, account.uid, account.gid);
  return password;
}
