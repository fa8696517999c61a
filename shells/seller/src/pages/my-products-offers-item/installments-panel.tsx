import { InstallmentSteps } from '@feira/shell-desk/installments/installment-steps.tsx';
import { hasSteps } from '@feira/shell-desk/installments/steps.ts';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { CheckField, SelectField } from '@feira/shell-kit/components/form-fields';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferDraft } from './use-offer-draft.ts';

const COUNTS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The seller's own table of installments, in place of the platform's. */
export function InstallmentsPanel({ controls, shown, problemOf }: OfferDraft) {
  const { t } = useTranslation('products');
  const id = useId();
  const { isOn, max, interestFree, feeBasisPoints, minimumInstallment } = controls.installments;
  const options = COUNTS.map((count) => ({ value: String(count), label: t('installments.times', { count }) }));
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('installments.title')}</h2>
      <CheckField isSwitch label={t('installments.own')} hint={t('installments.ownHint')} {...isOn} />
      {shown.installments.isOn && (
        <>
          <div className="form-grid">
            <SelectField
              label={t('installments.max')}
              options={options}
              problem={max.problem}
              value={String(max.value)}
              onChange={(count) => max.onChange(Number(count))}
            />
            <SelectField
              label={t('installments.interestFree')}
              options={options}
              problem={interestFree.problem}
              value={String(interestFree.value)}
              onChange={(count) => interestFree.onChange(Number(count))}
            />
            <AmountField label={t('installments.minimum')} currency={shown.coin} {...minimumInstallment} />
          </div>
          <InstallmentSteps
            title={t('installments.fees')}
            state={t(hasSteps(feeBasisPoints.value) ? 'installments.some' : 'installments.noFee')}
            hint={t('installments.feesHint')}
            isOpen
            steps={feeBasisPoints.value}
            labelOf={(count) => t('installments.feeOf', { count })}
            problemOf={(index) => problemOf(`installments.feeBasisPoints.${index}`)}
            onChange={feeBasisPoints.onChange}
          />
        </>
      )}
    </section>
  );
}
