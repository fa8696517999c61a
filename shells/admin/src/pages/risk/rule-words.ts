import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { Condition, Rule } from './use-risk.ts';

/** Returns functions that put a condition, and a whole rule, into words. */
export function useRuleWords(currency: Currency) {
  const { t } = useTranslation(['adminRisk', 'kit']);
  const { locale } = useHost();
  const shownValue = ({ signal, value }: Condition) =>
    signal === 'AMOUNT' ? formatCurrency(value, currency, locale) : String(value);
  const conditionOf = (condition: Condition) =>
    t(`operators.${condition.operator}`, {
      signal: t(`signals.${condition.signal}`),
      value: shownValue(condition),
    });
  const ruleOf = ({ conditions, methods }: Rule) =>
    t('sentence', {
      conditions: conditions.map(conditionOf).join(t('and')),
      methods: methods.map((method) => t(`kit:method.${method}`)).join(', '),
    });
  return { conditionOf, ruleOf };
}
