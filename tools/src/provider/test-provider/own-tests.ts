/** Runs the tests that a provider package brings along, wherever its folder lies. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const VITEST = path.resolve(import.meta.dirname, '../../../../node_modules/.bin/vitest');
const CONFIG = path.join(import.meta.dirname, 'vitest.config.ts');

interface OwnTests {
  /** Prints nothing. */
  isSilent?: boolean;
  /** Stops at the first failure, and is content with a package that has no test. */
  isUntilFailure?: boolean;
}

/** Returns whether all tests of the package pass. */
export async function runOwnTests(place: string, { isSilent, isUntilFailure }: OwnTests = {}): Promise<boolean> {
  const more = isUntilFailure ? ['--bail=1', '--passWithNoTests'] : [];
  const child = spawn(process.execPath, [VITEST, 'run', `--root=${place}`, `--config=${CONFIG}`, ...more], {
    cwd: place,
    stdio: isSilent ? 'ignore' : 'inherit',
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  return code === 0;
}
