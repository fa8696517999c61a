import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';

interface PaymentLinkProps {
  sale: { paymentId: string; buyerName: string };
}

/** Links to the page that the buyer sees. */
export function PaymentLink({ sale }: PaymentLinkProps) {
  const { t } = useTranslation(['seller', 'kit']);
  return (
    <a className="icon-button" href={`/checkout/payment/${sale.paymentId}`} target="_blank" rel="noopener noreferrer">
      <Icon name="external" size={18} />
      <span className="visually-hidden">
        {t('sales.openPayment', { name: sale.buyerName })} {t('kit:newTab')}
      </span>
    </a>
  );
}
