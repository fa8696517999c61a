import { stopImpersonation } from '@feira/schemas/procedures/session';
import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../preferences.ts';
import { isLoginRequired, type SessionControl } from '../session/use-session.ts';
import { useClient } from '../use-client.ts';

interface ImpersonationBannerProps {
  session: Session;
  preferences: Preferences;
  onSessionChange: (session: Session) => void;
  onLoginRequired: SessionControl['onLoginRequired'];
}

/** The banner stays in sight on every page, so that an administrator never forgets that the account belongs to another person. */
export function ImpersonationBanner(props: ImpersonationBannerProps) {
  const { t } = useTranslation();
  const { session, preferences, onSessionChange, onLoginRequired } = props;
  const client = useClient(preferences.locale);
  const [step, setStep] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { impersonator, person } = session;
  if (!impersonator) return null;
  const stop = () => {
    if (step === 'busy') return;
    setStep('busy');
    client.call(stopImpersonation, {}).then(onSessionChange, (error: unknown) => {
      if (isLoginRequired(error)) onLoginRequired();
      setStep('failed');
    });
  };
  return (
    <section
      className="impersonation"
      aria-label={t('impersonating', { name: person.name, impersonator: impersonator.name })}
    >
      <Icon name="eye" />
      <p>
        {t('impersonating', { name: person.name, impersonator: impersonator.name })}
        {step === 'failed' && <span role="alert"> {t('stopFailed')}</span>}
      </p>
      <button type="button" className="button" aria-busy={step === 'busy'} onClick={stop}>
        {t('stopImpersonation')}
      </button>
    </section>
  );
}
