import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Opening, type Receiver, useAdoption, useDiscarding } from './use-receivers.ts';

/** Nobody: the platform itself. */
export interface Adoption {
  connection: Pick<Opening, 'id' | 'name'>;
  person: Receiver['person'];
}

interface DialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Takes in an account that exists at the provider, by the number it has there. */
export function AdoptDialog({ adoption, onDone, onClose }: DialogProps & { adoption: Adoption }) {
  const { t } = useTranslation('receivers');
  const { run, error, isBusy, reset } = useAdoption();
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { connection, person } = adoption;
  const names = { name: person?.name ?? '', provider: connection.name };
  const receiverId = text.trim();
  const send = () => {
    setIsTried(true);
    if (!receiverId) return false;
    void run({ connectionId: connection.id, receiverId, ...(person && { personId: person.id }) }).then(
      (receiver) => receiver && onDone(t(person ? 'adopted' : 'own.adopted', names)),
    );
    return true;
  };
  return (
    <DialogForm
      title={t(person ? 'adoptTitle' : 'own.adoptTitle', names)}
      text={t(person ? 'adoptText' : 'own.adoptText', names)}
      action={t('adoptAction')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <TextField
        label={t('adoptId', names)}
        hint={t('adoptIdHint')}
        name="receiverId"
        maxLength={256}
        spellCheck={false}
        value={text}
        problem={isTried && !receiverId ? t('problems.required') : findFieldProblem(error, 'receiverId')}
        onChange={(next) => {
          if (error) reset();
          setText(next);
        }}
      />
    </DialogForm>
  );
}

/** Says that there is no account, so that it may be asked for again. */
export function DiscardDialog({ receiver, onDone, onClose }: DialogProps & { receiver: Receiver }) {
  const { t } = useTranslation('receivers');
  const { run, error, isBusy } = useDiscarding();
  const names = { name: receiver.person?.name ?? '', provider: receiver.receiverProvider };
  const discard = async () => {
    if (await run({ id: receiver.id })) onDone(t('discarded', names));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('discardTitle', names)}
      text={t('discardText', names)}
      action={t('discardAction')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={discard}
    />
  );
}
