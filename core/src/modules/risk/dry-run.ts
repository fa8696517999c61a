/** Tries rules on purchases of the last days, as each was known at its time. */
import type { Currency } from '@feira/schemas/common';
import type { RiskRule } from '@feira/schemas/procedures/risk';
import type { TriedRow } from './dry-run-model.ts';
import { catches } from './evaluate.ts';
import { type DocumentRow, hourOf, toDocumented, toKnown, toViewed } from './model.ts';

export interface Caught {
  id: string;
  currency: Currency;
  count: number;
  paid: number;
  /** Cents. */
  paidAmount: number;
  disputed: number;
  refused: number;
}

const hasDocuments = (row: TriedRow): row is TriedRow & DocumentRow => row.documentsOfEmail !== undefined;

/** Returns what each rule catches by itself, whatever comes before it, of the purchases in its currency or else in the platform's own. */
export function tryRules(rules: readonly RiskRule[], rows: readonly TriedRow[], own: Currency): Caught[] {
  const known = rows.map((row) => ({
    row,
    signals: {
      AMOUNT: row.amount,
      INSTALLMENTS: row.installments,
      HOUR: hourOf(row.createdAt),
      ...toViewed(row.isPageKnown ? row.pageSeconds : undefined),
      ...toKnown(row),
      ...(row.providerScore !== null && { PROVIDER_SCORE: row.providerScore }),
      ...(hasDocuments(row) && toDocumented(row)),
    },
  }));
  return rules.map((rule) => {
    const currency = rule.currency ?? own;
    const found = known
      .filter(({ row, signals }) => row.currency === currency && catches(rule, { ...row, ownCurrency: own, signals }))
      .map(({ row }) => row);
    return {
      id: rule.id,
      currency,
      count: found.length,
      paid: found.filter(({ isPaid }) => isPaid).length,
      paidAmount: found.reduce((sum, { paidAmount }) => sum + paidAmount, 0),
      disputed: found.filter(({ isDisputed }) => isDisputed).length,
      refused: found.filter(({ isRefused }) => isRefused).length,
    };
  });
}
