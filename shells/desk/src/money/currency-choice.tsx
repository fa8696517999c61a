import type { Currency } from '@feira/schemas/common';
import { useTranslation } from 'react-i18next';

interface CurrencyChoiceProps {
  current: Currency;
  others: readonly Currency[];
  onChange: (currency: Currency) => void;
}

/** Chooses one currency, because amounts of several have no sum. Hidden where there is only one. */
export function CurrencyChoice({ current, others, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation('kit');
  if (others.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser.
    <div className="segments" role="group" aria-label={t('currency')}>
      {[current, ...others].sort().map((currency) => (
        <button
          key={currency}
          type="button"
          className="segment"
          aria-pressed={currency === current}
          onClick={() => onChange(currency)}
        >
          {currency}
        </button>
      ))}
    </div>
  );
}
