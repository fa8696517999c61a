/** Puts a database on a file system of its own, which a test fills for real. Mounting one takes root. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { findServerAccount } from '../../tools/src/postgres/account.ts';
import { createDatabase } from './build.ts';

/** A migrated database takes a third of it. */
const SIZE = '64m';
const BLOCK = Buffer.alloc(65_536);

export interface SmallDisk {
  databaseUrl: string;
  /** Leaves no room for another block. */
  fill(): void;
  empty(): void;
  close(): Promise<void>;
}

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'feira-test', folder], { stdio: 'ignore' }).status === 0;
const unmount = (folder: string) => {
  spawnSync('umount', [folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
};

/** Returns whether this machine lets the tests mount a file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'feira-mount-'));
  const isMounted = mount(folder);
  unmount(folder);
  return isMounted;
}

export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'feira-disk-'));
  if (!mount(folder)) throw new Error('No file system can be mounted here.');
  const [place, filler] = [join(folder, 'database'), join(folder, 'filler')];
  mkdirSync(place, { mode: 0o700 });
  // PostgreSQL's account has to reach it.
  chmodSync(folder, 0o755);
  const account = findServerAccount();
  if (account) chownSync(place, account.uid, account.gid);
  const database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`CREATE TABLESPACE ${name} LOCATION '${place}'`);
  await admin.query(`ALTER DATABASE ${name} SET TABLESPACE ${name}`);
  return {
    databaseUrl: database.url,
    fill() {
      try {
        for (;;) appendFileSync(filler, BLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(filler, { force: true }),
    async close() {
      await database.drop();
      await admin.query(`DROP TABLESPACE ${name}`);
      await admin.end();
      unmount(folder);
    },
  };
}
