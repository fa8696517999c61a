/** Decides by rules and what is known of a purchase. It reads nothing, so that a dry run decides as the checkout does. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { RiskAction, RiskNote, RiskRule, RiskSignals } from '@feira/schemas/procedures/risk';

/** A purchase as rules see it. */
export interface Evaluated {
  method: PaymentMethod;
  currency: Currency;
  /** The platform's own, of amounts in rules that were saved before they named one. */
  ownCurrency: Currency;
  signals: RiskSignals;
}

/** Returns the currency of a rule's amounts; undefined where no condition is about an amount. */
export const currencyOf = ({ currency, conditions }: RiskRule, ownCurrency: Currency): Currency | undefined =>
  currency ?? (conditions.some(({ signal }) => signal === 'AMOUNT') ? ownCurrency : undefined);

/** Nothing but a card can be held, or confirmed at its bank. */
const CARD_ACTIONS: readonly RiskAction[] = ['REVIEW', 'AUTHENTICATE'];

/** Returns whether a rule catches a purchase. */
export function catches(rule: RiskRule, { method, currency, ownCurrency, signals }: Evaluated): boolean {
  const { methods, conditions, action } = rule;
  const isLookedAt =
    methods.includes(method) &&
    (!CARD_ACTIONS.includes(action) || method === 'CREDIT_CARD') &&
    (currencyOf(rule, ownCurrency) ?? currency) === currency;
  return (
    isLookedAt &&
    conditions.every(({ signal, operator, value }) => {
      const known = signals[signal];
      if (known === undefined) return false;
      return operator === 'AT_LEAST' ? known >= value : known <= value;
    })
  );
}

/** Returns what the first rule that catches the purchase says; null where none does. */
export function evaluate(rules: readonly RiskRule[], purchase: Evaluated): RiskNote | null {
  const rule = rules.find((one) => one.isEnabled && catches(one, purchase));
  return rule ? { action: rule.action, causes: [{ kind: 'RULE', name: rule.name }] } : null;
}

/** True where a rule wants the card's owner to confirm the charge, at whichever connection makes it. */
export const isAuthenticated = (terms: { risk?: Pick<RiskNote, 'action'> | undefined } | null | undefined): boolean =>
  terms?.risk?.action === 'AUTHENTICATE';
