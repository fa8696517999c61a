import { SalePage } from '@feira/shell-desk/sale/sale-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';

/** One sale of the seller. Partners come from their statement and go back to it. */
export default function MySalePage({ params }: PageProps) {
  const { t } = useTranslation('seller');
  const isSeller = useHost().session.roles.includes('seller');
  return (
    <SalePage
      saleId={params.id!}
      back={
        isSeller
          ? { to: '/platform/my-sales', name: t('sales.title') }
          : { to: '/platform/financial', name: t('financial.title') }
      }
      refundTo={(paymentId) => `/platform/refunds?payment=${paymentId}`}
      subscriptionTo={(id) => `/platform/subscriptions/${id}`}
    />
  );
}
