import { useTranslation } from 'react-i18next';
import { PayoutsPage } from '../../components/payouts/payouts-page.tsx';

export default function PaidWithdrawalsPage() {
  const { t } = useTranslation('admin');
  return <PayoutsPage title={t('paidWithdrawals.title')} owner="seller" view="PAID" />;
}
