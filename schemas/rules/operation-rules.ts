/** The manifest's rules as they hold for one operation. */
import type { Manifest, MoneyUnit } from '../src/manifest.ts';
import type { Operation } from '../src/provider.ts';

type Ruled = Pick<Manifest, 'moneyUnit' | 'answerUnit' | 'byOperation' | 'idempotency'>;

/** The unit in which the operation's requests tell amounts. */
export const sentUnit = ({ byOperation, moneyUnit }: Ruled, operation: Operation): MoneyUnit =>
  byOperation?.[operation]?.moneyUnit ?? moneyUnit;

/** The unit in which its answers tell them; of `processWebhook` the events. */
export function answeredUnit({ byOperation, moneyUnit, answerUnit }: Ruled, operation: Operation): MoneyUnit {
  const own = byOperation?.[operation];
  return own?.answerUnit ?? own?.moneyUnit ?? answerUnit ?? moneyUnit;
}

/** Returns what the provider does with a repeated call of the operation. */
export const idempotencyOf = ({ byOperation, idempotency }: Ruled, operation: Operation): Manifest['idempotency'] =>
  byOperation?.[operation]?.idempotency ?? idempotency;
