import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { Select } from 'antd';

interface CurrencySelectProps {
  label: string;
  /** The currency is undefined until the platform's own is known. */
  value: Currency | undefined;
  onChange: (currency: Currency) => void;
}

/** Chooses the currency of the amounts: amounts of several currencies have no sum. */
export const CurrencySelect = ({ label, value, onChange }: CurrencySelectProps) => (
  <Select
    className="list-currency"
    aria-label={label}
    value={value}
    placeholder={label}
    onChange={onChange}
    options={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
  />
);
