import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplay, type Webhook } from './use-webhooks.ts';

const HOURS = [1, 24, 168, 720] as const;
const HOUR_MS = 3_600_000;

/** Sends the events of the last hours or days to a webhook again: those that never arrived, or all. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const replay = useReplay();
  const [hours, setHours] = useState<`${(typeof HOURS)[number]}`>('24');
  const [which, setWhich] = useState<'MISSED' | 'ALL'>('MISSED');
  const [count, setCount] = useState<number | null>(null);
  if (count !== null)
    return (
      <ModalDialog title={t('replay')} onClose={onClose}>
        <p role="status">{t('replayed', { count })}</p>
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('close')}
        </button>
      </ModalDialog>
    );
  return (
    <DialogForm
      title={t('replay')}
      text={t('replayText')}
      action={t('replayAction')}
      isBusy={replay.isBusy}
      error={replay.error}
      onSend={() => {
        const to = new Date();
        const from = new Date(to.getTime() - Number(hours) * HOUR_MS);
        void replay
          .run({ webhookId: webhook.id, from: from.toISOString(), to: to.toISOString(), which })
          .then((answer) => answer && setCount(answer.count));
        return true;
      }}
      onClose={onClose}
    >
      <RadioFields
        label={t('replayPeriod')}
        options={HOURS.map((value) => ({ value: `${value}` as const, label: t(`replayHours.${value}`) }))}
        value={hours}
        problem={undefined}
        onChange={setHours}
      />
      <RadioFields
        label={t('replayWhich')}
        options={(['MISSED', 'ALL'] as const).map((value) => ({
          value,
          label: t(`replayKinds.${value}`),
          hint: t(`replayHints.${value}`),
        }))}
        value={which}
        problem={undefined}
        onChange={setWhich}
      />
    </DialogForm>
  );
}
