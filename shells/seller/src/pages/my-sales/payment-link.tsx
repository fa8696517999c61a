import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { Sale } from './use-sales.ts';

/** Links to the page that the buyer sees. */
export function PaymentLink({ sale, hasWord = false }: { sale: Sale; hasWord?: boolean }) {
  const { t } = useTranslation(['seller', 'kit']);
  return (
    <a
      className={hasWord ? 'sales-link' : 'icon-button'}
      href={`/checkout/payment/${sale.paymentId}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {hasWord && <span aria-hidden="true">{t('sales.payment')}</span>}
      <Icon name="external" size={18} />
      <span className="visually-hidden">
        {t('sales.openPayment', { name: sale.buyerName })} {t('kit:newTab')}
      </span>
    </a>
  );
}
