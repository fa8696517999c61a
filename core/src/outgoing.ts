/**
 * Says whether withdrawals, refunds and new receivers are held, and what waits; `--release --by NAME` lets everything go that waits.
 * docs/backup.md says what to do before.
 */
import { parseArgs } from 'node:util';
import { readConfig } from './plugins/config.ts';
import { Database } from './plugins/database.ts';
import type { OutgoingHold } from './plugins/outgoing-hold.ts';
import type { Statement } from './shared/statement.ts';

const USAGE = 'Usage: node core/src/outgoing.ts [--release --by "Ana Souza"]';

interface Waiting {
  platformId: string;
  order: 'withdrawal' | 'refund';
  state: string;
  currency: string;
  count: number;
  /** Cents. */
  amount: number;
}

const selectOpen = (): Statement<OutgoingHold> => ({
  text: `SELECT began_at AS "beganAt", cause FROM outgoing_hold WHERE released_at IS NULL ORDER BY began_at DESC LIMIT 1`,
  values: [],
});

/** Selects what is open, by platform and state: UNKNOWN is what its provider has not told the outcome of yet. */
const selectWaiting = (): Statement<Waiting> => ({
  text: `
    SELECT platform_id AS "platformId", 'withdrawal' AS "order", state, currency, count(*)::int AS count, sum(amount)::float8 AS amount
    FROM withdrawal WHERE state IN ('WAITING', 'APPROVED', 'SENDING', 'UNKNOWN') GROUP BY 1, 3, 4
    UNION ALL
    SELECT r.platform_id, 'refund', r.state, p.currency, count(*)::int, sum(r.amount)::float8
    FROM refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
    WHERE r.state IN ('REQUESTED', 'SENDING', 'UNKNOWN') GROUP BY 1, 3, 4
    ORDER BY 1, 2, 3, 4`,
  values: [],
});

/** Ends every open hold, and makes due what waited for it. */
const release = (by: string): Statement<{ count: number }> => ({
  text: `
    WITH released AS (
      UPDATE outgoing_hold SET released_at = now(), released_by = $1 WHERE released_at IS NULL RETURNING 1
    ), withdrawals AS (
      UPDATE withdrawal SET next_check_at = CASE state WHEN 'APPROVED' THEN now() END
      WHERE state IN ('WAITING', 'APPROVED') AND EXISTS (SELECT 1 FROM released)
    ), refunds AS (
      UPDATE refund SET next_check_at = now() WHERE state = 'REQUESTED' AND EXISTS (SELECT 1 FROM released)
    )
    SELECT count(*)::int AS count FROM released`,
  values: [by],
});

const describe = ({ platformId, order, state, currency, count, amount }: Waiting): string =>
  `  ${platformId}: ${count} ${order}${count === 1 ? '' : 's'} ${state}, ${currency} ${(amount / 100).toFixed(2)}`;

async function main(): Promise<string> {
  const { values } = parseArgs({ options: { release: { type: 'boolean' }, by: { type: 'string' } } });
  if (values.release && !values.by) throw new Error('--by is missing: give the name of the person who releases.');
  const { databaseUrl, isOutgoingHeld } = readConfig(process.env);
  if (values.release && isOutgoingHeld)
    throw new Error('HOLD_OUTGOING=on would hold everything anew: remove it from the environment of every node first.');
  const database = new Database({ writer: databaseUrl, replicas: [] }, 2);
  try {
    if (values.release) {
      const released = await database.jobs.find(release(values.by as string));
      return released?.count ? 'Released: nodes send what waits from now on.\n' : 'Nothing is held.\n';
    }
    const hold = await database.jobs.find(selectOpen());
    if (!hold) return 'Nothing is held.\n';
    const waiting = await database.jobs.list(selectWaiting());
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
