import { getPreferences, updatePreference } from '@feira/schemas/procedures/notifications';
import { MAIL_MODES, type MailMode, type NotificationTopic } from '@feira/schemas/rules/notification-topics';
import type { Client } from '@feira/shell-kit/client';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { PushSwitch } from './push-switch.tsx';
import { DoneNotice, Section } from './section.tsx';
import { useLoaded } from './use-account.ts';

/** Chooses by topic how often mails come, and whether this browser shows what comes at once. A choice is saved at once. */
export default function NoticesSection({ client, isReadOnly }: { client: Client; isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  const { value, error, reload } = useLoaded(client, getPreferences);
  const { failure, isBusy, submit } = useSubmit();
  const [isSaved, setIsSaved] = useState(false);

  const choose = async (topic: NotificationTopic, email: MailMode) => {
    setIsSaved(false);
    const refusal = await submit(() => client.call(updatePreference, { topic, email }));
    await reload();
    setIsSaved(!refusal);
  };
  if (value?.topics.length === 0) return null;
  return (
    <Section title={t('notices.title')} text={t('notices.text')}>
      {error && !value && <LoadError error={error} onRetry={reload} />}
      <div className="account-form">
        {value?.topics.map(({ topic, email }) => (
          <div key={topic} className="field">
            <label htmlFor={`notices-${topic}`}>{t(`notices.topics.${topic}`)}</label>
            <div className="field-box">
              <select
                id={`notices-${topic}`}
                value={email}
                disabled={isReadOnly || isBusy}
                onChange={(event) => void choose(topic, event.target.value as MailMode)}
              >
                {MAIL_MODES.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`notices.modes.${mode}`)}
                  </option>
                ))}
              </select>
            </div>
          </div>
        ))}
      </div>
      <FailureNotice failure={failure} />
      <DoneNotice text={isSaved ? t('saved') : null} />
      {value && <PushSwitch client={client} pushKey={value.pushKey} isReadOnly={isReadOnly} />}
    </Section>
  );
}
