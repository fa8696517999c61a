import { useTranslation } from 'react-i18next';
import { PayoutsPage } from '../../components/payouts/payouts-page.tsx';

export default function PaidManagersWithdrawsPage() {
  const { t } = useTranslation('admin');
  return <PayoutsPage title={t('paidManagersWithdraws.title')} owner="manager" view="PAID" />;
}
