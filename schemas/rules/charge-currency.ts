import type { Currency, PaymentMethod } from '../src/common.ts';
import type { MethodCapability } from '../src/manifest.ts';

/** The currency of a manifest that declares none, and the only one of PIX and boletos. */
export const DEFAULT_CURRENCIES: readonly Currency[] = ['BRL'];

type Declared = Pick<MethodCapability, 'currencies' | 'installmentCurrencies' | 'maxInstallments'>;

/** The currencies that a connection charges cards in; none without cards. */
export const cardCurrencies = (declared: Declared | undefined): readonly Currency[] =>
  declared ? (declared.currencies ?? DEFAULT_CURRENCIES) : [];

/** In how many installments a charge of this currency may be paid; 0 where the provider does not take the currency by this method. */
export function mostInstallments(method: PaymentMethod, declared: Declared, currency: Currency): number {
  if (method !== 'CREDIT_CARD') return currency === 'BRL' ? 1 : 0;
  const { currencies = DEFAULT_CURRENCIES, installmentCurrencies = DEFAULT_CURRENCIES, maxInstallments = 1 } = declared;
  if (!currencies.includes(currency)) return 0;
  return installmentCurrencies.includes(currency) ? maxInstallments : 1;
}
