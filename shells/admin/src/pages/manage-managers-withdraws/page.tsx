import { useTranslation } from 'react-i18next';
import { PayoutsPage } from '../../components/payouts/payouts-page.tsx';

export default function ManageManagersWithdrawsPage() {
  const { t } = useTranslation('admin');
  return <PayoutsPage title={t('managersWithdraws.title')} owner="manager" view="OPEN" />;
}
