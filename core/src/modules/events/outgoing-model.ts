/** The statements about what is sent to systems outside: a table of deliveries, and one of their receivers with an owner and a switch. */
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { nextVersion } from '../../shared/row-versions.ts';

interface Tables {
  /** The table of deliveries. */
  deliveries: string;
  /** The table of receivers, and the column by which a delivery names its own. */
  receivers: string;
  receiverId: string;
  /** Wakes the senders. */
  channel: string;
}

/** The end of an attempt. `waitSeconds` is null where no other follows. */
export interface Attempted<Problem extends string> {
  state: DeliveryState;
  problem: Problem | null;
  status: number | null;
  answer: string | null;
  waitSeconds: number | null;
}

/** A receiver that was switched off; `sellerId` is null for one of the platform. */
export interface SwitchedOff {
  sellerId: string | null;
  name: string;
  version: number;
}

interface Outcome<Problem extends string> {
  id: string;
  receiverId: string;
  attempted: Attempted<Problem>;
  /** False where the attempt says nothing about the receiver, such as a test. */
  isTelling: boolean;
  /** The receiver said that it wants no more. */
  isGone: boolean;
  /** Returns the notice about a receiver that was switched off. */
  notifyOff(off: SwitchedOff): Statement;
}

const KEEP_DAYS = 30;
/** The days after which a receiver to which nothing arrived is switched off. */
const FAILING_DAYS = 3;
const KEPT_CHARACTERS = 300;

/** Returns what is kept of an answer. */
export const keepAnswer = (answer: string | null | undefined): string | null =>
  answer?.replace(/\p{Cc}+/gu, ' ').slice(0, KEPT_CHARACTERS) ?? null;

/** The columns of a delivery `d` as lists show it. */
export const DELIVERY_COLUMNS = `d.id, d.event, d.kind = 'TEST' AS is_test, d.sale_id, d.state, d.problem, d.attempts, d.answer_status,
  d.answer, d.attempted_at, CASE WHEN d.state = 'WAITING' THEN d.due_at END AS next_attempt_at, d.created_at`;

export function defineDeliveries<Row extends { id: string }, Event extends string, Problem extends string>({
  deliveries,
  receivers,
  receiverId,
  channel,
}: Tables) {
  /** Ends what waits for a receiver that is off. */
  const giveUpWaiting = (platformId: string, receiver: string): Statement => ({
    text: `UPDATE ${deliveries} SET state = 'FAILED', problem = 'SWITCHED_OFF'
      WHERE platform_id = $1 AND ${receiverId} = $2 AND state = 'WAITING' AND kind <> 'TEST'`,
    values: [platformId, receiver],
  });

  /** Writes nothing where another attempt has arrived meanwhile. */
  const recordAttempt = (platformId: string, id: string, attempted: Attempted<Problem>): Statement => ({
    text: `UPDATE ${deliveries} SET state = $3, problem = $4, answer_status = $5, answer = $6, attempts = attempts + 1,
        attempted_at = now(), due_at = now() + make_interval(secs => coalesce($7, 0))
      WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
    values: [
      ...[platformId, id, attempted.state, attempted.problem, attempted.status],
      ...[attempted.answer, attempted.waitSeconds],
    ],
  });

  const markArriving = (platformId: string, id: string): Statement => ({
    text: `UPDATE ${receivers} SET failing_since = NULL WHERE platform_id = $1 AND id = $2 AND failing_since IS NOT NULL`,
    values: [platformId, id],
  });

  const markFailing = (platformId: string, id: string): Statement => ({
    text: `UPDATE ${receivers} SET failing_since = now() WHERE platform_id = $1 AND id = $2 AND failing_since IS NULL`,
    values: [platformId, id],
  });

  /** Switches a receiver off that is gone, or to which nothing arrived for too long. Returns a row where it did. */
  const switchOff = (platformId: string, id: string, isGone: boolean): Statement<SwitchedOff> => ({
    text: `UPDATE ${receivers} r SET is_enabled = false, off_reason = CASE WHEN $3 THEN 'GONE' ELSE 'FAILING' END,
        ${nextVersion('r', `ARRAY['isEnabled']`)}
      WHERE r.platform_id = $1 AND r.id = $2 AND r.is_enabled
        AND ($3 OR r.failing_since < now() - make_interval(days => ${FAILING_DAYS}))
      RETURNING r.seller_id, r.name, r.version`,
    values: [platformId, id, isGone],
  });

  const page: List<Row, { receiver: string; state?: DeliveryState }> = {
    isFresh: true,
    sql: ({ receiver, state }, bind) => ({
      columns: DELIVERY_COLUMNS,
      from: `${deliveries} d`,
      where: ['d.platform_id = $1', `d.${receiverId} = ${bind(receiver)}`, state && `d.state = ${bind(state)}`],
      order: newestFirst('d'),
    }),
  };

  return {
    page,
    giveUpWaiting,
    recordAttempt,

    queueTest: (platformId: string, id: string, receiver: string, event: Event): Statement => ({
      text: `WITH made AS (
          INSERT INTO ${deliveries} (platform_id, id, ${receiverId}, event, kind, source_id, happened_at)
          VALUES ($1, $2, $3, $4, 'TEST', $2, now()) RETURNING 1
        ) SELECT pg_notify('${channel}', '') FROM made`,
      values: [platformId, id, receiver, event],
    }),

    /** Ends a delivery that was not sent. */
    giveUp: (platformId: string, id: string, problem: Problem): Statement => ({
      text: `UPDATE ${deliveries} SET state = 'FAILED', problem = $3 WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
      values: [platformId, id, problem],
    }),

    /** Keeps a delivery until then. It was no attempt. */
    hold: (platformId: string, id: string, at: Date): Statement => ({
      text: `UPDATE ${deliveries} SET due_at = $3 WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
      values: [platformId, id, at],
    }),

    /** Sends one that has ended again, from the first attempt. One that waits already stays as it is. */
    repeat: (platformId: string, id: string): Statement => ({
      text: `WITH made AS (
          UPDATE ${deliveries} SET state = 'WAITING', attempts = 0, problem = NULL, due_at = now()
          WHERE platform_id = $1 AND id = $2 AND state <> 'WAITING' RETURNING 1
        ) SELECT pg_notify('${channel}', '') FROM made`,
      values: [platformId, id],
    }),

    purge: ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
      database.deleteAll((limit) => ({
        text: `DELETE FROM ${deliveries} WHERE (platform_id, id) IN (
          SELECT platform_id, id FROM ${deliveries} WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
        values: [KEEP_DAYS, limit],
      })),

    /** Writes what came of an attempt, and switches off a receiver that wants no more or gets nothing. */
    record: (
      app: Pick<FastifyInstance, 'database'>,
      platformId: string,
      { id, receiverId: receiver, attempted, isTelling, isGone, notifyOff }: Outcome<Problem>,
    ): Promise<void> =>
      app.database.transaction(platformId, async (transaction: Transaction) => {
        await transaction.run(recordAttempt(platformId, id, attempted));
        if (!isTelling) return;
        const isSent = attempted.state === 'SENT';
        await transaction.run((isSent ? markArriving : markFailing)(platformId, receiver));
        if (isSent) return;
        const off = await transaction.find(switchOff(platformId, receiver, isGone));
        if (off) await transaction.runAll([giveUpWaiting(platformId, receiver), notifyOff(off)]);
      }),
  };
}
