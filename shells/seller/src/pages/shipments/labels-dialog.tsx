import { getSender, printShipments, SENDER_LETTERS } from '@feira/schemas/procedures/fulfilment';
import { saveContent } from '@feira/shell-desk/save-content.ts';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { useChange } from '@feira/shell-kit/use-change';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Listed, useSender } from './use-shipments.ts';

/** Downloads what is printed for the chosen orders. */
export function usePrint() {
  const { run, isBusy, error } = useChange(printShipments, getSender);
  const print = async (input: Parameters<typeof run>[0]): Promise<boolean> => {
    const file = await run(input);
    if (file) saveContent({ name: file.fileName, mediaType: 'application/pdf', content: file.content });
    return file !== undefined;
  };
  return { print, isBusy, error };
}

interface LabelsDialogProps {
  chosen: readonly Listed[];
  onClose: () => void;
}

/** The sender is typed once: the address of the labels before is in the field. */
export function LabelsDialog({ chosen, onClose }: LabelsDialogProps) {
  const { t } = useTranslation('shipments');
  const { print, isBusy, error } = usePrint();
  const stored = useSender();
  const [typed, setTyped] = useState<string>();
  return (
    <DialogForm
      title={t('batch.labels')}
      text={t('batch.labelsText')}
      action={t('batch.labelsAction')}
      isBusy={isBusy}
      error={error}
      onSend={() => {
        const saleIds = chosen.map(({ saleId }) => saleId);
        const change = typed !== undefined && { sender: typed.trim() };
        void print({ kind: 'LABELS', saleIds, ...change }).then((isDone) => isDone && onClose());
        return true;
      }}
      onClose={onClose}
    >
      <TextAreaField
        name="sender"
        label={t('batch.sender')}
        hint={t('batch.senderHint')}
        maxLength={SENDER_LETTERS}
        value={typed ?? stored ?? ''}
        onChange={setTyped}
      />
    </DialogForm>
  );
}
