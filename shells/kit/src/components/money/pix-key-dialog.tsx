import { detectPixKeyType } from '@feira/schemas/rules/pix-key';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findFieldProblem } from '../../field-problems.ts';
import { TextField } from '../form-fields.tsx';
import { DialogForm } from './dialog-form.tsx';
import { type Destination, usePixKeyAddition } from './use-money.ts';

interface PixKeyDialogProps {
  onDone: (destination: Destination) => void;
  onClose: () => void;
}

const MAX_LENGTH = 77;

export function PixKeyDialog({ onDone, onClose }: PixKeyDialogProps) {
  const { t } = useTranslation('money');
  const [key, setKey] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = usePixKeyAddition();
  const type = detectPixKeyType(key);
  const send = () => {
    setIsTried(true);
    if (!key.trim()) return false;
    void run({ pixKey: key.trim() }).then((answer) => answer && onDone(answer.destination));
    return true;
  };
  return (
    <DialogForm
      title={t('destinations.addKey')}
      text={t('destinations.keyText')}
      action={t('destinations.addKey')}
      {...{ isBusy, error, onClose }}
      onSend={send}
    >
      <TextField
        label={t('destinations.key')}
        name="pixKey"
        maxLength={MAX_LENGTH}
        spellCheck={false}
        value={key}
        hint={type ? t('destinations.detected', { type: t(`pixTypes.${type}`) }) : t('destinations.keyHint')}
        problem={isTried && !key.trim() ? t('destinations.keyMissing') : findFieldProblem(error, 'pixKey')}
        onChange={(text) => {
          setKey(text);
          if (error) reset();
        }}
      />
    </DialogForm>
  );
}
