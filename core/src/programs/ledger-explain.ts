/**
 * Prints where every cent of an account came from, oldest first, and by which rule and until when held money is held
 * (`npm run ledger:explain -- <account>`).
 */

import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { withLedger } from '../modules/ledger/command.ts';
import { type AccountStory, explainAccount, type Part } from '../modules/ledger/explain.ts';

const USAGE = 'Say which account to explain: npm run ledger:explain -- 01939f6e-0000-7000-8000-000000000000';
const ACCOUNT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(2)} %`;

/** Returns the reason for which a part is held, and its rule. */
function reasonOf({ reason, rule, dispute, withdrawal, receiver }: Part): string {
  if (receiver) return `the provider split it off to ${receiver.ids.join(' or ') || 'an account it no longer names'}`;
  if (withdrawal) return `promised to the withdrawal ${withdrawal.id} (${withdrawal.state})`;
  if (reason === 'DISPUTE') return `kept aside for the dispute ${dispute?.id}`;
  if (reason === 'RESERVE')
    return `a reserve of ${percent(rule.reserveBasisPoints ?? 0)} of the sale for ${rule.days ?? 0} days`;
  const guarantee = rule.guaranteeDays === undefined ? '' : ` and the guarantee of ${rule.guaranteeDays} days`;
  return `the payment method's ${rule.days ?? 0} days${guarantee}`;
}

/** Returns the events that have to happen, all of them, before the part is free. */
function endOf({ releaseAt, dispute, anticipationId, withdrawal, receiver }: Part): string {
  if (receiver) return 'and pays it out itself';
  if (withdrawal) return 'until it is paid, or given back';
  const ends = [
    ...(releaseAt ? [releaseAt.toISOString()] : []),
    ...(dispute
      ? [`the dispute ${dispute.id} ends (${[dispute.kind, dispute.state].filter(Boolean).join(', ')})`]
      : []),
    ...(anticipationId ? [`the anticipation ${anticipationId} is decided`] : []),
  ];
  return `until ${ends.join(', and ') || 'somebody decides'}`;
}

export const describePart = (part: Part, money: (cents: number) => string): string =>
  `held  ${money(part.amount).padStart(18)}  ${reasonOf(part)}, ${endOf(part)}${part.paymentId ? `  of payment ${part.paymentId}` : ''}`;

export function describeAccount({ accountId, kind, ownerId, currency, balance, entries, parts }: AccountStory): string {
  const money = (cents: number) => formatCurrency(cents, currency as Currency, 'pt-BR');
  return [
    `${kind} ${accountId}${ownerId ? ` of ${ownerId}` : ''}: ${money(balance)}`,
    ...entries.map(
      (entry) =>
        `${entry.occurredAt.toISOString()}  ${money(entry.amount).padStart(18)}  ${money(entry.balance).padStart(18)}  ${entry.kind} ${entry.source}` +
        `  against ${entry.against.map((other) => `${other.kind} ${money(other.amount)}`).join(', ')}` +
        `${Object.keys(entry.explanation).length > 0 ? `  because ${JSON.stringify(entry.explanation)}` : ''}`,
    ),
    ...parts.map((part) => describePart(part, money)),
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
