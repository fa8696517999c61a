import { useKeyRotation } from '@feira/shell-desk/connections/use-connections.ts';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Rotates the key of the platform's secrets. */
export function KeyRotation({ platformId }: { platformId: string }) {
  const { t } = useTranslation('connections');
  const [isAsked, setIsAsked] = useState(false);
  const [message, setMessage] = useState('');
  const { run, error, isBusy, reset } = useKeyRotation();
  const close = () => {
    setIsAsked(false);
    reset();
  };
  const confirm = async () => {
    const done = await run({ platformId });
    if (!done) return;
    setMessage(t('rotate.done', { version: done.keyVersion, count: done.resealed }));
    close();
  };
  return (
    <div className="key-rotation">
      <button
        type="button"
        className="button"
        onClick={() => {
          setMessage('');
          setIsAsked(true);
        }}
      >
        <Icon name="lock" size={18} />
        {t('rotate.button')}
      </button>
      <p role="status" className="connections-note muted">
        {message}
      </p>
      {isAsked && (
        <ConfirmDialog
          title={t('rotate.title')}
          text={t('rotate.text')}
          action={t('rotate.action')}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </div>
  );
}
