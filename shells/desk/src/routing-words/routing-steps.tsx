import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useProviderWords } from '../provider-words/provider-words.tsx';
import './add-texts.ts';
import { type ExplainedAttempt, explainDecision, type Step } from './explain-decision.ts';
import './routing-words.css';

const ICONS: Record<Step['kind'], IconName> = { plain: 'dot', skipped: 'close', chosen: 'check' };

interface RoutingStepsProps {
  attempt: ExplainedAttempt;
  method: PaymentMethod;
  currency: Currency;
}

/** Explains an attempt step by step: which connections were passed over, which was chosen, and how it ended. */
export function RoutingSteps({ attempt, method, currency }: RoutingStepsProps) {
  const { locale } = useHost();
  const { t } = useTranslation(['routing', 'kit']);
  const words = useProviderWords();
  const steps = explainDecision(attempt, {
    method: t(`kit:method.${method}`),
    error: words.error,
    amount: (cents) => formatCurrency(cents, currency, locale),
    rate: (basisPoints) => formatBasisPoints(basisPoints, locale),
  });
  return (
    <ol className="routing-steps">
      {steps.map(({ key, values, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one attempt never change their order.
        <li key={`${key} ${index}`} className={`routing-step-${kind}`}>
          <Icon name={ICONS[kind]} size={18} />
          <span>{t(key as 'steps.unknown', values)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Returns the words for the state of an attempt; a state without words is shown as it is. */
export function useAttemptState(): (state: string) => string {
  const { t, i18n } = useTranslation('routing');
  return (state) =>
    i18n.exists(`routing:attemptStates.${state}`) ? t(`attemptStates.${state}` as 'attemptStates.CREATED') : state;
}
