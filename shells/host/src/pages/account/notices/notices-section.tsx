import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { getPreferences } from '@feira/schemas/procedures/notifications';
import { getNotificationWebhook } from '@feira/schemas/procedures/seller-webhooks';
import type { Client } from '@feira/shell-kit/client';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import './add-texts.ts';
import './notices.css';
import { DoneNotice, Section } from '../section.tsx';
import { useLoaded } from '../use-account.ts';
import { NoticeMatrix } from './notice-matrix.tsx';
import { PushSwitch } from './push-switch.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { type Preferences, useChoices } from './use-choices.ts';
import { WebhookAddress } from './webhook-address.tsx';

interface NoticesSectionProps {
  client: Client;
  isReadOnly: boolean;
  /** Sellers have their systems told of sales as well. */
  isSeller: boolean;
}

/** Chooses by topic where notifications come, and when none may disturb. */
export default function NoticesSection({ client, isReadOnly, isSeller }: NoticesSectionProps) {
  const { t } = useTranslation('notices');
  const { value, error, reload } = useLoaded(client, getPreferences);
  const address = useLoaded(client, getNotificationWebhook);
  const webhook = address.value?.webhook ?? null;
  if (value?.topics.length === 0) return null;
  return (
    <Section title={t('title')} text={t('text')}>
      {error && !value && <LoadError error={error} onRetry={reload} />}
      {value && (
        <>
          <Choices client={client} preferences={value} isReadOnly={isReadOnly} hasWebhook={webhook !== null} />
          {isSeller && (
            <p className="muted">
              {t('webhooks')} <Link href={`${DASHBOARD_PATHS.seller}/integrations`}>{t('webhooksLink')}</Link>
            </p>
          )}
          <PushSwitch client={client} pushKey={value.pushKey} isReadOnly={isReadOnly} />
          {isSeller && !isReadOnly && <SoundSwitch />}
          {address.value && (
            <WebhookAddress client={client} webhook={webhook} isReadOnly={isReadOnly} onChanged={address.reload} />
          )}
          <QuietHours client={client} preferences={value} isReadOnly={isReadOnly} />
        </>
      )}
    </Section>
  );
}

interface ChoicesProps {
  client: Client;
  preferences: Preferences;
  isReadOnly: boolean;
  hasWebhook: boolean;
}

/** A choice is saved at once. */
function Choices({ client, preferences, isReadOnly, hasWebhook }: ChoicesProps) {
  const { t } = useTranslation('notices');
  const { topics, choose, failure, isSaved } = useChoices(client, preferences.topics);
  return (
    <div className="notice-choices">
      <NoticeMatrix topics={topics} isReadOnly={isReadOnly} hasWebhook={hasWebhook} onChoose={choose} />
      <FailureNotice failure={failure} />
      <DoneNotice text={isSaved ? t('saved') : null} />
    </div>
  );
}
