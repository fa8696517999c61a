/** Chooses PostgreSQL's account: it refuses to run as root, so under root an unprivileged system user runs it, who must reach its files. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** The system user PostgreSQL runs as, or undefined when this process is not root and can run it itself. */
export function findServerAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map<string, Account>();
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && Number(uid) > 0) users.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  return users.get('postgres') ?? users.get('nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 };
}

/** Returns whether the account may enter a folder: every folder above it has to let it through. */
export function canEnter(directory: string, account: Account): boolean {
  for (let folder = path.resolve(directory); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Returns whether the account can run a program. Runs it to find out, because mount options and libraries count too. */
export function canRun(program: string, account: Account): boolean {
  const { uid, gid } = account;
  return spawnSync(program, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}
