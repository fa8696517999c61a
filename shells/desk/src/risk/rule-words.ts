import type { Currency } from '@feira/schemas/common';
import type { RiskRule } from '@feira/schemas/procedures/risk';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Returns a function that puts a rule into words. `currency` is that of rules that name none. */
export function useRuleWords(currency: Currency) {
  const { t } = useTranslation(['riskWords', 'kit']);
  const { locale } = useHost();
  const ruleOf = ({ conditions, methods, currency: own = currency }: RiskRule) =>
    t('sentence', {
      conditions: conditions
        .map(({ signal, operator, value }) =>
          t(`operators.${operator}`, {
            signal: t(`signals.${signal}`),
            value: signal === 'AMOUNT' ? formatCurrency(value, own, locale) : String(value),
          }),
        )
        .join(t('and')),
      methods: methods.map((method) => t(`kit:method.${method}`)).join(', '),
    });
  return { ruleOf };
}
