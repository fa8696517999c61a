/** Decides by rules and what is known of a purchase. It reads nothing, so that a dry run decides as the checkout does. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { RiskNote, RiskRule, RiskSignals } from '@feira/schemas/procedures/risk';

/** Returns whether a rule catches a purchase by this method. Nothing but a card can be held for a review. */
export const catches = (
  { methods, conditions, action }: RiskRule,
  method: PaymentMethod,
  signals: RiskSignals,
): boolean =>
  methods.includes(method) &&
  (action !== 'REVIEW' || method === 'CREDIT_CARD') &&
  conditions.every(({ signal, operator, value }) =>
    operator === 'AT_LEAST' ? signals[signal] >= value : signals[signal] <= value,
  );

/** Returns what the first rule that catches the purchase says; null where none does. */
export function evaluate(rules: readonly RiskRule[], method: PaymentMethod, signals: RiskSignals): RiskNote | null {
  const rule = rules.find((one) => one.isEnabled && catches(one, method, signals));
  return rule ? { action: rule.action, causes: [{ kind: 'RULE', name: rule.name }] } : null;
}
