import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';
import type { Sale } from './use-sales.ts';

/** Links to the refund of a sale; only a paid one has the link. */
export function RefundLink({ sale, hasWord = false }: { sale: Sale; hasWord?: boolean }) {
  const { t } = useTranslation('seller');
  if (sale.status !== 'APPROVED') return null;
  return (
    <PageLink className={hasWord ? 'sales-link' : 'icon-button'} to={`/platform/refunds?payment=${sale.paymentId}`}>
      {hasWord && <span aria-hidden="true">{t('sales.refund')}</span>}
      <Icon name="refund" size={18} />
      <span className="visually-hidden">{t('sales.refundOf', { name: sale.buyerName })}</span>
    </PageLink>
  );
}
