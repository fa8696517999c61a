import { useTranslation } from 'react-i18next';
import { useCycleWords } from '../sale/sale-words.tsx';
import type { Sale } from './sale.ts';

/** Returns the notes beside unusual sales. */
export function useSaleNotes() {
  const { t } = useTranslation('salesList');
  const cycle = useCycleWords();
  return {
    cycle,
    installments: ({ installments }: Sale) =>
      installments > 1 ? t('installments', { number: installments }) : undefined,
    coupon: ({ couponCode }: Sale) => (couponCode ? t('coupon', { code: couponCode }) : undefined),
    settlement: ({ settlement }: Sale) =>
      settlement === 'NONE' || settlement === 'EXACT' ? undefined : t(`settlement.${settlement}`),
  };
}
