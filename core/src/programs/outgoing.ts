/**
 * Says whether withdrawals, refunds and new receivers are held, and what waits; `--release --by NAME` lets everything go that waits.
 * docs/backup.md says what to do before.
 */
import { parseArgs } from 'node:util';
import { releaseHolds, SELECT_OPEN_HOLD, SELECT_WAITING, type Waiting } from '../modules/system/outgoing.ts';
import { readConfig } from '../plugins/config.ts';
import { Database, toServers } from '../plugins/database.ts';

const USAGE = 'Usage: node core/src/programs/outgoing.ts [--release --by "Ana Souza"]';

const describe = ({ platformId, order, state, currency, count, amount }: Waiting): string =>
  `  ${platformId}: ${count} ${order}${count === 1 ? '' : 's'} ${state}, ${currency} ${(amount / 100).toFixed(2)}`;

async function main(): Promise<string> {
  const { values } = parseArgs({ options: { release: { type: 'boolean' }, by: { type: 'string' } } });
  if (values.release && !values.by) throw new Error('--by is missing: give the name of the person who releases.');
  const config = readConfig(process.env);
  if (values.release && config.isOutgoingHeld)
    throw new Error('HOLD_OUTGOING=on would hold everything anew: remove it from the environment of every node first.');
  const database = new Database(toServers(config), 2);
  try {
    if (values.release) {
      const released = await database.jobs.find(releaseHolds(values.by as string));
      return released?.count ? 'Released: nodes send what waits from now on.\n' : 'Nothing is held.\n';
    }
    const hold = await database.jobs.find(SELECT_OPEN_HOLD);
    if (!hold) return 'Nothing is held.\n';
    const waiting = await database.jobs.list(SELECT_WAITING);
    const head = `Held since ${hold.beganAt.toISOString()} (${hold.cause}).`;
    return `${[head, ...(waiting.length > 0 ? ['Open:', ...waiting.map(describe)] : ['Nothing waits.'])].join('\n')}\n`;
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  main().then(
    (text) => process.stdout.write(text),
    (error: Error) => {
      process.stderr.write(`${error.message}\n${USAGE}\n`);
      process.exitCode = 1;
    },
  );
}
