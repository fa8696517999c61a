/**
 * The one door of every npm script: installs what the lockfile lists when it changed, then runs the script's file on the Node 24
 * that came with it. Works on any Node from 20 on and uses nothing that is not in Node itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from './process-lock.mjs';

const OLDEST_NODE = 20;
const TASK_NODE = 24;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.feira-lock');

async function main() {
  const [script, ...parameters] = process.argv.slice(2);
  if (!script) throw new Error('Say which file to run, for example: npm start');
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new Error(
      `Feira needs Node ${OLDEST_NODE} or newer to begin; this is ${process.version} (${process.execPath}).`,
    );
  }
  const file = path.join(root, script);
  if (!existsSync(file)) throw new Error(`There is no file "${script}"; package.json names the file of each script.`);
  await installWhenNeeded();
  const node = findNode(major);
  process.exitCode = await runTask(node, file, parameters);
}

async function installWhenNeeded() {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lockfile).digest('hex');
  if (isInstalled(stamp, lockfile)) return;
  const lock = await waitForLock(path.join(root, '.cache/install.lock'), ({ pid }) =>
    console.log(`Process ${pid} is installing the dependencies; waiting for it`),
  );
  try {
    // Another start may have installed everything while this one waited.
    if (isInstalled(stamp, lockfile)) return;
    install();
    // npm passes over an optional package that it failed to download, without a word; the second try usually gets it.
    if (listMissing(lockfile).length > 0) install();
    const missing = listMissing(lockfile);
    if (missing.length > 0) console.warn(`npm could not download ${missing.join(', ')}; what needs them will say so`);
    writeFileSync(stampFile, stamp);
  } finally {
    lock.release();
  }
}

function isInstalled(stamp, lockfile) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  if (!hasInstalledAll(JSON.parse(lockfile).packages)) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** Returns whether npm's own record of the installed packages fits the lockfile, as it does after npm was run by hand. */
function hasInstalledAll(wanted) {
  const noteFile = path.join(modules, '.package-lock.json');
  if (!existsSync(noteFile)) return false;
  const installed = JSON.parse(readFileSync(noteFile, 'utf8')).packages;
  const isSame = (place) => installed[place]?.version === wanted[place]?.version;
  return (
    Object.keys(installed).every(isSame) &&
    Object.keys(wanted).every((place) => place === '' || wanted[place].optional || isSame(place))
  );
}

/** Packages built for this very machine that npm left out. */
function listMissing(lockfile) {
  const isGlibc = Boolean(process.report?.getReport().header.glibcVersionRuntime);
  const allows = (list, value) => !list || [list].flat().includes(value);
  return Object.entries(JSON.parse(lockfile).packages)
    .filter(
      ([, { optional, os, cpu, libc }]) =>
        optional &&
        os &&
        allows(os, process.platform) &&
        allows(cpu, process.arch) &&
        allows(libc, isGlibc ? 'glibc' : 'musl'),
    )
    .map(([place]) => place)
    .filter((place) => !existsSync(path.join(root, place, 'package.json')));
}

function install() {
  console.log('Installing the dependencies listed in package-lock.json (about a minute, only when they changed)');
  const started = Date.now();
  // Packages for development and for this platform are needed whatever NODE_ENV or the user's npm settings say; warnings
  // about the Node that begins are void, because another one runs the tasks; no package needs its install script.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--engine-strict=false',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  // The lockfile names every version, so npm need not ask the registry whether its cached notes are current. It fails where a
  // note is older than the lockfile; the second run asks.
  const parameters = ['ci', '--no-audit', '--no-fund', ...flags];
  let { status, signal, error } = runNpm([...parameters, '--prefer-offline']);
  if (status > 0) ({ status, signal, error } = runNpm(parameters));
  if (status !== 0) {
    throw new Error(
      error
        ? `npm could not be started (${error.message}); install npm, then start again.`
        : `npm ci did not finish (${signal ?? `exit code ${status}`}); its message stands above. Mend that, then start again.`,
    );
  }
  console.log(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Under `npm start` npm says where it is itself; that one needs no PATH. */
function runNpm(parameters) {
  const options = { cwd: root, stdio: 'inherit' };
  const own = process.env.npm_execpath;
  if (own && /npm-cli\.[cm]?js$/.test(own)) return spawnSync(process.execPath, [own, ...parameters], options);
  return spawnSync('npm', parameters, { ...options, shell: process.platform === 'win32' });
}

/** The Node of the lockfile; the one running now serves only where that has no build for this machine. */
function findNode(major) {
  const name = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;
  const binary = path.join(modules, name, 'bin/node');
  const answer = existsSync(binary) ? spawnSync(binary, ['--version'], { encoding: 'utf8' }) : undefined;
  if (answer?.stdout?.startsWith(`v${TASK_NODE}.`)) {
    linkNode(binary);
    return binary;
  }
  if (major >= TASK_NODE) return process.execPath;
  const reason = answer ? `does not run here (${answer.error?.message ?? answer.stderr.trim()})` : 'was not installed';
  throw new Error(
    `Feira runs on Node ${TASK_NODE}; its own copy (${name}) ${reason}. Delete node_modules and start again, or install Node ${TASK_NODE} yourself.`,
  );
}

/** npm 10 installs the package but leaves its command out of node_modules/.bin. */
function linkNode(binary) {
  const link = path.join(modules, '.bin/node');
  if (existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  try {
    symlinkSync(path.relative(path.dirname(link), binary), link);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function runTask(node, file, parameters) {
  const search = [path.join(modules, '.bin'), path.dirname(node), process.env.PATH].join(path.delimiter);
  // Compiled sources from one task to the next: a node that finds them starts in half the time.
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(root, '.cache/compiled');
  const env = { ...process.env, PATH: search, NODE_COMPILE_CACHE: compiled };
  const child = spawn(node, [file, ...parameters], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
