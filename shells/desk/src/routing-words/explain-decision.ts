/** Explains the route of a payment as a list of sentences. */
import type { Routing } from '@feira/schemas/procedures/routing';

/** An attempt to charge; `status` is its payment's, where it is known. */
export interface ExplainedAttempt {
  routing: Routing | null;
  state: string;
  status: string | null;
  reason: string | null;
}

/** A text with its values; `reason` is a provider's error code, which has words elsewhere. */
export interface Step {
  key: string;
  values: Record<string, string | number>;
  kind: 'plain' | 'skipped' | 'chosen';
}

const ENDINGS = ['CREATED', 'UNKNOWN', 'NOT_SENT', 'REFUSED', 'PARKED'];
const ANSWERS = ['APPROVED', 'PENDING', 'REJECTED'];

export function explainDecision(
  { routing, state, status, reason }: ExplainedAttempt,
  words: {
    method: string;
    error: (code: string) => string;
    amount: (cents: number) => string;
    rate: (basisPoints: number) => string;
  },
): Step[] {
  const plain = (key: string, values: Step['values'] = {}): Step => ({ key, values, kind: 'plain' });
  const steps: Step[] = [];
  if (!routing) steps.push(plain('steps.unknown'));
  else {
    const { by, candidates, version, failoverOf } = routing;
    if (failoverOf) steps.push(plain('steps.failover', { reason: words.error(failoverOf.reason) }));
    steps.push(plain(by === 'offer' ? 'steps.byOffer' : 'steps.byRoutes', { method: words.method }));
    for (const { name, priority, isChosen, reason: skip, cost, approvalRate } of candidates) {
      if (isChosen)
        steps.push({
          key: by === 'offer' ? 'steps.chosenAlone' : 'steps.chosen',
          values: { name, priority },
          kind: 'chosen',
        });
      else steps.push({ key: `skips.${skip ?? 'OUTRANKED'}`, values: { name }, kind: 'skipped' });
      if (typeof cost === 'number')
        steps.push({ key: 'steps.cost', values: { name, cost: words.amount(cost) }, kind: 'plain' });
      if (typeof approvalRate === 'number')
        steps.push({ key: 'steps.approval', values: { name, rate: words.rate(approvalRate) }, kind: 'plain' });
    }
    const { chosen, isCanary, share } = version;
    steps.push(
      isCanary && share !== null
        ? plain('steps.canary', { version: chosen, share })
        : plain('steps.version', { version: chosen }),
    );
  }
  if (reason === 'RENEWED') return [...steps, plain('endings.RENEWED')];
  steps.push(plain(findEnding(state, status), { state }));
  if (reason) steps.push(plain('endings.reason', { reason }));
  return steps;
}

/** The payment's state tells the end of an answered attempt; for others it may tell the end of another attempt. */
function findEnding(state: string, status: string | null): string {
  if (state === 'ANSWERED')
    return status && ANSWERS.includes(status) ? `endings.ANSWERED_${status}` : 'endings.ANSWERED';
  return ENDINGS.includes(state) ? `endings.${state}` : 'endings.other';
}
