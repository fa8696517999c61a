/** Applies what a provider reports about a receiver: in its answer, in a lookup, or in an event. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { WORK } from '@feira/schemas/procedures/inbox';
import type { ReceiverStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import type { Connection } from '../connections/service.ts';
import { announce } from '../events/service.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import { nextStep, readOrderStatus } from '../provider-orders/service.ts';
import { type Answer, type ReceiverRow, type ReceiverState, selectApplicant, writeAnswer } from './model.ts';

const LOOKUP_SECONDS = [60, 300, 900, 1_800, 3_600, 21_600, 86_400];
const LONGEST_REASON = 300;

/** Lookups are frequent while the provider decides. An open account may still be blocked, so that it is looked up every day. */
export function nextLookup(now: Date, status: ReceiverStatus, checks: number): Date | null {
  if (status === 'REJECTED') return null;
  return nextStep(LOOKUP_SECONDS, status === 'ACTIVE' ? LOOKUP_SECONDS.length - 1 : checks, now);
}

export interface ReceiverReport {
  receiverId: string;
  receiverToken: string | null;
  providerStatus: string;
  reason?: string | undefined;
}

export const toAnswer = (
  app: Pick<FastifyInstance, 'log' | 'clock'>,
  connection: Connection,
  checks: number,
  { receiverId, receiverToken, providerStatus, reason }: ReceiverReport,
): Answer => {
  const status = readOrderStatus(app, connection, 'receiver', providerStatus);
  return {
    state: 'ANSWERED',
    status,
    receiverId,
    receiverToken,
    providerStatus,
    reason: reason?.slice(0, LONGEST_REASON) || null,
    nextCheckAt: nextLookup(app.clock.now(), status, checks),
  };
};

/** The caller in the log of a provider's decision: no person takes it. */
const PROVIDER: Caller = { headers: {}, person: null, ip: null };

/** Writes an answer, and notifies the person of a new status. Returns null where another caller has written meanwhile. */
export const applyAnswer = (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  id: string,
  from: ReceiverState[],
  answer: Answer,
): Promise<ReceiverRow | null> =>
  app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(writeAnswer(platformId, id, from, answer));
    if (!row) return null;
    const { personId, provider, connectionId, status, before, checks } = row;
    if (answer.state === 'UNKNOWN') await notifyOfLostAnswer(transaction, platformId, row);
    if (status === before || answer.state === 'UNKNOWN') return row;
    await transaction.runAll([
      recordEvent(platformId, PROVIDER, {
        type: 'receiver.decided',
        subject: { type: 'receiver', id, name: provider },
        details: { provider, connectionId, personId, status, providerStatus: row.providerStatus },
      }),
      announce(platformId, {
        type: 'receiver.updated',
        key: `${id}:${status}:${checks}`,
        sellerId: personId,
        subjectId: id,
        data: { receiver: { id, personId, provider, status } },
      }),
    ]);
    if (personId) {
      const notification = {
        type: 'receiver.decided',
        parameters: { provider, status, reason: row.reason ?? '' },
        href: `${DASHBOARD_PATHS.seller}/receivers`,
        source: `receiver:${id}:${status}:${checks}`,
      } as const;
      await transaction.run(prepareNotification(platformId, personId, notification));
    }
    return row;
  });

/** Notifies the team: only the provider's panel tells whether the account was opened, and no call is repeated before a person has looked. */
async function notifyOfLostAnswer(
  transaction: Transaction,
  platformId: string,
  { id, personId, provider }: ReceiverRow,
): Promise<void> {
  const applicant = personId ? await transaction.find(selectApplicant(platformId, personId)) : undefined;
  const notice = {
    type: 'receiver.unknown',
    parameters: { title: [applicant?.name, provider].filter(Boolean).join(' · ') },
    href: `${DASHBOARD_PATHS.admin}/manage-receivers?state=UNKNOWN`,
    source: `receiver:${id}:unknown`,
    workId: id,
  } as const;
  await transaction.run(notifyAdmins(platformId, WORK.RECEIVERS.permissions, notice));
}
