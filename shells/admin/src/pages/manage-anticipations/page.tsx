import { useTranslation } from 'react-i18next';
import { AnticipationsPage } from '../../components/anticipations/anticipations-page.tsx';

export default function ManageAnticipationsPage() {
  const { t } = useTranslation('admin');
  return <AnticipationsPage title={t('anticipations.title')} view="OPEN" />;
}
