import { MoneyPage } from '@feira/shell-desk/money/money-page.tsx';
import { useTranslation } from 'react-i18next';

export default function FinancialPage() {
  const { t } = useTranslation('seller');
  return (
    <MoneyPage hasAnticipations title={t('financial.title')} saleTo={(saleId) => `/platform/my-sales/${saleId}`} />
  );
}
