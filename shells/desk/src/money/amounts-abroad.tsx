import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import type { Control } from '@feira/shell-kit/use-draft';

interface AmountsAbroadProps {
  /** The label of the amount in the platform's currency. */
  label: string;
  /** Its name for screen readers, where the label alone does not say what it belongs to. */
  name?: string;
  /** The platform's currency, whose amount has a field of its own. */
  currency: Currency;
  currencies: readonly Currency[];
  amounts: Record<Currency, Control<string>>;
}

/** The currencies in which a method charges: Pix and boleto exist in reais alone. */
export const currenciesOf = (method: PaymentMethod, currencies: readonly Currency[]): readonly Currency[] =>
  method === 'CREDIT_CARD' ? currencies : ['BRL'];

/** Edits an amount in the other currencies that the platform sells in. An empty one is not set. */
export function AmountsAbroad({ label, name, currency, currencies, amounts }: AmountsAbroadProps) {
  return currencies
    .filter((other) => other !== currency || amounts[other].problem)
    .map((other) => (
      <TextField
        key={other}
        label={`${label} (${other})`}
        {...(name && { 'aria-label': `${name} (${other})` })}
        prefix={CURRENCY_SYMBOLS[other]}
        {...amounts[other]}
      />
    ));
}
