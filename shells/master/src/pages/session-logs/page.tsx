import { AuditLogPage } from '@feira/shell-kit/components/audit-log/audit-log-page';
import { PlatformSelect } from '../../components/platform-select.tsx';

export default function SessionLogsPage() {
  return (
    <AuditLogPage
      choosePlatform={(platformId, onChange) => <PlatformSelect platformId={platformId} onChange={onChange} />}
    />
  );
}
