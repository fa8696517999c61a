/** Changes a withdrawal on its way out. Each statement names the states it may start from. */
import type { Memo } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import type { DueRows } from '../../shared/lanes.ts';
import type { WithdrawalState } from './withdrawal-model.ts';

/** Withdrawals that are due. One that was not sent yet is in its receiver's lane, or in one of its platform's own. */
export const DUE_WITHDRAWALS: DueRows = {
  table: 'withdrawal',
  due: 'next_check_at',
  joins: 'LEFT JOIN receiver r ON r.platform_id = t.platform_id AND r.id = t.receiver_id',
  connection: 'coalesce(t.connection_id, r.connection_id, t.platform_id)',
};

export interface Claim {
  connectionId: string;
  providerVersion: string;
  nodeId: string;
  now: Date;
  /** The time by which its call is over and its answer written, unless the node died. */
  overAt: Date;
}

/** Claims a withdrawal before the call, so that no other node calls again. Nothing is sent to a destination that was removed. */
export const claimSending = (platformId: string, id: string, claim: Claim): Statement => ({
  text: `UPDATE withdrawal w SET state = 'SENDING', connection_id = $3, provider_version = $4, sent_at = $5, next_check_at = $6, node_id = $7,
      tries = tries + 1, version = version + 1, reason = NULL
    WHERE w.platform_id = $1 AND w.id = $2 AND w.state = 'APPROVED' AND CASE WHEN w.method = 'RECEIVER'
      THEN EXISTS (SELECT 1 FROM receiver r WHERE r.platform_id = $1 AND r.id = w.receiver_id AND r.status = 'ACTIVE')
      ELSE EXISTS (SELECT 1 FROM payout_destination d WHERE d.platform_id = $1 AND d.id = w.destination_id AND d.status = 'ACTIVE') END
    RETURNING w.id`,
  values: [platformId, id, claim.connectionId, claim.providerVersion, claim.now, claim.overAt, claim.nodeId],
});

/** The reason why an approved withdrawal is not sent yet: the connection that pays is not enabled, or cannot be reached. */
export interface Waiting {
  reason: 'PAYER_DISABLED' | 'PAYER_BUSY';
  nextCheckAt: Date;
}

/** The withdrawal was surely not sent: it is tried again later. */
export const returnToApproved = (platformId: string, id: string, { reason, nextCheckAt }: Waiting): Statement => ({
  text: `UPDATE withdrawal SET state = 'APPROVED', reason = $4, next_check_at = $3, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state = 'SENDING'`,
  values: [platformId, id, nextCheckAt, reason],
});

/** Counts a try for which there was no connection. */
export const countTry = (platformId: string, id: string, { reason, nextCheckAt }: Waiting): Statement => ({
  text: `UPDATE withdrawal SET tries = tries + 1, reason = $4, next_check_at = $3, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state = 'APPROVED'`,
  values: [platformId, id, nextCheckAt, reason],
});

/** The answer of the call was lost. Returns a row where the withdrawal was being sent; nothing sends it again. */
export const markUnknown = (platformId: string, id: string, nextCheckAt: Date): Statement => ({
  text: `UPDATE withdrawal SET state = 'UNKNOWN', next_check_at = $3, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state = 'SENDING' RETURNING id`,
  values: [platformId, id, nextCheckAt],
});

/** Keeps a withdrawal where it is while money is held. One that waits for approval is looked at again only where the hold wants it. */
export const keepHeld = (platformId: string, id: string, nextCheckAt: Date, isWanted: boolean): Statement => ({
  text: `UPDATE withdrawal SET reason = CASE WHEN state = 'APPROVED' THEN 'OUTGOING_HELD' END,
      next_check_at = CASE WHEN $4 OR state = 'APPROVED' THEN $3::timestamptz END, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state IN ('WAITING', 'APPROVED')`,
  values: [platformId, id, nextCheckAt, isWanted],
});

/** The reason of a withdrawal that may have been sent after the backup that this database was restored from. */
export const RESTORED = 'RESTORED';

export interface Suspicion extends Omit<Claim, 'nodeId'> {
  /** The connections that are asked after this one. Null where no other can have sent it. */
  others: string[] | null;
}

/** A withdrawal from before a hold may have been sent by this connection: it is looked up like one whose answer was lost. */
export const suspectSent = (platformId: string, id: string, suspicion: Suspicion): Statement => ({
  text: `UPDATE withdrawal SET state = 'UNKNOWN', reason = '${RESTORED}', connection_id = $3, provider_version = $4, sent_at = $5,
      next_check_at = $6, suspects = $7, checks = 0, misses = 0, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state IN ('WAITING', 'APPROVED') RETURNING id`,
  values: [
    platformId,
    id,
    suspicion.connectionId,
    suspicion.providerVersion,
    suspicion.now,
    suspicion.overAt,
    suspicion.others,
  ],
});

/**
 * This connection surely did not send it: the next one is asked. After the last it is as before, and due. Only an approved one has been
 * decided, and one that had no connection is sent by whatever the platform chooses then.
 */
export const returnUnsent = (platformId: string, id: string): Statement => ({
  text: `UPDATE withdrawal SET state = CASE WHEN cardinality(suspects) > 0 THEN state WHEN decided_at IS NULL THEN 'WAITING' ELSE 'APPROVED' END,
      reason = CASE WHEN cardinality(suspects) > 0 THEN reason END,
      connection_id = CASE WHEN suspects IS NULL THEN connection_id ELSE suspects[1] END,
      provider_version = CASE WHEN suspects IS NULL THEN provider_version END,
      suspects = CASE WHEN cardinality(suspects) > 0 THEN suspects[2:] END, next_check_at = now(), checks = 0, misses = 0, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state = 'UNKNOWN' AND reason = '${RESTORED}'`,
  values: [platformId, id],
});

/** States in which a provider's report counts. An approved withdrawal may have been tried before, and have arrived all the same. */
export const AT_PROVIDER: readonly WithdrawalState[] = ['APPROVED', 'SENDING', 'SENT', 'UNKNOWN'];

/** The provider has accepted the withdrawal and not decided it yet. */
export const markSent = (
  platformId: string,
  id: string,
  reported: { withdrawId: string | undefined; providerStatus: string; memo: Memo | null; nextCheckAt: Date },
): Statement => ({
  text: `UPDATE withdrawal SET state = 'SENT', provider_withdraw_id = coalesce($3, provider_withdraw_id), provider_status = $4,
      memo = coalesce($7::jsonb, memo), reason = NULL, checks = checks + CASE WHEN state IN ('SENT', 'UNKNOWN') THEN 1 ELSE 0 END, next_check_at = $5, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state = ANY($6::text[])`,
  values: [
    platformId,
    id,
    reported.withdrawId ?? null,
    reported.providerStatus,
    reported.nextCheckAt,
    AT_PROVIDER,
    reported.memo ? JSON.stringify(reported.memo) : null,
  ],
});

/** A lookup that changed nothing. */
export interface FruitlessLookup {
  /** The provider did not know the withdrawal although it should have. */
  isMiss?: boolean;
  /** The provider was not reached: the lookup is not counted. */
  isUnreached?: boolean;
  /** Null where the provider cannot be asked, and a person has to find out. */
  nextCheckAt: Date | null;
}

export const countLookup = (
  platformId: string,
  id: string,
  { isMiss = false, isUnreached = false, nextCheckAt }: FruitlessLookup,
): Statement => ({
  text: `UPDATE withdrawal SET checks = checks + $5, misses = misses + $3, next_check_at = $4, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND state IN ('SENT', 'UNKNOWN')`,
  values: [platformId, id, isMiss ? 1 : 0, nextCheckAt, isUnreached ? 0 : 1],
});
