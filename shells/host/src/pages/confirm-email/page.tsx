import { HOST_PATHS } from '@feira/schemas/addresses';
import { confirmEmailChange } from '@feira/schemas/procedures/account';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { LostLink } from '../../components/lost-link.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useLink } from '../../components/use-link.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { dropToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';

interface ConfirmEmailPageProps {
  preferences: Preferences;
  /** Every session of the person ends with the change. */
  onChanged: () => void;
}

export default function ConfirmEmailPage({ preferences, onChanged }: ConfirmEmailPageProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const [isDone, setIsDone] = useState(false);
  const { token, isLost, failure, isBusy, submit } = useLink();

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      await client.call(confirmEmailChange, { token: token! });
      setIsDone(true);
      dropToken();
      onChanged();
    });
  };
  if (isDone)
    return (
      <SignInCard key="done" title={t('confirmEmail.doneTitle')} preferences={preferences}>
        <div className="check-mail">
          <span className="empty-icon">
            <Icon name="check" size={28} />
          </span>
          <p>{t('confirmEmail.done')}</p>
          <LinkButton to={HOST_PATHS.platform}>{t('signInNow')}</LinkButton>
        </div>
      </SignInCard>
    );
  return (
    <SignInCard key="ask" title={t('confirmEmail.title')} preferences={preferences}>
      {isLost ? (
        <LostLink message={failure?.message} to={HOST_PATHS.account} action={t('confirmEmail.again')} />
      ) : (
        <>
          <p className="login-lead">{t('confirmEmail.lead')}</p>
          <FailureNotice failure={failure} />
          <form onSubmit={confirm}>
            <SubmitButton isBusy={isBusy}>{t('confirmEmail.confirm')}</SubmitButton>
          </form>
        </>
      )}
    </SignInCard>
  );
}
