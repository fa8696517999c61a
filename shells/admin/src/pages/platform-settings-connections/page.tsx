import { ConnectionList } from '@feira/shell-desk/connections/connection-list.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import '@feira/shell-kit/styles/lists.css';
import { useTranslation } from 'react-i18next';
import { useConnectionPlace } from '../../components/use-connection-place.ts';

/** The connections of the platform, for administrators who may keep them. */
export default function ConnectionsPage() {
  const { t } = useTranslation('admin');
  return (
    <PageFrame title={t('connections.title')}>
      <ConnectionList place={useConnectionPlace()} />
    </PageFrame>
  );
}
