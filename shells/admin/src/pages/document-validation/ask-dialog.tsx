import { isEmail } from '@feira/schemas/rules/email';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useAsking } from './use-verifications.ts';

const LEAST_LETTERS = 5;
const FIELDS = group({
  email: text({ problem: 'emailProblem', test: isEmail, control: { maxLength: 254, inputMode: 'email' } }),
  note: text({ problem: 'messageProblem', minLength: LEAST_LETTERS, control: { maxLength: 500 } }),
});

interface AskDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks somebody for documents, with words that they read. */
export function AskDialog({ onDone, onClose }: AskDialogProps) {
  const { t } = useTranslation('adminVerification');
  const change = useAsking();
  const { controls, dialog } = useDraft({ fields: FIELDS, change, say: t });
  return (
    <DialogForm
      title={t('askTitle')}
      text={t('askText')}
      action={t('askAction')}
      onClose={onClose}
      {...dialog(async (input) => {
        if (await change.run(input)) onDone(t('asked'));
      })}
    >
      <TextField label={t('email')} {...controls.email} />
      <TextAreaField label={t('message')} hint={t('messageHint')} rows={3} {...controls.note} />
    </DialogForm>
  );
}
