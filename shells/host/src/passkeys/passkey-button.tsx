import type { Client } from '@feira/shell-kit/client';
import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../components/failure-notice.tsx';
import { useSubmit } from '../components/use-submit.ts';
import './add-texts.ts';
import './passkeys.css';
import { canUsePasskeys, PasskeyCancelled, provePasskey } from './passkey.ts';

interface PasskeyButtonProps {
  client: Client;
  onProved: (session: Session) => void;
  onError?: (error: unknown) => void;
}

/** Has a passkey prove who sits there; nothing where the browser has none. */
export function PasskeyButton({ client, onProved, onError }: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys');
  const { failure, isBusy, submit } = useSubmit();
  const [isCancelled, setIsCancelled] = useState(false);
  if (!canUsePasskeys()) return null;
  const prove = () => {
    setIsCancelled(false);
    return submit(async () => {
      try {
        onProved(await provePasskey(client));
      } catch (error) {
        if (error instanceof PasskeyCancelled) return setIsCancelled(true);
        onError?.(error);
        throw error;
      }
    });
  };
  return (
    <div className="passkey-choice">
      <button type="button" className="button" aria-busy={isBusy} onClick={prove}>
        <Icon name="lock" size={18} />
        {t('use')}
      </button>
      <p className="muted" role="status">
        {isCancelled && t('cancelled')}
      </p>
      <FailureNotice failure={failure} />
    </div>
  );
}
