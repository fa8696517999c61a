/** Shows a withdrawal or a transfer between recipients as Pagar.me does. */
import type { BookedWithdrawal } from '@feira/plugin-kit';
import { toTime } from './wire.ts';

/** The fields of a withdrawal or transfer that Pagar.me keeps beyond the kit's book. */
export interface MovementData {
  metadata: unknown;
}

const WORDS = { PENDING: 'pending', DONE: 'transferred', FAILED: 'failed', RETURNED: 'failed', UNKNOWN: 'quarantined' };

export function toWireMovement(movement: BookedWithdrawal<MovementData>) {
  const { id, amount, status, data, from, to, createdAt, endedAt } = movement;
  return {
    id,
    amount,
    status: WORDS[status],
    fee: 0,
    type: to ? 'inter_recipient' : 'ted',
    metadata: data.metadata,
    created_at: toTime(createdAt),
    updated_at: toTime(endedAt ?? createdAt),
    ...(status === 'DONE' && { funding_date: toTime(endedAt ?? createdAt) }),
    source: { source_id: from, type: 'recipient' },
    target: { target_id: to ?? 'bank', type: to ? 'recipient' : 'bank_account' },
  };
}
