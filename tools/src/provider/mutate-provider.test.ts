/**
 * Tests the rules that plant bugs into bundled packages, and that what survives is reported. The soak plays a drawn share of all bugs that move
 * money; `npm run mutate:provider -- --all` plays them all.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDraw, rounds, SEED } from '../../../core/test/draw.ts';
import { listCodeChanges } from './mutate-provider/code-rules.ts';
import { listJsonChanges } from './mutate-provider/json-rules.ts';
import { type Change, type Mutant, nameMutant } from './mutate-provider/mutant.ts';
import { listMutants, proveMutant } from './mutate-provider/package-mutants.ts';
import { HELD, judgeSurvivor } from './mutate-provider/survivors.ts';
import { drawCounts } from './mutate-provider.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins');

const MANIFEST = {
  moneyUnit: 'reais',
  refusedWhen: { ok: false },
  idempotency: { supported: true, header: 'Idempotency-Key' },
  webhook: { authentication: { type: 'header', header: 'x-token', credential: 'token' } },
  capabilities: { methods: { PIX: { refund: 'full' } } },
  status: { payment: { map: { waiting: 'PENDING', paid: 'APPROVED' }, unknown: 'REJECTED' } },
};
const DESCRIPTION = {
  words: { keyType: { CPF: 'cpf', PHONE: 'phone' } },
  operations: {
    withdraw: {
      request: 'POST /transfers',
      json: { amount: '{amount}', id: '{withdrawReference}', branch: '{branchNumber}', account: '{accountNumber}' },
      refusedWhen: { ok: false },
      answer: { withdrawId: 'id', providerStatus: 'status', amount: 'value' },
    },
    refund: { request: 'POST /refunds', json: { amount: '{amount}' } },
    getWithdraw: { request: 'GET /transfers/{withdrawId}', missing: [404], answer: { withdrawId: 'id' } },
  },
  events: [{ when: { type: 'in' }, subject: 'payment', fields: { transactionId: 'id', reference: 'ref' } }],
};
const SOURCE = `
export const toRefund = (request) => ({
  amount: toReais(request.amount),
  reference: request.reference,
});
export const toTransfer = (request) => ({
  branch: request.branchNumber,
  account: request.accountNumber,
  document: request.document,
});
const KEYS = { CPF: 'cpf', PHONE: 'phone' };
export function readAnswer(answer) {
  if (answer.status === 404) return null;
  if (answer.flag('failed')) throw new Error('failed');
  return { amount: answer.reais('amount') };
}
`;

const inFile = (file: string, json: object) =>
  listJsonChanges(file, JSON.stringify(json), { draw: () => 0, manifest: MANIFEST });
const show = ({ rule, before, after }: Change) => `${rule}: ${before} → ${after}`;

describe('planting bugs by rule', () => {
  it('changes one thing of a manifest', () => {
    expect(inFile('plugin.json', MANIFEST).map(show)).toEqual([
      'swap-words: "PENDING" → "APPROVED"',
      'swap-words: "APPROVED" → "PENDING"',
      'widen-refunds: "full" → "partial"',
      'change-unit: "reais" → "cents"',
      'swallow-errors: {"ok":false} → nothing',
      'drop-reference: {"supported":true,"header":"Idempotency-Key"} → {"supported":false}',
      'trust-everybody: {"type":"header","header":"x-token","credential":"token"} → {"type":"none"}',
    ]);
  });

  it('changes one thing of a description', () => {
    expect(inFile('description.json', DESCRIPTION).map(show)).toEqual(
      expect.arrayContaining([
        'swap-words: "cpf" and "phone" → "phone" and "cpf"',
        'drop-key: "{amount}" → nothing',
        'drop-reference: "{withdrawReference}" → nothing',
        'exchange-destinations: "{branchNumber}" and "{accountNumber}" → "{accountNumber}" and "{branchNumber}"',
        'exchange-fields: "status" and "value" → "value" and "status"',
        'change-unit: "{amount}" → "{amount|cents}"',
        'swallow-errors: {"ok":false} → nothing',
        'swallow-errors: [404] → [404,403]',
        'widen-refunds: "{amount}" → nothing',
        'exchange-events: "payment" → "withdraw"',
      ]),
    );
  });

  it('changes one line of a source', () => {
    expect(listCodeChanges(SOURCE).map(show)).toEqual(
      expect.arrayContaining([
        'change-unit: amount: toReais(request.amount), → amount: (request.amount),',
        'widen-refunds: amount: toReais(request.amount), → nothing',
        'drop-reference: reference: request.reference, → nothing',
        'exchange-destinations: branch: request.branchNumber, account: request.accountNumber, → branch: request.accountNumber, account: request.branchNumber,',
        'exchange-fields: account: request.accountNumber, document: request.document, → account: request.document, document: request.accountNumber,',
        "swap-words: const KEYS = { CPF: 'cpf', PHONE: 'phone' }; → const KEYS = { CPF: 'phone', PHONE: 'cpf' };",
        "negate-condition: if (answer.flag('failed')) throw new Error('failed'); → if (!(answer.flag('failed'))) throw new Error('failed');",
        "swallow-errors: if (answer.flag('failed')) throw new Error('failed'); → if (answer.flag('failed')) return undefined as never;",
        'swallow-errors: if (answer.status === 404) return null; → if (answer.status >= 400) return null;',
      ]),
    );
  });

  it('makes another file with each change, and the same ones from the same seed', () => {
    const folder = path.join(PLUGINS, 'suitpay');

    const [first, again] = [listMutants(folder, 7), listMutants(folder, 7)];

    expect(first.map(nameMutant)).toEqual(again.map(nameMutant));
    expect(new Set(first.map(nameMutant)).size).toBe(first.length);
    expect(first.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['swap-words', 'change-unit', 'drop-key']));
  });
});

describe(`the packages that are held (seed ${SEED})`, () => {
  const bugs = HELD.flatMap((id) => listMutants(path.join(PLUGINS, id), SEED)).filter(({ isMoney }) => isMoney);
  const drawn = openDraw()
    .shuffle(bugs)
    .slice(0, rounds({ short: 3, long: 100 }));

  it.each(drawn.map((mutant) => [nameMutant(mutant), mutant] as const))('do not let through: %s', async (_, mutant) => {
    const caughtBy = await proveMutant(path.join(PLUGINS, mutant.provider), mutant, SEED);

    expect(caughtBy ?? judgeSurvivor(mutant)).not.toBe('unknown');
  });
});

describe('what survives', () => {
  it('is told from what is caught', async () => {
    const folder = path.join(PLUGINS, 'suitpay');
    const mutants = listMutants(folder, SEED);
    const find = (rule: Mutant['rule'], place: string) =>
      mutants.find((mutant) => mutant.rule === rule && mutant.place === place) as Mutant;
    const unit = find('change-unit', 'moneyUnit');
    const harmless = { file: 'README.md', content: 'Nothing that runs.' };

    expect(await proveMutant(folder, unit, SEED)).toEqual(expect.any(String));
    expect(await proveMutant(folder, harmless, SEED)).toBeNull();
  });

  it('is not what a test of the package sees and the suite does not', async () => {
    const folder = path.join(PLUGINS, 'transfeera');
    const ofBanks = listMutants(folder, SEED).find(
      ({ rule, place }) => rule === 'swallow-errors' && place.startsWith('if (!bank)'),
    ) as Mutant;

    expect(await proveMutant(folder, ofBanks, SEED)).toBe('A test of the package fails.');
  });

  it('is counted by rule, and by whether it moves money', async () => {
    const mutant = { rule: 'swap-words', isMoney: true } as Mutant;

    const counts = drawCounts([
      { mutant, standing: 'caught' },
      { mutant, standing: 'unknown' },
      { mutant: { ...mutant, isMoney: false }, standing: 'unknown' },
      { mutant, standing: 'meaningless' },
      { mutant, standing: 'not reachable' },
      { mutant, standing: 'not reachable' },
    ]);

    expect(counts).toMatch(/^swap-words +6 +1 +1 +1 +1 +2$/m);
  });

  it('is known by its list, whatever line it stands in', () => {
    const mutant = { ...listMutants(path.join(PLUGINS, 'suitpay'), 1)[0]!, provider: 'suitpay' };
    const name = nameMutant(mutant);

    expect(judgeSurvivor(mutant, { meaningless: [{ name, reason: 'It says the same.' }], open: [] })).toBe(
      'meaningless',
    );
    expect(judgeSurvivor(mutant, { meaningless: [], open: [{ name: 'suitpay *', reason: 'No proof yet.' }] })).toBe(
      'open',
    );
    expect(judgeSurvivor(mutant, { meaningless: [], open: [{ name: 'arkama *', reason: 'No proof yet.' }] })).toBe(
      'unknown',
    );
  });
});
