/** Tests which bugs of a family's code count as ones that a package cannot reach: no bug that it runs may be among them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Mutant, nameMutant } from './mutate-provider/mutant.ts';
import { findUnreachable, listMutants, readReach } from './mutate-provider/package-mutants.ts';
import { failIn, findReach, isInside, type Unit } from './mutate-provider/reach.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');
const OPERATIONS = ['createTransaction', 'refund', 'void', 'createMandate'];

const FILES: Record<string, string> = {
  'src/index.ts': `
import { defineProvider } from '@feira/plugin-kit';
import { createOthers as create } from '../../family-x/src/provider.ts';
export default defineProvider({ createProvider: create });
`,
  '../family-x/src/provider.ts': `
import { createClient } from './client.ts';
import { KINDS, toCharge, toMandate, fromEvent } from './mapping.ts';
export function createOthers(context) {
  const client = createClient(context.http);
  return {
    async createTransaction(request) { return client.putCharge(toCharge(request)); },
    refund: (request) => client.giveBack(request, 'ção'),
    void: (request) => client.refund(request),
    async createMandate(request) { return client.putMandate(toMandate(request), KINDS); },
    async ensureWebhook({ url }) { await client.setWebhook(url); },
    processEvent: ({ body }) => fromEvent(body),
  };
}
`,
  '../family-x/src/client.ts': `
export const createClient = (http) => ({
  putCharge: (charge) => http.put('/charges', charge),
  giveBack: (request) => http.put('/returns', request),
  refund: (request) => http.put('/refunds', request),
  putMandate: (mandate) => http.put('/mandates', mandate),
  setWebhook: (url) => http.put('/webhook', { url }),
});
`,
  '../family-x/src/mapping.ts': `
export const KINDS = { monthly: 'MENSAL' };
const toText = (amount: number) => amount.toFixed(2);
export function toCharge(request: object) { return { value: toText(request.amount) }; }
export function toMandate(request: object) { return { value: toText(request.amount), kind: toKind(request) }; }
const toKind = (request) => KINDS[request.kind];
export const fromEvent = (body) => ({ id: body.id });
`,
  '../family-x/src/other-member.ts': `export const createOther = () => ({});`,
};

const reachOf = (declared: string[], files = FILES) =>
  findReach('src/index.ts', (file) => files[file]!, { files: Object.keys(files), declared, operations: OPERATIONS });
const nameUnit = ({ property, declares }: Unit) => property ?? declares.join();

describe('what a package reaches of its family', () => {
  it('is all but the operations that it does not declare, and what only they use', () => {
    const { unreached, unloaded } = reachOf(['createTransaction', 'refund', 'void']);

    expect(unreached.map(nameUnit).sort()).toEqual(['KINDS', 'createMandate', 'putMandate', 'toKind', 'toMandate']);
    expect([...unloaded]).toEqual(['../family-x/src/other-member.ts']);
  });

  it('is everything where everything is declared', () => {
    expect(reachOf(OPERATIONS).unreached).toEqual([]);
  });

  it('holds a function that a declared operation calls, although it is named as one that is not', () => {
    const { unreached } = reachOf(['createTransaction', 'void']);

    // The provider's own refund goes with the client's: they have one name, and a name that is called is never left out.
    expect(unreached.map(nameUnit)).not.toContain('refund');
    expect(reachOf(['createTransaction']).unreached.map(nameUnit)).toEqual(
      expect.arrayContaining(['refund', 'void', 'giveBack']),
    );
  });

  it('holds what is called by a name in a text', () => {
    const files: Record<string, string> = {
      ...FILES,
      '../family-x/src/mapping.ts': `${FILES['../family-x/src/mapping.ts']}\nexport const CALLS = 'createMandate';`,
    };

    expect(reachOf(['createTransaction', 'refund', 'void'], files).unreached.map(nameUnit)).toContain('createMandate');
    files['../family-x/src/provider.ts'] = FILES['../family-x/src/provider.ts']!.replace(
      'return client.putCharge',
      "context.call('createMandate'); return client.putCharge",
    );
    const left = reachOf(['createTransaction', 'refund', 'void'], files).unreached;
    expect(left.map(nameUnit)).toEqual(['CALLS']);
  });

  it('is told of changes by all that they touch', () => {
    const file = '../family-x/src/client.ts';
    const text = FILES[file]!;
    const units = reachOf(['createTransaction', 'refund', 'void']).unreached.filter((unit) => unit.file === file);
    const change = (before: string, after: string) => isInside(units, text, text.replace(before, after));

    expect(change("'/mandates', mandate", "'/mandates', null")).toBe(true);
    expect(change("  putMandate: (mandate) => http.put('/mandates', mandate),\n", '')).toBe(true);
    expect(change("'/refunds', request", "'/refunds', null")).toBe(false);
    expect(
      change(
        "refund: (request) => http.put('/refunds', request),\n  putMandate: (mandate) => http.put('/mandates', mandate)",
        "refund: (mandate) => http.put('/mandates', mandate),\n  putMandate: (request) => http.put('/refunds', request)",
      ),
    ).toBe(false);
  });

  it('fails in whole functions, in the places where letters of two bytes stand before them', () => {
    const text = FILES['../family-x/src/provider.ts']!;
    const units = reachOf(['createTransaction', 'refund', 'void']).unreached.filter(
      ({ property }) => property === 'createMandate',
    );

    expect(failIn(units, text)).toBe(
      text.replace(
        '{ return client.putMandate(toMandate(request), KINDS); }',
        "{ throw new Error('Nothing declared leads here.'); }",
      ),
    );
  });
});

describe('bundled packages', () => {
  it.each([
    ['onz', ['accounts.ts', 'accounts-mapping.ts', 'provider.ts', 'mapping.ts']],
    ['efi', ['mandates.ts', 'mandate-mapping.ts', 'provider.ts', 'mapping.ts']],
  ])('%s keeps every bug of the code that it declares', async (id, kept) => {
    const folder = path.join(PLUGINS, id);

    const { unreached, unloaded } = await readReach(folder);

    const files = kept.map((file) => `../family-bacen/src/${file}`);
    expect(files.filter((file) => unloaded.has(file) || unreached.some((unit) => unit.file === file))).toEqual([]);
  });

  it('a bank without mandates loses the bugs of mandates and no other', async () => {
    const folder = path.join(PLUGINS, 'banco-inter');

    const isUnreachable = await findUnreachable(folder, 1);

    const outside = listMutants(folder, 1).filter((mutant: Mutant) => isUnreachable(mutant));
    expect(outside.length).toBeGreaterThan(50);
    expect(
      outside.filter(({ file }) => !/family-bacen\/src\/(mandate|accounts|banks)/.test(file)).map(nameMutant),
    ).toEqual([]);
  });

  it('reads code as reached whose failure a proof or a test sees, whatever the reading of the code said', async () => {
    const folder = path.join(PLUGINS, 'banco-inter');
    const entry = 'src/index.ts';
    const wrong = findReach(entry, (file) => readFileSync(path.join(folder, file), 'utf8'), {
      files: [entry, ...['banks', 'provider', 'client', 'mapping'].map((name) => `../family-bacen/src/${name}.ts`)],
      declared: ['createTransaction', 'getTransaction', 'processWebhook'],
      operations: ['createTransaction', 'getTransaction', 'processWebhook', 'refund'],
    });
    expect(wrong.unreached.map(nameUnit)).toEqual(expect.arrayContaining(['refund', 'giveBack', 'toReturn']));

    const isUnreachable = await findUnreachable(folder, 1, wrong);

    const ofRefunds = listMutants(folder, 1).filter(
      ({ file, place }) => /mapping\.ts$/.test(file) && /toReturn|valor:/.test(place),
    );
    expect(ofRefunds.length).toBeGreaterThan(0);
    expect(ofRefunds.filter((mutant) => isUnreachable(mutant)).map(nameMutant)).toEqual([]);
  });
});
