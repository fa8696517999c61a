/** How an adapter's process is started: what Node itself can lock, and around it what the system offers. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Limits {
  /** Resident memory of the process, bytes. */
  memoryBytes: number;
  /** Longest one call may take, ms; the process is killed then. */
  callMs: number;
  /** Longest the process may be deaf to the host, ms: an endless loop. */
  deafMs: number;
  /** Requests one call may make. */
  requests: number;
  /** Without calls for this long, the process ends; the next call starts another. */
  idleMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 256 * 1024 * 1024,
  callMs: 120_000,
  deafMs: 5_000,
  requests: 50,
  idleMs: 300_000,
};

const find = (name: string) => ['/usr/bin', '/bin'].map((folder) => path.join(folder, name)).find(existsSync);

/**
 * Wrappers that work here. `unshare` gives the process a network of its own with nothing in it, `setpriv` lets it die with the
 * host. Containers may forbid the first; then the lock inside the process stands alone, and the log says so.
 */
function findWrapper(): { command: string[]; hasOwnNetwork: boolean } {
  const unshare = find('unshare');
  const setpriv = find('setpriv');
  const works = ([program, ...parameters]: string[]) =>
    !!program &&
    spawnSync(program, [...parameters, process.execPath, '--version'], { env: {}, timeout: 5_000 }).status === 0;
  const network = unshare ? [unshare, '--net', '--map-root-user'] : [];
  const death = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs'] : [];
  const hasOwnNetwork = works(network);
  const command = [...(hasOwnNetwork ? network : []), ...(works(death) ? death : [])];
  return { command, hasOwnNetwork };
}

let wrapper: ReturnType<typeof findWrapper> | undefined;

/** Answers the program and its parameters; `readable` are the folders the process may read. */
export function toCommand(childFile: string, parameter: string, readable: string[], { memoryBytes }: Limits) {
  wrapper ??= findWrapper();
  const command = [
    ...wrapper.command,
    process.execPath,
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    '--frozen-intrinsics',
    '--disable-proto=delete',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${Math.floor(memoryBytes / 2 / 1024 / 1024)}`,
    childFile,
    parameter,
  ];
  return { program: command[0] as string, parameters: command.slice(1), hasOwnNetwork: wrapper.hasOwnNetwork };
}
