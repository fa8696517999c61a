import { SalePage } from '@feira/shell-desk/sale/sale-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';

/** One sale of any seller of the platform. */
export default function ManageSalePage({ params }: PageProps) {
  const { t } = useTranslation('admin');
  const can = usePermission();
  return (
    <SalePage
      saleId={params.id!}
      back={{ to: '/admin-root/manage-sales', name: t('sale.back') }}
      refundTo={(paymentId) => `/admin-root/charges?tab=refunds&payment=${paymentId}`}
      buyerTo={(saleId) => `/admin-root/manage-sales/${saleId}/buyer`}
      subscriptionTo={(id) => `/admin-root/subscriptions/${id}`}
      sellerTo={can('isUsersAvailable') ? (sellerId) => `/admin-root/manage-users/${sellerId}` : undefined}
      caseTo={can('isChargesAvailable') ? (paymentId) => `/admin-root/charges?case=${paymentId}` : undefined}
    />
  );
}
