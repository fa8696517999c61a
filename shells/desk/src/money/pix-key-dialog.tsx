import type { addPixKey } from '@feira/schemas/procedures/payouts';
import { detectPixKeyType } from '@feira/schemas/rules/pix-key';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { choice, type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TellDocument } from './tell-document.tsx';
import { type Destination, usePixKeyAddition } from './use-money.ts';

interface PixKeyDialogProps {
  onDone: (destination: Destination) => void;
  onClose: () => void;
}

/** The types of key with eleven digits. */
const DOUBTFUL = ['CPF', 'PHONE'] as const;
const FIELDS = group({
  pixKey: text({ problem: 'destinations.keyMissing', control: { maxLength: 77, spellCheck: false } }),
  pixType: choice<(typeof DOUBTFUL)[number]>('CPF'),
} satisfies FieldsOf<typeof addPixKey>);

export function PixKeyDialog({ onDone, onClose }: PixKeyDialogProps) {
  const { t } = useTranslation('money');
  /** The server asks for the type of a key that could be of two. */
  const [isDoubtful, setIsDoubtful] = useState(false);
  const change = usePixKeyAddition();
  const { controls, shown, dialog } = useDraft({ fields: FIELDS, change, say: t });
  const type = detectPixKeyType(shown.pixKey);
  if (change.error?.code === 'PIX_KEY_AMBIGUOUS' && !isDoubtful) setIsDoubtful(true);
  return (
    <DialogForm
      title={t('destinations.addKey')}
      text={t('destinations.keyText')}
      action={t('destinations.addKey')}
      {...dialog(({ pixKey, pixType }) =>
        change.run({ pixKey, ...(isDoubtful && { pixType }) }).then((answer) => answer && onDone(answer.destination)),
      )}
      onClose={onClose}
      remedy={<TellDocument error={change.error} />}
    >
      <TextField
        label={t('destinations.key')}
        hint={
          type && !isDoubtful ? t('destinations.detected', { type: t(`pixTypes.${type}`) }) : t('destinations.keyHint')
        }
        {...controls.pixKey}
        onChange={(text) => {
          // The chosen type belonged to the key before.
          setIsDoubtful(false);
          controls.pixType.onChange('CPF');
          controls.pixKey.onChange(text);
        }}
      />
      {isDoubtful && (
        <SelectField
          label={t('destinations.keyType')}
          options={DOUBTFUL.map((one) => ({ value: one, label: t(`pixTypes.${one}`) }))}
          {...controls.pixType}
        />
      )}
    </DialogForm>
  );
}
