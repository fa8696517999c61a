import { getSession } from '@feira/schemas/procedures/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactorSetup } from '../../components/factor-setup.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { RecoveryCodes } from '../../components/recovery-codes.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { isLoginRequired, type SessionControl } from '../../session/use-session.ts';
import { useClient } from '../../use-client.ts';

interface EnrolmentPageProps {
  preferences: Preferences;
  email: string;
  control: SessionControl;
}

/** Roles that guard other people's money set up a second factor before anything else opens. */
export default function EnrolmentPage({ preferences, email, control }: EnrolmentPageProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { failure, submit } = useSubmit();
  const handleRefusal = (error: unknown) => isLoginRequired(error) && control.onLoginRequired();
  const finish = () =>
    submit(async () => {
      try {
        control.enter(await client.call(getSession, {}));
      } catch (error) {
        handleRefusal(error);
        throw error;
      }
    });
  if (codes)
    return (
      <SignInCard key="codes" title={t('recovery.title')} preferences={preferences}>
        <RecoveryCodes codes={codes} email={email} onSaved={finish} />
        <FailureNotice failure={failure} />
      </SignInCard>
    );
  return (
    <SignInCard key="setup" title={t('factor.title')} preferences={preferences}>
      <p className="login-lead">{t('factor.lead')}</p>
      <FactorSetup client={client} onConfirmed={setCodes} onRefused={handleRefusal} />
      <button type="button" className="text-button" onClick={() => control.signOut(false).catch(() => {})}>
        {t('code.otherAccount')}
      </button>
    </SignInCard>
  );
}
