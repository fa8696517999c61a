/** Builds the command of an adapter's process: Node's own locks, and around them those that the system offers. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Limits {
  /** Resident memory of the process, bytes. */
  memoryBytes: number;
  /** Processor time that the process may use while no call is open, ms. */
  restingCpuMs: number;
  /** Characters that the process may send to the host for each call, its requests and log included. */
  sentPerCall: number;
  /** Longest one call may take, ms; the process is killed then. */
  callMs: number;
  /** Longest the process may be deaf to the host, ms: an endless loop. */
  deafMs: number;
  /** Requests one call may make. */
  requests: number;
  /** Signatures, digests and comparisons that one call may ask of the host, and the characters of their parameters. */
  questions: number;
  questionCharacters: number;
  /** Without calls for this long, the process ends; the next call starts another. */
  idleMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 256 * 1024 * 1024,
  restingCpuMs: 3_000,
  sentPerCall: 4 * 1024 * 1024,
  callMs: 120_000,
  deafMs: 5_000,
  requests: 50,
  questions: 50,
  questionCharacters: 4 * 1024 * 1024,
  idleMs: 300_000,
};

/** The bytes that Node 24 maps before it runs any code, measured at 560 MiB. The system counts them; most are never used. */
const MAPPED_AT_START = 640 * 1024 * 1024;

const find = (name: string) => ['/usr/bin', '/bin'].map((folder) => path.join(folder, name)).find(existsSync);

/**
 * Wrappers that work here. `unshare` gives the process a network of its own with nothing in it, `setpriv` lets it die with the
 * host, and `prlimit` bounds its memory between two looks at it. Containers may forbid the first; then the lock inside the process
 * stands alone, and the log says so.
 */
function findWrapper({ memoryBytes }: Limits): { command: string[]; hasOwnNetwork: boolean } {
  const unshare = find('unshare');
  const setpriv = find('setpriv');
  const prlimit = find('prlimit');
  const works = ([program, ...parameters]: string[]) =>
    !!program &&
    spawnSync(program, [...parameters, process.execPath, '--version'], { env: {}, timeout: 5_000 }).status === 0;
  const network = unshare ? [unshare, '--net', '--map-root-user'] : [];
  const death = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs'] : [];
  const hasOwnNetwork = works(network);
  const memory = prlimit ? [prlimit, `--data=${MAPPED_AT_START + memoryBytes}`] : [];
  const command = [hasOwnNetwork ? network : [], works(death) ? death : [], works(memory) ? memory : []].flat();
  return { command, hasOwnNetwork };
}

/** By the memory that the limits allow. */
const wrappers = new Map<number, ReturnType<typeof findWrapper>>();

/** Returns the program and its parameters; `readable` are the folders the process may read. */
export function toCommand(childFile: string, parameter: string, readable: string[], limits: Limits) {
  const { memoryBytes } = limits;
  const wrapper = wrappers.get(memoryBytes) ?? findWrapper(limits);
  wrappers.set(memoryBytes, wrapper);
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
