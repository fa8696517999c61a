import { HOST_PATHS } from '@feira/schemas/addresses';
import { useMagicLink as openMagicLink } from '@feira/schemas/procedures/session';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { LostLink } from '../../components/lost-link.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useLink } from '../../components/use-link.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import type { SessionControl } from '../../session/use-session.ts';
import { dropToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';

interface MagicLinkPageProps {
  preferences: Preferences;
  control: SessionControl;
}

/** Programs that check mails open links, so the person's click, and not the visit, uses the link up. */
export default function MagicLinkPage({ preferences, control }: MagicLinkPageProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const { token, isLost, failure, isBusy, submit } = useLink();

  const enter = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const session = await client.call(openMagicLink, { token: token! });
      dropToken();
      control.enter(session);
    });
  };
  return (
    <SignInCard title={t('magic.title')} preferences={preferences}>
      {isLost ? (
        <LostLink message={failure?.message} to={HOST_PATHS.customerLogin} action={t('magic.again')} />
      ) : (
        <>
          <p className="login-lead">{t('magic.lead')}</p>
          <FailureNotice failure={failure} />
          <form onSubmit={enter}>
            <SubmitButton isBusy={isBusy}>{t('magic.enter')}</SubmitButton>
          </form>
        </>
      )}
    </SignInCard>
  );
}
