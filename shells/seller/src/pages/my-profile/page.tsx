import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useTranslation } from 'react-i18next';
import './my-profile.css';
import { ProfilePanel } from './profile-panel.tsx';
import { MethodsPanel, SecurityPanel } from './side-panels.tsx';
import { useAccount } from './use-profile.ts';

export default function MyProfilePage() {
  const { t } = useTranslation('seller');
  const { session } = useHost();
  const { data: account, error, refetch } = useAccount();
  // Affiliates and co-producers sell nothing of their own, so they choose no payment methods.
  const isSeller = session.roles.includes('seller');
  return (
    <PageFrame title={t('profile.title')}>
      {error && !account && <LoadError error={error} onRetry={refetch} />}
      {!error && !account && <ProfileSkeleton />}
      {account && (
        <div className="profile-panels">
          <ProfilePanel account={account} />
          <div className="profile-side">
            {isSeller && <MethodsPanel account={account} />}
            <SecurityPanel account={account} />
          </div>
        </div>
      )}
    </PageFrame>
  );
}

function ProfileSkeleton() {
  return (
    <div className="profile-panels" aria-busy="true">
      <div className="panel">
        <Skeleton height={240} />
      </div>
      <div className="profile-side">
        <div className="panel">
          <Skeleton height={160} />
        </div>
        <div className="panel">
          <Skeleton height={120} />
        </div>
      </div>
    </div>
  );
}
