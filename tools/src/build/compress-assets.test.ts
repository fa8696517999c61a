import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressAssets } from './compress-assets.ts';

let folder: string;
let place: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'feira-assets-'));
  place = path.join(folder, 'remoteEntry.js');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a file look as if it had been written that long ago. */
function age(file: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(file, time, time);
}

function write(text: string, seconds: number): void {
  writeFileSync(place, text.repeat(1000));
  age(place, seconds);
}

test('A quick build writes no Brotli, and a full one after it does', async () => {
  write('first', 10);
  await compressAssets([folder], { isQuick: true });
  expect(existsSync(`${place}.br`)).toBe(false);
  expect(gunzipSync(readFileSync(`${place}.gz`)).toString()).toBe('first'.repeat(1000));
  await compressAssets([folder], { isQuick: false });
  expect(brotliDecompressSync(readFileSync(`${place}.br`)).toString()).toBe('first'.repeat(1000));
});

test('A quick build leaves no copy of a former content under the same name', async () => {
  write('first', 30);
  await compressAssets([folder], { isQuick: false });
  for (const kind of ['br', 'gz']) age(`${place}.${kind}`, 20);
  write('second', 10);
  await compressAssets([folder], { isQuick: true });
  expect(existsSync(`${place}.br`)).toBe(false);
  expect(gunzipSync(readFileSync(`${place}.gz`)).toString()).toBe('second'.repeat(1000));
});
