import { type ConnectionDetails, useRolloutChange } from '@feira/shell-desk/connections/use-connections.ts';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ActProps {
  platformId: string;
  connection: ConnectionDetails;
  /** `stop` rolls back before any payment went through the new version. */
  act: 'promote' | 'rollBack' | 'stop';
  version: string;
}

/** Asks before it moves all payments of a connection from one version to another. */
export function RolloutAct({ platformId, connection, act, version }: ActProps) {
  const { t } = useTranslation('connections');
  const [isAsked, setIsAsked] = useState(false);
  const { run, error, isBusy, reset } = useRolloutChange();
  const close = () => {
    setIsAsked(false);
    reset();
  };
  const confirm = async () => {
    const action = act === 'promote' ? 'promote' : 'rollBack';
    if (await run({ platformId, connectionId: connection.id, action })) close();
  };
  return (
    <>
      <button
        type="button"
        className={act === 'promote' ? 'button button-primary' : 'button'}
        onClick={() => setIsAsked(true)}
      >
        {t(`versions.${act}`, { version })}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={t(`versions.${act}Title`, { version })}
          text={t(`versions.${act}Text`, { version })}
          action={t(`versions.${act}Action`)}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
