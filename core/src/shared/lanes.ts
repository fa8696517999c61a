/**
 * Limits the work that calls providers. Each connection has a lane, and so has each provider with all of its connections: a provider
 * that hangs fills its own lanes and delays no other.
 */
import { nameAnew } from './merge.ts';
import type { Statement } from './statement.ts';

/** The numbers of pieces of work of one connection, and of one provider, that a node does at the same time. */
export interface LaneSizes {
  connection: number;
  provider: number;
}

/** Every claimed row says in which two lanes it is: its connection's and its provider's. */
export interface Laned {
  platformId: string;
  id: string;
  lanes: [connection: string, provider: string];
}

/** Rows of a table that are worked on when their time comes. `t` is the table. */
export interface DueRows {
  table: string;
  /** The column that says when a row is due. A claim moves it into the future, so that a node that dies only delays the work. */
  due: string;
  /** Joins from `t` to where its connection stands. */
  joins?: string;
  /** A further condition on `t`, besides that the row is due. */
  where?: string;
  /** The id of the row's connection, or of whatever else is called. */
  connection: string;
  /** The time for which a claimed row is put off, as an SQL interval; `$1` is the seconds of a claim. Default: those. */
  putOff?: string;
  /** Further assignments of the claim. */
  set?: string;
  /** Columns of the claimed row besides `platformId`, `id` and `lanes`. */
  columns?: string;
}

/** Names the rows that wait, as `SweepOptions` wants it. They may wait for room in their lanes. */
export const waitingIn = ({ table, due, where = 'true' }: DueRows): string =>
  `${table} t WHERE t.${due} <= now() AND ${where}`;

/** Rows that a claim looks at: twice what one lane has room for, and at least this number. More would be read and locked for nothing. */
const LEAST_CANDIDATES = 30;
export const CLAIM = 'make_interval(secs => $1)';

export class Lanes<Row extends Laned> {
  readonly #sizes: LaneSizes;
  /** The running work, by the row's id. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #counts = { connections: new Map<string, number>(), providers: new Map<string, number>() };
  /** Lanes that the last claim filled: more of their rows may be due. */
  readonly #filled = new Set<string>();

  constructor(sizes: LaneSizes) {
    this.#sizes = sizes;
  }

  /** Claims due rows, the longest due first, as many of each lane as it has room for. Runs as the role of jobs. */
  claim(
    { table, due, joins = '', where = 'true', connection, putOff = CLAIM, set = '', columns = '' }: DueRows,
    seconds: number,
  ): Statement<Row> {
    const { connections, providers } = this.#counts;
    const room = (counts: string, size: string, lane: string) =>
      `coalesce((${counts}::jsonb->>${lane})::int, 0) < ${size}`;
    const place = (counts: string, lane: string) =>
      `row_number() OVER (PARTITION BY ${lane} ORDER BY due_at, id) + coalesce((${counts}::jsonb->>${lane})::int, 0)`;
    return {
      name: nameAnew(`claim-${table}`),
      text: `
        WITH candidate AS (
          SELECT t.platform_id, t.id, t.${due} AS due_at, lane.connection, lane.provider FROM ${table} t ${joins}
          LEFT JOIN provider_connection c ON c.platform_id = t.platform_id AND c.id = ${connection}
          CROSS JOIN LATERAL (SELECT (${connection})::text AS connection, coalesce(c.provider, (${connection})::text) AS provider) lane
          WHERE t.${due} <= now() AND ${where} AND ${room('$2', '$4', 'lane.connection')} AND ${room('$3', '$5', 'lane.provider')}
            AND t.id <> ALL($6::uuid[])
            -- So that its type is known where \`putOff\` does not use it.
            AND $1::double precision > 0
          ORDER BY t.${due} LIMIT ${Math.max(LEAST_CANDIDATES, 2 * this.#sizes.connection)} FOR UPDATE OF t SKIP LOCKED
        ), ordered AS (
          SELECT *, ${place('$2', 'connection')} AS connection_place, ${place('$3', 'provider')} AS provider_place
          FROM candidate
        ), placed AS MATERIALIZED (
          SELECT * FROM ordered WHERE connection_place <= $4 AND provider_place <= $5
        )
        UPDATE ${table} t SET ${due} = now() + ${putOff} ${set && `, ${set}`} FROM placed
        -- Named as an array too, so that each is looked up: joined alone, a planner may read the whole table.
        WHERE t.id = ANY (ARRAY(SELECT id FROM placed)) AND t.platform_id = placed.platform_id AND t.id = placed.id
        RETURNING t.platform_id, t.id, jsonb_build_array(placed.connection, placed.provider) AS lanes
          ${columns && `, ${columns}`}`,
      values: [
        seconds,
        JSON.stringify(Object.fromEntries(connections)),
        JSON.stringify(Object.fromEntries(providers)),
        this.#sizes.connection,
        this.#sizes.provider,
        [...this.#running.keys()],
      ],
    };
  }

  /**
   * Starts the work of a claimed row and does not wait for it. `onRoom` is called when a lane that the claim had filled is half
   * empty again. `work` does not reject.
   */
  start(row: Row, work: () => Promise<void>, onRoom: () => void): void {
    const [connection] = row.lanes;
    this.#count(row, 1);
    if (this.isFull(row)) this.#filled.add(connection);
    const done = work().finally(() => {
      this.#running.delete(row.id);
      this.#count(row, -1);
      if (!this.#filled.has(connection) || !this.#isHalfEmpty(row)) return;
      this.#filled.delete(connection);
      onRoom();
    });
    this.#running.set(row.id, done);
  }

  /** Returns whether no further row of the same connection can be started now. */
  isFull({ lanes: [connection, provider] }: Laned): boolean {
    return (
      this.#counts.connections.get(connection) === this.#sizes.connection ||
      this.#counts.providers.get(provider) === this.#sizes.provider
    );
  }

  /** Resolves when nothing is being worked on. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #isHalfEmpty({ lanes: [connection, provider] }: Row): boolean {
    const { connections, providers } = this.#counts;
    return (
      (connections.get(connection) ?? 0) * 2 <= this.#sizes.connection &&
      (providers.get(provider) ?? 0) < this.#sizes.provider
    );
  }

  #count({ lanes: [connection, provider] }: Row, change: 1 | -1): void {
    for (const [counts, lane] of [
      [this.#counts.connections, connection],
      [this.#counts.providers, provider],
    ] as const) {
      const count = (counts.get(lane) ?? 0) + change;
      if (count > 0) counts.set(lane, count);
      else counts.delete(lane);
    }
  }
}
