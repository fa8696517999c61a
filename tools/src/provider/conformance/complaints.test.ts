/** Tests that complaints name the cause first, and the place that an author has to change. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listFailures } from '@feira/plugin-kit/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewProvider } from '../new-provider/options.ts';
import { createPackage } from '../new-provider.ts';
import { mapLines } from './file-lines.ts';
import { provePackage } from './prove-package.ts';

const SMALL = { words: 500, amounts: 1, wireWords: 2 };
const place = mkdtempSync(path.join(tmpdir(), 'feira-complaints-'));
const wanted = { name: 'Acme', methods: ['PIX'], auth: 'header', money: 'cents', directory: place } as const;
const create = (id: string, kind: NewProvider['kind']) =>
  createPackage({ ...wanted, methods: [...wanted.methods], id, kind });

let described: string;
let coded: string;
beforeAll(async () => {
  described = await create('described', 'table');
  coded = await create('coded', 'code');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function edit(folder: string, name: string, from: string, to: string): () => void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to));
  return () => writeFileSync(file, text);
}

function conformance(folder: string): string[] {
  const task = path.join(import.meta.dirname, '../conformance.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [task, folder, '--quick', '--seed=1'], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n');
}

const lineOf = (folder: string, name: string, text: string) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

it('names the operation and the answer that it cannot read above all that follows from it', async () => {
  const restore = edit(coded, 'src/simulator.ts', 'status: WORDS[charge.status]', 'state: WORDS[charge.status]');

  const failures = listFailures(await provePackage(coded, { seed: 1, scale: SMALL }));
  restore();

  expect(failures[0]).toMatch(
    /^PIX, works: createTransaction cannot read the answer to its POST \(status 201\), which has id, .*state, .*: The field status is missing\. \(for the same reason /,
  );
  expect(failures[0]).toContain('PIX, references');
});

it('names the line of the description that reads a field which no example has', () => {
  const restore = edit(described, 'description.json', '"providerStatus": "status"', '"providerStatus": "state"');

  const lines = conformance(described);
  restore();

  const at = lineOf(described, 'description.json', '"providerStatus": "status"');
  const complaint = lines.find((line) => line.includes('createTransaction: no answer has "state"'));
  expect(complaint).toContain(`(description.json:${at})`);
});

it('names the line of the table that lacks a word', () => {
  const restore = edit(described, 'plugin.json', '"waiting": "PENDING",', '');

  const lines = conformance(described);
  restore();

  const complaint = lines.find((line) => line.includes('shows the status "waiting"'));
  expect(complaint).toContain(`(plugin.json:${lineOf(described, 'plugin.json', '"map"')})`);
});

it('names the file that is no JSON', () => {
  const restore = edit(described, 'plugin.json', '"moneyUnit"', 'moneyUnit');

  const lines = conformance(described);
  restore();

  expect(lines.join('\n')).toContain('plugin.json is no JSON: ');
});

it('finds keys in lists and behind brackets inside of texts', () => {
  const text =
    '{\n  "a": [\n    { "b": "} \\" ]," },\n    { "c": 1,\n "d.e": { } }\n  ],\n  "f": [1, [2]], "g": null\n}';

  expect(Object.fromEntries(mapLines(text))).toEqual({ a: 2, 'a.0.b': 3, 'a.1.c': 4, 'a.1.d.e': 5, f: 7, g: 7 });
});
