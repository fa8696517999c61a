import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { ChoiceBox } from '@feira/shell-kit/components/choice-box';

interface CurrencySelectProps {
  label: string;
  /** The currency is undefined until the platform's own is known. */
  value: Currency | undefined;
  onChange: (currency: Currency) => void;
}

/** Chooses the currency of the amounts: amounts of several currencies have no sum. */
export const CurrencySelect = ({ label, value, onChange }: CurrencySelectProps) => (
  <ChoiceBox
    className="list-currency"
    label={label}
    chosen={value ? [value] : []}
    placeholder={label}
    onChoose={onChange}
    choices={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
  />
);
