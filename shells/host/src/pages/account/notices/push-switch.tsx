import type { Client } from '@feira/shell-kit/client';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { usePush } from './use-push.ts';

interface PushSwitchProps {
  client: Client;
  /** The key of this platform that the browser is to know. */
  pushKey: string;
  isReadOnly: boolean;
}

/** Shows notifications in this browser as well, or stops it. */
export function PushSwitch({ client, pushKey, isReadOnly }: PushSwitchProps) {
  const { t } = useTranslation('notices');
  const { state, failure, isBusy, turnOn, turnOff } = usePush(client, isReadOnly);
  const isOn = state === 'ON';
  return (
    <div className="account-form">
      <div className="field">
        <strong>{t('push.title')}</strong>
        <p className="muted" role="status">
          {state && t(`push.state.${state}`)}
        </p>
      </div>
      {(isOn || state === 'OFF' || state === 'FAILED') && (
        <button
          type="button"
          className="button"
          disabled={isReadOnly}
          aria-busy={isBusy}
          onClick={() => void (isOn ? turnOff() : turnOn(pushKey))}
        >
          {t(isOn ? 'push.turnOff' : 'push.turnOn')}
        </button>
      )}
      <FailureNotice failure={failure} />
    </div>
  );
}
