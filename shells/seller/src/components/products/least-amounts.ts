import { PAYMENT_METHODS } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useConnections } from './use-products.ts';

/** Returns from which amounts the platform's connections, or the one of an offer, take payments; undefined where they name none. */
export function useLeastAmounts(connectionId: string | null = null): string | undefined {
  const { t } = useTranslation(['products', 'kit']);
  const { locale } = useHost();
  const { data } = useConnections();
  const serving = data?.items.filter(({ id }) => [null, id].includes(connectionId)) ?? [];
  const least = PAYMENT_METHODS.flatMap((method) => {
    const amounts = serving
      .filter(({ methods }) => methods.includes(method))
      .map(({ leastAmounts }) => leastAmounts[method] ?? 0);
    const amount = amounts.length > 0 ? Math.min(...amounts) : 0;
    return amount > 0 ? [`${t(`kit:method.${method}`)} ${formatCurrency(amount, 'BRL', locale)}`] : [];
  });
  return least.length > 0 ? t('leastAmounts', { list: least.join(', ') }) : undefined;
}
