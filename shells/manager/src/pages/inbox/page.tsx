import { toSeller } from '@feira/shell-kit/components/inbox/address';
import { Inbox } from '@feira/shell-kit/components/inbox/inbox';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { useTranslation } from 'react-i18next';
import { Figures } from './figures.tsx';

/** The first page of a manager: what waits for the own sellers, whom the manager can remind, and the own earnings below it. */
export default function InboxPage() {
  const { t } = useTranslation('manager');
  return (
    <PageFrame title={t('inbox.title')} filters={<span className="muted">{t('inbox.intro')}</span>}>
      <Inbox addressOf={toSeller} />
      <Figures />
    </PageFrame>
  );
}
