import { readConfig } from '../../plugins/config.ts';
import { Database, toServers } from '../../plugins/database.ts';

/** Runs a command that reads the ledgers of every platform. The process exits with 1 when the work returns false or throws. */
export async function withLedger(
  environment: Record<string, string | undefined>,
  work: (database: Database['jobs']) => Promise<boolean>,
): Promise<void> {
  let database: Database | null = null;
  try {
    database = new Database(toServers(readConfig(environment)), 2);
    if (!(await work(database.jobs))) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}
