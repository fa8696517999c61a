import { MoneyPage } from '@feira/shell-desk/money/money-page.tsx';
import { useTranslation } from 'react-i18next';

export default function FinancialPage() {
  const { t } = useTranslation('manager');
  return <MoneyPage title={t('financial.title')} />;
}
