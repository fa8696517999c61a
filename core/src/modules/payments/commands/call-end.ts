/** The end of the call that made an attempt's charge, or that looked for it, and what it changes of the attempt. */
import type { Memo } from '@feira/schemas/provider';
import { addToMemo } from '../../../shared/memo.ts';
import type { Attempt, HeldCard, Instructions } from '../model.ts';
import { isFailed } from '../questions.ts';

/** The provider showed the charge. */
export interface AnsweredCall {
  id: string;
  state: 'ANSWERED';
  transactionId: string;
  /** Empty unless the charge holds an amount on one of two cards. */
  card: HeldCard;
  /** Empty where the buyer must not see its code. */
  instructions: Partial<Instructions>;
  expiresAt: Date | undefined;
  memo: Memo | undefined;
}

/** The provider showed no charge. */
export interface UnansweredCall {
  id: string;
  state: 'UNKNOWN' | 'NOT_SENT' | 'REFUSED' | 'PARKED';
  reason: string;
}

export type CallEnd = AnsweredCall | UnansweredCall;

type Result = Pick<Attempt, 'state' | 'transactionId' | 'reason'> & HeldCard;

/** News of one attempt. */
interface News {
  id: string;
  result: Result | null;
  memo: Memo | undefined;
}

/** Returns the attempts after news of one of them: the very same list where nothing about it is new. */
export function updateAttempt(attempts: Attempt[], { id, result, memo: told }: News): Attempt[] {
  const known = attempts.find((item) => item.id === id);
  if (!known) return attempts;
  const memo = addToMemo(known.memo, told);
  const ended = result && findCallEnd(known, result);
  if (!ended && memo === known.memo) return attempts;
  const transactionId = ended?.transactionId ?? known.transactionId;
  return attempts.map((item) => (item === known ? { ...known, ...ended, memo, transactionId } : item));
}

export const endCall = (attempts: Attempt[], end: CallEnd): Attempt[] =>
  updateAttempt(attempts, {
    id: end.id,
    result:
      end.state === 'ANSWERED'
        ? { state: end.state, transactionId: end.transactionId, reason: null, ...end.card }
        : { state: end.state, transactionId: null, reason: end.reason },
    memo: end.state === 'ANSWERED' ? end.memo : undefined,
  });

/** A late "unknown" never hides an answer that came by another way, nor a conclusion. */
function findCallEnd(known: Attempt, result: Result): Result | null {
  const isNewId = known.transactionId === null && result.transactionId !== null;
  if (result.state === 'ANSWERED') return known.state !== 'ANSWERED' || isNewId ? result : null;
  if (known.state === 'ANSWERED') return null;
  // An event named the charge: it exists, so the call is under way or has lost its answer, whatever we believed.
  if (isNewId) return { ...result, state: known.state === 'CREATED' ? 'CREATED' : 'UNKNOWN' };
  if (result.state === 'UNKNOWN' && isFailed(known)) return null;
  return known.state !== result.state || known.reason !== result.reason ? result : null;
}
