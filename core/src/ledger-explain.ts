/** `npm run ledger:explain -- <account>`: where every cent of an account came from, oldest first. */

import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { withLedger } from './modules/ledger/command.ts';
import { type AccountStory, explainAccount } from './modules/ledger/explain.ts';

const USAGE = 'Say which account to explain: npm run ledger:explain -- 01939f6e-0000-7000-8000-000000000000';
const ACCOUNT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function describeAccount({ accountId, kind, ownerId, currency, balance, entries }: AccountStory): string {
  const money = (cents: number) => formatCurrency(cents, currency as Currency, 'pt-BR');
  return [
    `${kind} ${accountId}${ownerId ? ` of ${ownerId}` : ''}: ${money(balance)}`,
    ...entries.map(
      (entry) =>
        `${entry.occurredAt.toISOString()}  ${money(entry.amount).padStart(18)}  ${money(entry.balance).padStart(18)}  ${entry.kind} ${entry.source}` +
        `  against ${entry.against.map((other) => `${other.kind} ${money(other.amount)}`).join(', ')}` +
        `${Object.keys(entry.explanation).length > 0 ? `  because ${JSON.stringify(entry.explanation)}` : ''}`,
    ),
  ].join('\n');
}

if (import.meta.main) {
  await withLedger(process.env, async (database) => {
    const accountId = process.argv[2] ?? '';
    if (!ACCOUNT.test(accountId)) throw new Error(USAGE);
    const story = await explainAccount(database, accountId);
    if (!story) throw new Error(`There is no account ${accountId}.`);
    process.stdout.write(`${describeAccount(story)}\n`);
    return true;
  });
}
