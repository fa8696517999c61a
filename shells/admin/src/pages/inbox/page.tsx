import { toDecision } from '@feira/shell-desk/inbox/address.ts';
import { Inbox } from '@feira/shell-desk/inbox/inbox.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import { Figures } from './figures.tsx';
import { FirstDayPanel } from './first-day-panel.tsx';
import { useApproval } from './use-approval.ts';

/** The first page of the team: what waits, whose it is, until when; and below it how the platform does. */
export default function InboxPage() {
  const { t } = useTranslation('admin');
  const can = usePermission();
  const approval = useApproval();
  return (
    <PageFrame title={t('inbox.title')}>
      {can('isConfigAvailable') && <FirstDayPanel />}
      <Inbox addressOf={toDecision} batch={approval} />
      {can('isDashboardAvailable') && <Figures />}
    </PageFrame>
  );
}
