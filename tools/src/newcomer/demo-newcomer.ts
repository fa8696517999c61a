/** `npm run demo:newcomer`: leads from an empty installation to a seller's first payout, on a database that is deleted afterwards. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { describeAudit } from '../../../core/src/programs/ledger-audit.ts';
import { migrate } from '../../../core/src/programs/migrate.ts';
import { deletePostgres, startPostgres } from '../postgres/postgres.ts';
import { createShutdown } from '../run/shutdown.ts';
import { runNewcomer } from './run.ts';

const shutdown = createShutdown();
let exitCode = 1;
try {
  const directory = mkdtempSync(path.join(tmpdir(), 'feira-newcomer-'));
  const postgres = await startPostgres({ directory, durability: 'test' });
  shutdown.add(() => deletePostgres(directory));
  shutdown.add(() => postgres.stop());
  await migrate({ ...process.env, DATABASE_URL: postgres.url });
  let started = performance.now();
  const { paidOut, audits } = await runNewcomer(postgres.url, (step) => {
    console.log(`✓ ${step} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    started = performance.now();
  });
  console.log(`✓ ${formatCurrency(paidOut, 'BRL', 'pt-BR')} reached the seller's bank`);
  for (const audit of audits) console.log(describeAudit(audit));
  if (audits.every(({ problems }) => problems.length === 0)) exitCode = 0;
} catch (error) {
  if (!shutdown.isRunning) console.error((error as Error).message);
}
if (!shutdown.isRunning) await shutdown.run(exitCode);
