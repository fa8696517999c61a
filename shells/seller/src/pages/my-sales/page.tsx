import { SalesPage } from '@feira/shell-desk/sales-list/sales-page.tsx';
import { useTranslation } from 'react-i18next';
import { NothingSold } from '../../components/nothing-sold.tsx';
import { PaymentLink } from './payment-link.tsx';
import { RefundLink } from './refund-link.tsx';
import { useProductChoices, useSales } from './use-sales.ts';

/** Lists the seller's own sales. */
export default function MySalesPage() {
  const { t } = useTranslation('seller');
  const products = useProductChoices();
  return (
    <SalesPage
      title={t('sales.title')}
      useSales={useSales}
      path="/platform/my-sales"
      exportPath="/exports/sales"
      products={products}
      empty={<NothingSold title={t('sales.emptyTitle')} />}
      showActions={(sale) => (
        <span className="sales-acts">
          <RefundLink sale={sale} />
          <PaymentLink sale={sale} />
        </span>
      )}
    />
  );
}
