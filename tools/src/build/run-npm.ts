/** Runs npm for the tools. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LARGEST_BYTES = 64 * 1024 * 1024;

/** Returns what npm prints, and throws with its message where it fails. */
export async function runNpm(folder: string, parameters: string[]): Promise<string> {
  // npm says where it is; a program that was started without it finds it by its name.
  const own = process.env.npm_execpath;
  const [command, args] = own ? [process.execPath, [own, ...parameters]] : ['npm', parameters];
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: LARGEST_BYTES });
  return stdout;
}
