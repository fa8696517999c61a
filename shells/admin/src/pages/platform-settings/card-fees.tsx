import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './settings-form.tsx';

/** What the platform keeps besides its fee of a card sale, by the number of installments. Folded: most platforms keep nothing. */
export function CardFees({ draft, onChange, problemOf }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  const problems = draft.cardFees.map((_, index) => problemOf(`installmentFeeBasisPoints.${index}`));
  const isUsed = draft.cardFees.some((fee) => !/^0*([.,]0*)?$/.test(fee.trim()));
  const set = (index: number, text: string) =>
    onChange({ cardFees: draft.cardFees.map((fee, other) => (other === index ? text : fee)) });
  return (
    <details className="settings-details" open={problems.some(Boolean) || undefined}>
      <summary>
        {t('settings.cardFees')} <span className="muted">{t(isUsed ? 'settings.cardFeesUsed' : 'settings.none')}</span>
      </summary>
      <p className="form-hint">{t('settings.cardFeesHint')}</p>
      <div className="settings-counts">
        {draft.cardFees.map((fee, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of installments.
            key={index}
            label={t('settings.times', { count: index + 1 })}
            aria-label={t('settings.cardFeeOf', { count: index + 1 })}
            suffix="%"
            inputMode="decimal"
            value={fee}
            problem={problems[index]}
            onChange={(text) => set(index, text)}
          />
        ))}
      </div>
    </details>
  );
}
