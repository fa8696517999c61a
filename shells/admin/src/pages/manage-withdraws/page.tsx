import { useTranslation } from 'react-i18next';
import { PayoutsPage } from '../../components/payouts/payouts-page.tsx';

export default function ManageWithdrawsPage() {
  const { t } = useTranslation('admin');
  return <PayoutsPage title={t('withdraws.title')} owner="seller" view="OPEN" />;
}
