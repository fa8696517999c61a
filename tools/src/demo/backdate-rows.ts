/**
 * Dates seeded rows back. The database dates rows by a clock that cannot be put back; the id holds the time at which a seeded
 * row would have been written. The owner of the tables gives the row that date, before it has its place in the ledger's chain.
 */
import pg from 'pg';

type Env = Record<string, string | undefined>;

const timeIn = (id: string) => `to_timestamp(('x' || left(replace(${id}, '-', ''), 12))::bit(48)::bigint / 1000.0)`;
const ID_TIME = timeIn('id::text');

/** The columns that the database's clock wrote in rows whose id begins with their time, the row's own date first. */
const DATED: Record<string, readonly string[]> = {
  sale: ['created_at'],
  payment: ['created_at', 'updated_at'],
  payment_attempt: ['created_at', 'answered_at'],
  refund: ['created_at', 'updated_at'],
  outbox: ['created_at'],
  audit_event: ['created_at'],
  mail: ['created_at'],
  affiliation: ['created_at', 'decided_at'],
  co_production: ['created_at'],
  payout_destination: ['created_at', 'usable_at', 'decided_at'],
  withdrawal: ['created_at'],
  anticipation: ['created_at', 'closed_at'],
  ledger_transaction: ['created_at'],
  subscription: ['created_at'],
  subscription_cycle: ['created_at'],
  subscription_event: ['created_at'],
  mandate: ['created_at', 'updated_at', 'sent_at'],
  mandate_charge: ['created_at'],
};

const toUpdate = (table: string, [own = '', ...others]: readonly string[]): string => {
  const moved = [`${own} = ${ID_TIME}`, ...others.map((column) => `${column} = ${column} - (${own} - ${ID_TIME})`)];
  const unsealed = table === 'ledger_transaction' ? 'AND sequence IS NULL' : '';
  return `UPDATE ${table} SET ${moved.join(', ')} WHERE platform_id = $1 AND ${own} > ${ID_TIME} + interval '1 minute' ${unsealed}`;
};

const SOURCE_TIME = timeIn(`substring(source from '[0-9a-f]{8}-[0-9a-f-]{27}')`);

/** Rows without such an id: the date comes from what they are about. */
const OTHERS: Record<string, string> = {
  // A notification to several people has an id without a time; its source names the row that has one. Old ones have been read.
  notification: `UPDATE notification SET created_at = ${SOURCE_TIME}, read_at = CASE WHEN ${SOURCE_TIME} < now() - interval '2 days' THEN now() END
    WHERE platform_id = $1 AND created_at > ${SOURCE_TIME} + interval '1 minute'`,
  subscription_sale: `UPDATE subscription_sale l SET created_at = s.created_at FROM sale s
    WHERE s.platform_id = l.platform_id AND s.id = l.sale_id AND l.platform_id = $1`,
  mandate_evidence: 'UPDATE mandate_evidence SET recorded_at = occurred_at WHERE platform_id = $1',
  payment_evidence: 'UPDATE payment_evidence SET recorded_at = occurred_at WHERE platform_id = $1',
  ledger_hold: `UPDATE ledger_hold h SET created_at = least(h.created_at, p.approved_at),
      closed_at = CASE h.state WHEN 'RELEASED' THEN least(h.closed_at, h.release_at) ELSE h.closed_at END
    FROM payment p WHERE p.platform_id = h.platform_id AND p.id = h.payment_id AND h.platform_id = $1 AND h.reason <> 'DISPUTE'`,
};

export const backdateRows = (env: Env, platformId: string): Promise<void> =>
  update(env, platformId, [
    ...Object.entries(DATED).map(([table, columns]): [string, string] => [table, toUpdate(table, columns)]),
    ...Object.entries(OTHERS),
  ]);

/** The rows of a platform that has only been made: it was made 60 days ago. */
export const backdatePlanting = (env: Env, platformId: string): Promise<void> =>
  update(
    env,
    platformId,
    ['person', 'product', 'audit_event', 'mail'].map((table): [string, string] => [
      table,
      `UPDATE ${table} SET created_at = created_at - interval '60 days' WHERE platform_id = $1`,
    ]),
  );

async function update(env: Env, platformId: string, updates: [table: string, statement: string][]): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const [table, statement] of updates) {
      // The owner of a table is no tenant. The transaction hides the switched-off policy from every other connection.
      await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
      await client.query(statement, [platformId]);
      await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
