/** What a provider says of a receiver, from whichever side it comes: its own answer, a look, an event. */

import { mapStatus } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { ReceiverStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Caller, recordEvent } from '../audit/service.ts';
import type { Connection } from '../connections/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { type Answer, type ReceiverRow, type ReceiverState, writeAnswer } from './model.ts';

const LOOK_SECONDS = [60, 300, 3_600, 21_600, 86_400] as const;
const LONGEST_REASON = 300;

/** Often while it is being decided; an open account may still be blocked, so that it is looked at every day. */
export function nextLook(now: Date, status: ReceiverStatus, checks: number): Date | null {
  if (status === 'REJECTED') return null;
  const place = status === 'ACTIVE' ? LOOK_SECONDS.length - 1 : Math.min(checks, LOOK_SECONDS.length - 1);
  return new Date(now.getTime() + (LOOK_SECONDS[place] as number) * 1_000);
}

/** A word nobody knows decides nothing: a wrong refusal would let the account be opened twice. */
function readStatus(
  app: Pick<FastifyInstance, 'log'>,
  { manifest, providerId }: Connection,
  word: string,
): ReceiverStatus {
  const map = manifest.status.receiver;
  const { status, isRecognised } = map ? mapStatus(map, word) : { status: 'PENDING' as const, isRecognised: false };
  if (isRecognised) return status;
  app.log.warn(
    { alert: 'unrecognised-receiver-status', provider: providerId, providerStatus: word },
    'A provider used a status word of receivers that its manifest does not know',
  );
  return 'PENDING';
}

export interface Words {
  receiverId: string;
  receiverToken: string | null;
  providerStatus: string;
  reason?: string | undefined;
}

export const toAnswer = (
  app: Pick<FastifyInstance, 'log' | 'clock'>,
  connection: Connection,
  checks: number,
  { receiverId, receiverToken, providerStatus, reason }: Words,
): Answer => {
  const status = readStatus(app, connection, providerStatus);
  return {
    state: 'ANSWERED',
    status,
    receiverId,
    receiverToken,
    providerStatus,
    reason: reason?.slice(0, LONGEST_REASON) || null,
    nextCheckAt: nextLook(app.clock.now(), status, checks),
  };
};

/** Decisions of a provider are nobody's here. */
const PROVIDER: Caller = { headers: {}, person: null, ip: null };

/** Writes it and tells the person where their account's fate has changed. Null where somebody else has written meanwhile. */
export const learn = (
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
    if (status === before || answer.state === 'UNKNOWN') return row;
    await transaction.run(
      recordEvent(platformId, PROVIDER, {
        type: 'receiver.decided',
        subject: { type: 'receiver', id, name: provider },
        details: { provider, connectionId, personId, status, providerStatus: row.providerStatus },
      }),
    );
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
