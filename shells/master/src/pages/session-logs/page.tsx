import { AuditLogPage } from '@feira/shell-desk/audit-log/audit-log-page.tsx';
import { PlatformSelect } from '../../components/platform-select.tsx';

export default function SessionLogsPage() {
  return (
    <AuditLogPage
      choosePlatform={(platformId, onChange) => <PlatformSelect platformId={platformId} onChange={onChange} />}
    />
  );
}
