import { useTranslation } from 'react-i18next';
import type { Sale } from './use-sales.ts';

/** Returns the notes beside unusual sales. */
export function useSaleNotes() {
  const { t } = useTranslation('seller');
  return {
    installments: ({ installments }: Sale) =>
      installments > 1 ? t('sales.installments', { number: installments }) : undefined,
    settlement: ({ settlement }: Sale) =>
      settlement === 'NONE' || settlement === 'EXACT' ? undefined : t(`sales.settlement.${settlement}`),
  };
}
