/**
 * Proves every balance of every platform from its entries, and the chain of hashes (`npm run ledger:audit`). Ends with 1 where something
 * does not hold.
 */
import { type AuditResult, auditLedgers } from '../modules/ledger/audit.ts';
import { withLedger } from '../modules/ledger/command.ts';
import { recordAudit } from '../modules/system/upkeep.ts';
import type { Statement } from '../shared/statement.ts';

const SELECT_IS_PRIMARY: Statement<{ isPrimary: boolean }> = {
  text: 'SELECT NOT pg_is_in_recovery() AS is_primary',
  values: [],
};

export const describeAudit = ({ platformId, transactions, unsealed, accounts, problems }: AuditResult): string =>
  [
    `${problems.length === 0 ? '✓' : '✗'} ${platformId}: ${transactions} transactions, ${accounts} accounts, ${unsealed} not in the chain yet`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');

if (import.meta.main) {
  await withLedger(process.env, async (database) => {
    let problems = 0;
    for await (const result of auditLedgers(database)) {
      process.stdout.write(`${describeAudit(result)}\n`);
      problems += result.problems.length;
    }
    // A standby can be audited as well, and takes no note of it.
    const primary = await database.find(SELECT_IS_PRIMARY);
    if (primary?.isPrimary) await database.run(recordAudit(problems));
    return problems === 0;
  });
}
