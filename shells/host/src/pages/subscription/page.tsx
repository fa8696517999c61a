import { HOST_PATHS } from '@feira/schemas/addresses';
import { getOwn } from '@feira/schemas/procedures/subscriptions';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import '../../sign-in/add-texts.ts';
import './add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { useToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';
import './subscription.css';
import type { OwnSubscription } from './own-subscription.ts';
import { SubscriptionDesk } from './subscription-desk.tsx';

/** The token leaves the address at once, so the tab remembers it: buyers reload, and come back from a payment. */
const STORED = 'subscription';

function useSubscriptionToken(): string | null {
  const taken = useToken();
  const [stored] = useState(() => sessionStorage.getItem(STORED));
  useEffect(() => {
    if (taken) sessionStorage.setItem(STORED, taken);
  }, [taken]);
  return taken ?? stored;
}

/** Buyers see, pause and cancel a subscription here without an account: the link is the key. */
export default function SubscriptionPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation(['ownSubscription', 'signIn']);
  const client = useClient(preferences.locale);
  const token = useSubscriptionToken();
  const { failure, isBusy, submit } = useSubmit();
  const [opened, setOpened] = useState<OwnSubscription | null>(null);
  const load = useCallback(
    () => submit(async () => token && setOpened(await client.call(getOwn, { token }))),
    [token, submit, client],
  );
  useEffect(() => {
    setOpened(null);
    if (token) void load();
  }, [token, load]);

  if (!token || failure?.code === 'SUBSCRIPTION_NOT_FOUND')
    return (
      <SignInCard key="lost" title={t('title')} preferences={preferences}>
        {token && <FailureNotice failure={failure} />}
        <p className="login-lead">{t('lost')}</p>
        <a className="button button-primary button-large" href={HOST_PATHS.customerLogin}>
          {t('signIn')}
        </a>
      </SignInCard>
    );
  return (
    <SignInCard
      key="desk"
      title={opened?.title ?? t('title')}
      preferences={preferences}
      links={<a href={HOST_PATHS.requestRefund}>{t('refund')}</a>}
    >
      <FailureNotice failure={failure} />
      {!opened && isBusy && <p role="status">{t('loading')}</p>}
      {!opened && failure && (
        <button type="button" className="button button-large" onClick={load}>
          {t('signIn:retry')}
        </button>
      )}
      {opened && (
        <SubscriptionDesk
          subscription={opened}
          token={token}
          client={client}
          locale={preferences.locale}
          onChanged={load}
        />
      )}
    </SignInCard>
  );
}
