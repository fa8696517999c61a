import { printShipments } from '@feira/schemas/procedures/fulfilment';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { saveContent } from '@feira/shell-kit/save-content';
import { useChange } from '@feira/shell-kit/use-change';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Listed } from './use-shipments.ts';

const KEY = 'feira.sender';
const LONGEST = 300;

/** Browsers may forbid storing; then the address is typed again. */
const readSender = (): string => {
  try {
    return localStorage.getItem(KEY)?.slice(0, LONGEST) ?? '';
  } catch {
    return '';
  }
};
const keepSender = (sender: string): void => {
  try {
    localStorage.setItem(KEY, sender);
  } catch {}
};

/** Downloads what is printed for the chosen orders. */
export function usePrint() {
  const { run, isBusy, error } = useChange(printShipments);
  const print = async (input: Parameters<typeof run>[0]): Promise<boolean> => {
    const file = await run(input);
    if (file) saveContent({ name: file.fileName, mediaType: 'application/pdf', content: file.content });
    return file !== undefined;
  };
  return { print, isBusy, error };
}

export function LabelsDialog({ chosen, onClose }: { chosen: Listed[]; onClose: () => void }) {
  const { t } = useTranslation('shipments');
  const { print, isBusy, error } = usePrint();
  const [sender, setSender] = useState(readSender);
  return (
    <DialogForm
      title={t('batch.labels')}
      text={t('batch.labelsText')}
      action={t('batch.labelsAction')}
      isBusy={isBusy}
      error={error}
      onSend={() => {
        keepSender(sender.trim());
        const saleIds = chosen.map(({ saleId }) => saleId);
        void print({ kind: 'LABELS', saleIds, ...(sender.trim() && { sender: sender.trim() }) }).then(
          (isDone) => isDone && onClose(),
        );
        return true;
      }}
      onClose={onClose}
    >
      <TextAreaField
        name="sender"
        label={t('batch.sender')}
        hint={t('batch.senderHint')}
        maxLength={LONGEST}
        value={sender}
        onChange={setSender}
      />
    </DialogForm>
  );
}
