import { useTranslation } from 'react-i18next';
import { AnticipationsPage } from '../../components/anticipations/anticipations-page.tsx';

export default function ManagePaidAnticipationsPage() {
  const { t } = useTranslation('admin');
  return <AnticipationsPage title={t('paidAnticipations.title')} view="PAID" />;
}
