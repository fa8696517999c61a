import { toSeller } from '@feira/shell-desk/inbox/address.ts';
import { Inbox } from '@feira/shell-desk/inbox/inbox.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
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
