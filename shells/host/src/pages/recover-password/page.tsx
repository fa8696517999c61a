import { SIGN_IN_PATHS } from '@feira/schemas/addresses';
import { requestRecovery } from '@feira/schemas/procedures/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CheckMail } from '../../components/check-mail.tsx';
import { EmailForm } from '../../components/email-form.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { useClient } from '../../use-client.ts';

/** Shows the same for every address, so that nobody learns which addresses have an account. */
export default function RecoverPasswordPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = (email: string) => client.call(requestRecovery, { email });
  const links = (
    <p>
      <Link href={SIGN_IN_PATHS.platform}>{t('backToSignIn')}</Link>
    </p>
  );
  if (sentTo)
    return (
      <SignInCard key="sent" title={t('mail.title')} preferences={preferences} links={links}>
        <CheckMail
          lead={t('recover.sent', { email: sentTo })}
          note={t('recover.note')}
          onResend={() => request(sentTo)}
          onOtherEmail={() => setSentTo(null)}
        />
      </SignInCard>
    );
  return (
    <SignInCard key="form" title={t('recover.title')} preferences={preferences} links={links}>
      <p className="login-lead">{t('recover.lead')}</p>
      <EmailForm action={t('recover.send')} onSend={(email) => request(email).then(() => setSentTo(email))} />
    </SignInCard>
  );
}
