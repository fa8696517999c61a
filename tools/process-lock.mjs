/**
 * A lock file that names its owner, so that the lock of a dead process can be told from one in use.
 * Plain JavaScript: run.mjs needs it before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Takes the lock, or returns the living owner. A lock left by a dead process is taken over. */
export function acquireLock(file) {
  const mine = { pid: process.pid, began: readProcessStart(process.pid) ?? '' };
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      try {
        // A hard link appears whole or not at all: no process reads a half-written lock.
        linkSync(draft, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (isStale(owner)) removeStaleLock(file, draft);
      else if (owner) return { owner };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes the lock as soon as its owner lets go; `onWait` is told once who that is. */
export async function waitForLock(file, onWait) {
  for (let isFirst = true; ; isFirst = false) {
    const lock = acquireLock(file);
    if ('release' in lock) return lock;
    if (isFirst) onWait(lock.owner);
    await wait(200);
  }
}

/** Only the holder of a second lock may remove the stale one: two that saw it stale must not remove each other's new lock. */
function removeStaleLock(file, draft) {
  const takeover = `${file}.takeover`;
  try {
    linkSync(draft, takeover);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isStale(readOwner(takeover))) rmSync(takeover, { force: true });
    return;
  }
  if (isStale(readOwner(file))) rmSync(file, { force: true });
  rmSync(takeover, { force: true });
}

/** Returns whether no living process holds the lock; false for a lock that is gone, because another process may have made a new one. */
const isStale = (owner) => owner !== null && (!owner || readProcessStart(owner.pid) !== owner.began);

/** null when there is no lock; undefined when the file says nothing that could be an owner. */
function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return error.code === 'ENOENT' ? null : undefined;
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
