import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { useTranslation } from 'react-i18next';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import type { Refundable } from './use-refunds.ts';

interface ChargedSaleProps {
  sale: Refundable['sale'];
  /** The amounts that the dialog is about. */
  amounts: readonly Fact[];
}

/** Names the sale that a dialog is about, so that nobody decides on a code alone. */
export function ChargedSale({ sale, amounts }: ChargedSaleProps) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  return (
    <FactList
      facts={[
        [t('cases.sale'), <SaleTitle key="sale" sale={sale} />],
        [t('cases.order'), orderCodeOf(sale.saleId)],
        [t('cases.buyer'), sale.buyerName],
        [t('cases.seller'), sale.sellerName],
        [t('cases.method'), t(`kit:method.${sale.method}`)],
        [t('cases.boughtAt'), <Moment key="at" at={sale.boughtAt} />],
        ...amounts,
      ]}
    />
  );
}
