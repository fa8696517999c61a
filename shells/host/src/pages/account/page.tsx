import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import type { Host } from '@feira/shell-kit/dashboard';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteAnnouncer } from '../../layout/route-announcer.tsx';
import './account.css';
import './add-texts.ts';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { FactorSection } from './factor-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useAccount, useAccountClient } from './use-account.ts';

interface AccountPageProps {
  host: Host;
  /** Reloads the session, which shows the changed account. */
  onChanged: () => void;
}

/** Stand below, and load after what is above. */
const NoticesSection = lazy(() => import(/* webpackChunkName: "account-more" */ './notices/notices-section.tsx'));
const PrivacySection = lazy(() => import(/* webpackChunkName: "account-more" */ './privacy/privacy-section.tsx'));
const PasskeysSection = lazy(() => import(/* webpackChunkName: "account-more" */ './passkeys-section.tsx'));

const VerificationSection = lazy(
  () => import(/* webpackChunkName: "account-verification" */ './verification/verification-section.tsx'),
);

/** The roles that can withdraw money. */
const PAID: readonly string[] = ['seller', 'affiliate', 'co-producer', 'manager'];

/** Shows the person's data and security settings, the same for every role. */
export default function AccountPage({ host, onChanged }: AccountPageProps) {
  const { t } = useTranslation('account');
  const client = useAccountClient(host);
  const { value: account, error, reload } = useAccount(client);
  const isReadOnly = host.session.impersonator !== null;
  const isPaid = host.session.roles.some((role) => PAID.includes(role));
  const changed = async () => {
    await reload();
    onChanged();
  };
  return (
    <PageFrame title={t('title')}>
      <RouteAnnouncer title={t('title')} />
      {isReadOnly && <p className="notice notice-info">{t('readOnly')}</p>}
      {error && !account && <LoadError error={error} onRetry={reload} />}
      {!account && !error && <Skeleton height={420} />}
      {account && (
        <div className="account">
          <ProfileSection
            account={account}
            client={client}
            isReadOnly={isReadOnly}
            isPaid={isPaid}
            isSeller={host.session.roles.includes('seller')}
            onChanged={changed}
          />
          {isPaid && (
            <Suspense fallback={null}>
              <VerificationSection client={client} locale={host.locale} isReadOnly={isReadOnly} />
            </Suspense>
          )}
          <EmailSection account={account} client={client} isReadOnly={isReadOnly} />
          <PasswordSection account={account} client={client} isReadOnly={isReadOnly} />
          <FactorSection account={account} client={client} isReadOnly={isReadOnly} onChanged={changed} />
          <Suspense fallback={<Skeleton height={120} />}>
            <PasskeysSection
              account={account}
              client={client}
              locale={host.locale}
              isReadOnly={isReadOnly}
              onChanged={changed}
            />
            <NoticesSection client={client} isReadOnly={isReadOnly} isSeller={host.session.roles.includes('seller')} />
          </Suspense>
          {!isReadOnly && <DevicesSection client={client} locale={host.locale} />}
          <Suspense fallback={<Skeleton height={120} />}>
            <PrivacySection client={client} locale={host.locale} isReadOnly={isReadOnly} />
          </Suspense>
        </div>
      )}
    </PageFrame>
  );
}
