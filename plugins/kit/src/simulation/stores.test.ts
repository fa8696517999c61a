import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatorStore } from '../simulator.ts';
import { type FileStore, fileStore } from './file-store.ts';
import { memoryStore } from './memory-store.ts';

let directory = '';
const opened: FileStore[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(directory, { recursive: true });
});
const path = () => join(directory, 'inner', 'state.jsonl');
async function open(): Promise<FileStore> {
  const store = await fileStore(path());
  opened.push(store);
  return store;
}
async function reopen(): Promise<FileStore> {
  for (const store of opened.splice(0)) await store.close();
  return open();
}

const kinds: [string, () => Promise<SimulatorStore>][] = [
  ['memoryStore', async () => memoryStore()],
  ['fileStore', open],
];

describe.each(kinds)('%s', (_name, create) => {
  it('keeps values by key', async () => {
    const store = await create();

    await store.set('charge:1', { amount: 1 });
    await store.set('charge:1', { amount: 2 });

    expect(await store.get('charge:1')).toEqual({ amount: 2 });
    expect(await store.get('charge:2')).toBeUndefined();
  });

  it('lists newest first by creation, within the prefix and the limit', async () => {
    const store = await create();
    for (const key of ['charge:1', 'token:1', 'charge:2', 'charges:9', 'charge:3']) await store.set(key, key);
    await store.set('charge:1', 'changed');

    expect(await store.list('charge:', 10)).toEqual(['charge:3', 'charge:2', 'changed']);
    expect(await store.list('charge:', 2)).toEqual(['charge:3', 'charge:2']);
    expect(await store.list('charge:2', 10)).toEqual(['charge:2']);
    expect(await store.list('refund:', 10)).toEqual([]);
  });
});

describe('memoryStore', () => {
  it('lets the oldest go beyond its limit', async () => {
    const store = memoryStore({ mostEntries: 2 });
    for (const key of ['charge:1', 'charge:2', 'charge:3']) await store.set(key, key);

    expect(await store.get('charge:1')).toBeUndefined();
    expect(await store.list('charge:', 10)).toEqual(['charge:3', 'charge:2']);
  });

  it('keeps what is used beyond it, and lists once what came again', async () => {
    const store = memoryStore({ mostEntries: 3 });
    await store.set('card:1', 'card');
    for (let number = 1; number <= 50; number++) {
      expect(await store.get('card:1')).toBe('card');
      await store.set(`charge:${number}`, number);
    }
    await store.set('charge:1', 'again');

    expect(await store.list('charge:', 10)).toEqual(['again', 50]);
    expect(await store.get('card:1')).toBe('card');
  });
});

describe('fileStore', () => {
  it('forgets nothing when the process ends', async () => {
    const first = await open();
    await Promise.all(Array.from({ length: 200 }, (_, index) => first.set(`charge:${index}`, { index })));
    await first.set('charge:7', { index: 'changed' });

    const second = await reopen();

    expect(await second.list('charge:', 3)).toEqual([{ index: 199 }, { index: 198 }, { index: 197 }]);
    expect(await second.get('charge:7')).toEqual({ index: 'changed' });
  });

  it('has the line on disk when set resolves', async () => {
    const store = await open();

    await store.set('charge:1', { amount: 1 });

    expect(await readFile(path(), 'utf8')).toBe('{"key":"charge:1","value":{"amount":1}}\n');
  });

  it('keeps what was set, not what the caller does to its object later', async () => {
    const store = await open();
    const value = { amount: 1 };

    const setting = store.set('charge:1', value);
    value.amount = 2;
    await setting;

    expect(await store.get('charge:1')).toEqual({ amount: 1 });
  });

  it('drops a line that a dying process left half written, and goes on after it', async () => {
    const first = await open();
    await first.set('charge:1', 1);
    await first.close();
    opened.length = 0;
    await appendFile(path(), '{"key":"charge:2","val');

    const second = await open();
    await second.set('charge:3', 3);
    const third = await reopen();

    expect([await third.get('charge:1'), await third.get('charge:2'), await third.get('charge:3')]).toEqual([
      1,
      undefined,
      3,
    ]);
  });

  it('refuses a file that is damaged in the middle', async () => {
    const first = await open();
    await first.close();
    opened.length = 0;
    await writeFile(path(), 'garbage\n{"key":"a","value":1}\n');

    await expect(fileStore(path())).rejects.toThrow('Line 1 of');
  });

  it('rewrites itself when most lines are outdated', async () => {
    const store = await open();
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => store.set('charge:1', { round, index })));
    }

    const lineCount = (await readFile(path(), 'utf8')).split('\n').length - 1;

    expect(lineCount).toBeLessThan(10_000);
    expect(await (await reopen()).get('charge:1')).toEqual({ round: 11, index: 999 });
  });
});
