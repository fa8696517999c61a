import { listRefundable, sendRefundLink } from '@feira/schemas/procedures/refunds';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckMail } from '../../components/check-mail.tsx';
import { EmailForm } from '../../components/email-form.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { useLink } from '../../components/use-link.ts';
import '../../sign-in/add-texts.ts';
import './request-refund.css';
import type { Preferences } from '../../preferences.ts';
import { useClient } from '../../use-client.ts';
import type { Listed } from './listed.ts';
import { RefundDesk } from './refund-desk.tsx';

/** Buyers have no account: a mail opens the page, and a stranger cannot learn from it who bought. */
export default function RequestRefundPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const { token, isLost, failure, isBusy, submit } = useLink();
  const [listed, setListed] = useState<Listed | null>(null);
  useEffect(() => {
    setListed(null);
    if (token) void submit(async () => setListed(await client.call(listRefundable, { token })));
  }, [token, submit, client]);

  if (!token || isLost) return <AskForLink preferences={preferences} lost={token ? failure?.message : null} />;
  const load = () => submit(async () => setListed(await client.call(listRefundable, { token })));
  return (
    <SignInCard key="desk" title={t('refund.title')} preferences={preferences}>
      <FailureNotice failure={failure} />
      {!listed && isBusy && <p role="status">{t('refund.loading')}</p>}
      {!listed && failure && (
        <button type="button" className="button button-large" onClick={load}>
          {t('retry')}
        </button>
      )}
      {listed && (
        <RefundDesk token={token} listed={listed} client={client} locale={preferences.locale} onChanged={load} />
      )}
    </SignInCard>
  );
}

interface AskForLinkProps {
  preferences: Preferences;
  /** The server's refusal of a link that is used up or too old. */
  lost: string | null | undefined;
}

function AskForLink({ preferences, lost }: AskForLinkProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = (email: string) => client.call(sendRefundLink, { email });
  if (sentTo)
    return (
      <SignInCard key="sent" title={t('mail.title')} preferences={preferences}>
        <CheckMail
          lead={t('refund.sent', { email: sentTo })}
          note={t('refund.sentNote')}
          onResend={() => request(sentTo)}
          onOtherEmail={() => setSentTo(null)}
        />
      </SignInCard>
    );
  return (
    <SignInCard key="form" title={t('refund.title')} preferences={preferences}>
      {lost && <FailureNotice failure={{ code: 'TOKEN_INVALID', message: lost, waitSeconds: undefined, fields: {} }} />}
      <p className="login-lead">{t('refund.lead')}</p>
      <EmailForm action={t('refund.send')} onSend={(email) => request(email).then(() => setSentTo(email))} />
      <p className="refund-law">{t('refund.law')}</p>
    </SignInCard>
  );
}
