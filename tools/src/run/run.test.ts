/** Tests the door of every npm script in a small project of its own: without dependencies, npm needs no network. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const TOOLS = path.resolve(import.meta.dirname, '../..');
const PLATFORM = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;
let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'feira-run-')));
  mkdirSync(path.join(root, 'tools/src'), { recursive: true });
  for (const file of ['run.mjs', 'process-lock.mjs']) cpSync(path.join(TOOLS, file), path.join(root, 'tools', file));
  // A package inside the project stands for what the lockfile brings; it holds this test's own Node.
  mkdirSync(path.join(root, 'brought/bin'), { recursive: true });
  symlinkSync(process.execPath, path.join(root, 'brought/bin/node'));
  write('package.json', { name: 'planted', workspaces: ['brought'] });
  writeLockfile('1.0.0');
});

afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, content: unknown) =>
  writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));

function writeLockfile(version: string): void {
  write('brought/package.json', { name: PLATFORM, version });
  write('package-lock.json', {
    name: 'planted',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'planted', workspaces: ['brought'] },
      brought: { name: PLATFORM, version },
      [`node_modules/${PLATFORM}`]: { resolved: 'brought', link: true },
    },
  });
}

function start(...parameters: string[]): {
  child: ChildProcess;
  end: Promise<{ code: number | null; output: string }>;
} {
  const child = spawn(process.execPath, [path.join(root, 'tools/run.mjs'), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_execpath: '', NODE_COMPILE_CACHE: undefined },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { child, end: once(child, 'close').then(([code]) => ({ code, output })) };
}

describe('run.mjs', () => {
  it('installs, then runs the task on the Node the lockfile brings, with its programs first on PATH and what was compiled before', async () => {
    write(
      'tools/src/hello.ts',
      `const first: string = process.env.PATH!.split(':')[0]!; console.log(process.argv.slice(2).join(), first, process.env.NODE_COMPILE_CACHE); process.exit(7);`,
    );

    const { code, output } = await start('tools/src/hello.ts', 'a', 'b').end;

    expect(output).toContain('Installing the dependencies');
    expect(output).toContain(`a,b ${path.join(root, 'node_modules/.bin')} ${path.join(root, '.cache/compiled')}`);
    expect(code).toBe(7);
    expect(existsSync(path.join(root, 'node_modules/.bin/node'))).toBe(true);
  });

  it('installs once for two starts at the same time, and again only when the lockfile changes', async () => {
    write('tools/src/hello.ts', `console.log('hello');`);
    const install = /Installing the dependencies/;

    const both = await Promise.all([start('tools/src/hello.ts').end, start('tools/src/hello.ts').end]);
    const later = await start('tools/src/hello.ts').end;
    writeLockfile('1.0.1');
    const changed = await start('tools/src/hello.ts').end;

    expect(both.filter(({ output }) => install.test(output))).toHaveLength(1);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(later.output).toBe('hello\n');
    expect(changed.output).toMatch(install);
  });

  it('says which file there is not', async () => {
    expect(await start('tools/src/nothing.ts').end).toEqual({
      code: 1,
      output: 'There is no file "tools/src/nothing.ts"; package.json names the file of each script.\n',
    });
  });

  it('finds the file of every script of package.json', () => {
    const project = path.dirname(TOOLS);
    const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
    const files = Object.values<string>(scripts).map((script) => script.replace('exec node tools/run.mjs ', ''));

    expect(files.filter((file) => !existsSync(path.join(project, file)))).toEqual([]);
  });

  it('hands a signal on and lets the task decide how to end', async () => {
    write(
      'tools/src/wait.ts',
      `process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 180_000); console.log('waiting');`,
    );
    const { child, end } = start('tools/src/wait.ts');
    await new Promise<void>((resolve) =>
      child.stdout!.on('data', (chunk) => String(chunk).includes('waiting') && resolve()),
    );

    child.kill('SIGTERM');

    expect((await end).code).toBe(3);
  });
});
