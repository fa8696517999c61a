import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Rates } from '../fees/model.ts';
import { sharesOf, splitSale } from './terms.ts';

const DOCUMENT = new URL('../../../../docs/fees.md', import.meta.url);

const RATES: Rates = {
  fee: { basisPoints: 399 + 60, fixed: 100 },
  cost: { basisPoints: 319, fixed: 30 },
  affiliate: { affiliationId: 'affiliation', personId: 'ana', basisPoints: 3_000 },
  coProducers: [
    { personId: 'bia', basisPoints: 2_000 },
    { personId: 'caio', basisPoints: 1_500 },
  ],
  manager: { personId: 'gil', basisPoints: 100 },
  release: { days: 30, reserveBasisPoints: 0, reserveDays: 90, awaitsGuarantee: false },
  guaranteeDays: 7,
};

const reais = (cents: number) => (cents / 100).toFixed(2);

describe('the example of docs/fees.md', () => {
  it('is what the code answers', async () => {
    const terms = splitSale(RATES, { sellerId: 'maria', total: 19_990, amount: 21_246 });
    const left = sharesOf(terms, 21_246 - 5_000);
    const names: Record<string, string> = { bia: 'co-producer Bia', caio: 'co-producer Caio' };
    const expected = terms.shares.map(({ role, personId, amount }, index) => ({
      who: names[personId ?? ''] ?? role,
      amounts: [reais(amount), reais(left[index]?.amount ?? 0)],
    }));
    const text = await readFile(DOCUMENT, 'utf8');

    const told = text
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 6 && /^\d+\.\d\d$/.test(cells[3] ?? ''))
      .map(([, who, , amount, after]) => ({ who, amounts: [amount, after] }));

    const byName = (rows: { who?: string | undefined }[]) =>
      rows.toSorted((one, other) => String(one.who).localeCompare(String(other.who)));
    expect(byName(told)).toEqual(byName(expected));
    expect(text).toContain(`of the charge: R$ ${reais(terms.cost)}.`);
  });
});
