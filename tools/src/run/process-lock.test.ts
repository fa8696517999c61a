import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { acquireLock, waitForLock } from '../../process-lock.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'feira-lock-'));
const file = path.join(folder, 'deep/start.lock');
const module = path.resolve(import.meta.dirname, '../../process-lock.mjs');

afterAll(() => rmSync(folder, { recursive: true }));

const take = (): { release(): void } => {
  const lock = acquireLock(file);
  if ('owner' in lock) throw new Error(`held by ${lock.owner.pid}`);
  return lock;
};

describe('acquireLock', () => {
  it('tells who holds it, until it is released', () => {
    const lock = take();

    expect(acquireLock(file)).toMatchObject({ owner: { pid: process.pid } });
    lock.release();
    expect(existsSync(file)).toBe(false);
  });

  it('takes over from a process that was killed', async () => {
    const script = `const { acquireLock } = await import(${JSON.stringify(module)});
      acquireLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');

    const whileAlive = acquireLock(file);
    child.kill('SIGKILL');
    await exit;

    expect(whileAlive).toMatchObject({ owner: { pid: child.pid } });
    take().release();
  });

  it('takes over when the pid belongs to another process now', () => {
    take();
    const { pid, began } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ pid, began: `${began}0` }));

    take().release();
  });

  it('takes over what is no lock at all', () => {
    writeFileSync(file, 'half a l');

    take().release();
  });

  it('lets exactly one of many processes through', async () => {
    const script = `const { acquireLock } = await import(${JSON.stringify(module)});
      process.stdin.once('data', () => {
        console.log('release' in acquireLock(${JSON.stringify(file)}) ? 'mine' : 'taken');
        process.stdin.once('data', () => process.exit());
      });
      console.log('ready');`;
    // The children find the lock of a dead process, which all of them want to take over at the same time.
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, began: '1' }));
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));

    const answers = children.map((child) => once(child.stdout, 'data'));
    for (const child of children) child.stdin.write('go');
    const words = (await Promise.all(answers)).map(([data]) => String(data).trim());
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.stdin.write('end');
    await Promise.all(exits);

    expect(words.sort()).toEqual(['mine', 'taken', 'taken', 'taken']);
  });
});

describe('waitForLock', () => {
  it('waits until the owner lets go', async () => {
    const lock = take();
    const owners: number[] = [];

    const waiting = waitForLock(file, ({ pid }) => {
      owners.push(pid);
      lock.release();
    });

    (await waiting).release();
    expect(owners).toEqual([process.pid]);
  });
});
