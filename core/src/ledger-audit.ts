/** `npm run ledger:audit`: proves every balance of every platform from its entries, and the chain of hashes. Ends with 1 where something does not hold. */
import { type AuditResult, auditLedgers } from './modules/ledger/audit.ts';
import { withLedger } from './modules/ledger/command.ts';

export const describeAudit = ({ platformId, transactions, unsealed, accounts, problems }: AuditResult): string =>
  [
    `${problems.length === 0 ? '✓' : '✗'} ${platformId}: ${transactions} transactions, ${accounts} accounts, ${unsealed} not in the chain yet`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');

if (import.meta.main) {
  await withLedger(process.env, async (database) => {
    let isSound = true;
    for await (const result of auditLedgers(database)) {
      process.stdout.write(`${describeAudit(result)}\n`);
      isSound &&= result.problems.length === 0;
    }
    return isSound;
  });
}
