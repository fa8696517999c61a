import { InstallmentSteps } from '@feira/shell-desk/installments/installment-steps.tsx';
import { hasSteps } from '@feira/shell-desk/installments/steps.ts';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

/** Sets the further fee of a card sale by the number of installments. */
export function CardFees({ controls, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const { value: steps, onChange } = controls.installmentFeeBasisPoints;
  return (
    <InstallmentSteps
      title={t('settings.cardFees')}
      state={t(hasSteps(steps) ? 'settings.cardFeesUsed' : 'settings.none')}
      hint={t('settings.cardFeesHint')}
      steps={steps}
      labelOf={(count) => t('settings.cardFeeOf', { count })}
      problemOf={(index) => problemOf(`installmentFeeBasisPoints.${index}`)}
      onChange={onChange}
    />
  );
}
