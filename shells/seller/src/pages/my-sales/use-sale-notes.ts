import { useTranslation } from 'react-i18next';
import type { Sale } from './use-sales.ts';

/** Words beside a sale that most sales do not need. */
export function useSaleNotes() {
  const { t } = useTranslation('seller');
  return {
    installments: ({ installments }: Sale) =>
      installments > 1 ? t('sales.installments', { number: installments }) : undefined,
    settlement: ({ settlement }: Sale) =>
      settlement === 'NONE' || settlement === 'EXACT' ? undefined : t(`sales.settlement.${settlement}`),
  };
}
