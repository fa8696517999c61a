import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { openPage } from '@feira/shell-kit/use-address';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConnectionDetails, useRemoval } from '../../connections/use-connections.ts';

interface RemovalPanelProps {
  platformId: string;
  connection: ConnectionDetails;
  /** Where to go afterwards. */
  list: string;
}

/** Only what no payment ever went through can go; the server knows, and says so. */
export function RemovalPanel({ platformId, connection: { id: connectionId, name }, list }: RemovalPanelProps) {
  const { t } = useTranslation('connections');
  const [isAsked, setIsAsked] = useState(false);
  const { run, error, isBusy, reset } = useRemoval();
  const id = useId();
  const confirm = async () => {
    if (await run({ platformId, connectionId })) openPage(list);
  };
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('item.removeHead')}</h2>
      <p className="muted">{t('item.removeText')}</p>
      <button type="button" className="button" onClick={() => setIsAsked(true)}>
        {t('item.remove')}
      </button>
      {isAsked && (
        <ConfirmDialog
          isDanger
          title={t('item.removeTitle', { name })}
          text={t('item.removeConfirm')}
          action={t('item.remove')}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={() => {
            setIsAsked(false);
            reset();
          }}
        />
      )}
    </section>
  );
}
