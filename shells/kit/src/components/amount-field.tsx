import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useTranslation } from 'react-i18next';
import { CURRENCY_SYMBOLS } from '../currency-symbols.ts';
import '../styles/amounts.css';
import { TextField } from './form-fields.tsx';

interface AmountFieldProps {
  label: string;
  name?: string;
  value: string;
  currency: Currency;
  hint?: string;
  problem: string | undefined;
  /** Fills in the largest amount; left out where that is no choice. */
  onAll?: () => void;
  onChange: (text: string) => void;
}

/** Takes an amount as people type it, with a button for all of it. */
export function AmountField(props: AmountFieldProps) {
  const { label, name = 'amount', value, currency, hint, problem, onAll, onChange } = props;
  const { t } = useTranslation('kit');
  return (
    <div className="amount-field">
      <TextField
        label={label}
        name={name}
        inputMode="decimal"
        maxLength={20}
        prefix={CURRENCY_SYMBOLS[currency]}
        value={value}
        problem={problem}
        onChange={onChange}
        {...(hint && { hint })}
      />
      {onAll && (
        <button type="button" className="button" onClick={onAll}>
          {t('all')}
        </button>
      )}
    </div>
  );
}

interface SumListProps {
  label: string;
  currency: Currency;
  locale: Parameters<typeof formatCurrency>[2];
  /** The last sum is the total. */
  sums: readonly { title: string; amount: number | undefined; isTaken?: boolean }[];
}

/** Shows the parts of an amount line by line; screen readers announce changes. */
export function SumList({ label, currency, locale, sums }: SumListProps) {
  return (
    <dl className="sum-list" aria-label={label} aria-live="polite">
      {sums.map(({ title, amount, isTaken }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {amount === undefined
              ? '–'
              : `${isTaken && amount > 0 ? '−' : ''}${formatCurrency(amount, currency, locale)}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
