/**
 * A lock file that names its owner, so that the lock of a dead process can be told from one in use.
 * Plain JavaScript: run.mjs needs it before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Takes the lock, or returns the living owner. A lock left by a dead process is taken over. */
export function acquireLock(file) {
  const mine = { pid: process.pid, began: readProcessStart(process.pid) ?? '' };
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      try {
        // A hard link appears whole or not at all: nobody reads a half-written lock.
        linkSync(draft, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (owner && readProcessStart(owner.pid) === owner.began) return { owner };
      removeStaleLock(file, draft, owner);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moved aside before it is removed: when another process took the lock over in between, it gets its lock back. */
function removeStaleLock(file, draft, stale) {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
    if (JSON.stringify(readOwner(aside)) !== JSON.stringify(stale)) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * When a living process began, in the system's own words. Part of the lock because pids are used again, above all after
 * a container's restart.
 */
function readProcessStart(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Fields are counted after the program's name, which stands in brackets and may hold spaces; field 22 is the start.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended; only its parent has not noticed yet.
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    return askSystem(pid, 'lstart');
  } catch {
    return undefined;
  }
}

/** The command line of a living process, or undefined. */
export function readProcessCommand(pid) {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    }
    return askSystem(pid, 'command');
  } catch {
    return undefined;
  }
}

function askSystem(pid, column) {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
}
