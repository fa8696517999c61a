/** Finds the browser for tests and measurements: the one the caller names, the one the lockfile brings, or an installed one. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../../../.cache');
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** For a container without a screen, run by root; and nothing that the browser would fetch for itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The package's own file looks for its fonts where serverless platforms put them. */
const FONTS_CONFIG = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

export interface FoundBrowser {
  executablePath: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

/**
 * The one that `CHROMIUM_PATH` names, else the bundled one: the same everywhere, and without a surface of its own it needs a
 * third of the processor time of a whole browser. Where that one does not run, one that is installed.
 */
export async function findChromium(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    const problem = await findProblem(named, process.env);
    if (problem) throw new Error(`CHROMIUM_PATH is "${named}", which does not run (${problem}): correct or unset it.`);
    return { executablePath: named, args: FLAGS, env: process.env };
  }
  const bundled = await findBundled();
  if (typeof bundled !== 'string') return bundled;
  for (const executablePath of INSTALLED) {
    // A distribution may put a stub here that only says how to install the browser.
    if (!existsSync(executablePath) || (await findProblem(executablePath, process.env))) continue;
    return { executablePath, args: FLAGS, env: process.env };
  }
  throw new Error(`No browser was found, and ${bundled}: install Chromium or Chrome, or set CHROMIUM_PATH.`);
}

/** `args` are flags beside those that every run needs. */
export async function launchBrowser(options: { args?: string[] } = {}): Promise<Browser> {
  const { executablePath, args, env } = await findChromium();
  return chromium.launch({
    executablePath,
    args: [...args, ...(options.args ?? [])],
    env: env as Record<string, string>,
  });
}

/** The bundled browser, or why there is none here. */
async function findBundled(): Promise<FoundBrowser | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the bundled one is for Linux on x64 only';
  const folder = await unpackBundled();
  const executablePath = path.join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') };
  const plain: NodeJS.ProcessEnv = { ...process.env, ...fonts };
  const problem = await findProblem(executablePath, plain);
  if (!problem) return { executablePath, args: FLAGS, env: plain };
  // A bare system lacks the libraries a browser expects; the package brings them too.
  const env = { ...plain, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') };
  const stillProblem = await findProblem(executablePath, env);
  if (stillProblem) return `the bundled one does not run here (${stillProblem})`;
  return { executablePath, args: FLAGS, env };
}

/** The first line of what it complains about, or undefined when it runs. */
async function findProblem(executablePath: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    await run(executablePath, ['--version', '--no-sandbox'], { env, timeout: 30_000 });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr || message).trim().split('\n')[0];
  }
}

/**
 * Unpacks the browser once, beside its place, and then renames it, so that no test starts half a browser. A process of its own does
 * it, because the package chooses where it unpacks, and whether libraries come along, by variables of the environment.
 */
async function unpackBundled(): Promise<string> {
  const entry = import.meta.resolve('@sparticuz/chromium');
  const { version } = createRequire(entry)('../../package.json');
  const folder = path.join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const script = `await (await import(${JSON.stringify(entry)})).default.executablePath()`;
    await run(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    writeFileSync(path.join(draft, 'fonts/fonts.conf'), FONTS_CONFIG);
    renameSync(draft, folder);
  } catch (error) {
    // Another test run may have unpacked it at the same time.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
