import { HOST_PATHS, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import { requestMagicLink } from '@feira/schemas/procedures/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CheckMail } from '../../components/check-mail.tsx';
import { EmailForm } from '../../components/email-form.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import type { LeftBy } from '../../session/use-session.ts';
import { useClient } from '../../use-client.ts';

interface CustomerLoginPageProps {
  preferences: Preferences;
  leftBy: LeftBy | undefined;
}

/** Buyers need no password: the server mails a link to the address they bought with. */
export default function CustomerLoginPage({ preferences, leftBy }: CustomerLoginPageProps) {
  const { t } = useTranslation('signIn');
  const host = useTranslation();
  const client = useClient(preferences.locale);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = (email: string) => client.call(requestMagicLink, { email });
  const links = (
    <>
      <p>
        {t('customer.forSellers')} <Link href={SIGN_IN_PATHS.platform}>{t('customer.withPassword')}</Link>
      </p>
      <p>
        <Link href={HOST_PATHS.privacy}>{t('customer.ownData')}</Link>
      </p>
    </>
  );
  if (sentTo)
    return (
      <SignInCard key="sent" title={t('mail.title')} preferences={preferences} links={links}>
        <CheckMail
          lead={t('customer.sent', { email: sentTo })}
          note={t('customer.note')}
          onResend={() => request(sentTo)}
          onOtherEmail={() => setSentTo(null)}
        />
      </SignInCard>
    );
  return (
    <SignInCard key="form" title={t('customer.title')} preferences={preferences} links={links}>
      <div role="status">{leftBy && <p className="notice notice-info">{host.t(leftBy)}</p>}</div>
      <p className="login-lead">{t('customer.lead')}</p>
      <EmailForm action={t('customer.send')} onSend={(email) => request(email).then(() => setSentTo(email))} />
    </SignInCard>
  );
}
