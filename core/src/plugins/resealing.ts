/**
 * Seals again, with the newest data key of their platform, the values that an older one sealed. Modules declare where they keep sealed
 * values; the secrets of connections are sealed again in the transaction of a rotation instead.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openSecret, sealSecret } from '../shared/envelope.ts';
import { type OpenedKeys, SELECT_PLATFORMS } from './data-keys.ts';
import type { Statement } from './database.ts';

export interface SealedColumn {
  table: string;
  /** A column of type uuid that names the row within its platform. */
  id: string;
  /** Expressions over a row: the sealed bytes, and the version of their key. */
  sealed: string;
  version: string;
  /**
   * The assignments to the row in SQL, where `sealed` and `version` are not columns that are set as they are. `fresh.sealed` and
   * `fresh.version` are the new bytes and the version of their key.
   */
  assignments?: string;
  /** Only rows with sealed bytes, in the words of an index where the table is large. */
  condition: string;
  /** The uuid that the value is sealed to; by default `id`. */
  owner?: string;
  place(platformId: string, owner: string): string;
}

interface Resealing {
  /** Declares a column. */
  add(column: SealedColumn): void;
  /** Seals a platform's values again. Returns their number. */
  run(platformId: string): Promise<number>;
  /** Seals the values of all platforms again, for what a node that ended has left. */
  runAll(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    resealing: Resealing;
  }
}

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'log'>;

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface SealedRow {
  id: string;
  owner: string;
  version: number;
  sealed: Buffer;
}

const lockOlder = (column: SealedColumn, platformId: string, version: number, after: string): Statement<SealedRow> => ({
  text: `SELECT ${column.id} AS id, ${column.owner ?? column.id} AS owner, ${column.version} AS version, ${column.sealed} AS sealed
    FROM ${column.table} WHERE platform_id = $1 AND ${column.condition} AND ${column.version} < $2 AND ${column.id} > $3
    ORDER BY ${column.id} LIMIT ${BATCH} FOR NO KEY UPDATE`,
  values: [platformId, version, after],
});

const store = (
  column: SealedColumn,
  platformId: string,
  version: number,
  rows: { id: string; sealed: Buffer }[],
): Statement => ({
  text: `UPDATE ${column.table} SET ${column.assignments ?? `${column.sealed} = fresh.sealed, ${column.version} = fresh.version`}
    FROM (SELECT $2::int AS version, unnest($3::uuid[]) AS id, unnest($4::bytea[]) AS sealed) fresh
    WHERE platform_id = $1 AND ${column.table}.${column.id} = fresh.id`,
  values: [platformId, version, rows.map(({ id }) => id), rows.map(({ sealed }) => sealed)],
});

export default fp(
  async (app) => {
    const columns: SealedColumn[] = [];

    const run = async (platformId: string) => {
      let count = 0;
      if ((await app.dataKeys.list(platformId)).size <= 1) return count;
      for (const column of columns) count += await resealColumn(app, column, platformId);
      return count;
    };

    app.decorate('resealing', {
      add: (column) => void columns.push(column),
      run,
      async runAll() {
        for (const { platformId } of await app.database.jobs.list(SELECT_PLATFORMS)) await run(platformId);
      },
    });
  },
  { name: 'resealing', dependencies: ['data-keys', 'database'] },
);

/** Works in batches, because mails that wait for an SMTP server may be many, and their writers must not wait for all. */
async function resealColumn(app: App, column: SealedColumn, platformId: string): Promise<number> {
  let count = 0;
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const from: string = after;
    const batch = await app.database.transaction(platformId, async (transaction) => {
      const keys = await app.dataKeys.read(transaction, platformId);
      const rows = await transaction.list(lockOlder(column, platformId, keys.newest.version, from));
      const fresh = rows.flatMap((row) => sealAgain(app, column, platformId, keys, row) ?? []);
      if (fresh.length > 0) await transaction.run(store(column, platformId, keys.newest.version, fresh));
      return { last: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null, count: fresh.length };
    });
    after = batch.last;
    count += batch.count;
  }
  return count;
}

/** Returns null for a value that cannot be opened. It stays as it is, and the alert names it. */
function sealAgain(app: App, column: SealedColumn, platformId: string, { all, newest }: OpenedKeys, row: SealedRow) {
  const place = column.place(platformId, row.owner);
  const key = all.get(row.version);
  try {
    if (!key) throw new Error(`Data key ${row.version} does not exist.`);
    return { id: row.id, sealed: sealSecret(newest.key, openSecret(key, row.sealed, place), place) };
  } catch (error) {
    const { table } = column;
    app.log.error(
      { alert: 'data-key-unreadable', err: error, platformId, table, id: row.id },
      'A value could not be sealed again',
    );
    return null;
  }
}
