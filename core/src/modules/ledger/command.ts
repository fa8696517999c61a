import type { Knex } from 'knex';
import { readConfig } from '../../plugins/config.ts';
import { Database } from '../../plugins/database.ts';

/** For commands that read ledgers of every platform: the process ends with 1 where the answer is false or an error. */
export async function withLedger(
  environment: Record<string, string | undefined>,
  work: (database: Knex) => Promise<boolean>,
): Promise<void> {
  let database: Database | null = null;
  try {
    database = new Database({ writer: readConfig(environment).databaseUrl, replicas: [] }, 2);
    if (!(await work(database.jobs))) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}
