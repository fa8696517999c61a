import type { PaymentStatus } from '@feira/schemas/common';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';

interface RefundLinkProps {
  sale: { paymentId: string; buyerName: string; status: PaymentStatus };
}

/** Links to the refund of a sale; only a paid one has the link. */
export function RefundLink({ sale }: RefundLinkProps) {
  const { t } = useTranslation('seller');
  if (sale.status !== 'APPROVED') return null;
  return (
    <PageLink className="icon-button" to={`/platform/refunds?payment=${sale.paymentId}`}>
      <Icon name="refund" size={18} />
      <span className="visually-hidden">{t('sales.refundOf', { name: sale.buyerName })}</span>
    </PageLink>
  );
}
