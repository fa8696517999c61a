/** Tells masters the state of the installation: its nodes, their work, and the providers. */

import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, daySchema, GUARDED, nothingSchema, nullable, REFUSALS, record } from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';

export const WORK_QUEUES = [
  'payments',
  'webhooks',
  'mails',
  'refunds',
  'withdrawals',
  'receivers',
  'outbox',
  'holds',
  'seal',
] as const;

const listOf = <const S>(items: S) => ({ type: 'array', items }) as const;

export const getStatus = {
  name: 'system.getStatus',
  kind: 'query',
  summary:
    "Shows nodes, queues, failed jobs and alerts of the installation, and providers and last reconciliations of the caller's platforms.",
  access: MASTER,
  limit: READING,
  input: nothingSchema,
  output: record({
    at: dateTimeSchema,
    /** Null for masters of a platform that another platform operates. */
    installation: nullable(
      record({
        nodes: listOf(
          record({
            id: uuidSchema,
            name: textSchema(300),
            version: nullable(textSchema(40)),
            startedAt: dateTimeSchema,
            seenAt: dateTimeSchema,
            /** True while it was seen so lately that it counts as running. */
            isLive: { type: 'boolean' },
            /** The milliseconds by which its machine's clock is ahead of the database's. */
            clockAheadMs: nullable({ type: 'integer' }),
          }),
        ),
        queues: listOf(
          record({
            queue: { type: 'string', enum: WORK_QUEUES },
            /** The rows that are due, at most 10,000. */
            due: countSchema,
            /** The number of seconds for which the oldest row has been due. */
            oldestSeconds: countSchema,
          }),
        ),
        /** The queues of jobs some of whose jobs were given up and are still kept. */
        failedJobs: listOf(
          record({ queue: textSchema(100), failed: countSchema, countedAt: nullable(dateTimeSchema) }),
        ),
        /** The alerts of the last 24 hours, the most frequent first. */
        alerts: listOf(record({ alert: textSchema(60), count: countSchema, lastAt: dateTimeSchema })),
        /** The upkeep that the database knows of; unknown parts are null. */
        upkeep: record({
          audit: nullable(record({ endedAt: dateTimeSchema, problems: countSchema })),
          dump: nullable(record({ endedAt: dateTimeSchema })),
          /** Copies of the write-ahead log. */
          log: nullable(record({ archivedAt: nullable(dateTimeSchema), isFailing: { type: 'boolean' } })),
        }),
        /** The cause for which withdrawals, refunds and new receivers are held, and the held ones; null where nothing is held. */
        hold: nullable(
          record({
            beganAt: dateTimeSchema,
            cause: { type: 'string', enum: ['RESTORED', 'SETTING'] },
            /** True while HOLD_OUTGOING is still set, which would hold everything anew. */
            isSet: { type: 'boolean' },
            waiting: listOf(
              record({
                platformId: uuidSchema,
                order: { type: 'string', enum: ['withdrawal', 'refund'] },
                /** UNKNOWN and SENDING are being looked up at their providers; the others wait for the release. */
                state: { type: 'string', enum: ['WAITING', 'APPROVED', 'REQUESTED', 'SENDING', 'UNKNOWN'] },
                currency: currencySchema,
                count: countSchema,
                amount: amountSchema,
              }),
            ),
          }),
        ),
      }),
    ),
    /** Enabled connections, those that rest first. */
    connections: listOf(
      record({
        platformId: uuidSchema,
        platformName: textSchema(120),
        connectionId: uuidSchema,
        name: textSchema(120),
        provider: textSchema(64),
        /** The time until which its circuit breaker lets no call through; null where it serves. */
        restsUntil: nullable(dateTimeSchema),
        reason: nullable(textSchema(40)),
        /** Its latest calls of the last 24 hours, at most 200. */
        calls: countSchema,
        /** Those that failed or whose answer was lost. */
        failed: countSchema,
        approved: countSchema,
      }),
    ),
    /** The latest run of each platform. */
    reconciliations: listOf(
      record({
        platformId: uuidSchema,
        platformName: textSchema(120),
        day: daySchema,
        finishedAt: nullable(dateTimeSchema),
        /** The differences that it found. */
        found: countSchema,
        /** The number of questions that no provider answered. */
        unanswered: countSchema,
      }),
    ),
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const releaseOutgoing = {
  name: 'system.releaseOutgoing',
  kind: 'mutation',
  summary: 'Lets withdrawals, refunds and new receivers go that are held since a restore. It cannot be taken back.',
  access: MASTER,
  protects: 'money',
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: [...GUARDED, 'HOLD_IS_SET'],
} as const satisfies Procedure;

export const systemErrors = {
  HOLD_IS_SET: {
    status: 409,
    'pt-BR': 'HOLD_OUTGOING=on reteria tudo de novo: remova a variável de todos os nós, reinicie-os e libere então.',
    en: 'HOLD_OUTGOING=on would hold everything anew: remove it from every node, restart them, and release then.',
  },
} as const satisfies ErrorTexts;
