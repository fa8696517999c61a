import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { Icon } from '@feira/shell-kit/components/icon';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplay, type WholeWebhook } from './use-webhooks.ts';
import { shownState } from './webhook-words.tsx';

const LOOK_MS = 1_500;
/** A server processes the event at once; after this time the page shows its state and stops polling. */
const LOOKS = 20;

interface ReplayProps {
  platformId: string | null;
  webhook: WholeWebhook;
  /** Reads the state of the event. */
  onLook: () => unknown;
}

/** Asks the server to process an event again, and shows the result. */
export function Replay({ platformId, webhook, onLook }: ReplayProps) {
  const { t } = useTranslation('webhookLogs');
  const replay = useReplay(platformId, webhook.id);
  const [isAsking, setIsAsking] = useState(false);
  const [looks, setLooks] = useState(0);
  const isUnderWay = looks > 0 && webhook.state === 'RECEIVED' && webhook.reason === null;
  useEffect(() => {
    if (!isUnderWay || looks > LOOKS) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      onLook();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, looks, onLook]);
  const close = () => {
    setIsAsking(false);
    replay.reset();
  };
  const confirm = async () => {
    if (!(await replay.run())) return;
    setLooks(1);
    close();
  };
  return (
    <>
      <button type="button" className="button button-primary" disabled={isUnderWay} onClick={() => setIsAsking(true)}>
        <Icon name="retry" size={18} />
        {t('replay')}
      </button>
      <span role="status" className={looks > 0 ? 'webhook-result' : 'visually-hidden'}>
        {isUnderWay && t('replaying')}
        {looks > 0 && !isUnderWay && t('replayDone', { state: t(`states.${shownState(webhook)}`) })}
      </span>
      {isAsking && (
        <ConfirmDialog
          title={t('replayTitle')}
          text={t('replayText')}
          action={t('replay')}
          isBusy={replay.isBusy}
          error={replay.error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
