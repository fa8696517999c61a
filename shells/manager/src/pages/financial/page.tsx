import { MoneyPage } from '@feira/shell-kit/components/money/money-page';
import { useTranslation } from 'react-i18next';

export default function FinancialPage() {
  const { t } = useTranslation('manager');
  return <MoneyPage title={t('financial.title')} />;
}
