import { detectPixKeyType } from '@feira/schemas/rules/pix-key';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findFieldProblem } from '../../field-problems.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import { DialogForm } from './dialog-form.tsx';
import { TellDocument } from './tell-document.tsx';
import { type Destination, usePixKeyAddition } from './use-money.ts';

interface PixKeyDialogProps {
  onDone: (destination: Destination) => void;
  onClose: () => void;
}

const MAX_LENGTH = 77;
/** What eleven digits can be. */
const DOUBTFUL = ['CPF', 'PHONE'] as const;

export function PixKeyDialog({ onDone, onClose }: PixKeyDialogProps) {
  const { t } = useTranslation('money');
  const [key, setKey] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [chosen, setChosen] = useState<(typeof DOUBTFUL)[number]>('CPF');
  /** The server asks for the type of a key that could be of two. */
  const [isDoubtful, setIsDoubtful] = useState(false);
  const { run, error, isBusy, reset } = usePixKeyAddition();
  const type = detectPixKeyType(key);
  if (error?.code === 'PIX_KEY_AMBIGUOUS' && !isDoubtful) setIsDoubtful(true);
  const send = () => {
    setIsTried(true);
    if (!key.trim()) return false;
    void run({ pixKey: key.trim(), ...(isDoubtful && { pixType: chosen }) }).then(
      (answer) => answer && onDone(answer.destination),
    );
    return true;
  };
  return (
    <DialogForm
      title={t('destinations.addKey')}
      text={t('destinations.keyText')}
      action={t('destinations.addKey')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      remedy={<TellDocument error={error} />}
      onSend={send}
    >
      <TextField
        label={t('destinations.key')}
        name="pixKey"
        maxLength={MAX_LENGTH}
        spellCheck={false}
        value={key}
        hint={
          type && !isDoubtful ? t('destinations.detected', { type: t(`pixTypes.${type}`) }) : t('destinations.keyHint')
        }
        problem={isTried && !key.trim() ? t('destinations.keyMissing') : findFieldProblem(error, 'pixKey')}
        onChange={(text) => {
          setKey(text);
          setIsDoubtful(false);
          if (error) reset();
        }}
      />
      {isDoubtful && (
        <SelectField
          label={t('destinations.keyType')}
          value={chosen}
          options={DOUBTFUL.map((one) => ({ value: one, label: t(`pixTypes.${one}`) }))}
          onChange={setChosen}
        />
      )}
    </DialogForm>
  );
}
