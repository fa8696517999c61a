/**
 * Programs that were written for a dated version of the API go on working. `SURFACE=write npx vitest run core/test/api-surface.test.ts`
 * writes the description of the newest version anew: before its release, or with additions alone. After that, what breaks programs is a new version.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { API_VERSIONS } from '@feira/schemas/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSurface, findBreaks, type Surface } from './api-surface.ts';
import { buildNode, type TestNode } from './build.ts';

const FILE = path.join(import.meta.dirname, 'api-versions', `${API_VERSIONS[0]}.json`);

let node: TestNode;
let present: Surface;
let stored: Surface;

beforeAll(async () => {
  node = await buildNode();
  present = describeSurface(node.app.apiCalls);
  if (process.env.SURFACE === 'write') {
    const lines = Object.entries(present).map(
      ([place, described]) => `  ${JSON.stringify(place)}: ${JSON.stringify(described)}`,
    );
    await writeFile(FILE, `{\n${lines.join(',\n')}\n}\n`);
  }
  stored = JSON.parse(await readFile(FILE, 'utf8'));
});
afterAll(() => node?.close());

describe('the newest version of the API', () => {
  it('takes everything that its programs send, and answers what they read', () => {
    expect(findBreaks(stored, present)).toEqual([]);
  });

  it('is described whole: `SURFACE=write` adds what is new', () => {
    expect(Object.keys(present).filter((place) => !(place in stored))).toEqual([]);
  });
});

type Change = Partial<Surface[string]> | null;

/** Returns the present description with some places changed; null takes a place away. */
function withChanges(changes: Record<string, Change>): Surface {
  const later: Surface = { ...present };
  for (const [place, change] of Object.entries(changes)) {
    if (change) later[place] = { isRequired: false, kinds: ['string'], limits: [], ...present[place], ...change };
    else delete later[place];
  }
  return later;
}

describe('a change that breaks programs', () => {
  it.each<[string, string, Change]>([
    ['products.create in.name is limited to maxLength 5', 'products.create in.name', { limits: ['maxLength 5'] }],
    ['products.create in.description is required now', 'products.create in.description', { isRequired: true }],
    ['products.create in.colour is new and required', 'products.create in.colour', { isRequired: true }],
    ['sales.list out.items[].status is gone', 'sales.list out.items[].status', null],
    ['sales.list out.items[].amount may now be null', 'sales.list out.items[].amount', { kinds: ['integer', 'null'] }],
    ['sales.list out.items[].amount may now be missing', 'sales.list out.items[].amount', { isRequired: false }],
    [
      'products.create in.typeProduct no longer takes =DIGITAL',
      'products.create in.typeProduct',
      { kinds: ['=FISICO'] },
    ],
    ['products.list at is GET /goods, and was GET /products', 'products.list at', { kinds: ['GET /goods'] }],
  ])('is told: %s', (sentence, place, change) => {
    expect(findBreaks(present, withChanges({ [place]: change }))).toContain(sentence);
  });

  it('is none where something is only added', () => {
    const status = present['sales.list out.items[].status']?.kinds ?? [];
    const later = withChanges({
      'products.create in.colour': {},
      'sales.list out.items[].colour': { isRequired: true },
      'products.create in.name': { limits: ['maxLength 500'] },
      'sales.list out.items[].status': { kinds: [...status, '=LOST'] },
    });
    expect(findBreaks(present, later)).toEqual([]);
  });
});
